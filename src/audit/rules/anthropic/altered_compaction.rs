//! A signed `compaction` block was changed after the API returned it.
//!
//! # What it checks
//!
//! A `compaction` block with a `signature` has no `text` or `citations` that is `null`. The API writes neither member.
//!
//! With a ledger, the block also equals the recorded block with that signature: its text and its `tool_changes`. Key order, spacing and
//! `cache_control` are ignored.
//!
//! # Why
//!
//! Anthropic checks the block against its signature. It answers with the code `compaction_content_mismatch` or
//! `compaction_tool_changes_mismatch`.
//!
//! Common cause: Anthropic's Python client adds `text` and `citations` as `null` if a block is written with a plain `model_dump()`. The API
//! rejects both.
//!
//! > Keep the `compaction` block exactly as the API returned it, including its `signature`.
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
//! - Safe: restore the recorded block.
//! - Safe: remove the `null` members that the client added.
//!
//! # Evidence
//!
//! - documented, 2026-11-15: <https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand>
//! - documented, 2026-11-15: the codes, in the types of `@anthropic-ai/sdk` 1.8.0, <https://github.com/anthropics/anthropic-sdk-typescript>
//! - catalogue: anth-compaction-tampered

use super::blocks::is_signed_compaction;
use crate::audit::details::{Unlisted, details};
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
    fixes: &[
        Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded `compaction` block."),
        Fix::new("remove-nulls", Safety::Safe, FixEdit::By(remove_nulls)),
    ],
    ..Rule::DEFAULT
};

details! {
    /// The members that a client added as `null`.
    struct AddedNulls { added: Unlisted<&'static str> }
    message => "The signed `compaction` block has {added} set to `null`, which the API never writes"

    /// A block that differs from the recorded one.
    struct ChangedCompaction {}
    message => "The signed `compaction` block differs from the recorded one"
}

/// An unknown signature may be edited, or may belong to an answer that was not recorded.
const UNRECORDED: &str = "the ledger does not have the answer with this summary";

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, _) in facts.thoughts().filter(|(_, part, _)| is_signed_compaction(part)) {
        let recorded = find_recorded(facts, part.value);
        let is_changed = recorded.is_some_and(|(answer, nth)| !answer.has_block(nth, part.value));
        let added = null_members(part.value);
        if !added.is_empty() {
            found.at(part.value).with(AddedNulls { added: Unlisted(added) });
        } else if is_changed {
            found.at(part.value).with(ChangedCompaction {});
        } else if recorded.is_none() {
            found.needs(UNRECORDED);
        }
    }
}

/// Names the members that only a client writes.
fn null_members(block: Value<'_>) -> &'static str {
    match ["citations=null", "text=null"].map(|query| block.fits(query)) {
        [true, true] => "`citations` and `text`",
        [true, false] => "`citations`",
        [false, true] => "`text`",
        [false, false] => "",
    }
}

/// Finds the recorded part that has the signature of a block.
fn find_recorded<'d>(facts: &Facts<'d>, block: Value<'d>) -> Option<(&'d Answer, usize)> {
    let matched = facts.matched.as_ref()?;
    let [answer, part] = matched.sent.iter().find(|sent| sent.value == block)?.from?;
    Some((matched.emitted([answer, part])?.0, part))
}

fn restore<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let recorded = find_recorded(facts, finding.place).and_then(|(answer, part)| answer.parts.get(part));
    recorded.filter(|emitted| !emitted.raw.is_empty()).map_or(Ok(()), |emitted| changes.replace(finding.place, &emitted.raw))
}

fn remove_nulls<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let added = ["citations", "text"].into_iter().filter_map(|name| finding.place.get(name)).filter(|member| member.is_null());
    added.into_iter().try_for_each(|member| changes.remove(member))
}
