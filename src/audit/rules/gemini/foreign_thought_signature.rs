//! A thought signature has the format of another vendor.
//!
//! # What it checks
//!
//! No thought signature has the format of OpenAI and Azure (a Fernet token, `gAAAA…`) or of Claude (a message whose first field shows it). The
//! rule compares only formats that leave no doubt. Other cases need a ledger.
//!
//! # Why
//!
//! Google refuses a signature from another vendor, because each vendor can read only its own.
//!
//! Common cause: a conversation continues with another vendor's model, and a client converts the blocks with their signatures.
//!
//! > Corrupted thought signature.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-flash-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"gAAAAABpT2Z1c2NhdGVkIGJ5dGVz"}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-flash-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"EjQKMgEMOdbHRXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Fix
//!
//! - Dead: remove the signature, and the part if it has nothing else. No permission is needed at a known host.
//! - Unsafe: the same, if the host is not named. The thought is lost.
//! - Placeholder: replace the signature with `skip_thought_signature_validator`, if the call must be signed. Google documents this string for
//!   calls of other models. The thought is lost.
//!
//! # Evidence
//!
//! - reported, 2026-09-18: <https://github.com/decolua/9router/issues/4136>
//! - reported, 2025-12-29: <https://github.com/badrisnarayanan/antigravity-claude-proxy/issues/18>
//! - reported, 2026-11-14: <https://github.com/RooCodeInc/Roo-Code/issues/12050> (Vertex)
//! - observed, 2026-11-14: every recorded signature of Claude has one of these beginnings, and no signature of Gemini has
//! - catalogue: gem-signature-corrupt, gem-signature-corrupt-vertex

use super::request::is_vertex;
use super::signatures::{remove_found_signature, signature_of};
use super::wording::{CORRUPTED, NOT_VALID};
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::texts::read_text;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Tier};
use crate::conversation::handle_form::excludes;
use crate::conversation::placeholder::SKIP;
use crate::json::Value;

/// The rule.
pub static RULE: Rule = Rule {
    id: "foreign-thought-signature",
    binds: "wire=gemini-generate|openai-chat dialect=gemini,wire=gemini-generate vendor=google",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[CORRUPTED, NOT_VALID],
    check,
    fixes: &[REMOVE_DEAD, REMOVE, PLACEHOLDER],
    ..Rule::DEFAULT
};

/// At a host of the tables the refusal is certain, so the fix needs no permission.
const REMOVE_DEAD: Fix = Fix::new("remove-dead", Safety::Dead, FixEdit::By(remove_found_signature)).unasked();
const REMOVE: Fix = Fix::new("remove-found-signature", Safety::Unsafe, FixEdit::By(remove_found_signature));
const PLACEHOLDER: Fix = Fix::handle_placeholder("replace-with-placeholder", FixEdit::Replace(SKIP))
    .titled("Replace the signature with `skip_thought_signature_validator`.");

details! {
    /// The signature.
    struct ForeignSignature { signature: Unlisted<String> }
    message => "The thought signature `{signature}` has the format of another vendor"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, _) in facts.thoughts() {
        let Some(handle) = signature_of(part) else { continue };
        if has_foreign_format(handle) {
            let finding = found.at(handle).with(ForeignSignature { signature: Unlisted(read_text(handle)) });
            finding.says(if is_vertex(facts) { &NOT_VALID } else { &CORRUPTED });
            let is_listed = facts.profile.get("handle_form").is_some();
            finding.offers(if is_listed { &[REMOVE_DEAD, PLACEHOLDER] } else { &[REMOVE, PLACEHOLDER] });
        }
    }
}

/// Returns `true` if the format of a signature shows that another vendor wrote it.
pub(in crate::audit::rules) fn has_foreign_format(handle: Value<'_>) -> bool {
    handle.text().is_some_and(|text| excludes(text, "google")) || handle.fits("^CAIS") && handle.raw().len() > HEAD
}

/// The length from which this beginning cannot be accidental.
const HEAD: usize = 28;
