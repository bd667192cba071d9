//! `clear_thinking_20251015` is used while thinking is off.
//!
//! # What it checks
//!
//! If `context_management.edits` has a `clear_thinking_20251015`, thinking is on. It is off if `thinking.type` is `disabled`, or if `thinking` is
//! missing and the model thinks only on request.
//!
//! # Why
//!
//! The edit clears old thinking on the server. Anthropic refuses it in a request without thinking.
//!
//! > `clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-8","max_tokens":9000,"thinking":{"type":"disabled"},
//!   "context_management":{"edits":[{"type":"clear_thinking_20251015","keep":"all"}]},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-8","max_tokens":9000,"thinking":{"type":"adaptive"},
//!   "context_management":{"edits":[{"type":"clear_thinking_20251015","keep":"all"}]},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the edit. The server then clears no old thinking.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/router-for-me/CLIProxyAPI/issues/4957>
//! - reported, 2026-11-14: <https://github.com/anthropics/claude-code/issues/11971>
//! - catalogue: anth-clear-thinking-needs-thinking

use super::parameters::{parameters, thinking_mode};
use crate::audit::rules::members::find_element;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "clear-thinking-without-thinking",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    when: "context_management,additionalModelRequestFields.context_management",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("requires-thinking", "`clear_thinking_20251015` strategy requires `thinking` to be enabled")],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if thinking_mode(facts) != "disabled" {
        return;
    }
    let Some(edits) = parameters(facts).path("context_management.edits") else { return };
    if let Some(edit) = find_element(edits, "type=clear_thinking_20251015") {
        found.at(edit);
    }
}
