//! Edits as records.

use super::records::TextEdit;
use crate::json::{Edit, lossy};

/// The edits in the order of the text, an insertion before the value at its place, so that one pass applies them.
pub(super) fn edits_of(edits: &[Edit]) -> Vec<TextEdit> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
    edits.iter().map(|edit| TextEdit { start: edit.span.start, end: edit.span.end, text: lossy(&edit.text) }).collect()
}
