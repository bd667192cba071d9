//! The words of a part of a request, to be compared with a recorded part.

use super::sent_part::SentPart;
use crate::json::Digest;
use crate::ledger::EmittedPart;
use crate::model::PartKind;
use crate::request::called;

/// The digest of the visible words of a part. A thought has none.
fn visible(part: &SentPart<'_>) -> Option<Digest> {
    match part.kind {
        PartKind::Text => part.trace.text,
        PartKind::Call => called(part.value),
        _ => None,
    }
}

/// The digest by which a part is found after the same context: of its visible words, or of the text of a thought.
pub(super) fn words(part: &SentPart<'_>) -> Option<Digest> {
    if part.kind == PartKind::Thought { part.trace.text } else { visible(part) }
}

pub(super) fn is_reference(part: &SentPart<'_>) -> bool {
    part.value.fits("type=item_reference")
}

/// Returns `true` if a part that bears a handle of a recorded one also says the same.
pub(super) fn is_intact(emitted: &EmittedPart, part: &SentPart<'_>) -> bool {
    let says = match emitted.kind {
        PartKind::Thought => emitted.trace.text == part.trace.text,
        _ => emitted.visible() == visible(part),
    };
    // An id that came with it and stands on another item was taken along.
    let item = emitted.trace.item.is_none() || part.trace.item.is_none() || emitted.trace.item == part.trace.item;
    emitted.kind == part.kind && says && item
}
