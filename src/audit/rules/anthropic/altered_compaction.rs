//! A signed summary is not as the API wrote it.
//!
//! # What it checks
//!
//! A `compaction` block with a `signature` has no member `text` or `citations` that is `null`. The API writes neither.
//!
//! # Why
//!
//! > Keep the `compaction` block exactly as the API returned it, including its `signature`.
//!
//! Anthropic's Python client adds both members where a block is written with a plain `model_dump()`, and the API rejects them.
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
//! Safe: the added members go.
//!
//! # Evidence
//!
//! - documented, 2026-11-15: <https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand>
//! - catalogue: anth-compaction-tampered

use super::blocks::is_signed_compaction;
use crate::audit::{Evidence, Facts, Finding, Fix, Found, Mend, Rule, Safety, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "altered-compaction",
    binds: "wire=anthropic-messages vendor=anthropic",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("remove-nulls", Safety::Safe, Mend::By(remove_nulls))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, _) in facts.thoughts().filter(|(_, part, _)| is_signed_compaction(part)) {
        if part.value.fits("citations=null,text=null") {
            found.at(part.value);
        }
    }
}

fn remove_nulls<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let added = ["citations", "text"].into_iter().filter_map(|name| finding.place.get(name)).filter(|member| member.is_null());
    added.into_iter().try_for_each(|member| changes.remove(member))
}
