//! Messages of Letta as a format: pages, stored messages, content parts, and what the schema refuses.

use std::collections::BTreeSet;

use rethought::convert::{convert_response, read};
use rethought::formats::letta::otid;
use rethought::formats::resolve_end;
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
    has(&held, r#""step_id":"step-openai/gpt-5.4","source":"reasoner_model","reasoning":"A\n\nB","signature":"gAAAAAB"}"#);
    assert_eq!(held.plan.thoughts[0].fate, Fate::Degraded);
    let back = r#""summary":[{"type":"summary_text","text":"A\n\nB"}],"encrypted_content":"gAAAAAB"}"#;
    has(&converted(&lossy(&held.request), &format("letta"), &responses), back);
    assert!(!lossy(&converted(stored, &format("letta"), &claude()).request).contains("gAAAAAB"));
}

const ANSWER: &str = r#"{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"Ask.","signature":"EqQBCg=="},
  {"type":"text","text":"I look."},{"type":"tool_use","id":"toolu_1","name":"look","input":{}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1}}"#;

fn replied(body: &str, from: &Target, to: &Target) -> String {
    lossy(&convert_response(&scan(body.as_bytes()).unwrap(), from, to, None, 1_790_000_000).unwrap().body)
}

/// The values of a member of each message.
fn all(messages: &str, member: &str) -> Vec<String> {
    let document = scan(messages.as_bytes()).unwrap();
    document.root().elements().map(|message| message.word(member).to_owned()).collect()
}

#[test]
fn messages_of_an_answer_have_its_id_its_date_and_otids_as_letta_makes_them() {
    let made = replied(ANSWER, &claude(), &format("letta"));
    assert_eq!(made, replied(ANSWER, &claude(), &format("letta")), "the same for the same answer");
    let ids = all(&made, "id");
    assert!(ids.iter().all(|id| *id == ids[0]) && ids[0].starts_with("message-"), "{ids:?}");
    assert_ne!(ids[0], all(&replied(&ANSWER.replace("msg_1", "msg_2"), &claude(), &format("letta")), "id")[0]);
    let otids: Vec<_> = (0..3).map(|place| otid(&ids[0], place).unwrap()).collect();
    assert_eq!(all(&made, "otid"), otids);
    assert_eq!(all(&made, "date"), ["2026-09-21T14:13:20+00:00"; 3], "of the caller's clock");
    assert_eq!(all(&made, "name"), [""; 3]);
    // The same thought has the same id and the same place by `export`.
    let document = scan(ANSWER.as_bytes()).unwrap();
    let envelope = scan(br#"{"date":"2026-09-21T14:13:20Z"}"#).unwrap();
    let exported = rethought::formats::letta::export(&document, &claude(), envelope.root(), "").unwrap();
    let exported = scan(&exported.messages[0]).unwrap();
    assert_eq!([exported.root().word("id"), exported.root().word("otid")], [ids[0].as_str(), &otids[0]]);

    let chat = r#"{"id":"c1","object":"chat.completion","created":1700000000,"model":"gpt-5","choices":[{"index":0,"message":{"role":"assistant","content":"So."},"finish_reason":"stop"}]}"#;
    let gpt = aim(&Wire::OPENAI_CHAT, "api.openai.com", "gpt-5");
    assert_eq!(all(&replied(chat, &gpt, &format("letta")), "date"), ["2023-11-14T22:13:20+00:00"], "of the answer");
}

#[test]
fn an_envelope_stands_around_every_message() {
    let envelope = r#"{"id":"message-9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e5f6","date":"2026-11-16T06:00:00Z","sender_id":"s","run_id":"run-1","step_id":"step-1","seq_id":7,"name":"ann"}"#;
    let to = Target { envelope: Some(envelope.to_owned()), ..format("letta") };
    let made = replied(ANSWER, &claude(), &to);
    assert_eq!(all(&made, "id"), ["message-9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e5f6"; 3]);
    assert_eq!(all(&made, "date"), ["2026-11-16T06:00:00+00:00"; 3]);
    for (member, value) in [("sender_id", "s"), ("run_id", "run-1"), ("step_id", "step-1"), ("name", "ann")] {
        assert_eq!(all(&made, member), [value; 3]);
    }
    assert!([r#""seq_id":7"#, r#""seq_id":8"#, r#""seq_id":9"#].iter().all(|part| made.contains(part)), "{made}");
    let wrong = |end: &str| resolve_end(scan(end.as_bytes()).unwrap().root(), None).unwrap_err().pointer().map(str::to_owned);
    assert_eq!(wrong(r#"{"wire":"letta","envelope":{"date":"soon"}}"#).as_deref(), Some("/envelope/date"));
    assert_eq!(wrong(r#"{"wire":"letta","envelope":7}"#).as_deref(), Some("/envelope"));
}

#[test]
fn messages_of_a_request_have_ids_that_stay_when_it_grows() {
    let request = |count: usize| {
        let turns = vec![r#"{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"thinking","thinking":"A","signature":"EqQBCg=="},{"type":"text","text":"So."}]}"#; count].join(",");
        format!(r#"{{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{turns},{{"role":"user","content":"Bye"}}]}}"#)
    };
    let [short, long] = [1, 2].map(|count| lossy(&converted(&request(count), &claude(), &format("letta")).request));
    let (ids, otids) = (all(&long, "id"), all(&long, "otid"));
    assert_eq!(all(&short, "id")[..3], ids[..3]);
    assert_eq!(otids.iter().collect::<BTreeSet<_>>().len(), 7, "{otids:?}");
    assert_eq!(ids[1], ids[2]);
    assert_ne!(ids[0], ids[3], "equal entries are two messages");
    // The step names the model, so that the thought goes back without more.
    has(&converted(&long, &format("letta"), &claude()), r#"{"type":"thinking","thinking":"A","signature":"EqQBCg=="}"#);
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
