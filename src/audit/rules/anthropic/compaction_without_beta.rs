//! `compaction` is used without the beta `compact-2026-09-04`.
//!
//! # What it checks
//!
//! The beta `compact-2026-09-04` is on if the request has `"compaction":{"type":"summarize"}` or a `compaction` block with a `signature`.
//!
//! Betas are in a header, not in the body. If no beta of the request is known, the rule is undecided. Gateways set the header themselves, so the
//! rule does not apply to them.
//!
//! # Why
//!
//! Anthropic requires the header `anthropic-beta: compact-2026-09-04` on the request for the summary, and on every later request with the signed
//! block. The text of the refusal is not published.
//!
//! Common cause: a client sends the header with the request for the summary and omits it afterwards.
//!
//! > Send the `compact-2026-09-04` beta header on the request that asks for the summary and on every later request that carries the signed block.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["thinking-binding-controls-2026-08-01"]},"request":{"model":"claude-opus-5-5","max_tokens":9000,"messages":[
//!   {"role":"assistant","content":[{"type":"compaction","content":"They greeted.","signature":"EuYBCkQY"}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["thinking-binding-controls-2026-08-01","compact-2026-09-04"]},"request":{"model":"claude-opus-5-5","max_tokens":9000,"messages":[
//!   {"role":"assistant","content":[{"type":"compaction","content":"They greeted.","signature":"EuYBCkQY"}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! By hand: send the beta header. A header is not part of the body, and without the block the model has no summary.
//!
//! # Evidence
//!
//! - documented, 2026-11-15: <https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand>
//! - catalogue: anth-compaction-no-beta

use super::betas::require_beta;
use super::blocks::is_signed_compaction;
use crate::audit::{Evidence, Facts, Found, Rule, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "compaction-without-beta",
    binds: "wire=anthropic-messages vendor=anthropic !gateway=true",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let asked = facts.body.get("compaction").filter(|compaction| compaction.fits("type=summarize"));
    let block = || facts.thoughts().find(|(_, part, _)| is_signed_compaction(part)).map(|(_, part, _)| part.value);
    require_beta(facts, found, "compact-2026-09", asked.or_else(block));
}
