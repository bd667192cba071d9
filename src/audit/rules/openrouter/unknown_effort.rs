//! `reasoning.effort` is a word that OpenRouter does not know.
//!
//! # What it checks
//!
//! `reasoning.effort` is one of `max`, `xhigh`, `high`, `medium`, `low`, `minimal` and `none`.
//!
//! # Why
//!
//! > reasoning.effort: Invalid option: expected one of "max"|"xhigh"|"high"|"medium"|"low"|"minimal"|"none"
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"qwen/qwen3.7-flash","reasoning":{"effort":"default"},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"qwen/qwen3.7-flash","reasoning":{"effort":"high"},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the effort goes, and the model's own holds.
//!
//! # Evidence
//!
//! - reported, 2026-08-19, an answer kept in the tests of <https://github.com/roboflow/inference>
//! - documented: <https://openrouter.ai/docs/use-cases/reasoning-tokens>

use crate::audit::{Evidence, Facts, Found, Mend, Rule, Safety};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unknown-effort",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter",
    when: "reasoning.effort:s !reasoning.effort=max|xhigh|high|medium|low|minimal|none",
    evidence: Evidence::Reported,
    upstream: &["reasoning.effort: Invalid option: expected one of \"max\"|\"xhigh\"|\"high\"|\"medium\"|\"low\"|\"minimal\"|\"none\""],
    check,
    fixes: &[(Safety::Unsafe, Mend::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    facts.body.path("reasoning.effort").into_iter().for_each(|effort| found.at(effort));
}
