//! Reasoning is asked for in the text beside tools or JSON.
//!
//! # What it checks
//!
//! `reasoning_format` is not `raw` while the request offers `tools` or asks for JSON. It binds Groq.
//!
//! # Why
//!
//! > If reasoning is explicitly set to raw with JSON mode or tool use enabled, we will return a 400 error.
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
//! Unsafe: the format becomes `parsed`, and the reasoning comes in a field of its own.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://console.groq.com/docs/reasoning>; the words of the refusal are not known

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
