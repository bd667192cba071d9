//! A function response does not follow a function call.
//!
//! # What it checks
//!
//! A turn with function responses directly follows a model turn with function calls. Consecutive contents of one role count as one turn.
//!
//! # Why
//!
//! Google refuses a response without its call.
//!
//! Common cause: a client shortens the history and removes the call but keeps the response.
//!
//! > Please ensure that function response turn comes immediately after a function call turn
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-pro"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"text":"Let me look."}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}},{"text":"Well?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-pro"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"model","parts":[{"text":"Let me look."}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}},{"text":"Well?"}]}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the responses. Contents that are then empty are removed too.
//!
//! # Evidence
//!
//! - reported, 2024-10-31: <https://github.com/langchain-ai/langchain/issues/27799>
//! - catalogue: order.gem.orphan-response

use crate::audit::rules::edits::remove_place_and_related;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "stray-function-response",
    binds: "wire=gemini-generate vendor=google",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("stray-response", "Please ensure that function response turn comes immediately after a function call turn")],
    check,
    fixes: &[Fix::new("remove-place-and-related", Safety::Unsafe, FixEdit::By(remove_place_and_related))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let mut called = false;
    for run in facts.runs() {
        if !called && !run.results.is_empty() {
            let places: Vec<_> = run.results.iter().map(|result| result.place).collect();
            found.all(&places);
        }
        called = !run.calls.is_empty();
    }
}
