//! Messages of Letta as a format: pages, stored messages, content parts, and what the schema refuses.

use rethought::convert::read;
use rethought::json::{lossy, scan};
use rethought::model::{Attachment, Fate, Target, Wire};

use super::corpus::aim;
use super::framework_messages::{converted, format, has};

fn letta(model: &str) -> Target {
    Target { model: Some(model.to_owned()), ..format("letta") }
}

fn claude() -> Target {
    aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-sonnet-4-5")
}

const HEAD: &str = r#""id":"message-1","date":"2026-11-16T06:00:00+00:00""#;

fn turn() -> String {
    format!(
        r#"[{{{HEAD},"message_type":"user_message","content":"Weather?"}},
        {{{HEAD},"message_type":"reasoning_message","source":"reasoner_model","reasoning":"Ask \u0074he tool.","signature":"EqQBCg=="}},
        {{{HEAD},"message_type":"hidden_reasoning_message","state":"redacted","hidden_reasoning":"RU5D"}},
        {{{HEAD},"message_type":"assistant_message","content":"Let me look."}},
        {{{HEAD},"message_type":"tool_call_message","tool_call":{{"name":"look","arguments":"{{\"n\":1}}","tool_call_id":"t1"}}}},
        {{{HEAD},"message_type":"tool_return_message","tool_call_id":"t1","status":"error","tool_return":"no"}}]"#
    )
}

