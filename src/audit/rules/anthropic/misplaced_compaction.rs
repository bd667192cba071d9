//! A signed `compaction` block is not the first block, or is not the only one.
//!
//! # What it checks
//!
//! A `compaction` block with a `signature` comes from compaction on demand. It is the first block of the first message, and there is only
//! one.
//!
//! Blocks without a signature come from compaction at a threshold and may be anywhere. For a request that continues a thread, the rule is
//! undecided.
//!
//! The code of the refusal is `compaction_block_misplaced`. For a second block it is `compaction_block_ambiguous`. Models that make no
//! summary are reported too.
//!
//! # Why
//!
//! Compaction on demand replaces old messages with one signed block. Newer models support it, and they accept the block only at the
//! start.
//!
//! > `compaction` block must be sent first, in place of the messages it summarizes; remove those messages
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
//! - Unsafe: remove all messages and blocks before the last signed `compaction` block. The model then has the summary instead of them.
//! - By hand: use a model that supports `compaction`, or remove the member.
//!
//! # Evidence
//!
//! - documented, 2026-09-24: <https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand>
//! - reported, 2026-10-26: the models with `compaction`, in the source of <https://github.com/pydantic/pydantic-ai>
//! - catalogue: anth-compaction-tampered

use super::blocks::is_signed_compaction;
use crate::audit::details::details;
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
    fixes: &[
        Fix::new("remove-what-is-summarized", Safety::Unsafe, FixEdit::By(fix)).titled("Remove everything before the `compaction` block.")
    ],
    ..Rule::DEFAULT
};

details! {
    /// A request for a summary, for a model that makes none.
    struct UnsupportedCompaction {}
    message => "This model does not support `compaction`"

    /// A block behind other blocks.
    struct NotFirst {}
    message => "The signed `compaction` block is not the first block of the request"

    /// One more block.
    struct SecondCompaction {}
    message => "The request has more than one signed `compaction` block"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if let Some(asked) = facts.body.get("compaction").filter(|asked| asked.fits("type=summarize") && facts.profile.fits("compaction=false"))
    {
        found.at(asked).with(UnsupportedCompaction {}).says_nothing().offers(&[]).evidence = Evidence::Reported;
    }
    let first = facts.entries.first().and_then(|entry| entry.parts.first());
    let mut last = None;
    for (_, part, _) in facts.thoughts() {
        if is_signed_compaction(part) {
            last = Some(part.value);
        }
    }
    if let Some(last) = last.filter(|last| first.is_none_or(|first| first.value != *last)) {
        let finding = found.at(last).with(NotFirst {});
        if first.is_some_and(is_signed_compaction) {
            finding.with(SecondCompaction {}).says_nothing();
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
