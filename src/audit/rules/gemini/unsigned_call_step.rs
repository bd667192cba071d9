//! A function call has no `thought` step before it.
//!
//! # What it checks
//!
//! A `thought` step comes before the function calls of the open turn. The rule applies to Interactions requests for Gemini 3 or later
//! that send their own history.
//!
//! # Why
//!
//! Gemini 3 signs the thought that leads to a call and refuses the call without it. Google names the wrong argument only in general terms:
//! "Request contains an invalid argument."
//!
//! Common cause: a client keeps calls and results of a conversation and drops the thoughts.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-interactions"},"request":{"model":"gemini-3-flash-preview","store":false,"input":[
//!   {"type":"user_input","content":[{"type":"text","text":"How warm is it?"}]},
//!   {"type":"function_call","id":"c1","name":"weather","arguments":{}},
//!   {"type":"function_result","call_id":"c1","name":"weather","result":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-interactions"},"request":{"model":"gemini-3-flash-preview","store":false,"input":[
//!   {"type":"user_input","content":[{"type":"text","text":"How warm is it?"}]},
//!   {"type":"thought","signature":"RXF1YWwgYnl0ZXM="},
//!   {"type":"function_call","id":"c1","name":"weather","arguments":{}},
//!   {"type":"function_result","call_id":"c1","name":"weather","result":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Placeholder: insert a `thought` step whose signature is `skip_thought_signature_validator`. Google documents this string for
//! generateContent, and the models are the same. The model continues without the thought. To keep it, restore the step from a ledger, or
//! continue with `previous_interaction_id`.
//!
//! # Evidence
//!
//! - reported, 2026-07-28: <https://github.com/allenhutchison/obsidian-gemini/pull/1269>
//! - reported, 2026-09-17: <https://github.com/AidenAI-IO/aiden-firmware/pull/699>
//! - documented, 2026-09-25: the step is "Always present", <https://ai.google.dev/gemini-api/docs/thinking>
//! - catalogue: gix-call-unsigned

use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Presumed, Rule, Safety, Tier};
use crate::conversation::placeholder::SKIP;
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsigned-call-step",
    binds: "wire=gemini-interactions vendor=google name^gemini-3|gemini-4 signs=always !era<2026-07",
    when: "!previous_interaction_id:s",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Handles],
    check,
    fixes: &[Fix::new("add-placeholder", Safety::Placeholder, FixEdit::By(add_placeholder))
        .titled("Add a `thought` step with the placeholder signature before the call.")],
    ..Rule::DEFAULT
};

details! {
    /// The name of the function.
    struct UnsignedCall { name: String }
    message => "No `thought` step comes before the call of `{name}` in this turn"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(call) = facts.calls.iter().find(|call| call.entry >= facts.round) else { return };
    // Another rule finds a step without a signature.
    let is_signed = facts.thoughts().any(|(nth, part, _)| nth >= facts.round && part.value.span().start < call.place.span().start);
    // A call may carry the signature itself, as in generateContent.
    if !is_signed && !call.place.fits("signature:s,thought_signature:s,thoughtSignature:s") {
        found.at(call.place).with(UnsignedCall { name: call.name().into_owned() });
    }
}

fn add_placeholder<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    changes.insert(finding.place, ["{\"type\":\"thought\",\"signature\":", SKIP, "}"].concat().as_bytes())
}
