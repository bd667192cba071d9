//! A format: how it is recognised, how it is cut, and how its pieces are read.

use super::cut::Cut;
use super::record::{Piece, Record};
use super::sample::Sample;
use crate::error::Error;

/// Reads the pieces of one transcript.
pub trait FormatReader {
    /// Takes the next piece. Its records may come with a later one.
    ///
    /// # Errors
    ///
    /// If the piece cannot be read. It is skipped then.
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error>;

    /// Ends the transcript. `around` is the document without its pieces, if it is a document with a list of pieces; the list is empty in it.
    fn finish(&mut self, _around: &[u8], _out: &mut Vec<Record>) {}
}

/// A format of transcripts.
pub(super) struct TranscriptFormat {
    /// Its name.
    pub(super) name: &'static str,
    /// Returns `true` if a text looks like it.
    pub(super) fits: fn(&Sample<'_>) -> bool,
    /// The pieces that it is cut into.
    pub(super) cut: Cut,
    /// Begins to read a transcript.
    pub(super) open: fn() -> Box<dyn FormatReader>,
}
