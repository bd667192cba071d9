//! Messages of frameworks that do not name the issuers of thoughts: their thoughts go where they belong, and nowhere else.

use rethought::audit::Options;
use rethought::convert::{Conversion, Policy, convert, wires};
use rethought::formats::formats;
use rethought::json::{lossy, scan};
use rethought::model::{Fate, Target, Wire};

use super::corpus::aim;

pub fn converted(body: &str, from: &Target, to: &Target) -> Conversion {
    convert(&scan(body.as_bytes()).unwrap(), from, to, &Policy::default(), &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

pub fn format(name: &str) -> Target {
    Target::new(Wire::named(name))
}

fn claude() -> Target {
    aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-sonnet-4-5")
}

fn gemini() -> Target {
    aim(&Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro-preview")
}

pub fn has(conversion: &Conversion, part: &str) {
    let text = lossy(&conversion.request);
    assert!(text.contains(part), "{part} is not in {text}\n{:?}\n{:?}", conversion.plan.thoughts, conversion.notes);
}

const LLM_MESSAGES: &str = r#"[
  {"role":"user","content":"Weather?"},
  {"role":"assistant","content":"","thinkingBlocks":[{"type":"thinking","content":"Ask \u0074he tool.","signature":"EqQBCg=="},
    {"type":"redacted_thinking","content":"","signature":"RU5D"}],"toolCalls":[{"id":"t1","name":"look","args":{"n":1e2}}]},
  {"role":"tool","content":"rain","toolCallId":"t1","toolName":"look"},
  {"role":"user","content":"Say it as JSON.","ephemeral":true,"injectedBy":{"injectionId":"i","flavor":"x","iteration":1}}]"#;

#[test]
fn thinking_blocks_of_agentfootprint_go_to_claude_as_they_were_and_flags_do_not() {
    let sent = converted(LLM_MESSAGES, &format("agentfootprint"), &claude());
    has(
        &sent,
        r#"[{"type":"thinking","thinking":"Ask \u0074he tool.","signature":"EqQBCg=="},{"type":"redacted_thinking","data":"RU5D"},{"type":"tool_use","id":"t1","name":"look","input":{"n":1e2}}]"#,
    );
    has(&sent, "Say it as JSON.");
    assert!(sent.plan.thoughts.iter().all(|thought| thought.fate == Fate::Verbatim), "{:?}", sent.plan.thoughts);
    let text = lossy(&sent.request);
    assert!(!text.contains("ephemeral") && !text.contains("injectedBy"), "{text}");
    assert!(sent.notes.iter().all(|note| note.what != "member"), "{:?}", sent.notes);
}

#[test]
fn a_signature_of_claude_in_agentfootprint_goes_to_nobody_else() {
    let sent = converted(LLM_MESSAGES, &format("agentfootprint"), &gemini());
    assert!(sent.plan.thoughts.iter().all(|thought| thought.fate != Fate::Verbatim), "{:?}", sent.plan.thoughts);
    assert!(!lossy(&sent.request).contains("EqQBCg"));
}

#[test]
fn signatures_of_gemini_stand_in_the_provider_meta_of_calls() {
    let messages = r#"[{"role":"user","content":"Hi"},{"role":"assistant","content":"","toolCalls":[{"id":"a","name":"look","args":{},"providerMeta":{"thoughtSignature":"R0VN"}}]},
      {"role":"tool","content":"1","toolCallId":"a","toolName":"look"}]"#;
    let sent = converted(messages, &format("agentfootprint"), &gemini());
    has(&sent, r#""thoughtSignature":"R0VN""#);
    let back = converted(&lossy(&sent.request), &gemini(), &format("agentfootprint"));
    has(&back, r#""providerMeta":{"thoughtSignature":"R0VN"}"#);
}

#[test]
fn a_mark_of_a_cache_is_written_or_noted_wherever_it_stands() {
    const MARK: &str = r#","cache_control":{"type":"ephemeral"}"#;
    for marked in 0..4 {
        let [text, call, result, question] = [0, 1, 2, 3].map(|nth| if nth == marked { MARK } else { "" });
        let request = format!(
            r#"{{"model":"claude-sonnet-4-5","max_tokens":99,"messages":[{{"role":"user","content":"Weather?"}},{{"role":"assistant","content":[{{"type":"text","text":"I look."{text}}},{{"type":"tool_use","id":"toolu_1","name":"look","input":{{}}{call}}}]}},
              {{"role":"user","content":[{{"type":"tool_result","tool_use_id":"toolu_1","content":"rain"{result}}},{{"type":"text","text":"Well?"{question}}}]}}]}}"#
        );
        let wires = wires().filter(|wire| **wire != Wire::ANTHROPIC_MESSAGES).cloned();
        for wire in wires.chain(formats().map(Wire::named)) {
            let sent = converted(&request, &claude(), &Target { model: Some("m".to_owned()), ..Target::new(wire.clone()) });
            let is_written = ["cache_control", "cacheControl", "cachePoint", "cache-point", "promptCacheBreakpoint"]
                .iter()
                .any(|name| lossy(&sent.request).contains(name));
            let is_noted = sent.notes.iter().any(|note| note.what == "cache_control");
            assert!(is_written || is_noted, "{marked} to {wire}: {}\n{:?}", lossy(&sent.request), sent.notes);
        }
    }
}

