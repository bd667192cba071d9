//! A message with tool calls has both content and reasoning.
//!
//! # What it checks
//!
//! With gpt-oss on llama.cpp, an assistant message with `tool_calls` has text in `content` or in `reasoning_content`, not in both.
//!
//! # Why
//!
//! > Cannot pass both content and thinking in an assistant message with tool calls! Put the analysis message in one or the other, but not both.
//!
//! The template of the model writes both to the same channel, so it raises an error. The server answers with 500. Common cause: the model itself
//! answers with text, reasoning and a call.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"llamacpp"},"request":{"model":"gpt-oss-120b","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"I look.","reasoning_content":"Ask the tool.","tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"llamacpp"},"request":{"model":"gpt-oss-120b","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","reasoning_content":"Ask the tool.","tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: set `content` to an empty text. The visible text of the message is lost, and the reasoning is kept.
//!
//! # Evidence
//!
//! - reported, 2025-11-07: <https://github.com/ggml-org/llama.cpp/issues/17040>
//! - reported, 2026-02-18: <https://github.com/ggml-org/llama.cpp/issues/19703>
//! - catalogue: llamacpp.content-and-thinking

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "content-beside-reasoning",
    binds: "wire=openai-chat dialect=llamacpp name^gpt-oss",
    when: "messages:a",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "both",
        "Cannot pass both content and thinking in an assistant message with tool calls! Put the analysis message in one or the other, but not both.",
    )],
    check,
    fixes: &[Fix::new("empty-content", Safety::Unsafe, FixEdit::Put("content", "\"\""))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        if entry.value.fits("tool_calls.* content:s !content= reasoning_content:s !reasoning_content=") {
            found.at(entry.value);
        }
    }
}
