//! The fate of every recorded part in a request.

use super::records::{self, json_of};
use crate::audit::Followed;

/// Writes a record for each part, in the order of the conversation.
#[must_use]
pub fn write_fates(followed: &[Followed]) -> Vec<u8> {
    json_of(&followed.iter().map(record_of).collect::<Vec<_>>())
}

fn record_of(part: &Followed) -> records::Followed<'_> {
    let (fate, how) = part.state.words();
    let (pointer, span) = part.place.as_ref().map(|(pointer, span)| (pointer.as_str(), span)).unzip();
    records::Followed {
        from: format!("/responses/{}/parts/{}", part.response, part.part),
        kind: part.kind,
        fate,
        how,
        pointer,
        response: part.response,
        part: part.part,
        start: span.map(|span| span.start),
        end: span.map(|span| span.end),
        differs: part.differs,
        thinks: part.thinks,
        bytes: part.bytes,
    }
}
