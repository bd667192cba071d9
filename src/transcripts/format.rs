//! A format: how it is told from others, how it is cut, and how its pieces are read.

use super::cut::Cut;
use super::record::{Piece, Record};
use super::sample::Sample;
use crate::error::Error;

/// How one format is read.
pub trait Format {
    /// Takes the next piece; what it tells may come with a later one.
    ///
    /// # Errors
    ///
    /// If the piece cannot be read. It is skipped then.
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error>;

    /// The end. What stood around the pieces is given, if it is a document with a list in it; the list is empty there.
    fn finish(&mut self, _around: &[u8], _out: &mut Vec<Record>) {}
}

/// A format, as the reader knows it.
pub(super) struct Kind {
    /// What it is called.
    pub(super) name: &'static str,
    /// Whether a text looks like it.
    pub(super) fits: fn(&Sample<'_>) -> bool,
    /// Into which pieces it is cut.
    pub(super) cut: Cut,
    pub(super) open: fn() -> Box<dyn Format>,
}
