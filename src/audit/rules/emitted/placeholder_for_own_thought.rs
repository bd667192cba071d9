//! A placeholder stands where a signature was issued.
//!
//! # What it checks
//!
//! The strings that Google documents for calls that no Gemini made, raw or in base64, are not sent where a recorded
//! response brought a signature.
//!
//! # Why
//!
//! Google names the strings as a last resort, at the cost of the model's performance. A placeholder is accepted, and the
//! thought behind the call is lost. Frameworks put it on every call whose signature they did not keep.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},
//!  "emitted":[
//!   {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},"request":{"contents":[
//!     {"role":"user","parts":[{"text":"How many?"}]}]},"response":{"candidates":[{"content":{"role":"model","parts":[{"text":"Three.","thoughtSignature":"RXF1YWwgYnl0ZXM="}]},"index":0}],"modelVersion":"gemini-3-pro-preview","responseId":"r1"}}],
//!  "request":{"contents":[
//!     {"role":"user","parts":[{"text":"How many?"}]},
//!     {"role":"model","parts":[{"text":"Three.","thoughtSignature":"skip_thought_signature_validator"}]},
//!     {"role":"user","parts":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},
//!  "emitted":[
//!   {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},"request":{"contents":[
//!     {"role":"user","parts":[{"text":"How many?"}]}]},"response":{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"c1","name":"grep","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},"index":0}],"modelVersion":"gemini-3-pro-preview","responseId":"r1"}}],
//!  "request":{"contents":[
//!     {"role":"user","parts":[{"text":"How many?"}]},
//!     {"role":"model","parts":[{"functionCall":{"id":"c1","name":"grep","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!     {"role":"user","parts":[{"functionResponse":{"id":"c1","name":"grep","response":{"n":3}}}]}]}}
//! ```
//!
//! # Fix
//!
//! Safe: the recorded signature comes back.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://ai.google.dev/gemini-api/docs/thought-signatures>
//! - catalogue: gem-placeholder-on-own-call, fw.aisdk.google-sentinel

use super::{fates, is_placeholder, restore};
use crate::audit::memory::State;
use crate::audit::rule::{fixed_with_ledger, with_ledger};
use crate::audit::{Evidence, Facts, Found, Mend, Needs, Rule, Safety, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    id: "placeholder-for-own-thought",
    binds: "wire=gemini-generate|openai-chat|openrouter-chat vendor=google",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    needs: Needs::Ledger,
    check: with_ledger(check),
    fixes: fixed_with_ledger(&[(Safety::Safe, Mend::By(restore))]),
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for fate in fates(facts).filter(|fate| fate.state == State::Handle) {
        if let Some(spot) = fate.spot.filter(|spot| is_placeholder(spot.value)) {
            found.at(spot.value);
        }
    }
}
