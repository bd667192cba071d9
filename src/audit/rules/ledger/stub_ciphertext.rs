//! `encrypted_content` is only the stub from the start of the stream.
//!
//! # What it checks
//!
//! No reasoning item has the ciphertext that came with `response.output_item.added`.
//!
//! # Why
//!
//! A stream has three ciphertexts for one item. The first is short and comes before the model has reasoned. Those of
//! `response.output_item.done` and `response.completed` are complete, and a client may send either of them. OpenAI accepts the stub,
//! but it contains no reasoning.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]}]},"stream":"event: response.output_item.added\ndata: {\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"status\":\"in_progress\",\"encrypted_content\":\"gAAAAstub\"}}\n\nevent: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"id\":\"resp_1\",\"object\":\"response\",\"status\":\"completed\",\"output\":[{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"encrypted_content\":\"gAAAAfull\"},{\"type\":\"function_call\",\"id\":\"fc_1\",\"call_id\":\"call_1\",\"name\":\"grep\",\"arguments\":\"{}\"}]}}\n\n"}],
//!  "request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAstub"},
//!     {"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"},
//!     {"type":"function_call_output","call_id":"call_1","output":"3"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]}]},"stream":"event: response.output_item.added\ndata: {\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"status\":\"in_progress\",\"encrypted_content\":\"gAAAAstub\"}}\n\nevent: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"id\":\"resp_1\",\"object\":\"response\",\"status\":\"completed\",\"output\":[{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"encrypted_content\":\"gAAAAfull\"},{\"type\":\"function_call\",\"id\":\"fc_1\",\"call_id\":\"call_1\",\"name\":\"grep\",\"arguments\":\"{}\"}]}}\n\n"}],
//!  "request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAfull"},
//!     {"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"},
//!     {"type":"function_call_output","call_id":"call_1","output":"3"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: restore the complete ciphertext.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: 116 streams have it, and six requests that sent the stub were accepted
//! - catalogue: oai-encrypted-altered, oai-reasoning-stripped-tool-loop

use super::fates::fates;
use super::restore::restore;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Severity, Tier};
use crate::ledger::fates::State;

/// The rule.
pub static RULE: Rule = Rule {
    id: "stub-ciphertext",
    binds: "wire=openai-responses",
    severity: Severity::Degrade,
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    check,
    fixes: &[Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the complete ciphertext.")],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for fate in fates(facts).filter(|fate| fate.state == State::Stub && fate.emitted.complete) {
        if let Some(sent) = fate.sent {
            found.at(sent.value);
        }
    }
}