#[test]
fn messages_lists_and_pages_become_a_request_with_their_thoughts_in_place() {
    for body in [turn(), format!(r#"{{"items":{},"options":{{}}}}"#, turn()), format!(r#"{{"messages":{}}}"#, turn())] {
        let sent = converted(&body, &letta("claude-sonnet-4-5"), &claude());
        has(
            &sent,
            r#"[{"type":"thinking","thinking":"Ask \u0074he tool.","signature":"EqQBCg=="},{"type":"redacted_thinking","data":"RU5D"},{"type":"text","text":"Let me look."},{"type":"tool_use","id":"t1","name":"look","input":{"n":1}}]"#,
        );
        has(&sent, r#""is_error":true"#);
        assert!(sent.plan.thoughts.iter().all(|thought| thought.fate == Fate::Verbatim), "{:?}", sent.plan.thoughts);
    }
}

#[test]
fn chunks_of_a_token_stream_are_one_message_and_one_thought() {
    const OTID: &str = r#""otid":"9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e580""#;
    const NEXT: &str = r#""otid":"9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e581""#;
    let list = format!(
        r#"[{{{HEAD},"message_type":"user_message","content":"Weather?"}},
        {{{HEAD},{OTID},"message_type":"reasoning_message","source":"reasoner_model","reasoning":"Ask \u0074"}},
        {{{HEAD},{OTID},"message_type":"reasoning_message","source":"reasoner_model","reasoning":"he ","signature":null}},
        {{{HEAD},{OTID},"message_type":"reasoning_message","source":"reasoner_model","reasoning":"tool.","signature":"EqQBCg=="}},
        {{{HEAD},{NEXT},"message_type":"tool_call_message","tool_call":{{"name":"look","arguments":"{{\"n\"","tool_call_id":"t1"}}}},
        {{{HEAD},{NEXT},"message_type":"tool_call_message","tool_call":{{"name":null,"arguments":":1}}","tool_call_id":null}}}},
        {{{HEAD},"message_type":"tool_return_message","tool_call_id":"t1","status":"success","tool_return":"rain"}},
        {{{HEAD},"message_type":"user_message","content":"Thanks","seq_id":1,"sender_id":"s"}},
        {{{HEAD},{OTID},"message_type":"assistant_message","content":"It "}},{{{HEAD},{OTID},"message_type":"assistant_message","content":"rains."}}]"#
    );
    for body in [list.clone(), format!(r#"{{"items":{list}}}"#)] {
        let sent = converted(&body, &letta("claude-sonnet-4-5"), &claude());
        has(
            &sent,
            r#"[{"type":"thinking","thinking":"Ask \u0074he tool.","signature":"EqQBCg=="},{"type":"tool_use","id":"t1","name":"look","input":{"n":1}}]"#,
        );
        has(&sent, r#""content":"It rains.""#);
        assert_eq!(sent.plan.thoughts.len(), 1, "{:?}", sent.plan.thoughts);
        assert!(sent.plan.thoughts[0].fate == Fate::Verbatim && sent.plan.thoughts[0].pointer.ends_with("/1"), "{:?}", sent.plan.thoughts);
        let document = scan(body.as_bytes()).unwrap();
        let found = rethought::formats::letta::read(&document).unwrap().0;
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].texts.len(), found[0].handle.map(|handle| handle.raw())), (3, Some(&br#""EqQBCg==""#[..])));
    }
}

#[test]
fn a_message_that_was_sent_again_is_not_a_chunk() {
    let one = format!(r#"{{{HEAD},"otid":"9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e580","message_type":"user_message","content":"Ha"}}"#);
    let sent = converted(&format!("[{one},{one}]"), &format("letta"), &claude());
    assert!(!lossy(&sent.request).contains("HaHa"), "{}", lossy(&sent.request));
}

#[test]
fn a_signature_of_nobody_knows_whom_goes_nowhere() {
    let sent = converted(&turn(), &format("letta"), &claude());
    assert!(!lossy(&sent.request).contains("EqQBCg"));
    let other = converted(&turn(), &letta("gemini-3-pro-preview"), &claude());
    assert!(!lossy(&other.request).contains("EqQBCg"));
}

#[test]
fn stored_messages_name_the_model_of_their_thoughts() {
    let stored = r#"[{"id":"message-1","role":"user","content":[{"type":"text","text":"Hi"}]},
      {"id":"message-2","role":"assistant","model":"gpt-5.4","content":[{"type":"summarized_reasoning","id":"rs_1","summary":[{"index":0,"text":"A"},{"index":1,"text":"B"}],"encrypted_content":"gAAAAAB"}],
       "tool_calls":[{"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"}}]},
      {"id":"message-3","role":"tool","tool_call_id":"call_1","name":"f","content":[{"type":"text","text":"1"}]}]"#;
    let responses = aim(&Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-5.4");
    let sent = converted(stored, &format("letta"), &responses);
    let item = r#""summary":[{"type":"summary_text","text":"A"},{"type":"summary_text","text":"B"}],"encrypted_content":"gAAAAAB"}"#;
    has(&sent, item);
    assert_eq!(sent.plan.thoughts[0].fate, Fate::Verbatim);
    let request = format!(
        r#"{{"input":[{{"role":"user","content":"Hi"}},{{"type":"reasoning","id":"rs_1",{item},{{"role":"assistant","content":"So."}}]}}"#
    );
    let held = converted(&request, &responses, &format("letta"));
    has(
        &held,
        r#"{"id":"rs_1","date":"1970-01-01T00:00:02.000Z","message_type":"reasoning_message","name":"openai-responses","source":"reasoner_model","reasoning":"B","signature":"gAAAAAB"}"#,
    );
    has(&converted(&lossy(&held.request), &format("letta"), &responses), item);
    assert!(!lossy(&converted(stored, &format("letta"), &claude()).request).contains("gAAAAAB"));
}

#[test]
fn handles_of_gemini_go_back_onto_their_calls_and_texts() {
    let gemini = aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro-preview");
    let request = r#"{"contents":[{"role":"user","parts":[{"text":"Hi"}]},{"role":"model","parts":[{"text":"th","thought":true},{"text":"So.","thoughtSignature":"R0VN"},
      {"functionCall":{"name":"f","args":{}},"thoughtSignature":"R0VO"}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"1"}}}]}]}"#;
    let held = converted(request, &gemini, &format("letta"));
    let back = converted(&lossy(&held.request), &format("letta"), &gemini);
    has(&back, r#"{"text":"So.","thoughtSignature":"R0VN"}"#);
    has(&back, r#""thoughtSignature":"R0VO""#);
}

#[test]
fn an_argument_in_which_a_prompt_makes_the_model_think_is_a_thought() {
    for (call, text) in [
        (r#"{"name":"f","arguments":"{\"inner_thoughts\":\"Hm.\",\"a\":1}","tool_call_id":"t1"}"#, "arguments"),
        (r#"{"name":"f","arguments":"{\"thinking\":\"Hm.\"}","tool_call_id":"t1"}"#, "arguments"),
    ] {
        let body = format!(
            r#"[{{{HEAD},"message_type":"user_message","content":"Hi"}},{{{HEAD},"message_type":"tool_call_message","tool_call":{call}}},
          {{{HEAD},"message_type":"tool_return_message","tool_call_id":"t1","status":"success","tool_return":"1"}}]"#
        );
        let document = scan(body.as_bytes()).unwrap();
        let conversation = read(&document, &format("letta")).unwrap();
        let thinking = conversation.messages.iter().flat_map(|message| &message.contents).find_map(|content| content.thinking.as_ref());
        assert!(matches!(thinking.unwrap().attachment, Attachment::Argument { .. }), "{text}");
        let sent = converted(&body, &format("letta"), &claude());
        assert_eq!((sent.plan.thoughts.len(), sent.plan.thoughts[0].fate), (1, Fate::Verbatim));
        has(&sent, "Hm.");
    }
}

#[test]
fn an_argument_of_a_stored_call_is_found() {
    for content in [r#"[{"type":"text","text":"So."}]"#, "[]", "null"] {
        let body = format!(
            r#"[{{"id":"message-2","role":"assistant","content":{content},"tool_calls":[{{"id":"t1","type":"function","function":{{"name":"f","arguments":"{{\"a\":1}}"}}}},
          {{"id":"t2","type":"function","function":{{"name":"f","arguments":"{{\"inner_thoughts\":\"Hm.\",\"a\":1}}"}}}}]}}]"#
        );
        let document = scan(body.as_bytes()).unwrap();
        let found = rethought::formats::letta::read(&document).unwrap().0;
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].argument, Some(("inner_thoughts", b"Hm.".to_vec())));
        assert_eq!(document.place(found[0].value).pointer, "/0/tool_calls/1");
        assert!(found[0].message.is_some());
    }
}

