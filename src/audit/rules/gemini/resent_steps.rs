//! The request repeats steps that `previous_interaction_id` already includes.
//!
//! # What it checks
//!
//! A request with `previous_interaction_id` has no model steps in its `input`.
//!
//! # Why
//!
//! The id refers to all steps up to that interaction. Repeated steps are probably read twice and cost input tokens.
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
//! Unsafe: remove everything up to the last model step. New steps stay.
//!
//! # Evidence
//!
//! - inferred, 2026-11-14: from <https://ai.google.dev/gemini-api/docs/interactions>, which explains the id, but not what happens then
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
    fixes: &[Fix::new("shorten", Safety::Unsafe, FixEdit::By(shorten)).titled("Remove the steps that `previous_interaction_id` includes.")],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if let Some((_, first)) = facts.answers().next() {
        found.at(first.value);
    }
}

fn shorten<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let old = facts.answers().last().map_or(0, |(last, _)| last + 1);
    // If no step is new, the input would be empty.
    let old = if old == facts.entries.len() { 0 } else { old };
    facts.entries.iter().take(old).try_for_each(|entry| changes.remove(entry.value))
}
