//! `thinking.budget_tokens` is missing or out of range.
//!
//! # What it checks
//!
//! With `"type":"enabled"`, `budget_tokens` is set, is at least 1024, and is less than `max_tokens`. With the interleaved beta it may be larger,
//! because it then applies to the whole turn.
//!
//! # Why
//!
//! Anthropic requires a budget of at least 1024 tokens that leaves some of `max_tokens` for the answer.
//!
//! Common cause: a client or gateway has one fixed budget for all requests.
//!
//! > `max_tokens` must be greater than `thinking.budget_tokens`.
//!
//! > thinking.enabled.budget_tokens: Input should be greater than or equal to 1024
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":2000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":4000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: set the budget to 1024, the minimum. If `max_tokens` is 1024 or less, thinking is disabled instead.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused in recorded traffic, Claude Sonnet 4
//! - documented, 2026-08-22: <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>
//! - reported, 2026-11-14: <https://github.com/danny-avila/LibreChat/issues/8346>
//! - catalogue: config.anth.budget-above-max, config.anth.budget-below-least

use super::parameters::{INTERLEAVED, parameters};
use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::{Changes, Value};

/// The rule.
pub static RULE: Rule = Rule {
    id: "thinking-budget-out-of-range",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic !budgets=ignored",
    when: "thinking.type=enabled,additionalModelRequestFields.thinking.type=enabled",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[ABOVE_MAX_TOKENS, BELOW_LEAST, REQUIRED],
    check,
    fixes: &[Fix::new("set-least-budget", Safety::Unsafe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

details! {
    /// Manual thinking without a budget.
    struct NoBudget {}
    message => "`thinking.budget_tokens` is missing"

    /// A budget below the minimum.
    struct SmallBudget { budget: Unlisted<String> }
    message => "`thinking.budget_tokens` is {budget}, but must be at least 1024"

    /// A budget that is not below the limit of the whole answer.
    struct LargeBudget { budget: Unlisted<String>, max_tokens: Unlisted<String> }
    message => "`thinking.budget_tokens` is {budget}, but must be less than `max_tokens` ({max_tokens})"
}

const ABOVE_MAX_TOKENS: Sentence = Sentence::new("above-max-tokens", "`max_tokens` must be greater than `thinking.budget_tokens`.");

const BELOW_LEAST: Sentence = Sentence::new("below-least", "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");

const REQUIRED: Sentence = Sentence::new("required", "thinking.enabled.budget_tokens: Field required");

/// The smallest budget that the API accepts.
const LEAST: i64 = 1024;

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(thinking) = parameters(facts).get("thinking") else { return };
    let Some(budget) = thinking.get("budget_tokens") else {
        found.at(thinking).with(NoBudget {}).says(&REQUIRED).evidence = Evidence::Documented;
        return;
    };
    let Some(budget) = budget.whole() else { return };
    let shown = Unlisted(budget.to_string());
    if budget < LEAST {
        found.at(thinking).with(SmallBudget { budget: shown }).says(&BELOW_LEAST).evidence = Evidence::Documented;
    } else if let Some(most) = max_tokens(facts).filter(|most| budget >= *most && !facts.profile.fits(INTERLEAVED)) {
        let finding = found.at(thinking).with(LargeBudget { budget: shown, max_tokens: Unlisted(most.to_string()) });
        finding.says(&ABOVE_MAX_TOKENS).evidence = Evidence::Observed;
    }
}

/// Reads how many tokens the whole answer may have.
fn max_tokens(facts: &Facts<'_>) -> Option<i64> {
    facts.body.get("max_tokens").or_else(|| facts.body.path("inferenceConfig.maxTokens")).and_then(Value::whole)
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    match max_tokens(facts) {
        Some(most) if most <= LEAST => changes.replace(finding.place, b"{\"type\":\"disabled\"}"),
        _ => changes.set(finding.place, "budget_tokens", b"1024"),
    }
}