#[test]
fn what_the_schema_refuses_is_refused_with_its_pointer() {
    for (record, pointer) in [
        (r#"{"date":"2026-11-16T06:00:00Z","message_type":"reasoning_message","reasoning":"x"}"#, "/0/id"),
        (r#"{"id":7,"date":"2026-11-16T06:00:00Z","message_type":"reasoning_message","reasoning":"x"}"#, "/0/id"),
        (r#"{"id":"m","message_type":"reasoning_message","reasoning":"x"}"#, "/0/date"),
        (r#"{"id":"m","date":5,"reasoning":"x"}"#, "/0/date"),
        (r#"{"id":"m","date":"soon","message_type":"reasoning_message","reasoning":"x"}"#, "/0/date"),
        (r#"{"id":"m","date":"2026-11-16T06:00:00Z","message_type":"reasoning_message"}"#, "/0/reasoning"),
        (r#"{"id":"m","date":"2026-11-16T06:00:00Z","message_type":"reasoning_message","reasoning":"x","source":"model"}"#, "/0/source"),
        (r#"{"id":"m","date":"2026-11-16T06:00:00Z","message_type":"reasoning_message","reasoning":"x","seq_id":"1"}"#, "/0/seq_id"),
        (r#"{"id":"m","date":"2026-11-16T06:00:00Z","message_type":"reasoning_message","reasoning":"x","seq_id":1.5}"#, "/0/seq_id"),
        (r#"{"id":"m","date":"2026-11-16T06:00:00Z","message_type":"reasoning_message","reasoning":"x","is_err":"no"}"#, "/0/is_err"),
        (r#"{"id":"m","date":"2026-11-16T06:00:00Z","message_type":"hidden_reasoning_message","state":"gone"}"#, "/0/state"),
        (
            r#"{"id":"m","date":"2026-11-16T06:00:00Z","message_type":"tool_return_message","tool_call_id":"t","tool_return":"","status":"ok"}"#,
            "/0/status",
        ),
    ] {
        let body = format!("[{record}]");
        let refused = read(&scan(body.as_bytes()).unwrap(), &format("letta")).unwrap_err();
        assert_eq!(refused.pointer(), Some(pointer), "{record}");
        let strict = rethought::formats::letta::read(&scan(body.as_bytes()).unwrap()).map(|_| ()).unwrap_err();
        assert_eq!(strict.pointer(), Some(pointer), "{record}");
    }
}
