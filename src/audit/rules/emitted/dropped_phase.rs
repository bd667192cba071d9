//! A message of the model has lost its phase.
//!
//! # What it checks
//!
//! A message that came with a `phase` goes back with it.
//!
//! # Why
//!
//! > when sending follow-up requests, preserve and resend phase on all assistant messages — dropping it can degrade performance
//!
//! The model tells by it whether it has answered already. Clients that build messages anew from their text lose it.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5.3-codex","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]}]},"response":{"id":"resp_1","object":"response","model":"gpt-5.3-codex","output":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Three.","annotations":[]}],"id":"msg_1","phase":"commentary"},{"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"}]}}],
//!  "request":{"model":"gpt-5.3-codex","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},
//!     {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Three.","annotations":[]}],"id":"msg_1"},
//!     {"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"},
//!     {"type":"function_call_output","call_id":"call_1","output":"3"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5.3-codex","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]}]},"response":{"id":"resp_1","object":"response","model":"gpt-5.3-codex","output":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Three.","annotations":[]}],"id":"msg_1","phase":"commentary"},{"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"}]}}],
//!  "request":{"model":"gpt-5.3-codex","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},
//!     {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Three.","annotations":[]}],"id":"msg_1","phase":"commentary"},
//!     {"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"},
//!     {"type":"function_call_output","call_id":"call_1","output":"3"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: the recorded message comes back.
//!
//! # Evidence
//!
//! - reported, 2026-06-11: the type's own documentation, <https://github.com/openai/openai-node>
//! - catalogue: oai-phase-dropped

use crate::audit::{Evidence, Facts, Finding, Found, Mend, Needs, Rule, Safety, Severity};
use crate::error::Error;
use crate::json::Changes;
use crate::ledger::Emitted;

/// The rule.
pub static RULE: Rule = Rule {
    id: "dropped-phase",
    binds: "wire=openai-responses",
    severity: Severity::Degrade,
    evidence: Evidence::Reported,
    needs: Needs::Ledger,
    check,
    fixes: &[(Safety::Safe, Mend::By(fix))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (spot, _) in phased(facts) {
        found.at(spot);
    }
}

/// The messages that came with a phase and have none, and how they came.
fn phased<'m, 'd>(facts: &'m Facts<'d>) -> impl Iterator<Item = (crate::json::Value<'d>, &'d Emitted)> + use<'m, 'd> {
    facts.memory.iter().flat_map(|memory| {
        let lost = |(_, emitted): &(_, &'d Emitted)| emitted.phase.is_some();
        let own = memory.spots.iter().filter(|spot| spot.value.get("phase").is_none());
        own.filter_map(|spot| Some((spot.value, memory.emitted(spot.of?)?.1))).filter(lost)
    })
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    match phased(facts).find(|(place, _)| *place == finding.place) {
        Some((place, emitted)) if !emitted.raw.is_empty() => changes.replace(place, &emitted.raw),
        _ => Ok(()),
    }
}
