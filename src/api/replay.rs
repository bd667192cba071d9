//! The notes of a replay.

use super::records::{self, json_of};
use crate::wires::Note;

/// Writes the pointer and the reason of each change that a replay had to make.
#[must_use]
pub fn write_replay_notes(notes: &[Note]) -> Vec<u8> {
    json_of(&notes.iter().map(|note| records::Note { pointer: &note.pointer, reason: note.reason }).collect::<Vec<_>>())
}
