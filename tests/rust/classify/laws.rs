//! Laws of any error: nothing panics, and every one is read to its end.

use proptest::prelude::*;
use rethought::audit::{classify, rules};
use rethought::model::Wire;

use super::{error, is_ours, rows};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = classify(&bytes, None);
    }

    #[test]
    fn no_error_that_is_damaged_makes_it_panic(pick in any::<prop::sample::Index>(), damages in prop::collection::vec((any::<prop::sample::Index>(), piece(), 0..3_u8), 1..6)) {
        let rows = rows();
        let mut bytes = error(&rows[pick.index(rows.len())].1);
        for (place, piece, way) in damages {
            let at = place.index(bytes.len() + 1);
            match way {
                0 => { bytes.splice(at..at, piece); }
                1 => bytes.truncate(at),
                _ => { let end = (at + piece.len()).min(bytes.len()); bytes.splice(at..end, piece); }
            }
        }
        for wire in [None, Some(&Wire::OPENAI_CHAT), Some(&Wire::GEMINI_GENERATE)] {
            let _ = classify(&bytes, wire);
        }
    }
}

/// Pieces of error texts, and pieces that have no business in them.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let known = [
        "{",
        "}",
        "[",
        "]",
        "(",
        "\"",
        "'",
        "\\",
        "\\u",
        "\\ud800",
        ":",
        ",",
        "data: ",
        "\n",
        "\n\n",
        "\0",
        "{\"error\":",
        "messages.",
        "input[",
        ".[4]",
        "99999999999",
        "é",
        "\u{feff}",
    ];
    prop_oneof![prop::sample::select(known.to_vec()).prop_map(|text| text.as_bytes().to_vec()), prop::collection::vec(any::<u8>(), 0..4)]
}

#[test]
fn no_error_that_is_cut_off_makes_it_panic() {
    for (_, row) in rows() {
        let bytes = error(&row);
        for end in (0..bytes.len()).step_by(29) {
            let _ = classify(&bytes[..end], None);
        }
    }
}

#[test]
fn an_exception_in_frames_of_aws_is_read() {
    let payload = br#"{"message":"The model returned the following errors: messages.1.content.0.thinking.signature: Field required"}"#;
    let number = |number: usize| u32::try_from(number).unwrap().to_be_bytes();
    let header = b"\x0f:exception-type\x07\x00\x13validationException";
    let frame = [&number(header.len() + payload.len() + 16), &number(header.len()), &[1; 4][..], header, payload, b" \n\n "].concat();
    let found = classify(&frame, Some(&Wire::BEDROCK_CONVERSE)).unwrap();
    assert_eq!((found.rule.unwrap().id, found.pointer.as_deref()), ("thinking-without-signature", Some("/messages/1/content/0/signature")));
}

/// Texts that might cost more than their length, each repeated.
const HEAVY: [&str; 28] = [
    "{",
    "[{",
    "{\"error\":",
    "{\"error\":{\"message\":\"",
    "\\",
    "\"",
    "data: {\"error\":\"x\"}\n\n",
    "{\"error\":\"{\\\"error\\\":\\\"x\\\"}\"}\n",
    "Item ",
    "messages.1.content.",
    "{\"message\":\"Invalid `signature` in `thinking` block\"},",
    "Function call ",
    "400 ",
    "\\\"",
    "(\"a\":",
    "é",
    "{\\\"error\\\":",
    "\"raw\":\"{\"",
    "The encrypted content ",
    "Item with id 'rs_1' not found. ",
    "Invalid value at 'contents[0].parts[0].",
    "&quot;",
    "\x1b[31m",
    "\\n",
    "{message=Invalid value for 'content': ",
    "[\n",
    "\n\n> ",
    "{\"error\":{\"detail\":\"function call turn \"}}",
];

#[test]
fn what_is_repeated_for_a_megabyte_is_read_to_its_end() {
    for piece in HEAVY {
        // Were the time to grow with the square, this would not come to an end; how it grows is told by `npm run bench`.
        let _ = classify(&piece.repeat((1 << 20) / piece.len()).into_bytes(), None);
    }
}

