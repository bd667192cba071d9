//! Appends a turn to a request: the steps that several wires share.

use super::codec::Note;
use crate::error::{Code, Error};
use crate::json::{Changes, Value, Writer};
use crate::model::Continuation;

/// Appends a turn to a list of the request.
pub(super) fn append_turn(request: Value<'_>, list: &str, turn: Option<&[u8]>, changes: &mut Changes<'_>) -> Result<(), Error> {
    let turn = turn.ok_or_else(|| input_error("the response has no turn"))?;
    let list = request.get(list).ok_or_else(|| input_error("the request has no list to put the turn into"))?;
    changes.append(list, turn)
}

/// Writes a list of a first element, which is JSON or empty, and of others.
pub(super) fn write_list(first: &[u8], others: &[Value<'_>]) -> Vec<u8> {
    let mut list = Writer::default();
    list.open(b'[');
    if !first.is_empty() {
        list.raw(first);
    }
    others.iter().for_each(|other| list.raw(other.raw()));
    list.close(b']');
    list.finish()
}

/// Returns a note on the only change.
pub(super) fn one_note(pointer: &str, reason: &'static str) -> Vec<Note> {
    vec![Note { pointer: pointer.to_owned(), reason }]
}

/// Returns a note on an incomplete answer: it was sent back as if it were complete.
pub(super) fn half_note(continuation: Option<Continuation<'_>>, pointer: &str) -> Option<Note> {
    let half = continuation.filter(|continuation| continuation.required);
    half.map(|_| Note {
        pointer: pointer.to_owned(),
        reason: "this answer is incomplete: send the same request with its token for the rest",
    })
}

/// Returns an error about a body or a target with a missing part.
pub(super) fn input_error(reason: &'static str) -> Error {
    Error::new(Code::Input, reason)
}
