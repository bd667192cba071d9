//! Summaries that Anthropic wrote, in a ledger: a prefix begins at the latest one, whichever way the record was kept and the audit was made.

use rethought::api::write_report;
use rethought::audit::{Auditor, Options, Safety, audit, conversation, repair};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::time::Moment;
use rethought::model::{Target, Wire};

fn target() -> Target {
    let host = Some("api.anthropic.com".into());
    Target { host, enforced: Some(true), betas: Some(vec!["compact-2026-09-04".into()]), ..Target::new(Wire::ANTHROPIC_MESSAGES) }
}

fn user(text: &str) -> String {
    format!(r#"{{"role":"user","content":"{text}"}}"#)
}

fn assistant(content: &str) -> String {
    format!(r#"{{"role":"assistant","content":{content}}}"#)
}

fn request(messages: &[String]) -> String {
    format!(r#"{{"model":"claude-opus-5-5","max_tokens":9000,"system":"Be brief.","messages":[{}]}}"#, messages.join(","))
}

fn response(id: &str, content: &str) -> String {
    format!(r#"{{"id":"{id}","type":"message","role":"assistant","model":"claude-opus-5-5","content":{content}}}"#)
}

/// The answer of a model in a turn, with a summary before it or not.
fn content(name: &str, nth: usize, summarised: bool) -> String {
    let summary = format!(r#"{{"type":"compaction","content":"So far.","encrypted_content":"RXF1{name}{nth}kYIAxgCKkDAQ"}},"#);
    let thought = format!(r#"{{"type":"thinking","thinking":"","signature":"RXF1{name}{nth}kYIAxgCKkDcQ"}}"#);
    format!(r#"[{}{thought},{{"type":"text","text":"Answer {nth}."}}]"#, if summarised { summary } else { String::new() })
}

/// A conversation in which the API writes a summary at a threshold, in the turn of that number: the messages, and a ledger of it.
fn at_a_threshold(name: &str, turns: usize, summarised: usize, ledger: &mut Ledger) -> Vec<String> {
    let mut messages = Vec::new();
    for nth in 0..turns {
        messages.push(user("Go on."));
        let said = content(name, nth, nth == summarised);
        let answer = response(&format!("msg_01{name}{nth}x84Qz"), &said);
        ledger.record(&target(), request(&messages).as_bytes(), answer.as_bytes()).unwrap();
        messages.push(assistant(&said));
    }
    messages
}

fn findings(request: &str, ledger: &Ledger) -> Vec<String> {
    let options = Options { ledger: Some(ledger), ..Options::default() };
    let document = scan(request.as_bytes()).unwrap();
    audit(&document, &target(), &options, |_, report| report.findings.iter().map(|finding| finding.rule.id.to_owned()).collect()).unwrap()
}

fn next(messages: &[String]) -> String {
    request(&[messages, &[user("And now?")]].concat())
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn messages_before_a_summary_are_kept_edited_or_dropped_and_those_after_it_are_not() {
    let mut ledger = Ledger::default();
    let messages = at_a_threshold("Ada", 5, 2, &mut ledger);
    let mut edited = messages.clone();
    edited[0] = user("Go on!");
    let mut late = messages.clone();
    late[6] = user("Go on!");
    let digests = Ledger::restore(&ledger.digests().snapshot()).unwrap().0;
    let restored = Ledger::restore(&ledger.snapshot()).unwrap().0;
    for ledger in [&ledger, &digests, &restored] {
        for kept in [&messages[..], &edited, &messages[5..]] {
            assert_eq!(findings(&next(kept), ledger), Vec::<String>::new(), "{kept:?}");
        }
        for changed in [&late[..], &late[5..], &messages[6..]] {
            assert_eq!(findings(&next(changed), ledger), ["edited-prefix"], "{changed:?}");
        }
    }
}

#[test]
fn a_record_of_what_came_after_a_summary_needs_none_of_what_came_before() {
    let mut ledger = Ledger::default();
    let first = Moment::from_millis(1_790_000_000_000.0).unwrap();
    ledger.date(Some(first));
    at_a_threshold("Ada", 3, 2, &mut ledger);
    ledger.date(Moment::from_millis(1_790_000_900_000.0).ok());
    let messages = at_a_threshold("Ada", 5, 2, &mut ledger);
    assert_eq!(ledger.len(), 5);
    assert_eq!(ledger.forget_before(Moment::from_millis(1_790_000_500_000.0).unwrap()), 3);
    let mut late = messages.clone();
    late[6] = user("Go on!");
    assert!(!findings(&next(&messages), &ledger).contains(&"edited-prefix".to_owned()));
    assert!(findings(&next(&late), &ledger).contains(&"edited-prefix".to_owned()));
}

#[test]
fn two_people_with_the_same_words_and_summaries_stay_apart() {
    let mut ledger = Ledger::default();
    let [ada, bob] = ["Ada", "Bob"].map(|name| at_a_threshold(name, 4, 2, &mut ledger));
    for (messages, branch) in [(&ada, [0, 1, 2, 3]), (&bob, [4, 5, 6, 7])] {
        for kept in [&messages[..], &messages[5..]] {
            let request = next(kept);
            assert_eq!(findings(&request, &ledger), Vec::<String>::new());
            let found = conversation(&scan(request.as_bytes()).unwrap(), &target(), &ledger).unwrap().unwrap();
            assert_eq!(found.branch, branch);
            let damaged = request.replace("3kYIAxgCKkDc", "3kYIAxgCKkdc");
            let options = Options { ledger: Some(&ledger), ..Options::default() };
            assert_eq!(text(&repair(damaged.as_bytes(), &target(), &options, &[Safety::Safe]).unwrap().request), request);
        }
    }
}

#[test]
fn an_audit_that_goes_on_from_the_last_one_tells_the_same_around_summaries() {
    for (damaged, summarised) in [(0, 2), (0, 4), (4, 2), (6, 4), (8, 2)] {
        let mut ledger = Ledger::default();
        let mut messages = at_a_threshold("Ada", 7, summarised, &mut ledger);
        messages[damaged] = user("Go on!");
        let mut auditor = Auditor::new(ledger.clone());
        for nth in 1..=7 {
            let request = next(&messages[..2 * nth]);
            let told = auditor.audit(request.as_bytes(), &target(), &Options::default(), |document, facts, report| {
                write_report(&report, facts, document)
            });
            let options = Options { ledger: Some(&ledger), ..Options::default() };
            let document = scan(request.as_bytes()).unwrap();
            let alone = audit(&document, &target(), &options, |facts, report| write_report(&report, facts, &document)).unwrap();
            assert_eq!(text(&told.unwrap()), text(&alone), "{damaged} {summarised} {nth}");
            let pending = [auditor.pending().unwrap().text(), auditor.prepare(&target(), request.as_bytes()).unwrap().text()];
            let fresh = ledger.prepare(&target(), request.as_bytes()).unwrap().text();
            assert_eq!(pending.map(|pending| text(&pending).to_owned()), [text(&fresh), text(&fresh)], "{damaged} {summarised} {nth}");
        }
    }
}

#[test]
fn a_thread_goes_on_after_a_summary() {
    let mut ledger = Ledger::default();
    let mut messages = at_a_threshold("Ada", 3, 2, &mut ledger);
    for nth in 3..5 {
        let previous = format!(r#""thread":{{"type":"continue","previous_message_id":"msg_01Ada{}x84Qz"}},"#, nth - 1);
        let delta = format!(r#"{{"model":"claude-opus-5-5","max_tokens":9000,{previous}"messages":[{}]}}"#, user("Go on."));
        let said = content("Ada", nth, false);
        ledger.record(&target(), delta.as_bytes(), response(&format!("msg_01Ada{nth}x84Qz"), &said).as_bytes()).unwrap();
        messages.extend([user("Go on."), assistant(&said)]);
    }
    let mut whole = Ledger::default();
    assert_eq!(at_a_threshold("Ada", 5, 2, &mut whole), messages);
    assert_eq!(text(&ledger.snapshot()), text(&whole.snapshot()));
    assert_eq!(findings(&next(&messages), &ledger), Vec::<String>::new());
}
