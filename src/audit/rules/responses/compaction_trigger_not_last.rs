//! A compaction trigger is not the last item.
//!
//! # What it checks
//!
//! An item of the type `compaction_trigger` is the last of the input. It binds OpenAI and Azure.
//!
//! # Why
//!
//! OpenAI's client says that it must be the final item. It asks for all that stands before it to be compacted; nothing may come
//! after.
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
//! Safe: it moves to the end.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: the types of OpenAI's own client, <https://github.com/openai/openai-node/blob/master/src/resources/responses/responses.ts>; the words of the refusal are not known
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
    fixes: &[Fix::new("move-last", Safety::Safe, FixEdit::By(fix))],
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
