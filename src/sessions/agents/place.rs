//! The place of a message in the file.

use crate::json::Value;
use crate::sessions::bodies::words;
use crate::sessions::record::Piece;

/// The line and the byte at which a message begins, and its time.
#[derive(Clone, Default)]
pub struct Place {
    pub line: usize,
    pub offset: usize,
    pub time: Option<String>,
}

impl Place {
    /// Returns the place of a piece, with the time that it names.
    pub fn of(piece: Piece<'_>, time: Option<Value<'_>>) -> Self {
        Self { line: piece.line, offset: piece.offset, time: words(time) }
    }
}
