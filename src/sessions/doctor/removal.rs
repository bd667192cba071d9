//! The parts that have to be removed from the file.

use crate::sessions::resumed::Source;

/// A part of the request that has to be removed from a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The line.
    pub source: Source,
    /// Texts by which the part is known in the line, the most exact first.
    pub needles: Vec<Vec<u8>>,
    /// The text that replaces the handle, if the part itself must stay.
    pub replacement: Option<&'static [u8]>,
    /// Its kind, and why it is removed.
    pub loss: Loss,
}

/// The loss of a removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    /// A thought whose handle has that state.
    Thought(&'static str),
    /// A thought that depends on a removed one.
    Linked,
    /// A signature on a call or a text. The part stays.
    Signature(&'static str),
    /// A result that is in the request twice.
    Surplus,
}
