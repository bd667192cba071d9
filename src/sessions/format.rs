//! A format: how it is recognised and cut, and how its pieces are read.

use super::cut::Cut;
use super::record::{Piece, Record};
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::Error;

/// Reads the pieces of one transcript.
pub trait FormatReader {
    /// Reads the next piece. Its records may follow with a later one.
    ///
    /// # Errors
    ///
    /// If the piece cannot be read. It is then skipped.
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error>;

    /// Ends the transcript. For a document with a list of pieces, `around` is the document with an empty list.
    fn finish(&mut self, _around: &[u8], _out: &mut Vec<Record>) {}

    /// Returns the conversations as the agent continues them, after the end of the transcript. The one that it resumes is the last.
    fn resumed(&self) -> Vec<Resumed> {
        Vec::new()
    }

    /// Returns the folder of the project, if the transcript names it.
    fn folder(&self) -> Option<&str> {
        None
    }
}

/// A format of transcripts.
pub(super) struct TranscriptFormat {
    /// Its name.
    pub(super) name: &'static str,
    /// Returns `true` if a text has the shape of it.
    pub(super) fits: fn(&Sample<'_>) -> bool,
    /// Its pieces.
    pub(super) cut: Cut,
    /// Begins to read a transcript.
    pub(super) open: fn() -> Box<dyn FormatReader>,
}
