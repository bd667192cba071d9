//! Sessions: every exchange of every transcript is audited, and what was answered is never called refused.

use std::fs;
use std::path::Path;

use rethought::api::write_session_report;
use rethought::audit::{Options, Verdict, audit};
use rethought::json::scan;
use rethought::sessions::session::{Outcome, SessionExchange, SessionReader, SessionRecord};
use rethought::wires::resolve_target;

fn read(chunks: &[&[u8]]) -> Vec<SessionRecord> {
    let mut reader = SessionReader::default();
    let mut records: Vec<SessionRecord> = chunks.iter().flat_map(|chunk| reader.push(chunk, &mut write_session_report)).collect();
    records.extend(reader.finish(&mut write_session_report));
    records
}

fn exchanges(records: Vec<SessionRecord>) -> Vec<SessionExchange> {
    let exchange = |record| if let SessionRecord::Exchange(exchange) = record { Some(*exchange) } else { None };
    records.into_iter().filter_map(exchange).collect()
}

/// Every transcript of the readers.
fn transcripts() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts");
    let mut found = Vec::new();
    for format in fs::read_dir(folder).unwrap() {
        for path in fs::read_dir(format.unwrap().path()).unwrap().map(|entry| entry.unwrap().path()) {
            if path.extension().is_none_or(|ending| ending != "told") {
                found.push((path.display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    assert!(found.len() > 500);
    found.sort();
    found
}

#[test]
fn every_request_is_audited_and_no_answered_one_is_rejected() {
    let (mut audited, mut refused) = (0, 0);
    for (name, file) in transcripts() {
        for exchange in exchanges(read(&[&file])) {
            let has_request = exchange.record.request.is_some() || exchange.record.added.is_some();
            if exchange.trouble.is_none() && has_request {
                assert!(exchange.verdict.is_some() && exchange.report.is_some(), "{name}: exchange {} is not audited", exchange.nth);
                audited += 1;
            }
            if exchange.answer.outcome == Outcome::Answered {
                assert!(exchange.verdict < Some(Verdict::LikelyRejected), "{name}: exchange {}", exchange.nth);
            }
            refused += usize::from(exchange.answer.outcome == Outcome::Refused);
        }
    }
    assert!(audited > 1000 && refused > 30, "{audited} {refused}");
}

#[test]
fn a_session_says_the_same_however_it_is_cut() {
    let facts = |exchange: &SessionExchange| (exchange.verdict, exchange.answer.outcome, exchange.size, exchange.report.clone());
    for (name, file) in transcripts().into_iter().step_by(7) {
        let whole: Vec<_> = exchanges(read(&[&file])).iter().map(facts).collect();
        let cut: Vec<&[u8]> = file.chunks(97).collect();
        assert!(exchanges(read(&cut)).iter().map(facts).eq(whole), "{name}");
    }
}

/// A session of Claude Code with many turns in one conversation.
fn long_session(turns: usize) -> String {
    let mut lines = Vec::new();
    let mut add = |kind: &str, message: String| {
        let nth = lines.len();
        let parent = if nth == 0 { "null".to_owned() } else { format!("\"line-{}\"", nth - 1) };
        lines.push(format!(r#"{{"parentUuid":{parent},"sessionId":"s","type":"{kind}","message":{message},"uuid":"line-{nth}"}}"#));
    };
    for nth in 0..turns {
        add("user", format!(r#"{{"role":"user","content":"Question {nth}"}}"#));
        let signature = crate::handles::claude(u8::try_from(nth % 250).unwrap());
        let thinking = format!(r#"{{"type":"thinking","thinking":"Thought {nth}.","signature":"{signature}"}}"#);
        add(
            "assistant",
            format!(
                r#"{{"id":"msg_01A{nth}","role":"assistant","model":"claude-sonnet-4-5","content":[{thinking},{{"type":"text","text":"Answer {nth}."}}]}}"#
            ),
        );
    }
    lines.join("\n")
}

#[test]
fn every_turn_of_a_long_session_is_audited_with_the_request_that_it_had() {
    let exchanges = exchanges(read(&[long_session(120).as_bytes()]));
    assert_eq!(exchanges.len(), 120);
    let mut request: Vec<u8> = Vec::new();
    for exchange in &exchanges {
        match &exchange.head {
            Some(head) => request.clone_from(head),
            None => assert!(exchange.nth > 0),
        }
        if !request.ends_with(b"[") {
            request.push(b',');
        }
        request.extend_from_slice(exchange.record.added.as_deref().unwrap());
        let body = [&request[..], b"]}"].concat();
        assert_eq!(body.len(), exchange.size);
        let document = scan(&body).unwrap();
        let target = resolve_target(scan(&exchange.target).unwrap().root(), Some(&document)).unwrap();
        let verdict = audit(&document, &target, &Options::default(), |_, report| report.verdict).unwrap();
        assert_eq!((exchange.verdict, exchange.answer.outcome), (Some(verdict), Outcome::Answered), "{}", exchange.nth);
        request.push(b',');
        request.extend_from_slice(exchange.record.reply.as_deref().unwrap());
    }
}
