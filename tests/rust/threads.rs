//! Threads of Anthropic's Messages: a request that continues one is a delta of a history, in the ledger and in the audit.

use rethought::api::write_report;
use rethought::audit::{Auditor, Conversation, Options, Safety, audit, conversation, follow::follow, repair};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

/// A person who talks to a model: every message, and the exchanges as they went over the wire.
#[derive(Clone)]
struct Talk {
    name: &'static str,
    messages: Vec<String>,
    last: Option<String>,
}

const SETTINGS: &str = r#""model":"claude-opus-5-5","max_tokens":9000,"thinking":{"type":"adaptive"}"#;
const FIXED: &str = r#""system":"Be brief.","tools":[{"name":"look","input_schema":{"type":"object"}}]"#;

fn target() -> Target {
    let host = Some("api.anthropic.com".into());
    Target { host, enforced: Some(true), betas: Some(vec!["message-threads-2026-08-12".into()]), ..Target::new(Wire::ANTHROPIC_MESSAGES) }
}

fn of_account(account: &str) -> Target {
    Target { account: Some(account.into()), ..target() }
}

fn user(text: &str) -> String {
    format!(r#"{{"role":"user","content":"{text}"}}"#)
}

/// A request of the whole history.
fn whole(messages: &[String]) -> String {
    format!("{{{SETTINGS},{FIXED},\"messages\":[{}]}}", messages.join(","))
}

/// A request that continues a thread. The instructions and the tools stay at the provider.
fn delta(previous: &str, messages: &[String]) -> String {
    format!(r#"{{{SETTINGS},"thread":{{"type":"continue","previous_message_id":"{previous}"}},"messages":[{}]}}"#, messages.join(","))
}

impl Talk {
    fn new(name: &'static str) -> Self {
        Self { name, messages: Vec::new(), last: None }
    }

    /// Says something and is answered: the delta, the whole request, and the response. What is said and answered may be the same for everybody; what is thought is not.
    fn step(&mut self, nth: usize, said: &str) -> (String, String, String) {
        let (name, new) = (self.name, user(said));
        let part = self.last.as_deref().map(|last| delta(last, std::slice::from_ref(&new)));
        self.messages.push(new);
        let all = whole(&self.messages);
        let content = format!(
            r#"[{{"type":"thinking","thinking":"","signature":"RXF1{name}{nth}kYIAxgCKkDcQ"}},{{"type":"text","text":"Answer {nth}."}}]"#
        );
        self.messages.push(format!(r#"{{"role":"assistant","content":{content}}}"#));
        let id = format!("msg_01{name}7Qz{nth}x84");
        let response = format!(r#"{{"id":"{id}","type":"message","role":"assistant","model":"claude-opus-5-5","content":{content}}}"#);
        self.last = Some(id);
        (part.unwrap_or_else(|| all.replacen('{', r#"{"thread":{"type":"create"},"#, 1)), all, response)
    }

    /// The whole history with one message more.
    fn next(&self, said: &str) -> String {
        whole(&[self.messages.clone(), vec![user(said)]].concat())
    }
}

/// Records a talk of so many turns as a thread.
fn record(ledger: &mut Ledger, talk: &mut Talk, target: &Target, turns: std::ops::Range<usize>) {
    for nth in turns {
        let (part, _, response) = talk.step(nth, "Go on.");
        ledger.record(target, part.as_bytes(), response.as_bytes()).unwrap();
    }
}

fn threaded(talk: &mut Talk, turns: usize) -> Ledger {
    let mut ledger = Ledger::default();
    record(&mut ledger, talk, &target(), 0..turns);
    ledger
}

fn findings(request: &str, target: &Target, ledger: &Ledger) -> Vec<String> {
    let options = Options { ledger: Some(ledger), ..Options::default() };
    let document = scan(request.as_bytes()).unwrap();
    audit(&document, target, &options, |_, report| report.findings.iter().map(|finding| finding.rule.id.to_owned()).collect()).unwrap()
}

fn talk_of(request: &str, target: &Target, ledger: &Ledger) -> Option<Conversation> {
    conversation(&scan(request.as_bytes()).unwrap(), target, ledger).unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_thread_is_recorded_as_the_whole_history_would_be() {
    let (mut talk, mut full) = (Talk::new("Ada"), Ledger::default());
    let parts = threaded(&mut talk.clone(), 4);
    for nth in 0..4 {
        let (_, all, response) = talk.step(nth, "Go on.");
        full.record(&target(), all.as_bytes(), response.as_bytes()).unwrap();
    }
    assert_eq!(text(&parts.snapshot()), text(&full.snapshot()));
    assert_eq!(text(&parts.digests().snapshot()), text(&full.digests().snapshot()));
}

#[test]
fn the_whole_history_after_a_thread_is_no_edit_and_an_edit_of_it_is_found() {
    let mut talk = Talk::new("Ada");
    let ledger = threaded(&mut talk, 3);
    let next = talk.next("And now?");
    assert_eq!(findings(&next, &target(), &ledger), Vec::<String>::new());
    assert!(follow(&scan(next.as_bytes()).unwrap(), &target(), &ledger).unwrap().iter().all(|one| one.state.words().0 == "equal"));
    for (from, to) in [("Go on.", "Go on!"), ("Be brief.", "Be kind."), ("\"look\"", "\"see\"")] {
        assert_eq!(findings(&next.replacen(from, to, 1), &target(), &ledger), ["edited-prefix"], "{from}");
    }
    // Digests tell the same, and what is kept on a disk too.
    let kept = Ledger::restore(&ledger.digests().snapshot()).unwrap().0;
    assert_eq!(findings(&next, &target(), &kept), Vec::<String>::new());
    assert_eq!(findings(&next.replacen("Go on.", "Go on!", 1), &target(), &kept), ["edited-prefix"]);
}

#[test]
fn a_delta_goes_on_with_the_conversation_of_its_thread_and_lacks_nothing() {
    let mut talk = Talk::new("Ada");
    let ledger = threaded(&mut talk, 3);
    let next = delta(talk.last.as_ref().unwrap(), &[user("And now?")]);
    assert_eq!(findings(&next, &target(), &ledger), Vec::<String>::new());
    assert_eq!(talk_of(&next, &target(), &ledger).unwrap().branch, [0, 1, 2]);
    assert_eq!(follow(&scan(next.as_bytes()).unwrap(), &target(), &ledger).unwrap(), []);
    let earlier = delta("msg_01Ada7Qz0x84", &[user("And now?")]);
    assert_eq!(talk_of(&earlier, &target(), &ledger).unwrap().branch, [0]);
}

#[test]
fn two_people_with_the_same_words_stay_apart() {
    let (mut ada, mut bob, mut ledger) = (Talk::new("Ada"), Talk::new("Bob"), Ledger::default());
    for nth in 0..3 {
        record(&mut ledger, &mut ada, &target(), nth..nth + 1);
        record(&mut ledger, &mut bob, &target(), nth..nth + 1);
    }
    for (talk, branch) in [(&ada, [0, 2, 4]), (&bob, [1, 3, 5])] {
        let next = delta(talk.last.as_ref().unwrap(), &[user("And now?")]);
        assert_eq!(talk_of(&next, &target(), &ledger).unwrap().branch, branch);
        assert_eq!(findings(&talk.next("And now?"), &target(), &ledger), Vec::<String>::new());
        // A signature that was damaged comes back as its own, or not at all.
        let damaged = talk.next("And now?").replace("2kYIAxgCKkDc", "2kYIAxgCKkdc");
        let options = Options { ledger: Some(&ledger), ..Options::default() };
        let mended = repair(damaged.as_bytes(), &target(), &options, &[Safety::Safe]).unwrap().request;
        assert_eq!(text(&mended), talk.next("And now?"));
    }
    // Without a thought nobody can say whose it is, and nobody gets one.
    let silent = ada.messages.iter().map(|message| match message.split_once("DcQ\"},") {
        Some((_, rest)) => format!(r#"{{"role":"assistant","content":[{rest}"#),
        None => message.clone(),
    });
    let silent = whole(&[silent.collect::<Vec<_>>(), vec![user("And now?")]].concat());
    let options = Options { ledger: Some(&ledger), ..Options::default() };
    assert_eq!(text(&repair(silent.as_bytes(), &target(), &options, &[Safety::Safe]).unwrap().request), silent);
}

#[test]
fn a_thread_that_is_continued_twice_has_two_branches() {
    let mut talk = Talk::new("Ada");
    let mut ledger = threaded(&mut talk, 2);
    let mut fork = Talk { name: "Eve", ..talk.clone() };
    record(&mut ledger, &mut talk, &target(), 2..4);
    record(&mut ledger, &mut fork, &target(), 2..4);
    for (talk, branch) in [(&talk, [0, 1, 2, 3]), (&fork, [0, 1, 4, 5])] {
        assert_eq!(findings(&talk.next("And now?"), &target(), &ledger), Vec::<String>::new());
        assert_eq!(talk_of(&talk.next("And now?"), &target(), &ledger).unwrap().branch, branch);
        assert_eq!(talk_of(&delta(talk.last.as_ref().unwrap(), &[user("So?")]), &target(), &ledger).unwrap().branch, branch);
    }
}

#[test]
fn of_a_thread_that_is_not_on_record_nothing_is_said_and_two_stay_apart() {
    let (mut ada, mut bob, mut ledger) = (Talk::new("Ada"), Talk::new("Bob"), Ledger::default());
    let [first, _] = [ada.step(0, "Go on."), bob.step(0, "Go on.")];
    record(&mut ledger, &mut ada, &target(), 1..3);
    record(&mut ledger, &mut bob, &target(), 1..3);
    for (talk, branch) in [(&ada, [0, 1]), (&bob, [2, 3])] {
        let next = talk.next("And now?");
        assert!(!findings(&next, &target(), &ledger).contains(&"edited-prefix".to_owned()));
        assert!(!findings(&next.replacen("Go on.", "Go on!", 1), &target(), &ledger).contains(&"edited-prefix".to_owned()));
        assert_eq!(talk_of(&delta(talk.last.as_ref().unwrap(), &[user("So?")]), &target(), &ledger).unwrap().branch, branch);
    }
    let unknown = delta(
        "msg_01Zed7Qz0x84",
        &[r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01Xk2","content":"3"}]}"#.to_owned()],
    );
    assert_eq!((findings(&unknown, &target(), &ledger), talk_of(&unknown, &target(), &ledger)), (Vec::new(), None));
    // The first answer comes on record late, as from another writer: the branch is whole then.
    ledger.record(&target(), first.0.as_bytes(), first.2.as_bytes()).unwrap();
    assert_eq!(talk_of(&delta(ada.last.as_ref().unwrap(), &[user("So?")]), &target(), &ledger).unwrap().branch, [4, 0, 1]);
    assert_eq!(talk_of(&delta(bob.last.as_ref().unwrap(), &[user("So?")]), &target(), &ledger).unwrap().branch, [2, 3]);
}

#[test]
fn an_id_that_several_have_or_that_is_counted_leads_to_nobody() {
    let (mut ada, mut bob) = (Talk::new("Ada"), Talk::new("Bob"));
    let [one, other] = [ada.step(0, "Go on."), bob.step(0, "Go on.")];
    let shared = other.2.replace("msg_01Bob7Qz0x84", "msg_01Ada7Qz0x84");
    let mut ledger = Ledger::default();
    ledger.record(&target(), one.0.as_bytes(), one.2.as_bytes()).unwrap();
    ledger.record(&target(), other.0.as_bytes(), shared.as_bytes()).unwrap();
    let next = delta("msg_01Ada7Qz0x84", &[user("So?")]);
    assert_eq!(talk_of(&next, &target(), &ledger), None);
    // The account tells, where it is known.
    let mut ledger = Ledger::default();
    ledger.record(&of_account("ada"), one.0.as_bytes(), one.2.as_bytes()).unwrap();
    ledger.record(&of_account("bob"), other.0.as_bytes(), shared.as_bytes()).unwrap();
    assert_eq!(talk_of(&next, &of_account("ada"), &ledger).unwrap().branch, [0]);
    assert_eq!(talk_of(&next, &of_account("bob"), &ledger).unwrap().branch, [1]);
    assert_eq!((talk_of(&next, &of_account("eve"), &ledger), talk_of(&next, &target(), &ledger)), (None, None));
    let mut ledger = Ledger::default();
    ledger.record(&target(), one.0.as_bytes(), one.2.replace("msg_01Ada7Qz0x84", "msg_1").as_bytes()).unwrap();
    assert_eq!(talk_of(&delta("msg_1", &[user("So?")]), &target(), &ledger), None);
}

#[test]
fn an_audit_that_goes_on_from_the_last_one_tells_the_same_of_threads() {
    let (mut ada, mut bob, mut ledger) = (Talk::new("Ada"), Talk::new("Bob"), Ledger::default());
    record(&mut ledger, &mut ada, &target(), 0..2);
    record(&mut ledger, &mut bob, &target(), 0..3);
    // The thread is named after the messages, so two requests begin with the same bytes.
    let late = |previous: &str, messages: &[String]| {
        format!(r#"{{{SETTINGS},"messages":[{}],"thread":{{"type":"continue","previous_message_id":"{previous}"}}}}"#, messages.join(","))
    };
    let mut auditor = Auditor::new(ledger.clone());
    let answered = [ada.messages[2].clone(), bob.messages[5].clone(), user("So?"), r#"{"role":"assistant","content":"Yes."}"#.to_owned()];
    for nth in 2..=4 {
        for previous in ["msg_01Ada7Qz1x84", "msg_01Bob7Qz1x84", "msg_01Zed7Qz1x84", "msg_01Ada7Qz1x84"] {
            let request = late(previous, &[&answered[..nth], &[user("And now?")]].concat());
            let told = auditor.audit(request.as_bytes(), &target(), &Options::default(), |document, facts, report| {
                write_report(&report, facts, document)
            });
            let options = Options { ledger: Some(&ledger), ..Options::default() };
            let document = scan(request.as_bytes()).unwrap();
            let alone = audit(&document, &target(), &options, |facts, report| write_report(&report, facts, &document)).unwrap();
            assert_eq!(text(&told.unwrap()), text(&alone));
            let pending = [auditor.pending().unwrap().text(), auditor.prepare(&target(), request.as_bytes()).unwrap().text()];
            let fresh = ledger.prepare(&target(), request.as_bytes()).unwrap().text();
            assert_eq!(pending.map(|pending| text(&pending).to_owned()), [text(&fresh), text(&fresh)]);
        }
    }
}