#[test]
fn errors_in_errors_are_read_no_more_often_than_is_allowed() {
    // Each layer is broken, so that it is tried from several places, and each try would read all the layers inside.
    let mut error = "x".repeat(64);
    while error.len() < 1 << 19 {
        error = format!("{{\"error\":{{\"error\":{{\"error\":[{{\"error\":{}", serde_json::Value::from(error));
    }
    let _ = classify(error.as_bytes(), None);
}

#[test]
fn only_rules_of_the_wire_are_named() {
    for (nth, (name, row)) in rows().into_iter().enumerate().filter(|(_, (_, row))| is_ours(row)) {
        for wire in Wire::KNOWN.iter().skip(nth % 3).step_by(3) {
            let Some(found) = classify(&error(&row), Some(wire)) else { continue };
            let stray = found.rule.iter().chain(&found.others).find(|rule| !rule.is_of(wire));
            assert!(stray.is_none(), "{name}: {} is not of {wire}", stray.unwrap().id);
        }
    }
}

#[test]
fn an_error_that_no_rule_of_the_wire_predicts_has_none() {
    let signature = b"400 messages.1.content.0: Invalid `signature` in `thinking` block";
    assert!(classify(signature, Some(&Wire::OLLAMA_CHAT)).is_none());
    let thread = br#"{"type":"error","error":{"type":"invalid_request_error","details":{"error_code":"thread_not_found"}}}"#;
    assert!(classify(thread, Some(&Wire::OPENAI_CHAT)).is_none());
    assert!(classify(thread, Some(&Wire::ANTHROPIC_MESSAGES)).is_some_and(|found| found.rule.is_none() && found.meaning.is_some()));
    // A wire that is not known here rules nothing out.
    assert_eq!(classify(signature, Some(&Wire::named("acme"))).unwrap().rule.unwrap().id, "invalid-thinking-signature");
}

#[test]
fn no_error_about_something_else_is_claimed_on_any_wire() {
    for (name, row) in rows().into_iter().filter(|(_, row)| !is_ours(row)) {
        for wire in Wire::KNOWN.iter().map(Some).chain([None]) {
            let found = classify(&error(&row), wire);
            assert!(found.is_none(), "{name} on {wire:?}: {:?}", found.unwrap().rule.map(|rule| rule.id));
        }
    }
}

/// A sentence as a provider would say it: something in every hole.
pub fn filled(template: &str) -> String {
    let mut said = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap();
        said.push_str(before);
        said.push_str(match name {
            "field" => "reasoning_content",
            "setting" if template.starts_with("thinking.") => "display",
            "setting" => "reasoning_effort",
            "name" => "temperature",
            "type" => "thinking",
            name if name.ends_with("id") => "rs_0a1",
            _ => "7",
        });
        rest = after;
    }
    said + rest
}

/// Sentences that others say of other things: they are not taken for the rule's.
pub const VAGUE: [&str; 2] = ["Request contains an invalid argument.", "string too long."];

#[test]
fn every_sentence_of_every_rule_leads_back_to_it() {
    let mut lost = Vec::new();
    for rule in rules::all() {
        let wire = rule.binds.split(['=', '|', ' ']).nth(1).map(Wire::named);
        for template in rule.upstream.iter().map(|sentence| sentence.text).filter(|template| !VAGUE.contains(template)) {
            let said = filled(template);
            for text in [said.clone(), format!("{{\"error\":{{\"message\":{}}}}}", serde_json::Value::from(said))] {
                let found = classify(text.as_bytes(), wire.as_ref());
                let is_known =
                    found.as_ref().is_some_and(|found| found.rule == Some(rule) || found.others.iter().any(|one| one.id == rule.id));
                if !is_known {
                    lost.push(format!("{} says {text}, which is {:?}", rule.id, found.and_then(|found| found.rule).map(|rule| rule.id)));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}
