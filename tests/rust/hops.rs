//! An answer that comes in hops is one answer of a ledger: recorded hop by hop, in whatever order its lines are read, and forgotten as a whole.

use rethought::audit::follow::follow;
use rethought::audit::{Auditor, Options, audit, conversation};
use rethought::json::scan;
use rethought::ledger::{Key, Ledger};
use rethought::model::{Target, Wire};

fn target() -> Target {
    Target { model: Some("gemini-4-argon".into()), account: Some("one".into()), ..Target::new(Wire::GEMINI_GENERATE) }
}

const PARTS: [&str; 3] = [
    r#"{"text":"**Plan**","thought":true},{"text":"First, "}"#,
    r#"{"text":"second, "}"#,
    r#"{"functionCall":{"name":"look","args":{}},"thoughtSignature":"VGhlIGVuZCBvZiBpdA=="}"#,
];

/// The response of a hop: all but the last have a token.
fn hop(nth: usize) -> String {
    let end = if nth < 2 { format!(r#""CONTINUATION","continuationToken":"VG9rZW4+{nth}""#) } else { r#""STOP""#.to_owned() };
    format!(
        r#"{{"candidates":[{{"content":{{"role":"model","parts":[{}]}},"finishReason":{end}}}],"responseId":"hop{nth}","modelVersion":"gemini-4-argon"}}"#,
        PARTS[nth]
    )
}

const ASKED: &str = r#"{"role":"user","parts":[{"text":"Look."}]}"#;

/// The request for a hop: the same but for the token, here in the other alphabet.
fn asking(nth: usize) -> String {
    let token = nth.checked_sub(1).map(|before| format!(r#","continuationToken":"VG9rZW4-{before}""#)).unwrap_or_default();
    format!(r#"{{"contents":[{ASKED}]{token}}}"#)
}

/// The request after the answer, with the parts of so many hops.
fn next(hops: usize) -> String {
    let answer = PARTS[..hops].join(",");
    format!(
        r#"{{"contents":[{ASKED},{{"role":"model","parts":[{answer}]}},{{"role":"user","parts":[{{"functionResponse":{{"name":"look","response":{{}}}}}}]}}]}}"#
    )
}

fn recorded(hops: usize) -> Ledger {
    let mut ledger = Ledger::default();
    for nth in 0..hops {
        ledger.record(&target(), asking(nth).as_bytes(), hop(nth).as_bytes()).unwrap();
    }
    ledger
}

fn findings(ledger: &Ledger, request: &str) -> Vec<&'static str> {
    let options = Options { ledger: Some(ledger), ..Options::default() };
    audit(&scan(request.as_bytes()).unwrap(), &target(), &options, |_, report| {
        report.findings.iter().map(|finding| finding.rule.id).collect()
    })
    .unwrap()
}

fn fates(ledger: &Ledger, request: &str) -> Vec<(usize, usize, &'static str)> {
    let followed = follow(&scan(request.as_bytes()).unwrap(), &target(), ledger).unwrap();
    followed.iter().map(|one| (one.response, one.part, one.state.words().0)).collect()
}

#[test]
fn hops_are_one_answer_and_the_request_that_sends_it_back_is_clean() {
    let ledger = recorded(3);
    let whole = ledger.answer(2).unwrap();
    let raws: Vec<&str> = whole.parts.iter().map(|part| std::str::from_utf8(&part.raw).unwrap()).collect();
    assert_eq!(raws.join(","), PARTS.join(","), "byte for byte and in order");
    assert_eq!(whole.hops.iter().map(|hop| hop.parts).collect::<Vec<_>>(), [2, 3]);
    assert_eq!((whole.complete, whole.continues, whole.provenance.response.as_deref()), (true, None, Some("hop2")));
    assert!(findings(&ledger, &next(3)).is_empty());
    assert_eq!(fates(&ledger, &next(3)), [(2, 0, "equal"), (2, 1, "equal"), (2, 2, "equal"), (2, 3, "equal")]);
    assert!(findings(&ledger, &asking(2)).is_empty(), "the request for a hop");
}

#[test]
fn a_half_that_goes_back_is_reported_whether_or_not_the_rest_is_on_record() {
    for known in 1..=3 {
        for sent in 1..3 {
            let found = findings(&recorded(known), &next(sent));
            // Nobody knows of a hop that is not on record.
            assert_eq!(found.contains(&"half-answer"), sent <= known, "{known} hops are known and {sent} sent: {found:?}");
        }
    }
}

#[test]
fn the_order_in_which_lines_are_read_does_not_matter() {
    let ledger = recorded(3);
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
        let mut other = Ledger::default();
        for nth in order {
            other.load(&[ledger.opening().as_slice(), b"\n", ledger.line(nth).unwrap()].concat()).unwrap();
        }
        assert_eq!(other.len(), 3);
        assert!(findings(&other, &next(3)).is_empty(), "{order:?}");
        assert!(findings(&other, &next(1)).contains(&"half-answer"), "{order:?}");
        let handle = ledger.answer(2).unwrap().parts[3].trace.handle.unwrap();
        assert_eq!(other.find(Key::Handle(&handle)).lines, [order.iter().position(|nth| *nth == 2).unwrap()]);
    }
}

#[test]
fn a_hop_that_is_recorded_again_changes_nothing() {
    let mut ledger = recorded(3);
    let before = ledger.snapshot();
    for nth in [2, 0, 1] {
        ledger.record(&target(), asking(nth).as_bytes(), hop(nth).as_bytes()).unwrap();
    }
    assert_eq!(ledger.snapshot(), before);
}

#[test]
fn digests_know_the_hops_too() {
    let mut ledger = Ledger::default().digests();
    for nth in 0..3 {
        ledger.record(&target(), asking(nth).as_bytes(), hop(nth).as_bytes()).unwrap();
    }
    assert_eq!(ledger.answer(2).unwrap().parts.len(), 4);
    assert!(findings(&ledger, &next(3)).is_empty());
    assert!(findings(&recorded(3).digests(), &next(3)).is_empty());
}

#[test]
fn a_token_joins_nothing_of_another_account_or_another_conversation() {
    for (account, asked) in [("two", "Look."), ("one", "Look there.")] {
        let mut ledger = recorded(1);
        let other = Target { account: Some(account.into()), ..target() };
        ledger.record(&other, asking(1).replace("Look.", asked).as_bytes(), hop(1).as_bytes()).unwrap();
        let answer = ledger.answer(1).unwrap();
        assert_eq!((answer.parts.len(), answer.hops[0].parts), (1, 0), "{account} {asked}");
    }
}

#[test]
fn forgetting_a_conversation_forgets_the_hops_of_its_answers() {
    let before = {
        let ledger = recorded(1);
        conversation(&scan(next(1).as_bytes()).unwrap(), &target(), &ledger).unwrap().unwrap().id
    };
    let after = conversation(&scan(next(3).as_bytes()).unwrap(), &target(), &recorded(3)).unwrap().unwrap().id;
    assert_ne!(before, after);
    for name in [before, after] {
        let mut ledger = recorded(3);
        assert_eq!((ledger.forget_conversation(name), ledger.len()), (3, 0));
    }
}

#[test]
fn an_audit_that_goes_on_sees_the_next_hop() {
    let mut auditor = Auditor::new(recorded(1));
    let found = |auditor: &mut Auditor, request: &str| {
        auditor
            .audit(request.as_bytes(), &target(), &Options::default(), |_, _, report| {
                report.findings.iter().map(|finding| finding.rule.id).collect::<Vec<_>>()
            })
            .unwrap()
    };
    assert!(found(&mut auditor, &next(1)).contains(&"half-answer"));
    for nth in [1, 2] {
        found(&mut auditor, &asking(nth));
        auditor.answer(hop(nth).as_bytes(), false).unwrap();
    }
    assert_eq!(found(&mut auditor, &next(3)), Vec::<&str>::new());
    assert_eq!(found(&mut auditor, &next(1)), findings(auditor.ledger(), &next(1)));
}

#[test]
fn an_interaction_that_is_stored_goes_on_without_its_input() {
    let target = Target { model: Some("gemini-4-argon".into()), ..Target::new(Wire::GEMINI_INTERACTIONS) };
    let steps = |nth: usize, text: &str| {
        format!(
            r#"{{"type":"thought","signature":"U3RlcCBvZiBob3A{nth}"}},{{"type":"model_output","content":[{{"type":"text","text":"{text}"}}]}}"#
        )
    };
    let asked = r#"{"type":"user_input","content":[{"type":"text","text":"Look."}]}"#;
    let first = format!(
        r#"{{"id":"v1_a","object":"interaction","status":"requires_continuation","continuation_token":"VG9rZW4=","steps":[{}]}}"#,
        steps(1, "First, ")
    );
    let stream = format!(
        "data: {{\"event_type\":\"interaction.created\",\"interaction\":{{\"id\":\"v1_b\",\"object\":\"interaction\"}}}}\n\ndata: {{\"event_type\":\"step.start\",\"index\":0,\"step\":{}}}\n\ndata: {{\"event_type\":\"step.stop\",\"index\":0}}\n\ndata: {{\"event_type\":\"step.start\",\"index\":1,\"step\":{}}}\n\ndata: {{\"event_type\":\"step.stop\",\"index\":1}}\n\ndata: {{\"event_type\":\"interaction.completed\",\"interaction\":{{\"status\":\"completed\"}}}}\n\n",
        r#"{"type":"thought","signature":"U3RlcCBvZiBob3A2"}"#, r#"{"type":"model_output","content":[{"type":"text","text":"second."}]}"#
    );
    let mut ledger = Ledger::default();
    ledger.record(&target, format!(r#"{{"model":"gemini-4-argon","input":[{asked}]}}"#).as_bytes(), first.as_bytes()).unwrap();
    let hop = br#"{"model":"gemini-4-argon","previous_interaction_id":"v1_a","continuation_token":"VG9rZW4"}"#;
    ledger.record_stream(&target, hop, stream.as_bytes()).unwrap();
    assert_eq!(ledger.answer(1).unwrap().parts.len(), 4);
    let next = format!(
        r#"{{"model":"gemini-4-argon","store":false,"input":[{asked},{},{},{{"type":"user_input","content":[{{"type":"text","text":"Thanks."}}]}}]}}"#,
        steps(1, "First, "),
        r#"{"type":"thought","signature":"U3RlcCBvZiBob3A2"},{"type":"model_output","content":[{"type":"text","text":"second."}]}"#
    );
    let followed = follow(&scan(next.as_bytes()).unwrap(), &target, &ledger).unwrap();
    let fates: Vec<_> = followed.iter().map(|one| (one.response, one.part, one.state.words().0)).collect();
    assert_eq!(fates, [(1, 0, "equal"), (1, 1, "equal"), (1, 2, "equal"), (1, 3, "equal")]);
}
