//! `compaction_trigger` is not the last item of `input`.
//!
//! # What it checks
//!
//! An item of the type `compaction_trigger` is the last one in `input`. Applies to OpenAI and Azure.
//!
//! # Why
//!
//! The types of OpenAI's client say that it must be the final item. It asks OpenAI to compact everything before it, so nothing may
//! follow.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"compaction_trigger"},
//!   {"role":"user","content":"And tomorrow?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"user","content":"And tomorrow?"},
//!   {"type":"compaction_trigger"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: move the trigger to the end of `input`.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: the types of OpenAI's own client, <https://github.com/openai/openai-node/blob/master/src/resources/responses/responses.ts>; the text of the refusal is not known
//! - catalogue: oai-compaction-trigger-not-last

use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "compaction-trigger-not-last",
    binds: "wire=openai-responses vendor=openai contract=openai",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("move-last", Safety::Safe, FixEdit::By(fix)).titled("Move the trigger to the end of `input`.")],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let [before @ .., _] = facts.entries else { return };
    for entry in before {
        if entry.value.fits("type=compaction_trigger") {
            found.at(entry.value);
        }
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    changes.remove(finding.place)?;
    facts.body.get(facts.described.list).map_or(Ok(()), |input| changes.append(input, finding.place.raw()))
}
