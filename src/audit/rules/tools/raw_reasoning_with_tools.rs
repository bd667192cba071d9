//! `reasoning_format` is `raw`, which is not allowed with tools or JSON.
//!
//! # What it checks
//!
//! `reasoning_format` is not `raw` in a request that has `tools` or asks for JSON. Applies to Groq.
//!
//! # Why
//!
//! > If reasoning is explicitly set to raw with JSON mode or tool use enabled, we will return a 400 error.
//!
//! With `raw`, the reasoning is in the text of the answer. Groq refuses that in a request with tools or JSON.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.groq.com"},"request":{"model":"qwen/qwen3-32b","reasoning_format":"raw",
//!   "response_format":{"type":"json_object"},"messages":[{"role":"user","content":"Hello, in JSON."}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.groq.com"},"request":{"model":"qwen/qwen3-32b","reasoning_format":"parsed",
//!   "response_format":{"type":"json_object"},"messages":[{"role":"user","content":"Hello, in JSON."}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: set `reasoning_format` to `parsed`. The reasoning then comes in a separate member.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://console.groq.com/docs/reasoning>; the text of the refusal is not known

use crate::audit::{Evidence, Fix, FixEdit, Rule, Safety, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "raw-reasoning-with-tools",
    binds: "wire=openai-chat dialect=groq",
    when: "reasoning_format=raw tools.*,response_format.type=json_object|json_schema",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    at: "reasoning_format",
    fixes: &[Fix::new("replace", Safety::Unsafe, FixEdit::Replace("\"parsed\""))],
    ..Rule::DEFAULT
};
