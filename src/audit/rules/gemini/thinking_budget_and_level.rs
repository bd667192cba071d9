//! `thinkingBudget` and `thinkingLevel` are both set.
//!
//! # What it checks
//!
//! `thinkingConfig` has `thinkingBudget` or `thinkingLevel`, but not both.
//!
//! # Why
//!
//! Both settings limit the thinking, and Google accepts only one of them.
//!
//! > You can only set only one of thinking budget and thinking level.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-flash-preview"},"request":{"contents":[{"role":"user","parts":[{"text":"Hello"}]}],
//!   "generationConfig":{"thinkingConfig":{"thinkingBudget":1024,"thinkingLevel":"low"}}}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-flash-preview"},"request":{"contents":[{"role":"user","parts":[{"text":"Hello"}]}],
//!   "generationConfig":{"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"low"}}}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the budget. Models with levels accept a budget only for older clients.
//!
//! # Evidence
//!
//! - reported, 2026-08-05: <https://github.com/sterlp/eclipse-peon-ai/issues/115>
//! - documented, 2026-09-25: <https://ai.google.dev/gemini-api/docs/thinking>

use super::request::{BUDGET, LEVEL, is_vertex, thinking_config};
use crate::audit::rules::members::either;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "thinking-budget-and-level",
    // Another rule finds a level that the model refuses.
    binds: "wire=gemini-generate vendor=google !levels,levels.0",
    when: "generationConfig,generation_config",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("only-one", "You can only set only one of thinking budget and thinking level.")],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if let Some(config) = thinking_config(facts)
        && let (Some(budget), Some(level)) = (either(config, BUDGET), either(config, LEVEL))
    {
        let finding = found.at(budget).beside(level);
        // Vertex's answer is unknown.
        if is_vertex(facts) {
            finding.says_nothing();
        }
    }
}
