//! The Claude API sends the data of a redacted block as a text. Converse encodes that text in base64 once more.

use rethought::audit::{Options, Verdict, audit};
use rethought::convert::{Policy, convert};
use rethought::formats::formats;
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

use super::corpus::aim;
use super::home::converted;
use crate::handles::claude;
use crate::views::lots::base64;

fn api() -> Target {
    aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-4-8")
}

fn converse() -> Target {
    aim(&Wire::BEDROCK_CONVERSE, "bedrock-runtime.us-east-1.amazonaws.com", "anthropic.claude-opus-4-8-v1:0")
}

/// The same conversation for both services. The third string is the member that must be in a request to that service.
fn requests() -> [(Target, String, String); 2] {
    let data = claude(7);
    let blob = base64(data.as_bytes());
    let at_api = format!(
        r#"{{"model":"claude-opus-4-8","max_tokens":4096,"messages":[{{"role":"user","content":"a"}},{{"role":"assistant","content":[{{"type":"redacted_thinking","data":"{data}"}},{{"type":"text","text":"b"}}]}},{{"role":"user","content":"c"}}]}}"#
    );
    let at_converse = format!(
        r#"{{"messages":[{{"role":"user","content":[{{"text":"a"}}]}},{{"role":"assistant","content":[{{"reasoningContent":{{"redactedContent":"{blob}"}}}},{{"text":"b"}}]}},{{"role":"user","content":[{{"text":"c"}}]}}]}}"#
    );
    [(api(), at_api, format!(r#""data":"{data}""#)), (converse(), at_converse, format!(r#""redactedContent":"{blob}""#))]
}

fn convert_text(request: &str, from: &Target, to: &Target) -> String {
    let document = scan(request.as_bytes()).unwrap();
    let made = convert(&document, from, to, &Policy::default(), &Options::default()).unwrap();
    String::from_utf8(made.request).unwrap()
}

#[test]
fn each_service_gets_the_data_of_a_redacted_block_in_its_own_layers() {
    for (from, request, _) in requests() {
        for (to, _, expected) in requests() {
            let written = convert_text(&request, &from, &to);
            assert!(written.contains(&expected), "{} -> {}: {written}", from.wire, to.wire);
            let document = scan(written.as_bytes()).unwrap();
            let verdict = audit(&document, &to, &Options::default(), |_, report| report.verdict).unwrap();
            assert_eq!(verdict, Verdict::Accepted, "{} -> {}", from.wire, to.wire);
        }
    }
}

#[test]
fn a_redacted_block_that_a_format_keeps_returns_to_either_service() {
    let mut kept = 0;
    for (from, request, _) in requests() {
        for format in formats() {
            let held = Target { model: from.model.clone(), ..Target::new(Wire::named(format)) };
            let stored = convert_text(&request, &from, &held);
            for (to, _, expected) in requests() {
                let written = convert_text(&stored, &held, &to);
                let has_block = written.contains("redacted");
                assert!(!has_block || written.contains(&expected), "{} in {format} -> {}: {written}", from.wire, to.wire);
                assert!(has_block || from.wire != to.wire, "{} in {format}: {stored}", from.wire);
                kept += usize::from(has_block);
            }
        }
    }
    assert!(kept > 2 * formats().count(), "{kept}");
}

#[test]
fn with_a_ledger_a_redacted_block_returns_in_its_original_bytes() {
    for (from, request, own) in requests() {
        for (to, ..) in requests() {
            let mut ledger = Ledger::default();
            let (there, _) = converted(&request, &from, &to, &mut ledger);
            let (back, _) = converted(&there, &to, &from, &mut ledger);
            assert!(back.contains(&own), "{} -> {}: {back}", from.wire, to.wire);
        }
    }
}
