//! A reasoning item has `reasoning_text`, which OpenAI does not use.
//!
//! # What it checks
//!
//! A reasoning item for OpenAI or Azure has no `reasoning_text` in `content`. Their models never return it. Open models and other hosts
//! do.
//!
//! # Why
//!
//! OpenAI accepts the text and ignores it. It comes from another host, or from a client that put a summary in the wrong place.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"content":[{"type":"reasoning_text","text":"Looking."}],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove `content`. OpenAI does not read it, but another host could.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: accepted once
//! - reported, 2026-11-14: <https://github.com/openai/codex/blob/main/codex-rs/protocol/src/models.rs>
//! - catalogue: oai-reasoning-text-sent

use crate::audit::{Evidence, Fix, FixEdit, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "reasoning-text-sent",
    binds: "wire=openai-responses vendor=openai contract=openai",
    severity: Severity::Advice,
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    each: "type=reasoning content.*.type=reasoning_text",
    fixes: &[Fix::new("remove-content", Safety::Unsafe, FixEdit::Drop("content"))],
    ..Rule::DEFAULT
};
