//! Blocks and messages with Anthropic's names and numbers.

use super::parameters::{is_converse, mismatch_behavior};
use crate::audit::rules::edits::{remove_parts, remove_place_and_related};
use crate::audit::{Facts, Finding};
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::model::{Part, PartKind, Role};

/// Returns `true` if a part is a thinking block.
pub(in crate::audit::rules) fn is_thinking(part: &Part<'_>) -> bool {
    part.kind == PartKind::Thought
}

/// Returns `true` if a part is a summary on demand, which the API signs. A summary at a threshold has no signature.
pub(super) fn is_signed_compaction(part: &Part<'_>) -> bool {
    part.kind == PartKind::Other && part.value.fits("type=compaction signature:s !signature=")
}

/// A reasoning block of Converse without a signature.
pub(in crate::audit::rules) const UNSIGNED_IN_CONVERSE: &str = "reasoningContent.reasoningText !reasoningContent.reasoningText.signature,reasoningContent.reasoningText.signature=null,reasoningContent.reasoningText.signature=";

/// Returns Anthropic's type of a part.
#[inline(never)]
pub(super) fn type_of<'d>(part: &Part<'d>) -> &'d str {
    match (part.kind, part.value.word("type")) {
        (PartKind::Text, _) => "text",
        (PartKind::Call, _) => "tool_use",
        (_, said) => said,
    }
}

/// Returns the API's number of a message. The API counts one more if a request begins with the assistant.
pub(super) fn message_number(facts: &Facts<'_>, nth: usize) -> usize {
    let leads = facts.entries.first().is_some_and(|entry| entry.role == Some(Role::Assistant)) && !is_converse(facts);
    nth + usize::from(leads)
}

/// Removes a block that would be refused, and the thinking that would be refused without it. The latest message keeps all of its thinking or
/// none. If blocks are bound, the remaining thinking must have no gap, so all thinking before the block is removed too.
pub(in crate::audit::rules) fn remove_with_linked_thinking<'d>(
    facts: &Facts<'d>,
    finding: &Finding<'d>,
    changes: &mut Changes<'d>,
) -> Result<(), Error> {
    let bound = facts.profile.fits("binds=prefix !enforced=false") || mismatch_behavior(facts) == "error";
    remove_linked(facts, finding, bound, changes)
}

/// Removes a block with a masked signature. Earlier thinking stays unless it is known that the host checks the binding of this model: nobody asked for its removal.
pub(super) fn remove_masked<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let bound = facts.profile.fits("binds=prefix enforced=true") || mismatch_behavior(facts) == "error";
    remove_linked(facts, finding, bound, changes)
}

/// Removes a block without a signature. It is seldom Claude's own, so earlier thinking stays, and only the latest message loses all of its thinking.
pub(super) fn remove_unsigned<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    remove_linked(facts, finding, false, changes)
}

/// Removes a block and the thinking that is linked to it: that of the latest message, and if blocks are bound all before it.
fn remove_linked<'d>(facts: &Facts<'d>, finding: &Finding<'d>, bound: bool, changes: &mut Changes<'d>) -> Result<(), Error> {
    let latest = facts.runs().rfind(|run| run.is_answer()).map_or(&[][..], |run| run.entries);
    let spans = latest.first().zip(latest.last()).map(|(first, last)| first.value.span().start..last.value.span().end);
    let within = |value: Value<'d>| spans.as_ref().is_some_and(|span| span.contains(&value.span().start));
    let (place, is_latest) = (finding.place, within(finding.place));
    if !bound && !is_latest {
        return remove_place_and_related(facts, finding, changes);
    }
    let is_meant = |part: &Part<'d>| {
        let linked = is_latest && within(part.value) || bound && part.value.span().start < place.span().start;
        part.value == place || linked && is_thinking(part)
    };
    remove_parts(facts, &is_meant, changes)
}
