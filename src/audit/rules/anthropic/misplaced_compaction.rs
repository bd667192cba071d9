//! A signed summary does not stand first, or is not the only one.
//!
//! # What it checks
//!
//! A `compaction` block with a `signature`, as compaction on demand returns it, is the first block of the first message, and there is one.
//! Blocks without a signature, from compaction at a threshold, stand where they came. Of a request that continues a thread nothing can be said.
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

use super::blocks::is_signed_compaction;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "misplaced-compaction",
    binds: "wire=anthropic-messages vendor=anthropic",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "not-first",
        "`compaction` block must be sent first, in place of the messages it summarizes; remove those messages",
    )],
    judges_all: true,
    reaches_back: true,
    check,
    fixes: &[Fix::new("remove-what-is-summarized", Safety::Unsafe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let first = facts.entries.first().and_then(|entry| entry.parts.first());
    let mut last = None;
    for (_, part, _) in facts.thoughts() {
        if is_signed_compaction(part) {
            last = Some(part.value);
        }
    }
    if let Some(last) = last.filter(|last| first.is_none_or(|first| first.value != *last)) {
        let finding = found.at(last);
        if first.is_some_and(is_signed_compaction) {
            finding.says_nothing();
        }
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let nth = facts.holder(finding.place).unwrap_or_default();
    for entry in facts.entries.iter().take(nth) {
        changes.remove(entry.value)?;
    }
    for (_, part) in facts.parts().skip_while(|(at, _)| *at < nth) {
        if part.value == finding.place {
            break;
        }
        changes.remove(part.value)?;
    }
    Ok(())
}
