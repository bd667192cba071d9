//! Handles of another vendor, service or account.

use super::producer::{is_other_account, surface_of, vendor_of};
use super::wording::claude_says;
use crate::audit::Facts;
use crate::audit::ledger_match::SentPart;
use crate::ledger::Answer;

/// Finds the sentence with which a handle of another issuer is refused. Returns `None` if it is taken.
pub(super) fn refusal_of_foreign_handle(facts: &Facts<'_>, sent: &SentPart<'_>, recorded: &Answer) -> Option<usize> {
    let (vendor, surface) = (facts.profile.word("vendor"), facts.profile.word("surface"));
    let (theirs, then) = (vendor_of(recorded), surface_of(recorded));
    let foreign = !theirs.is_empty() && theirs != vendor;
    let elsewhere = !then.is_empty() && !surface.is_empty() && then != surface;
    // A gateway has one account everywhere.
    let account = is_other_account(facts, recorded) && facts.wire.as_str() == "openai-responses";
    let vertex = surface == "vertex";
    match vendor {
        "anthropic" => foreign.then(|| claude_says(facts, sent)),
        "openai" | "xai" if !(foreign || elsewhere || account) => None,
        "xai" => Some(7),
        "openai" if foreign || elsewhere => Some(3 + usize::from(sent.trace.item.is_none())),
        "openai" => Some(if surface == "azure" { 6 } else { 5 }),
        // Of the chat endpoint it is not known that it minds.
        "google" if foreign || facts.wire.as_str() != "openai-chat" && elsewhere && (vertex || then == "vertex") => {
            Some(8 + usize::from(vertex))
        }
        _ => None,
    }
}
