//! Redaction does not touch a handle, even where it looks like a secret by chance.

use rethought::json::scan;
use rethought::views::{Opaque, Pattern, Policy, PolicyPattern, redact};

use super::lots::Lots;

/// Where handles stand, each wire's own and others'; `@` is the handle.
const HANDLES: [&str; 16] = [
    r#"{"model":"c","messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"a","signature":"@"},{"type":"redacted_thinking","data":"@"}]}]}"#,
    r#"{"type":"message","role":"assistant","content":[{"type":"thinking","thinking":"","signature":"@"}]}"#,
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"@"}}"#,
    r#"{"messages":[{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"a","signature":"@"}}},{"reasoningContent":{"redactedContent":"@"}}]}]}"#,
    r#"{"model":"m","input":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"@"},{"type":"compaction","encrypted_content":"@"}]}"#,
    r#"{"type":"response.output_item.done","item":{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"@"}}"#,
    r#"{"contents":[{"role":"model","parts":[{"functionCall":{"name":"f","args":{}},"thoughtSignature":"@"},{"text":"","thought_signature":"@"}]}]}"#,
    r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"a","thoughtSignature":"@"}]}}]}"#,
    r#"{"model":"m","messages":[{"role":"assistant","content":"","reasoning_details":[{"type":"reasoning.encrypted","data":"@"},{"type":"reasoning.text","text":"a","signature":"@"}]}]}"#,
    r#"{"model":"m","messages":[{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"@"}}}]}]}"#,
    r#"[{"role":"assistant","content":"a","thinkingBlocks":[{"type":"thinking","content":"a","signature":"@"}],"toolCalls":[{"id":"c","name":"f","args":{},"providerMeta":{"thoughtSignature":"@","more":["@"]}}]}]"#,
    r#"{"id":"t1","content":"","payload":{"blob":"@","deep":[{"x":"@"}]},"replayCompatibility":"anthropic"}"#,
    r#"{"steps":[{"type":"thought","signature":"@","summary":[{"type":"text","text":"a"}]}]}"#,
    r#"{"reasoning_opaque":"@","unknown":{"encrypted_content":"@"}}"#,
    r#"{"content":[{"type":"web_search_tool_result","content":[{"type":"web_search_result","title":"a","encrypted_content":"@"}]},{"type":"text","text":"b","citations":[{"encrypted_index":"@"}]}]}"#,
    r#"{"redactedReasoning":{"data":"@"},"thinking_signature":"@"}"#,
];

#[test]
fn of_a_thousand_blobs_not_a_byte_changes() {
    let mut lots = Lots(7);
    let policy = Policy {
        patterns: vec![PolicyPattern {
            kind: "any".to_owned(),
            pattern: Pattern::new("[A-Z]{2,}|[0-9]+", "", &[]).unwrap(),
            in_thinking: false,
        }],
        ..Policy::default()
    };
    for nth in 0..1000 {
        let length = 20 + lots.below(2000);
        let mut blob = lots.base64(length);
        // By chance, or nearly: a secret stands in it.
        if nth % 2 == 0 {
            let secret = *lots.of(&[
                "AKIAIOSFODNN7EXAMPLE",
                "-ghp_0123456789abcdefghijABCDEFGHIJ012345-",
                "AIzaSyA1234567890abcdefghijklmnopqrstuv",
                "4111111111111111",
                "/sk-ant-api03-0123456789012345678901234567890123456789/",
            ]);
            let place = lots.below(blob.len());
            blob.insert_str(place, secret);
        }
        let body = HANDLES[nth % HANDLES.len()].replace('@', &blob);
        let redacted = redact(body.as_bytes(), &policy).unwrap();
        let (before, after) = (scan(body.as_bytes()).unwrap(), scan(&redacted.text).unwrap());
        let blobs = |text: &str| text.matches(blob.as_str()).count();
        assert_eq!(blobs(&body), blobs(std::str::from_utf8(&redacted.text).unwrap()), "{body}");
        assert_eq!(before.len(), after.len());
        // Nothing but handles and single letters stands there: the copy is the original.
        assert!(redacted.hits.iter().all(|found| !found.pointer.is_empty()), "{body}");
        if nth % HANDLES.len() != 4 {
            assert_eq!(String::from_utf8(redacted.text).unwrap(), body);
        }
    }
}

#[test]
fn a_handle_is_cut_or_looked_into_only_where_the_policy_says_so() {
    let body = format!(r#"{{"signature":"{}AKIAIOSFODNN7EXAMPLE="}}"#, "Q+/".repeat(200));
    let with =
        |opaque, limit| String::from_utf8(redact(body.as_bytes(), &Policy { opaque, limit, ..Policy::default() }).unwrap().text).unwrap();
    assert_eq!(with(Opaque::Keep, Some(10)), body);
    assert!(with(Opaque::Cut, Some(10)).starts_with(r#"{"signature":"Q+/Q+[CUT:621:"#));
    assert_eq!(with(Opaque::Cut, None), body);
    assert!(with(Opaque::Scan, None).ends_with(r#"[REDACTED:aws-access-key]="}"#));
}
