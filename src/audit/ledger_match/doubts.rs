//! The conversations that the thoughts of a request speak for or against.

use crate::ledger::Numbers;

/// Conversations, by their first answers: whether they can be the one of the request, as its thoughts tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::audit) struct Doubts {
    /// A thought of theirs is there as it came.
    pub(super) confirmed: Numbers,
    /// A thought resembles theirs and may as well be somebody else's.
    pub(super) doubtful: Numbers,
    /// A thought that is not theirs stands where they say the same: somebody else has the same words.
    pub(super) refuted: Numbers,
    /// Answers of theirs stand after the words that they were recorded after.
    pub(super) placed: Numbers,
    /// True if the request goes on with an answer that nobody on record was given.
    pub(super) unrecorded: bool,
}
