//! The budget of thinking is too small, or leaves nothing for the answer.
//!
//! # What it checks
//!
//! Under manual thinking, `budget_tokens` is there, at least 1024, and less than `max_tokens`. With the interleaved beta it may be
//! more, since it then is for the whole turn.
//!
//! # Why
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
//! Unsafe: the least budget there is; where not even that is below `max_tokens`, thinking is switched off.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused in recorded traffic, Claude Sonnet 4
//! - documented, 2026-08-22: <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>
//! - reported, 2026-11-14: <https://github.com/danny-avila/LibreChat/issues/8346>
//! - catalogue: config.anth.budget-above-max, config.anth.budget-below-least

use super::parameters::{INTERLEAVED, parameters};
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

const ABOVE_MAX_TOKENS: Sentence = Sentence::new("above-max-tokens", "`max_tokens` must be greater than `thinking.budget_tokens`.");

const BELOW_LEAST: Sentence = Sentence::new("below-least", "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");

const REQUIRED: Sentence = Sentence::new("required", "thinking.enabled.budget_tokens: Field required");

/// The smallest budget that is taken.
const LEAST: i64 = 1024;

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(thinking) = parameters(facts).get("thinking") else { return };
    let budget = thinking.get("budget_tokens").map(Value::whole);
    let (sentence, evidence) = match budget {
        None => (&REQUIRED, Evidence::Documented),
        Some(Some(budget)) if budget < LEAST => (&BELOW_LEAST, Evidence::Documented),
        Some(Some(budget)) if most(facts).is_some_and(|most| budget >= most) && !facts.profile.fits(INTERLEAVED) => {
            (&ABOVE_MAX_TOKENS, Evidence::Observed)
        }
        Some(_) => return,
    };
    found.at(thinking).says(sentence).evidence = evidence;
}

/// Reads how many tokens the whole answer may have.
fn most(facts: &Facts<'_>) -> Option<i64> {
    facts.body.get("max_tokens").or_else(|| facts.body.path("inferenceConfig.maxTokens")).and_then(Value::whole)
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    match most(facts) {
        Some(most) if most <= LEAST => changes.replace(finding.place, b"{\"type\":\"disabled\"}"),
        _ => changes.set(finding.place, "budget_tokens", b"1024"),
    }
}
