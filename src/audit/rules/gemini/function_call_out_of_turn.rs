//! A conversation begins with a function call.
//!
//! # What it checks
//!
//! The first content is not one of the model with a function call in it.
//!
//! # Why
//!
//! > Please ensure that function call turn comes immediately after a user turn or after a function response turn.
//!
//! A window that slides over a long history cuts off the input of the user that led to the call.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-pro"},"request":{"contents":[
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}},{"text":"Well?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-pro"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}},{"text":"Well?"}]}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the calls go with their responses, and each content of which nothing else is left.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/google-gemini/gemini-cli/issues/11814>
//! - reported, 2026-01-21: <https://github.com/lobehub/lobehub/issues/11674>
//! - catalogue: order.gem.call-first

use super::super::cut;
use crate::audit::{Evidence, Facts, Found, Mend, Rule, Safety};

/// The rule.
pub static RULE: Rule = Rule {
    id: "function-call-out-of-turn",
    binds: "wire=gemini-generate vendor=google",
    evidence: Evidence::Reported,
    upstream: &["Please ensure that function call turn comes immediately after a user turn or after a function response turn."],
    check,
    fixes: &[(Safety::Unsafe, Mend::By(cut))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let runs = facts.runs();
    let Some(first) = runs.first().filter(|first| !first.calls.is_empty()) else { return };
    let next = runs.get(1).map(|next| next.results).unwrap_or_default();
    let places: Vec<_> = first.calls.iter().chain(next).map(|tool| tool.place).collect();
    found.all(&places);
}
