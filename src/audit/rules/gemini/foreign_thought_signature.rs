//! A thought signature is in the format of another vendor.
//!
//! # What it checks
//!
//! No signature is what OpenAI and Azure write (a Fernet token, `gAAAA…`) or what Claude writes (a message whose first field says so). Issuers are told
//! apart only where the format leaves no doubt; the rest takes a ledger.
//!
//! # Why
//!
//! > Corrupted thought signature.
//!
//! Each vendor reads its own only. It happens when a conversation goes on with another model and its blocks are translated with
//! what they carry.
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
//! Unsafe: the signature goes, and the part that was sent only for it. Placeholder: where a call must be signed, `skip_thought_signature_validator`
//! takes its place; Google documents it for calls of other models.
//!
//! # Evidence
//!
//! - reported, 2026-09-18: <https://github.com/decolua/9router/issues/4136>
//! - reported, 2025-12-29: <https://github.com/badrisnarayanan/antigravity-claude-proxy/issues/18>
//! - reported, 2026-11-14: <https://github.com/RooCodeInc/Roo-Code/issues/12050> (Vertex)
//! - observed, 2026-11-14: every recorded signature of Claude has one of these marks, and none of Gemini has
//! - catalogue: gem-signature-corrupt, gem-signature-corrupt-vertex

use super::request::is_vertex;
use super::signatures::{remove_found_signature, signature_of};
use super::wording::{CORRUPTED, NOT_VALID};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Tier};
use crate::conversation::handle_form::excludes;
use crate::conversation::placeholder::SKIP;

/// The rule.
pub static RULE: Rule = Rule {
    id: "foreign-thought-signature",
    binds: "wire=gemini-generate|openai-chat dialect=gemini,wire=gemini-generate vendor=google",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[CORRUPTED, NOT_VALID],
    check,
    fixes: &[
        Fix::new("remove-found-signature", Safety::Unsafe, FixEdit::By(remove_found_signature)),
        Fix::handle_placeholder("replace-with-placeholder", FixEdit::Replace(SKIP)),
    ],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, _) in facts.thoughts() {
        let Some(handle) = signature_of(part) else { continue };
        let is_long = handle.raw().len() > HEAD;
        if handle.text().is_some_and(|text| excludes(text, "google")) || handle.fits("^CAIS") && is_long {
            found.at(handle).says(if is_vertex(facts) { &NOT_VALID } else { &CORRUPTED });
        }
    }
}

/// The length from which such a beginning is no chance.
const HEAD: usize = 28;
