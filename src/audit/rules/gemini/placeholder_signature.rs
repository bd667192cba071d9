//! A placeholder stands where the signature of a thought was.
//!
//! # What it checks
//!
//! No first call of a content carries `skip_thought_signature_validator` or `context_engineering_is_the_way_to_go`, as they are or in base64.
//! Gemini 2.5 signs only what it thought about, so there it is advice.
//!
//! # Why
//!
//! The request is accepted, and the model goes on without the thought that led to the call. Google documents the strings for calls that
//! no Gemini made; otherwise they are "strongly discouraged".
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"skip_thought_signature_validator"}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Fix
//!
//! None: only the one who recorded the answer has the signature. With a ledger it comes back.
//!
//! # Evidence
//!
//! - documented, 2026-06-05: <https://ai.google.dev/gemini-api/docs/thought-signatures>
//! - observed, 2026-11-14: accepted in 41 recorded requests, both strings, raw and in base64
//! - catalogue: fw.aisdk.google-sentinel, gem-placeholder-on-own-call

use super::{OTHERS, handle, is_placeholder, vertex};
use crate::audit::{Evidence, Facts, Found, Rule, Severity};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "placeholder-signature",
    binds: "wire=gemini-generate|openai-chat dialect=gemini,wire=gemini-generate vendor=google",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    check,
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        let first = entry.parts.iter().find(|part| part.kind == PartKind::Call);
        let Some(place) = first.and_then(handle).filter(|place| is_placeholder(*place)) else { continue };
        // What Vertex refuses is another rule's.
        if vertex(facts) == 0 || !place.fits(OTHERS) {
            let finding = found.at(place);
            if facts.profile.fits("signs=sometimes") {
                finding.severity = Severity::Advice;
            }
        }
    }
}
