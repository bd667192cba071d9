//! The model does not take this kind of thinking.
//!
//! # What it checks
//!
//! `thinking.type` is one of those that the model takes: up to Claude 4.5 `enabled` and `disabled`, from 4.7 on `adaptive` in place of
//! `enabled`; models that always think do not take `disabled`, and only Sonnet 5.5 takes `between_tools`.
//!
//! # Why
//!
//! > "thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control
//! > thinking behavior.
//!
//! > adaptive thinking is not supported on this model
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-8","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-8","max_tokens":9000,"thinking":{"type":"adaptive"},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the nearest kind that the model takes; the budget goes with `enabled`, and comes at its least with it.
//!
//! # Evidence
//!
//! - documented, 2026-09-29: <https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting>
//! - documented, 2026-09-29: <https://platform.claude.com/docs/en/api/errors>
//! - catalogue: anth-type-unsupported

use super::{settings, takes};
use crate::audit::{Evidence, Facts, Finding, Found, Mend, Rule, Safety};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsupported-thinking-type",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic thinking",
    when: "thinking.type,additionalModelRequestFields.thinking.type",
    evidence: Evidence::Documented,
    upstream: &[
        "\"thinking.type.enabled\" is not supported for this model. Use \"thinking.type.adaptive\" and \"output_config.effort\" to control thinking behavior.",
        "adaptive thinking is not supported on this model",
        "\"thinking.type.disabled\" is not supported for this model. ",
        "\"thinking.type.between_tools\" is not supported for this model.",
    ],
    check,
    fixes: &[(Safety::Unsafe, Mend::By(fix))],
    ..Rule::DEFAULT
};

/// The kinds there are, in the order of what is said of them.
const KINDS: [&str; 4] = ["enabled", "adaptive", "disabled", "between_tools"];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(thinking) = settings(facts).get("thinking") else { return };
    let said = thinking.word("type");
    if let Some(nth) = KINDS.iter().position(|kind| *kind == said).filter(|_| !takes(facts, said)) {
        found.push(found.finding(thinking).says(nth));
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let off = finding.place.fits("type=disabled|between_tools");
    let kinds = if off { ["between_tools", "disabled", "adaptive"] } else { ["adaptive", "enabled", "disabled"] };
    let Some(kind) = kinds.iter().find(|kind| takes(facts, kind)) else { return Ok(()) };
    changes.set(finding.place, "type", ["\"", kind, "\""].concat().as_bytes())?;
    match *kind {
        "enabled" => changes.set(finding.place, "budget_tokens", b"1024"),
        _ => Mend::Drop("budget_tokens").apply(facts, finding, changes),
    }
}
