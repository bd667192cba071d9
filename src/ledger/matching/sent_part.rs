//! A part of a request that a model may have said.

use crate::json::Value;
use crate::model::{Part, PartKind};
use crate::request::{PrefixChain, Trace};

/// A part of what a model said, in the request.
#[derive(Clone)]
pub struct SentPart<'d> {
    /// The number of its entry.
    pub entry: usize,
    /// The part.
    pub value: Value<'d>,
    /// Its kind.
    pub kind: PartKind,
    /// True if it is reasoning, or carries a handle of some.
    pub thinks: bool,
    /// By what it is known.
    pub trace: Trace,
    /// The recorded part that it replays: the number of the answer, and of the part in it.
    pub of: Option<[usize; 2]>,
    /// Where its handle came from, if that is recorded: for a whole replay, the same.
    pub from: Option<[usize; 2]>,
    /// The blocks before it.
    pub chain: PrefixChain,
    /// How many summaries stand before it. What stands before the last summary of a request does not reach the model.
    pub(super) summaries: usize,
    /// True if its handle came from an answer that stands in another place of the request.
    pub(super) is_elsewhere: bool,
}

impl<'d> SentPart<'d> {
    pub(super) fn new(entry: usize, part: &Part<'d>, trace: Trace, (chain, summaries): (PrefixChain, usize)) -> Self {
        let thinks = part.thinking.is_some() || trace.handle.is_some();
        Self { entry, value: part.value, kind: part.kind, thinks, trace, of: None, from: None, chain, summaries, is_elsewhere: false }
    }
}
