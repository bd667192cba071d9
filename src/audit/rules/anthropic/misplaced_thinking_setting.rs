//! A setting of thinking stands with a kind of thinking that does not know it.
//!
//! # What it checks
//!
//! In `thinking`, `budget_tokens` stands with `enabled` only, `display` not with `disabled`, and `block_binding` with `adaptive` or
//! `enabled` and under the beta `thinking-binding-controls-2026-08-01` only.
//!
//! # Why
//!
//! > thinking.adaptive.block_binding: Extra inputs are not permitted
//!
//! The settings of each kind are a shape of their own, and so is that under a beta.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["thinking-binding-controls-2026-08-01"]},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the setting goes.
//!
//! # Evidence
//!
//! - observed, 2026-09-26: `block_binding` without the beta, a public probe
//! - documented, 2026-09-29: <https://platform.claude.com/docs/en/build-with-claude/preserved-thinking>
//! - documented, 2026-08-22: `display`, <https://platform.claude.com/docs/en/build-with-claude/thinking>
//! - reported, 2026-11-14: `budget_tokens`, in the sources of several public clients
//! - reported, 2026-11-14: through Bedrock, <https://github.com/BerriAI/litellm/issues/41203>
//! - catalogue: anth-block-binding-no-beta, anth-block-binding-between-tools

use super::parameters::parameters;
use crate::audit::{Evidence, Facts, Fix, Found, Mend, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "misplaced-thinking-setting",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    when: "thinking.type,additionalModelRequestFields.thinking.type",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("extra-inputs", "thinking.{type}.{setting}: Extra inputs are not permitted")],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, Mend::Remove)],
    ..Rule::DEFAULT
};

/// A setting, the kinds that do not know it, and how that is known.
const SETTINGS: [(&str, &str, Evidence); 3] = [
    ("budget_tokens", "type=adaptive|disabled", Evidence::Reported),
    ("display", "type=disabled", Evidence::Documented),
    ("block_binding", "type=disabled|between_tools", Evidence::Documented),
];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(thinking) = parameters(facts).get("thinking") else { return };
    let unbound = !facts.profile.fits("betas.*^thinking-binding-controls");
    for (setting, kinds, evidence) in &SETTINGS {
        if let Some(value) = thinking.get(setting)
            && (thinking.fits(kinds) || *setting == "block_binding" && unbound)
        {
            found.at(value).note("type", thinking.word("type")).note("setting", setting).evidence = *evidence;
        }
    }
}
