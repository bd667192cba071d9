//! A ledger keeps what it is given and is its own text: snapshots, lines, torn files, digests.

use rethought::audit::{Options, Safety, repair};
use rethought::ledger::{Form, Ledger};
use rethought::model::time::Moment;
use rethought::model::{Target, Wire};

fn target() -> Target {
    Target { host: Some("api.anthropic.com".into()), account: Some("one".into()), ..Target::new(Wire::ANTHROPIC_MESSAGES) }
}

const SECRET: &str = "The plan is to look first.";
const HANDLE: &str = "RXFRQkNrZ0lEeEFCR0FJaVFQ";

/// A conversation of so many turns: each request and its response.
fn conversation(turns: usize) -> Vec<(String, String)> {
    let mut messages = vec![r#"{"role":"user","content":"Begin."}"#.to_owned()];
    (0..turns)
        .map(|nth| {
            let request = format!(r#"{{"model":"claude-opus-4-5","system":"Be brief.","messages":[{}]}}"#, messages.join(","));
            let content = format!(
                r#"[{{"type":"thinking","thinking":"{SECRET} {nth}","signature":"{HANDLE}{nth}"}},{{"type":"tool_use","id":"toolu_{nth}","name":"look","input":{{}}}}]"#
            );
            messages.push(format!(r#"{{"role":"assistant","content":{content}}}"#));
            messages.push(format!(r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"toolu_{nth}","content":"line"}}]}}"#));
            (request, format!(r#"{{"id":"msg_{nth}","type":"message","role":"assistant","model":"claude-opus-4-5","content":{content}}}"#))
        })
        .collect()
}

fn recorded(turns: usize) -> Ledger {
    let mut ledger = Ledger::default();
    ledger.date(Moment::from_millis(1_790_000_000_123.0).ok());
    for (request, response) in conversation(turns) {
        ledger.record(&target(), request.as_bytes(), response.as_bytes()).unwrap();
    }
    ledger
}

/// The ledger as a file of lines.
fn lines(ledger: &Ledger) -> Vec<u8> {
    let mut text = ledger.opening();
    for nth in 0..ledger.len() {
        text.push(b'\n');
        text.extend_from_slice(ledger.line(nth).unwrap());
    }
    text.push(b'\n');
    text
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn recording_an_exchange_again_changes_nothing() {
    let mut ledger = recorded(6);
    let before = ledger.snapshot();
    for (request, response) in conversation(6) {
        ledger.record(&target(), request.as_bytes(), response.as_bytes()).unwrap();
    }
    assert_eq!(text(&ledger.snapshot()), text(&before));
}

#[test]
fn what_is_recorded_does_not_depend_on_what_was_read_before() {
    // One goes on from request to request, the other is read from its own text before each.
    let mut other = Ledger::default();
    for (request, response) in conversation(12) {
        other = Ledger::restore(&other.snapshot()).unwrap().0;
        other.date(Moment::from_millis(1_790_000_000_123.0).ok());
        other.record(&target(), request.as_bytes(), response.as_bytes()).unwrap();
    }
    assert_eq!(text(&other.snapshot()), text(&recorded(12).snapshot()));
}

#[test]
fn a_snapshot_restores_to_the_same_ledger() {
    let ledger = recorded(4);
    for kept in [ledger.snapshot(), lines(&ledger)] {
        let (restored, torn) = Ledger::restore(&kept).unwrap();
        assert_eq!((restored.len(), torn.len()), (4, 0));
        assert_eq!(text(&restored.snapshot()), text(&ledger.snapshot()));
        let part = &restored.answer(2).unwrap().parts[0];
        assert_eq!(text(&part.raw), format!(r#"{{"type":"thinking","thinking":"{SECRET} 2","signature":"{HANDLE}2"}}"#));
    }
    let first = ledger.answer(0).unwrap();
    assert_eq!(first.provenance.time.unwrap().millis(), 1_790_000_000_123);
    assert_eq!((first.provenance.account.as_deref(), first.provenance.response.as_deref()), (Some("one"), Some("msg_0")));
}

#[test]
fn a_file_that_was_cut_anywhere_loses_the_line_that_was_being_written_and_no_more() {
    let ledger = recorded(3);
    let whole = lines(&ledger);
    for end in 0..=whole.len() {
        let (mut restored, torn) = Ledger::restore(&whole[..end]).unwrap();
        let complete = (0..3).filter(|nth| text(&whole[..end]).contains(text(ledger.line(*nth).unwrap()))).count();
        assert_eq!(restored.len(), complete, "cut at {end}");
        // The next one begins on a line of its own, and then nothing is torn but what was.
        let (request, response) = conversation(4).pop().unwrap();
        restored.record(&target(), request.as_bytes(), response.as_bytes()).unwrap();
        let opening = if complete == 0 { text(&restored.opening()).to_owned() + "\n" } else { String::new() };
        let grown = [&whole[..end], b"\n", opening.as_bytes(), restored.line(complete).unwrap(), b"\n"].concat();
        let (again, still) = Ledger::restore(&grown).unwrap();
        assert_eq!((again.len(), still.len()), (complete + 1, torn.len()), "cut at {end}");
        assert_eq!(again.answer(complete).map(|answer| answer.prompt()), restored.answer(complete).map(|answer| answer.prompt()));
    }
}

#[test]
fn a_snapshot_that_was_cut_or_has_lines_after_it_loses_nothing_that_is_whole() {
    let (ledger, longer) = (recorded(3), recorded(4));
    let whole = ledger.snapshot();
    for end in 1..whole.len() {
        let restored = Ledger::restore(&whole[..end]).unwrap().0;
        let complete = (0..3).filter(|nth| text(&whole[..end]).contains(text(ledger.line(*nth).unwrap()))).count();
        assert_eq!(restored.len(), complete, "cut at {end}");
    }
    // As it is written here, and as a store gives it back: on one line, or over many.
    let value: serde_json::Value = serde_json::from_slice(&whole).unwrap();
    for whole in [text(&whole), &value.to_string(), &serde_json::to_string_pretty(&value).unwrap()] {
        let restored = Ledger::restore(whole.as_bytes()).unwrap().0;
        assert!((0..3).all(|nth| !restored.line(nth).unwrap().contains(&b'\n')));
        assert_eq!(restored.len(), 3);
        let again = Ledger::restore(&lines(&restored)).unwrap();
        assert_eq!((again.0.snapshot(), again.1), (restored.snapshot(), vec![]));
    }
    let grown = [whole.as_slice(), b"\n", longer.line(3).unwrap(), b"\n"].concat();
    let (restored, torn) = Ledger::restore(&grown).unwrap();
    assert_eq!((text(&restored.snapshot()), torn.len()), (text(&longer.snapshot()), 0));
}

#[test]
fn a_first_line_that_comes_again_says_nothing_twice() {
    let kept = text(&lines(&recorded(1))).replace("\"form\"", "\"colour\":1,\"form\"");
    let (restored, _) = Ledger::restore(kept.as_bytes()).unwrap();
    let twice = [restored.opening().as_slice(), b"\n", kept.as_bytes()].concat();
    assert_eq!(text(&Ledger::restore(&twice).unwrap().0.snapshot()), text(&restored.snapshot()));
}

#[test]
fn digests_hold_no_word_and_know_everything_again() {
    let (full, mut lean) = (recorded(4), Ledger::restore(br#"{"rethought":"ledger","version":3,"form":"digests"}"#).unwrap().0);
    for (request, response) in conversation(4) {
        lean.record(&target(), request.as_bytes(), response.as_bytes()).unwrap();
    }
    for digests in [full.digests(), lean, full.digests().digests()] {
        let kept = digests.snapshot();
        assert_eq!(digests.form(), Form::Digests);
        for word in [SECRET, "plan", HANDLE, "RXFR", "thinking\\\"", "Begin", "line"] {
            assert!(!text(&kept).contains(word), "{word} in {}", text(&kept));
        }
        let [one, other] = [&full, &digests].map(|ledger| ledger.answer(1).unwrap());
        assert_eq!(one.parts[0].trace, other.parts[0].trace);
        assert!(other.parts.iter().all(|part| part.raw.is_empty()));
        assert_eq!(Ledger::restore(&kept).unwrap().0.form(), Form::Digests);
    }
}

/// A digest in base64 without padding, and the quote behind it.
const SUM_AND_QUOTE: usize = 44;

#[test]
fn what_a_later_version_wrote_is_kept() {
    let kept =
        text(&recorded(2).snapshot()).replace("\"form\"", "\"colour\":{\"b\": 1.0},\"form\"").replace("\"wire\"", "\"mood\":[7],\"wire\"");
    // A later version writes sums of its own, over all that it writes.
    let kept: String =
        kept.split(",\"sum\":\"").enumerate().map(|(nth, piece)| if nth == 0 { piece } else { &piece[SUM_AND_QUOTE..] }).collect();
    let (restored, _) = Ledger::restore(kept.as_bytes()).unwrap();
    let again = restored.snapshot();
    assert!(text(&again).contains("\"colour\":{\"b\": 1.0}") && text(&again).matches("\"mood\":[7]").count() == 2);
}

#[test]
fn the_first_version_is_read_and_a_later_one_is_refused() {
    let first = include_str!("../data/ledger/version-1.ndjson");
    let (lifted, torn) = Ledger::restore(first.as_bytes()).unwrap();
    assert_eq!((lifted.len(), torn.len()), (2, 0));
    let mut same = lifted.clone();
    for (request, response) in conversation(2) {
        same.record(&target(), request.as_bytes(), response.as_bytes()).unwrap();
    }
    assert_eq!(same.len(), 2, "what the first version has recorded is known");
    assert!(text(&lifted.opening()).contains("\"version\":4"));
    for wrong in ["[]", "{}", "nothing", "{\"rethought\":\"ledger\",\"version\":5}\n", "{\"rethought\":\"other\",\"responses\":[]}"] {
        assert!(Ledger::restore(wrong.as_bytes()).is_err(), "{wrong}");
    }
}

/// Asks Gemini for two samples, records both as a body or as a stream, and repairs a request that goes on from one of them without its signature.
fn repaired_after(sample: usize, streamed: bool) -> String {
    let (host, model) = (Some("generativelanguage.googleapis.com".into()), Some("gemini-3-pro-preview".into()));
    let target = Target { host, model, ..Target::new(Wire::GEMINI_GENERATE) };
    let part = |nth: usize, handle: &str| format!(r#"{{"functionCall":{{"name":"look","args":{{"at":{nth}}}}}{handle}}}"#);
    let signed = |nth: usize| part(nth, &format!(r#","thoughtSignature":"{HANDLE}{nth}{nth}{nth}{nth}""#));
    let candidate =
        |nth: usize| format!(r#"{{"content":{{"role":"model","parts":[{}]}},"finishReason":"STOP","index":{nth}}}"#, signed(nth));
    let body = |candidates: &str| format!(r#"{{"candidates":[{candidates}],"modelVersion":"gemini-3-pro-preview","responseId":"r"}}"#);
    let user = r#"{"role":"user","parts":[{"text":"Begin."}]}"#;
    let mut ledger = Ledger::default();
    let request = format!(r#"{{"contents":[{user}]}}"#);
    if streamed {
        let stream = format!("data: {}\n\ndata: {}\n\n", body(&candidate(1)), body(&candidate(0)));
        ledger.record_stream(&target, request.as_bytes(), stream.as_bytes()).unwrap();
    } else {
        ledger.record(&target, request.as_bytes(), body(&[candidate(0), candidate(1)].join(",")).as_bytes()).unwrap();
    }
    assert_eq!(ledger.len(), 2, "an answer for each sample");
    let result = r#"{"role":"user","parts":[{"functionResponse":{"name":"look","response":{"at":"here"}}}]}"#;
    let next = format!(r#"{{"contents":[{user},{{"role":"model","parts":[{}]}},{result}]}}"#, part(sample, ""));
    let options = Options { ledger: Some(&ledger), ..Options::default() };
    text(&repair(next.as_bytes(), &target, &options, &[Safety::Safe]).unwrap().request).to_owned()
}

#[test]
fn several_samples_are_several_answers_to_one_request() {
    for (sample, streamed) in [(0, false), (1, false), (0, true), (1, true)] {
        let repaired = repaired_after(sample, streamed);
        assert!(repaired.contains(&format!("{HANDLE}{sample}{sample}{sample}{sample}")), "{sample} {streamed}: {repaired}");
        let other = 1 - sample;
        assert!(!repaired.contains(&format!("{HANDLE}{other}{other}{other}{other}")), "{repaired}");
    }
}
