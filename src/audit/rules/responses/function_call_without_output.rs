//! A function call has no output in `input`.
//!
//! # What it checks
//!
//! Every `function_call` and `custom_tool_call` in `input` has an output with the same `call_id`. Applies to OpenAI and Azure. Tools
//! that the provider runs need no output. A call with `"async": true` may stay open for several turns.
//!
//! # Why
//!
//! > No tool output found for function call call_….
//!
//! OpenAI refuses calls without an output. Common causes: a run that was interrupted, or a history that was cut between call and
//! output.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"role":"user","content":"Never mind."}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"},
//!   {"role":"user","content":"Never mind."}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the call. The model does not see that it made this call.
//!
//! # Evidence
//!
//! - reported, 2026-03-27: <https://github.com/router-for-me/CLIProxyAPI/issues/2368>
//! - reported, 2026-07-30: <https://github.com/diegosouzapw/OmniRoute/issues/8946>
//! - documented, 2026-11-16: calls that are `async`, <https://developers.openai.com/api/docs/guides/async-tool-calling>
//! - catalogue: order.oai.unanswered-call

use super::items::UNCHAINED;
use super::pairs::find_unpaired;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Presumed, Rule, STORED, Safety, Sentence, Subject, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "function-call-without-output",
    binds: "wire=openai-responses vendor=openai contract=openai",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Messages],
    upstream: &[
        Sentence::new("function_call", "No tool output found for function call {id}."),
        Sentence::new("custom_tool_call", "No tool output found for custom tool call {id}."),
    ],
    subject: Subject::Results,
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The `call_id` of the call.
    struct CallWithoutOutput { id: String }
    message => "Call `{id}` has no output in `input`"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let calls = facts.calls.iter().filter(|call| !call.place.fits("async=true"));
    find_unpaired(calls, &facts.results, |id| CallWithoutOutput { id }, found);
    // A stored call needs an output too, and the request does not show it.
    if !facts.body.fits(UNCHAINED) {
        found.needs(STORED);
    }
}
