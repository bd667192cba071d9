//! Steps are sent again that the server already has.
//!
//! # What it checks
//!
//! A request with `previous_interaction_id` has no steps of the model in its `input`.
//!
//! # Why
//!
//! The id stands for all steps up to that interaction. What comes back beside it is read a second time, as far as is known, and costs input tokens.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-interactions"},"request":{"model":"gemini-3-flash-preview","previous_interaction_id":"v1_a","input":[
//!   {"type":"user_input","content":[{"type":"text","text":"How warm is it?"}]},
//!   {"type":"thought","signature":"RXF1YWwgYnl0ZXM="},
//!   {"type":"function_call","id":"c1","name":"weather","arguments":{}},
//!   {"type":"function_result","call_id":"c1","name":"weather","result":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-interactions"},"request":{"model":"gemini-3-flash-preview","previous_interaction_id":"v1_a","input":[
//!   {"type":"function_result","call_id":"c1","name":"weather","result":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: everything up to the last step of the model goes, and what is new stays.
//!
//! # Evidence
//!
//! - inferred, 2026-11-14: from <https://ai.google.dev/gemini-api/docs/interactions>, which says what the id stands for and not what happens then
//! - catalogue: gix-duplicate-with-previous

use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "resent-steps",
    binds: "wire=gemini-interactions vendor=google",
    when: "previous_interaction_id:s",
    severity: Severity::Advice,
    evidence: Evidence::Inferred,
    since: "0.1.0",
    tier: Tier::Nursery,
    judges_all: true,
    check,
    fixes: &[Fix::new("shorten", Safety::Unsafe, FixEdit::By(shorten))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if let Some((_, first)) = facts.answers().next() {
        found.at(first.value);
    }
}

fn shorten<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let old = facts.answers().last().map_or(0, |(last, _)| last + 1);
    // Without anything new there would be no input.
    let old = if old == facts.entries.len() { 0 } else { old };
    facts.entries.iter().take(old).try_for_each(|entry| changes.remove(entry.value))
}
