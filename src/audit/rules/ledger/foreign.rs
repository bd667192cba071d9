//! Handles of another vendor, service or account.

use super::producer::{is_other_account, surface_of, vendor_of};
use super::wording::claude_sentence;
use crate::audit::rules::gemini::wording::{CORRUPTED, NOT_VALID};
use crate::audit::rules::responses::wording::{UNDECRYPTED, UNVERIFIED_CONTENT, UNVERIFIED_ITEM};
use crate::audit::{Facts, Sentence};
use crate::ledger::Answer;
use crate::ledger::matching::SentPart;

/// OpenAI's answer to the ciphertext of another organization.
pub(super) const OTHER_ORGANIZATION: Sentence = Sentence::new(
    "other-organization",
    "The encrypted content for item {id} could not be verified. Reason: Encrypted content organization_id did not match the target organization.",
);

/// Azure's answer to the item of another resource.
pub(super) const OTHER_AZURE_RESOURCE: Sentence = Sentence::new(
    "other-azure-resource",
    "The requested item was created under a different Azure OpenAI resource. Use the same resource that created the item to access it.",
);

/// Finds the sentence with which the provider refuses a handle of another vendor, service or account. Returns `None` if it accepts the handle.
pub(super) fn refusal_of_foreign_handle(facts: &Facts<'_>, sent: &SentPart<'_>, recorded: &Answer) -> Option<&'static Sentence> {
    let (vendor, surface) = (facts.profile.word("vendor"), facts.profile.word("surface"));
    let (theirs, then) = (vendor_of(recorded), surface_of(recorded));
    let foreign = !theirs.is_empty() && theirs != vendor;
    let elsewhere = !then.is_empty() && !surface.is_empty() && then != surface;
    // Azure has its own keys. A gateway asks OpenAI itself, with its own organization.
    let has_other_keys = elsewhere && [surface, then].contains(&"azure");
    // A gateway has the same account for all callers.
    let account = is_other_account(facts, recorded) && facts.wire.as_str() == "openai-responses";
    let vertex = surface == "vertex";
    match vendor {
        "anthropic" => foreign.then(|| claude_sentence(facts, sent)),
        "openai" if !(foreign || elsewhere || account) => None,
        // xAI reads its ciphertexts in every account (reported).
        "xai" if !(foreign || elsewhere) => None,
        "xai" => Some(&UNDECRYPTED),
        "openai" if foreign || has_other_keys => Some(if sent.trace.item.is_some() { &UNVERIFIED_ITEM } else { &UNVERIFIED_CONTENT }),
        "openai" => Some(if surface == "azure" { &OTHER_AZURE_RESOURCE } else { &OTHER_ORGANIZATION }),
        // Nobody has reported a refusal by the chat endpoint.
        "google" if foreign || facts.wire.as_str() != "openai-chat" && elsewhere && (vertex || then == "vertex") => {
            Some(if vertex { &NOT_VALID } else { &CORRUPTED })
        }
        _ => None,
    }
}
