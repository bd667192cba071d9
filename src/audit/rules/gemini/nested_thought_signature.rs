//! A thought signature is inside `functionCall` instead of beside it.
//!
//! # What it checks
//!
//! No `functionCall` has a member `thoughtSignature` or `thought_signature`. The finding is at the part with the call.
//!
//! Gemini 3 and later refuse such a call in the open turn. Otherwise the thought is lost.
//!
//! # Why
//!
//! A signature belongs to the part. Inside the call, Google treats it as missing.
//!
//! > Function call is missing a thought_signature in functionCall parts.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-flash-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{},"thoughtSignature":"RXF1YWwgYnl0ZXM="}}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-flash-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Fix
//!
//! Safe: move the signature out of the call, byte for byte.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: the signature is a member of the part, and the call has none, in the types of Google's own client, <https://github.com/googleapis/js-genai>; a call that must be signed and is not is refused with status 400, <https://ai.google.dev/gemini-api/docs/thought-signatures>
//! - reported, 2026-11-14: <https://github.com/TanStack/ai/issues/459>
//! - documented, 2026-06-05: <https://ai.google.dev/gemini-api/docs/thought-signatures> (its place)
//! - catalogue: gem-signature-nested, gem-25-signature-dropped, loss.gem.earlier-call-signature, gem-fc-signature-missing

use super::request::{CALL, is_vertex, tool_name};
use super::signatures::{NESTED, SIGNATURE, set_signature, signature_of};
use super::wording::{MISSING, MISSING_ON_VERTEX};
use crate::audit::details::details;
use crate::audit::rules::members::either;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "nested-thought-signature",
    binds: "wire=gemini-generate vendor=google",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[MISSING, MISSING_ON_VERTEX],
    check,
    fixes: &[Fix::new("lift", Safety::Safe, FixEdit::By(lift)).titled("Move the signature out of `functionCall`.")],
    ..Rule::DEFAULT
};

details! {
    /// The function, and the number of the content with the call, if Google refuses the call.
    struct NestedSignature { name: Option<String>, position: Option<usize> }
    message if name.is_none() => "The thought signature is inside `functionCall` instead of beside it"
    message => "The thought signature of `{name}` is inside `functionCall` instead of beside it"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (nth, part) in facts.parts() {
        if part.kind != PartKind::Call || !part.value.fits(NESTED) {
            continue;
        }
        let finding = found.at(part.value);
        if nth >= facts.round && facts.profile.fits("signs=always") && signature_of(part).is_none() {
            finding.with(NestedSignature { name: Some(tool_name(part).into_owned()), position: Some(nth + 1) });
            finding.says(if is_vertex(facts) { &MISSING_ON_VERTEX } else { &MISSING });
        } else {
            finding.severity = Severity::Degrade;
            finding.with(NestedSignature { name: None, position: None }).says_nothing();
        }
    }
}

fn lift<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(inner) = either(finding.place, CALL).and_then(|call| either(call, SIGNATURE)) else { return Ok(()) };
    changes.remove(inner)?;
    set_signature(finding.place, inner.raw(), changes)
}
