//! The conversation starts with a function call.
//!
//! # What it checks
//!
//! The first content is not a model content with a function call.
//!
//! # Why
//!
//! Google accepts a function call only after user input or after a function response.
//!
//! Common cause: a client shortens a long history and removes the user input before the call.
//!
//! > Please ensure that function call turn comes immediately after a user turn or after a function response turn.
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
//! Unsafe: remove the calls and their responses up to the next user input. Contents that are then empty are removed too.
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
    // Each call of the loop would become the first one, so the whole loop is removed.
    let mut tools = Vec::new();
    for run in facts.runs() {
        let run_tools = if run.is_answer() { run.calls } else { run.results };
        tools.extend(run_tools.iter().map(|tool| tool.place));
        let is_input = |entry: &Entry<'_>| entry.parts.iter().any(|part| part.kind != PartKind::Result);
        if run_tools.is_empty() || !run.is_answer() && run.entries.iter().any(is_input) {
            break;
        }
    }
    found.all(&tools);
}
