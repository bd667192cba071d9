//! An assistant message has lost its `phase`.
//!
//! # What it checks
//!
//! A message that the model returned with a `phase` is sent with it.
//!
//! # Why
//!
//! > when sending follow-up requests, preserve and resend phase on all assistant messages — dropping it can degrade performance
//!
//! The model uses `phase` to see whether it has already answered. Common cause: a client that rebuilds messages from their text.
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
//! Safe: restore the recorded message.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: the documentation of the type in OpenAI's client, <https://github.com/openai/openai-node/blob/master/src/resources/responses/responses.ts>
//! - catalogue: oai-phase-dropped

use super::restore::replace_with_recorded;
use super::sent_parts::with_record;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Severity, Tier};
use crate::json::{Digest, digest, scan};

/// The rule.
pub static RULE: Rule = Rule {
    id: "dropped-phase",
    binds: "wire=openai-responses",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    check,
    fixes: &[Fix::new("replace-with-recorded", Safety::Safe, FixEdit::By(replace_with_recorded)).titled("Restore the recorded message.")],
    ..Rule::DEFAULT
};

details! {
    /// The phase of the recorded message, if it is one of those that OpenAI documents.
    struct DroppedPhase { phase: &'static str }
    message if phase.0.is_empty() => "This message has no `phase`, and the recorded message has one"
    message => "This message has no `phase`, which was `{phase}`"
}

/// The phases that OpenAI documents. A ledger records their digests.
const PHASES: [(&str, &[u8]); 2] = [("commentary", b"\"commentary\""), ("final_answer", b"\"final_answer\"")];

fn name_of(recorded: &Digest) -> &'static str {
    let is_it = |json: &[u8]| scan(json).is_ok_and(|document| digest(document.root()) == *recorded);
    PHASES.iter().find(|(_, json)| is_it(json)).map_or("", |(name, _)| name)
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (sent, recorded) in with_record(facts) {
        if let Some(phase) = recorded.and_then(|(_, emitted)| emitted.phase.as_ref()).filter(|_| sent.value.get("phase").is_none()) {
            found.at(sent.value).with(DroppedPhase { phase: name_of(phase) });
        }
    }
}
