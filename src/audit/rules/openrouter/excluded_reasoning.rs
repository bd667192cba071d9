//! A request with tools asks not to be given the reasoning that must come back.
//!
//! # What it checks
//!
//! With `tools`, and a model whose reasoning the next request needs (Gemini 3, Claude, DeepSeek V4, Kimi), neither `reasoning.exclude` is `true` nor
//! `include_reasoning` is `false`.
//!
//! # Why
//!
//! What is not in the answer cannot go back, and the request after the first tool call is refused or thinks no more. Whoever does
//! not want to show reasoning can leave it out of what is shown.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"google/gemini-3-pro-preview","reasoning":{"exclude":true},"tools":[{"type":"function","function":{"name":"weather"}}],"messages":[{"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"google/gemini-3-pro-preview","tools":[{"type":"function","function":{"name":"weather"}}],"messages":[{"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the member goes, and the answer has its reasoning.
//!
//! # Evidence
//!
//! - inferred, 2026-11-14, from what the same page says of `exclude` and of tools: <https://openrouter.ai/docs/guides/best-practices/reasoning-tokens>
//! - catalogue: or.exclude.no-replay

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "excluded-reasoning",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter|vercel-gateway details",
    when: "tools.* reasoning.exclude=true,include_reasoning=false",
    severity: Severity::Advice,
    evidence: Evidence::Inferred,
    since: "0.1.0",
    tier: Tier::Nursery,
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (path, test) in [("reasoning.exclude", "=true"), ("include_reasoning", "=false")] {
        if let Some(place) = facts.body.path(path).filter(|place| place.fits(test)) {
            found.at(place);
        }
    }
}
