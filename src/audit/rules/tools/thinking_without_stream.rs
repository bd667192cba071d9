//! The model thinks only in streamed answers.
//!
//! # What it checks
//!
//! A request to an open Qwen 3 model at `dashscope.aliyuncs.com` has `"stream": true`, or thinking is off. These models think by default. The host of
//! the United States accepts such a request.
//!
//! # Why
//!
//! > parameter.enable_thinking must be set to false for non-streaming calls
//!
//! The host accepts thinking only in a streamed request. Common cause: a client that does not stream.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"dashscope.aliyuncs.com"},"request":{"model":"qwen3-32b","messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"dashscope.aliyuncs.com"},"request":{"model":"qwen3-32b","stream":true,"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: set `enable_thinking` to `false`. The model then does not think. To keep thinking, stream the answer.
//!
//! # Evidence
//!
//! - reported, 2025-10-30: <https://github.com/langchain4j/langchain4j/issues/3974>
//! - reported, 2025-05-26: without `enable_thinking`, <https://github.com/QuantumNous/new-api/pull/1109>
//! - reported, 2025-10-23: another host's words, <https://github.com/musistudio/claude-code-router/issues/948>
//! - observed, 2026-11-18: accepted in recorded traffic of `dashscope-us.aliyuncs.com`
//! - catalogue: qwen.stream-required

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "thinking-without-stream",
    binds: "wire=openai-chat dialect thinks_streamed=true",
    when: "messages:a !stream=true",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("non-streaming", "parameter.enable_thinking must be set to false for non-streaming calls")],
    check,
    fixes: &[Fix::new("set-enable-thinking", Safety::Unsafe, FixEdit::Set("enable_thinking", "false"))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if facts.thinks() {
        found.at(facts.body.get("enable_thinking").unwrap_or(facts.body));
    }
}
