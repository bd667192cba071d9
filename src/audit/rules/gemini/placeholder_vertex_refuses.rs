//! Vertex does not accept this placeholder signature.
//!
//! # What it checks
//!
//! On Vertex, no call has the signature `context_engineering_is_the_way_to_go`. Only the first call of a content has
//! `skip_thought_signature_validator`. Both are checked plain and in base64. AI Studio accepts both strings.
//!
//! Vertex treats the first string as a missing signature. It refuses a placeholder on a later parallel call, which needs no signature.
//!
//! # Why
//!
//! Vertex supports the placeholder `skip_thought_signature_validator`, and only on the first call of a content.
//!
//! > Invalid JSON in request body
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","host":"aiplatform.googleapis.com","model":"gemini-3-flash-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"context_engineering_is_the_way_to_go"}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","host":"aiplatform.googleapis.com","model":"gemini-3-flash-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="},{"functionCall":{"name":"weather","args":{}}}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}},{"functionResponse":{"name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: remove the placeholder from a later call, which needs no signature.
//! - Placeholder: replace the placeholder of the first call with `skip_thought_signature_validator`.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/pydantic/pydantic-ai/issues/3881>
//! - reported, 2026-11-14: <https://github.com/earendil-works/pi/issues/4032>
//! - catalogue: gem-placeholder-vertex-wrong, gem-placeholder-nonfirst

use super::request::tool_name;
use super::signatures::signature_of;
use super::wording::MISSING_ON_VERTEX;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::conversation::placeholder::{OTHER_HEADS, SKIP, is_placeholder};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "placeholder-vertex-refuses",
    binds: "wire=gemini-generate surface=vertex vendor=google",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[INVALID_JSON, MISSING_ON_VERTEX],
    check,
    fixes: &[REMOVE, REPLACE_WITH_PLACEHOLDER],
    ..Rule::DEFAULT
};

details! {
    /// The function, and the number of the content with the call. Vertex counts from one.
    struct RefusedPlaceholder { name: String, position: usize }
    message => "Vertex does not accept the placeholder signature of the function call `{name}`"
}

const REMOVE: Fix = Fix::new("remove", Safety::Safe, FixEdit::Remove);
const REPLACE_WITH_PLACEHOLDER: Fix = Fix::handle_placeholder("replace-with-placeholder", FixEdit::Replace(SKIP))
    .titled("Replace the signature with `skip_thought_signature_validator`.");

const INVALID_JSON: Sentence = Sentence::new("invalid-json", "Invalid JSON in request body");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (nth, entry) in facts.answers() {
        let mut is_first = true;
        for part in entry.parts {
            if part.kind != PartKind::Call {
                continue;
            }
            if let Some(place) = signature_of(part).filter(|place| is_placeholder(*place) && (!is_first || place.fits(OTHER_HEADS))) {
                let finding = found.at(place).with(RefusedPlaceholder { name: tool_name(part).into_owned(), position: nth + 1 });
                if is_first {
                    finding.says(&MISSING_ON_VERTEX).offers(&[REPLACE_WITH_PLACEHOLDER]);
                }
            }
            is_first = false;
        }
    }
}
