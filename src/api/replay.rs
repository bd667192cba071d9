//! The notes of a replay.

use crate::json::Writer;
use crate::wires::Note;

/// Writes the pointer and the reason of each change that a replay had to make.
#[must_use]
pub fn write_replay_notes(notes: &[Note]) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    for note in notes {
        out.open(b'{');
        out.member("pointer", &note.pointer);
        out.member("reason", note.reason);
        out.close(b'}');
    }
    out.close(b']');
    out.finish()
}
