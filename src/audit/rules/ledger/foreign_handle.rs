//! A signature or ciphertext comes from another vendor, service or account.
//!
//! # What it checks
//!
//! Every recorded handle is sent to the vendor that issued it. On Responses it is also sent to the same organization or resource, through
//! the same service. With Gemini it stays at AI Studio or at Vertex.
//!
//! A ciphertext of another xAI account is advice: people report that xAI accepts it.
//!
//! After a provider has refused a handle, the guard and the proxy audit the request again. Then every handle of the same origin is found
//! too. If answers of this host are on record, those are all handles that are not recorded. Otherwise the refused handle is found alone,
//! and with a Claude signature those after it that name the same platform. If the refusal names no handle, all that are not recorded are
//! found.
//!
//! Claude's handles are the same on its own API, on Bedrock and on Vertex.
//!
//! # Why
//!
//! > Encrypted content organization_id did not match the target organization
//!
//! Only the vendor, service or account that issued a handle can read it. Common causes: a fallback to another vendor, a pool of keys, or
//! load balancing between regions.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"api.openai.com","account":"org-b"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses","host":"api.openai.com","account":"org-a"},"request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]}]},"response":{"id":"resp_1","object":"response","model":"gpt-5","output":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},{"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"}]}}],
//!  "request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},
//!     {"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"},
//!     {"type":"function_call_output","call_id":"call_1","output":"3"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"api.openai.com","account":"org-a"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses","host":"api.openai.com","account":"org-a"},"request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]}]},"response":{"id":"resp_1","object":"response","model":"gpt-5","output":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},{"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"}]}}],
//!  "request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},
//!     {"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"},
//!     {"type":"function_call_output","call_id":"call_1","output":"3"}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: restore the recorded thought, if this one is in its place.
//! - Dead: remove the thoughts of the origin that the provider has refused. The guard and the proxy do so after a refusal.
//! - Placeholder: replace a refused signature with `skip_thought_signature_validator`, if Gemini requires the call to be signed.
//! - Unsafe: remove the thought, or only the handle if the part is not a thought. Tool calls after it stay.
//! - By hand: for a ciphertext of another xAI account, nothing is needed. If xAI refuses it, use the account that issued it.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/BerriAI/litellm/issues/27703>, <https://github.com/VicBilibily/GCMP/issues/345>, <https://github.com/alphaXiv/agents/issues/61>
//! - reported, 2026-08-30: xAI reads its ciphertexts in every account, <https://github.com/chenyme/grok2api/issues/1025>
//! - catalogue: oai-encrypted-foreign, xai-decrypt, gem-issuer-mismatch, x-foreign-opaque, anth-signature-invalid, anth-redacted-data-altered, anth-empty-thinking-old-path, gem-signature-corrupt, gem-signature-corrupt-vertex, or.details.modified, or.encrypted.foreign-family

use super::foreign::{OTHER_AZURE_RESOURCE, OTHER_ORGANIZATION, refusal_of_foreign_handle};
use super::producer::{is_other_account, producer, surface_of, vendor_of};
use super::refused::{REMOVE_REFUSED, REPLACE_REFUSED, find_refused, fixes_of};
use super::restore::{remove_thought_or_handle, restore};
use super::sent_parts::issued;
use super::wording::{ItemName, name_item};
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::anthropic::wording::{EMPTY_THINKING, INVALID_SIGNATURE, MODIFIED};
use crate::audit::rules::gemini::wording::{CORRUPTED, NOT_VALID};
use crate::audit::rules::responses::wording::{UNDECRYPTED, UNVERIFIED_CONTENT, UNVERIFIED_ITEM};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "foreign-handle",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|openai-chat|openrouter-chat|gemini-generate|gemini-interactions vendor=anthropic|openai|xai|google",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    upstream: &[
        INVALID_SIGNATURE,
        MODIFIED,
        EMPTY_THINKING,
        UNVERIFIED_ITEM,
        UNVERIFIED_CONTENT,
        OTHER_ORGANIZATION,
        OTHER_AZURE_RESOURCE,
        UNDECRYPTED,
        CORRUPTED,
        NOT_VALID,
    ],
    check,
    fixes: &[
        Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded thought."),
        Fix::new("remove-thought-or-handle", Safety::Unsafe, FixEdit::By(remove_thought_or_handle)),
        REMOVE_REFUSED,
        REPLACE_REFUSED,
    ],
    ..Rule::DEFAULT
};

details! {
    /// How the provider names the handle, and who issued it.
    struct ForeignHandle { item: ItemName, vendor: String, surface: String, model: String, other: Unlisted<&'static str> }
    message if !model.is_empty() => "The signature or ciphertext comes from `{model}` at another {other}"
    message => "The signature or ciphertext comes from another {other}"

    /// A ciphertext of another account of xAI.
    struct HandleOfAnotherAccount {}
    message => "The ciphertext was issued to another account, and people report that xAI accepts it"

    /// A handle of the origin that the provider has refused.
    struct RefusedHandle {}
    message => "The provider has refused this signature or ciphertext, or one of the same origin"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let refused = find_refused(facts);
    for place in &refused {
        found.at(*place).with(RefusedHandle {}).says_nothing().offers(fixes_of(facts, *place));
    }
    for (sent, recorded, _) in issued(facts).filter(|(sent, ..)| !refused.contains(&sent.value)) {
        if let Some(sentence) = refusal_of_foreign_handle(facts, sent, recorded) {
            let finding = found.at(sent.value).says(sentence);
            let (vendor, surface) = (facts.profile.word("vendor"), facts.profile.word("surface"));
            let other = match (vendor_of(recorded), surface_of(recorded)) {
                (theirs, _) if !theirs.is_empty() && theirs != vendor => "vendor",
                (_, then) if !then.is_empty() && !surface.is_empty() && then != surface => "service",
                _ => "account",
            };
            finding.with(ForeignHandle {
                other: Unlisted(other),
                item: name_item(sent),
                vendor: vendor_of(recorded).to_owned(),
                surface: surface_of(recorded).to_owned(),
                model: producer(recorded),
            });
        } else if facts.profile.fits("vendor=xai") && is_other_account(facts, recorded) {
            let finding = found.at(sent.value).with(HandleOfAnotherAccount {}).says_nothing().offers(&[]);
            finding.severity = Severity::Advice;
        }
    }
}