#[test]
fn an_answer_without_a_text_has_no_content_in_litellm() {
    let request = r#"{"model":"claude-sonnet-4-5","max_tokens":99,"messages":[{"role":"user","content":"Weather?"},{"role":"assistant","content":[{"type":"thinking","thinking":"A","signature":"EqQBCg=="},{"type":"tool_use","id":"t1","name":"f","input":{}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"1"}]},{"role":"assistant","content":[{"type":"redacted_thinking","data":"RU5D"}]},{"role":"user","content":"Go on."}]}"#;
    let held = converted(request, &claude(), &format("litellm"));
    assert_eq!(lossy(&held.request).matches(r#""role":"assistant","content":null,"#).count(), 2, "{}", lossy(&held.request));
    let back = converted(&lossy(&held.request), &format("litellm"), &claude());
    has(&back, r#"[{"type":"thinking","thinking":"A","signature":"EqQBCg=="},{"type":"tool_use","id":"t1","name":"f","input":{}}]"#);
    has(&back, r#"[{"type":"redacted_thinking","data":"RU5D"}]"#);
}

#[test]
fn a_turn_in_another_order_keeps_it_in_several_messages() {
    let request = r#"{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[
      {"type":"thinking","thinking":"A","signature":"EqQBCg=="},{"type":"text","text":"mid"},{"type":"thinking","thinking":"B","signature":"EqQBCw=="},
      {"type":"tool_use","id":"t1","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"1"}]}]}"#;
    for name in ["agentfootprint", "cognipeer"] {
        let held = converted(request, &claude(), &format(name));
        assert!(held.plan.thoughts.iter().all(|thought| thought.fate == Fate::Verbatim), "{:?}", held.plan.thoughts);
        let back = converted(&lossy(&held.request), &format(name), &claude());
        has(
            &back,
            r#"[{"type":"thinking","thinking":"A","signature":"EqQBCg=="},{"type":"text","text":"mid"},{"type":"thinking","thinking":"B","signature":"EqQBCw=="},{"type":"tool_use","id":"t1","name":"f","input":{}}]"#,
        );
    }
}

#[test]
fn reasoning_blocks_of_cognipeer_are_read_from_messages_states_and_snapshots() {
    let messages = r#"[{"role":"user","content":"Hi"},{"role":"assistant","content":"","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}],
      "reasoning":{"blocks":[{"type":"thinking","text":"A","signature":"EqQBCg=="},{"type":"redacted_thinking","data":"RU5D"}],"summary":"A"},"response_metadata":{"model_name":"claude-sonnet-4-5"}},
      {"role":"tool","content":"1","tool_call_id":"c1","name":"f"}]"#;
    for body in [
        messages.to_owned(),
        format!(r#"{{"messages":{messages},"ctx":{{}}}}"#),
        format!(r#"{{"state":{{"messages":{messages}}},"metadata":{{}}}}"#),
    ] {
        let sent = converted(&body, &format("cognipeer"), &claude());
        has(
            &sent,
            r#"[{"type":"thinking","thinking":"A","signature":"EqQBCg=="},{"type":"redacted_thinking","data":"RU5D"},{"type":"tool_use","id":"c1","name":"f","input":{"a":1}}]"#,
        );
        assert_eq!(sent.plan.thoughts.len(), 2, "the summary of blocks is not a thought of its own");
    }
    let bedrock = aim(&Wire::BEDROCK_CONVERSE, "bedrock-runtime.us-east-1.amazonaws.com", "us.anthropic.claude-sonnet-4-5-20250929-v1:0");
    has(
        &converted(messages, &format("cognipeer"), &bedrock),
        r#"{"reasoningContent":{"reasoningText":{"text":"A","signature":"EqQBCg=="}}}"#,
    );
}

#[test]
fn a_summary_of_cognipeer_without_blocks_is_a_thought_without_a_seal() {
    let messages = r#"[{"role":"user","content":"Hi"},{"role":"assistant","content":"Yes.","reasoning":{"summary":"So."}},{"role":"user","content":"And?"}]"#;
    let sent = converted(messages, &format("cognipeer"), &claude());
    assert_eq!(sent.plan.thoughts.len(), 1);
    assert_ne!(sent.plan.thoughts[0].fate, Fate::Verbatim);
}
