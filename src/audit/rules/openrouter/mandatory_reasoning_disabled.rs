//! Reasoning is disabled for a model that always reasons.
//!
//! # What it checks
//!
//! `reasoning` is neither `{"effort":"none"}` nor `{"enabled":false}` for a model that OpenRouter lists as `mandatory`.
//!
//! OpenRouter's list of these models changes. The table of this package has the models that were documented or reported, and a caller can
//! add others.
//!
//! # Why
//!
//! > Reasoning is mandatory for this endpoint and cannot be disabled.
//!
//! OpenRouter refuses to disable reasoning for this model.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"openai/gpt-5","reasoning":{"effort":"none"},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"openai/gpt-5","reasoning":{"effort":"minimal"},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove `reasoning`. The model then reasons with its default settings.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: do not send the effort `none` to a model that is `mandatory`, "the model rejects it", <https://openrouter.ai/docs/guides/best-practices/reasoning-tokens>; OpenRouter's pages name two of these models, and users report the others
//! - reported, 2026-05-17, tried on GPT-5: <https://github.com/CIRISAI/CIRISAgent/pull/769>
//! - reported, 2026-08-22, tried on Gemini 3.7 Flash: <https://github.com/elie222/rakazo/issues/114>
//! - documented, 2026-11-15: Opus 5.5, <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/opus-5-5>
//! - documented, 2026-11-15: GPT-6 Astra, <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/gpt-6-astra>
//! - catalogue: or.mandatory.effort-none

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "mandatory-reasoning-disabled",
    binds: "wire=openrouter-chat|openai-chat|openai-responses dialect=openrouter mandatory=true",
    when: "reasoning.effort=none,reasoning.enabled=false",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("mandatory", "Reasoning is mandatory for this endpoint and cannot be disabled.")],
    check,
    fixes: &[Fix::new("unset-reasoning", Safety::Unsafe, FixEdit::Unset("reasoning"))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let finding = found.at(facts.body.get("reasoning").unwrap_or(facts.body));
    // OpenRouter's pages name these two models and the effort. Users report the other models and the other switch.
    if !facts.profile.fits("name^claude-opus-5-5|gpt-6-astra") || !facts.body.fits("reasoning.effort=none") {
        finding.evidence = Evidence::Reported;
    }
}
