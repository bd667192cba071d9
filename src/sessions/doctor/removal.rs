//! The parts that have to be removed from the file.

use crate::sessions::resumed::Source;

/// A part of the request that has to be removed from a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The line.
    pub source: Source,
    /// Texts by which the part is known in the line, the most exact first. A text in quotes is the id of a call.
    pub needles: Vec<Vec<u8>>,
    pub action: Action,
    /// Its kind, and why it is removed.
    pub loss: Loss,
}

/// The edit of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The part is removed.
    Remove,
    /// A thought with an empty handle is removed. The texts are its block, its id and its text, because the handle cannot tell it from others.
    RemoveUnsigned,
    /// The part is removed, unless its line does not hold it: the agent may have added it.
    RemoveIfStored,
    /// All but the last of several equal parts of the line are removed.
    RemoveRepeated,
    /// The whole line is removed.
    RemoveLine,
    /// The handle is replaced by a text, because the part must stay.
    ReplaceHandle(&'static [u8]),
    /// Every lone surrogate of the line is replaced.
    ReplaceSurrogates,
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
    /// Another item with such a handle, for example a compaction.
    Item(&'static str),
    /// A result that is in the request twice.
    Surplus,
    /// A result whose call is missing.
    Orphan,
    /// A call whose result is missing.
    Unanswered,
    /// A text without a letter.
    EmptyText,
    /// One half of a character.
    Surrogate,
}
