//! A signed summary is not as the API wrote it.
//!
//! # What it checks
//!
//! A `compaction` block with a `signature` has no member `text` or `citations` that is `null`. The API writes neither. With a ledger the block is what was
//! recorded under that signature: its text, and its `tool_changes`. Key order, spacing and `cache_control` do not count.
//!
//! # Why
//!
//! > Keep the `compaction` block exactly as the API returned it, including its `signature`.
//!
//! The codes are `compaction_content_mismatch` and `compaction_tool_changes_mismatch`. Anthropic's Python client adds both members where a block is written with a plain `model_dump()`, and the API rejects them.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["compact-2026-09-04"]},"request":{"model":"claude-opus-5-5","max_tokens":9000,"messages":[
//!   {"role":"assistant","content":[{"type":"compaction","content":"They greeted.","signature":"EuYBCkQY","citations":null,"text":null}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["compact-2026-09-04"]},"request":{"model":"claude-opus-5-5","max_tokens":9000,"messages":[
//!   {"role":"assistant","content":[{"type":"compaction","content":"They greeted.","signature":"EuYBCkQY"}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: the recorded block comes back. Safe: the added members go.
//!
//! # Evidence
//!
//! - documented, 2026-11-15: <https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand>
//! - documented, 2026-11-15: the codes, in the types of `@anthropic-ai/sdk` 1.8.0, <https://github.com/anthropics/anthropic-sdk-typescript>
//! - catalogue: anth-compaction-tampered

use super::blocks::is_signed_compaction;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Needs, Rule, Safety, Tier};
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::ledger::Answer;

/// The rule.
pub static RULE: Rule = Rule {
    id: "altered-compaction",
    binds: "wire=anthropic-messages vendor=anthropic",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::LedgerIfThere,
    check,
    fixes: &[Fix::new("restore", Safety::Safe, FixEdit::By(restore)), Fix::new("remove-nulls", Safety::Safe, FixEdit::By(remove_nulls))],
    ..Rule::DEFAULT
};

/// A signature that no recorded answer has may be edited, or be of an answer that was not recorded.
const ISSUER: &str = "needs the answer that wrote the summary";

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, _) in facts.thoughts().filter(|(_, part, _)| is_signed_compaction(part)) {
        let issued = issued(facts, part.value);
        let is_changed = issued.is_some_and(|(recorded, nth)| !recorded.has_block(nth, part.value));
        if is_changed || part.value.fits("citations=null,text=null") {
            found.at(part.value);
        } else if issued.is_none() {
            found.needs(ISSUER);
        }
    }
}

/// Finds the recorded part that has the signature of a block.
fn issued<'d>(facts: &Facts<'d>, block: Value<'d>) -> Option<(&'d Answer, usize)> {
    let matched = facts.matched.as_ref()?;
    let [answer, part] = matched.sent.iter().find(|sent| sent.value == block)?.from?;
    Some((matched.emitted([answer, part])?.0, part))
}

fn restore<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let recorded = issued(facts, finding.place).and_then(|(recorded, part)| recorded.parts.get(part));
    recorded.filter(|emitted| !emitted.raw.is_empty()).map_or(Ok(()), |emitted| changes.replace(finding.place, &emitted.raw))
}

fn remove_nulls<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let added = ["citations", "text"].into_iter().filter_map(|name| finding.place.get(name)).filter(|member| member.is_null());
    added.into_iter().try_for_each(|member| changes.remove(member))
}
