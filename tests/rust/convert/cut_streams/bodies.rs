//! Bodies and ends that say themselves that they are incomplete: the meaning stays, and no half of a call is a call.

use rethought::convert::{ConvertedReply, StreamConverter, convert_response, reply_wires};
use rethought::json::{lossy, scan};
use rethought::model::{Target, Wire};

fn reply(body: &str, from: &Wire, to: &Wire) -> ConvertedReply {
    convert_response(&scan(body.as_bytes()).unwrap(), &Target::new(from.clone()), &Target::new(to.clone()), None, 0).unwrap()
}

fn streamed(stream: &str, from: &Wire, to: &Wire) -> String {
    let mut converter = StreamConverter::new(&Target::new(from.clone()), &Target::new(to.clone()), 0).unwrap();
    let mut made = converter.push(stream.as_bytes());
    made.extend(converter.finish().0);
    lossy(&made)
}

/// How each wire says that an answer reached its limit.
const LIMITS: [(Wire, &str); 10] = [
    (Wire::ANTHROPIC_MESSAGES, r#""stop_reason":"max_tokens""#),
    (Wire::BEDROCK_CONVERSE, r#""stopReason":"max_tokens""#),
    (Wire::OPENAI_RESPONSES, r#""status":"incomplete""#),
    (Wire::GEMINI_GENERATE, r#""finishReason":"MAX_TOKENS""#),
    (Wire::GEMINI_INTERACTIONS, r#""status":"incomplete""#),
    (Wire::OPENAI_CHAT, r#""finish_reason":"length""#),
    (Wire::OPENROUTER_CHAT, r#""finish_reason":"length""#),
    (Wire::MISTRAL_CHAT, r#""finish_reason":"length""#),
    (Wire::COHERE_CHAT, r#""finish_reason":"MAX_TOKENS""#),
    (Wire::OLLAMA_CHAT, r#""done_reason":"length""#),
];

/// Bodies with a text, one call that is complete (`whole`), and, where their wire can say so, half a call (`half`).
const OPEN: &[(Wire, &str)] = &[
    (
        Wire::OPENAI_RESPONSES,
        r#"{"id":"r","object":"response","model":"m","status":"in_progress","output":[
        {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Some text"}]},
        {"type":"function_call","status":"completed","call_id":"c1","name":"whole","arguments":"{\"n\":1}"},
        {"type":"function_call","status":"in_progress","call_id":"c2","name":"half","arguments":""}]}"#,
    ),
    (
        Wire::OPENAI_CHAT,
        r#"{"id":"r","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":null,"message":{"role":"assistant","content":"Some text","tool_calls":[
        {"id":"c1","type":"function","function":{"name":"whole","arguments":"{\"n\":1}"}},
        {"id":"c2","type":"function","function":{"name":"half","arguments":"{\"n\":"}}]}}]}"#,
    ),
    (
        Wire::ANTHROPIC_MESSAGES,
        r#"{"id":"r","type":"message","role":"assistant","model":"m","stop_reason":null,"content":[{"type":"text","text":"Some text"},{"type":"tool_use","id":"c1","name":"whole","input":{"n":1}}]}"#,
    ),
    (
        Wire::GEMINI_GENERATE,
        r#"{"responseId":"r","modelVersion":"m","candidates":[{"content":{"role":"model","parts":[{"text":"Some text"},{"functionCall":{"id":"c1","name":"whole","args":{"n":1}}},{"functionCall":{"id":"c2","name":"half","willContinue":true}}]}}]}"#,
    ),
];

#[test]
fn a_body_that_is_not_over_becomes_an_incomplete_turn_without_the_half_of_a_call() {
    for (from, body) in OPEN {
        for (to, limit) in LIMITS.iter().filter(|(to, _)| to != from) {
            let made = reply(body, from, to);
            let text = lossy(&made.body);
            assert!(!made.ended && made.error.is_none(), "{from} to {to}");
            assert!(text.contains(limit) && text.contains("Some text") && text.contains("whole"), "{from} to {to}: {text}");
            assert!(!text.contains("half"), "{from} to {to}: {text}");
        }
    }
}

#[test]
fn a_body_that_failed_gives_the_error_of_the_provider() {
    let failed =
        r#"{"id":"r","object":"response","model":"m","status":"failed","error":{"code":"server_error","message":"Sorry."},"output":[]}"#;
    let choice = r#"{"id":"r","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"error","error":{"code":502,"message":"Sorry."},"message":{"role":"assistant","content":"So"}}]}"#;
    for (from, body) in [(Wire::OPENAI_RESPONSES, failed), (Wire::OPENROUTER_CHAT, choice)] {
        let made = reply(body, &from, &Wire::ANTHROPIC_MESSAGES);
        assert!(!made.ended && lossy(&made.error.unwrap()).contains("Sorry."), "{from}");
    }
    let over = r#"{"id":"r","type":"message","role":"assistant","model":"m","stop_reason":"end_turn","content":[]}"#;
    assert!(reply(over, &Wire::ANTHROPIC_MESSAGES, &Wire::OPENAI_CHAT).ended);
}

#[test]
fn a_stream_that_failed_tells_the_error_of_the_provider_and_has_no_end_of_a_success() {
    let created =
        r#"data: {"type":"response.created","response":{"id":"r","object":"response","status":"in_progress","model":"m","output":[]}}"#;
    let failed = r#"data: {"type":"response.failed","response":{"id":"r","object":"response","status":"failed","model":"m","error":{"code":"server_error","message":"Sorry."},"output":[]}}"#;
    let cancelled = r#"data: {"type":"response.cancelled","response":{"id":"r","object":"response","status":"cancelled","model":"m","error":null,"output":[]}}"#;
    let [from, to] = [Wire::OPENAI_RESPONSES, Wire::ANTHROPIC_MESSAGES];
    let told = streamed(&format!("{created}\n\n{failed}\n\n"), &from, &to);
    assert!(
        told.ends_with("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"Sorry.\"}}\n\n"),
        "{told}"
    );
    let told = streamed(&format!("{created}\n\n{cancelled}\n\n"), &from, &to);
    assert!(told.contains("event: error") && !told.contains("message_stop"), "{told}");
}

/// An answer of Claude that reached its limit inside a call.
const LIMITED: &str = r#"{"type":"message_start","message":{"id":"m1","type":"message","role":"assistant","model":"claude","content":[],"usage":{"input_tokens":5}}}
{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"whole","input":{}}}
{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"n\":1}"}}
{"type":"content_block_stop","index":0}
{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t2","name":"half","input":{}}}
{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"n\":"}}
{"type":"content_block_stop","index":1}
{"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":7}}
{"type":"message_stop"}
"#;

#[test]
fn a_call_that_the_limit_cut_is_no_call_where_calls_come_whole() {
    for to in reply_wires().filter(|to| **to != Wire::ANTHROPIC_MESSAGES) {
        let told = streamed(LIMITED, &Wire::ANTHROPIC_MESSAGES, to);
        let (_, limit) = LIMITS.iter().find(|(wire, _)| wire == to).unwrap();
        assert!(told.contains(limit) && told.contains("whole"), "{to}: {told}");
        let comes_whole = [Wire::GEMINI_GENERATE, Wire::MISTRAL_CHAT, Wire::OLLAMA_CHAT].contains(to);
        assert_eq!(told.contains("half"), !comes_whole, "{to}: {told}");
    }
}
