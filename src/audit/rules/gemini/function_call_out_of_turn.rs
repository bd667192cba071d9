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
//! Unsafe: the calls go with their responses, up to the next input of the user, and each content of which nothing else is left.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/google-gemini/gemini-cli/issues/11814>
//! - reported, 2026-01-21: <https://github.com/lobehub/lobehub/issues/11674>
//! - catalogue: order.gem.call-first

use super::request::is_model;
use crate::audit::rules::edits::remove_place_and_related;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::model::{Entry, PartKind};

/// The rule.
pub static RULE: Rule = Rule {
    id: "function-call-out-of-turn",
    binds: "wire=gemini-generate vendor=google",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "out-of-turn",
        "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    )],
    judges_all: true,
    check,
    fixes: &[Fix::new("remove-place-and-related", Safety::Unsafe, FixEdit::By(remove_place_and_related))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if !facts.entries.first().is_some_and(is_model) {
        return;
    }
    // The whole loop: each of its calls would be the first once the one before it is gone.
    let mut tools = Vec::new();
    for run in facts.runs() {
        let own = if run.is_answer() { run.calls } else { run.results };
        tools.extend(own.iter().map(|tool| tool.place));
        let is_input = |entry: &Entry<'_>| entry.parts.iter().any(|part| part.kind != PartKind::Result);
        if own.is_empty() || !run.is_answer() && run.entries.iter().any(is_input) {
            break;
        }
    }
    found.all(&tools);
}
