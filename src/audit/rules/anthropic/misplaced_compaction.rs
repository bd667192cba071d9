//! A signed summary does not stand first, or is not the only one.
//!
//! # What it checks
//!
//! A `compaction` block with a `signature`, as compaction on demand returns it, is the first block of the first message, and there is one.
//! Blocks without a signature, from compaction at a threshold, stand where they came.
//!
//! # Why
//!
//! > `compaction` block must be sent first, in place of the messages it summarizes; remove those messages
//!
//! The codes are `compaction_block_misplaced` and, for a second one, `compaction_block_ambiguous`.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["compact-2026-09-04"]},"request":{"model":"claude-opus-5-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"compaction","content":"They greeted.","signature":"EuYBCkQY"}]},
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
//! Unsafe: the messages before the block go, and of several blocks all but the last, which stands for the others.
//!
//! # Evidence
//!
//! - documented, 2026-09-24: <https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand>
//! - catalogue: anth-compaction-tampered

use crate::audit::{Evidence, Facts, Finding, Found, Mend, Rule, Safety};
use crate::error::Error;
use crate::json::Changes;
use crate::model::Part;

/// The rule.
pub static RULE: Rule = Rule {
    id: "misplaced-compaction",
    binds: "wire=anthropic-messages vendor=anthropic",
    evidence: Evidence::Documented,
    upstream: &["`compaction` block must be sent first, in place of the messages it summarizes; remove those messages"],
    check,
    fixes: &[(Safety::Unsafe, Mend::By(fix))],
    ..Rule::DEFAULT
};

fn is_signed(part: &Part<'_>) -> bool {
    part.value.fits("type=compaction signature:s !signature=")
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let first = facts.entries.first().and_then(|entry| entry.parts.first());
    let last = facts.thoughts().filter(|(_, part, _)| is_signed(part)).last();
    if let Some((_, part, _)) = last.filter(|(_, part, _)| first.is_none_or(|first| first.value.span() != part.value.span())) {
        found.push(found.finding(part.value).says(usize::from(first.is_some_and(is_signed))));
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    for entry in &facts.entries {
        let Some(at) = entry.parts.iter().position(|part| part.value.span() == finding.place.span()) else {
            changes.remove(entry.value)?;
            continue;
        };
        return entry.parts.iter().take(at).try_for_each(|part| changes.remove(part.value));
    }
    Ok(())
}
