//! The first function call of a step of the open round has no thought signature.
//!
//! # What it checks
//!
//! In the round that is open (everything after the last input of the user), the first `functionCall` of each content of the model
//! has a `thoughtSignature` beside it. Of calls made at once only the first is signed. It binds Gemini 3 and later.
//!
//! # Why
//!
//! > Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly
//!
//! Up to 2.5 the same is accepted, and the thought is lost.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}}}]},
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
//! Placeholder: `skip_thought_signature_validator`, the string that Google documents for calls that no Gemini made. The thought stays lost. With
//! a ledger the recorded signature comes back instead.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: never accepted in recorded traffic
//! - catalogue: gem-fc-signature-missing, gem-fc-signature-missing-vertex
//! - documented: <https://ai.google.dev/gemini-api/docs/thought-signatures>

use crate::audit::{Evidence, Facts, Found, Mend, Rule, Safety};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "missing-thought-signature",
    binds: "wire=gemini-generate vendor=google name^gemini-3 !name~image",
    evidence: Evidence::Observed,
    upstream: &[
        "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{name}` , position {0}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.",
        "Unable to submit request because function call `default_api:{name}` in the {0}. content block is missing a `thought_signature`. Learn more: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures",
    ],
    check,
    fixes: &[(Safety::Placeholder, Mend::Put("thoughtSignature", "\"skip_thought_signature_validator\""))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let vertex = usize::from(facts.profile.fits("surface=vertex"));
    for (_, entry) in facts.answers().filter(|(nth, _)| *nth >= facts.round) {
        let first = entry.parts.iter().find(|part| part.kind == PartKind::Call);
        if let Some(call) = first.filter(|part| part.thinking.is_none()) {
            let name = facts.calls.iter().find(|one| one.place.span() == call.value.span()).map(|call| call.name.clone());
            found.push(found.finding(call.value).arg("name", name.unwrap_or_default()).says(vertex));
        }
    }
}
