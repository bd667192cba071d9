//! Structured output is asked for in a stream.
//!
//! # What it checks
//!
//! With `"stream": true` there is no `response_format` of JSON, and no `tools` unless `tool_choice` is `none`. It binds Cerebras's Qwen 3 models that
//! reason; gpt-oss and GLM stream both.
//!
//! # Why
//!
//! > "stream=true" with structured outputs is currently not supported for reasoning models.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.cerebras.ai"},"request":{"model":"qwen-3-32b","stream":true,"response_format":{"type":"json_object"},
//!   "messages":[{"role":"user","content":"Hello, in JSON."}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.cerebras.ai"},"request":{"model":"qwen-3-32b","response_format":{"type":"json_object"},
//!   "messages":[{"role":"user","content":"Hello, in JSON."}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the answer comes whole.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: recorded with `json_object`, `json_schema` and tools, `auto` and `required`

use crate::audit::{Evidence, Facts, Fix, Found, Mend, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "streamed-structured-output",
    binds: "wire=openai-chat dialect=cerebras structured=whole",
    when: "stream=true tools.*,response_format.type=json_object|json_schema",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("streamed", "\"stream=true\" with structured outputs is currently not supported for reasoning models.")],
    check,
    fixes: &[Fix::new("replace", Safety::Unsafe, Mend::Replace("false"))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if !facts.body.fits("!response_format.type=json_object|json_schema tool_choice=none")
        && let Some(stream) = facts.body.get("stream")
    {
        found.at(stream);
    }
}
