//! A recorded answer that a request sends back.

use std::ops::{Range, RangeInclusive};

use crate::ledger::Answer;
use crate::ledger::matching::Proof;
use crate::ledger::matching::{Found, Identified};
use crate::model::PartKind;

/// A recorded answer, and its place in the request.
pub struct MatchedAnswer<'d> {
    /// Its number in the ledger.
    pub nth: usize,
    /// The answer.
    pub recorded: &'d Answer,
    /// For each of its parts, the part that replays it.
    pub parts: Vec<Option<usize>>,
    /// For each of its parts, the part with its handle, in any place.
    pub carried: Vec<Option<usize>>,
    /// The entries that replay it. `None` if the request has only a handle of it.
    pub entries: Option<RangeInclusive<usize>>,
    /// The ranges of request parts that contain its parts.
    pub(super) runs: Vec<Range<usize>>,
    pub(super) withheld: &'d [Vec<u8>],
    /// The first answer of its conversation.
    pub(super) root: usize,
    /// The proof that the request continues it. `None` for a guess, or if the request has only a handle of it.
    pub proof: Option<&'d Proof>,
    /// True if nothing of it may be restored: its bytes are only compared.
    pub is_withheld: bool,
    /// True if it came from another issuer than the request's, or for another caller.
    pub is_foreign: bool,
    /// True if it is a guess: it has the text of the request, and no evidence shows that the request continues it.
    pub is_guess: bool,
}

impl<'d> MatchedAnswer<'d> {
    pub(super) fn new(found: &'d Found, identified: &'d Identified<'d>) -> Self {
        let none = vec![None; found.answer.parts.len()];
        let runs = found.runs.iter().filter_map(|run| identified.sent.runs.get(*run)).map(|run| run.parts.clone()).collect();
        Self {
            nth: found.nth,
            recorded: &found.answer,
            parts: none.clone(),
            carried: none,
            entries: None,
            runs,
            withheld: &found.withheld,
            root: found.root,
            proof: found.proof.as_ref(),
            is_withheld: found.is_withheld,
            is_foreign: found.is_foreign,
            is_guess: found.proof.is_none() && !found.runs.is_empty(),
        }
    }

    /// Returns the text of a part, only for comparison with the request: it may be somebody else's.
    pub(crate) fn compared(&self, part: usize) -> &'d [u8] {
        let own = self.recorded.parts.get(part).map_or(&[][..], |part| &part.raw);
        self.withheld.get(part).map_or(own, Vec::as_slice)
    }

    /// Returns `true` if the other belongs to another conversation, or answers the same request.
    pub(super) fn is_apart(&self, other: &Self) -> bool {
        let asked = |answer: &Self| answer.recorded.context;
        self.nth != other.nth && (self.root != other.root || asked(self) == asked(other))
    }

    /// Returns `true` if it is in the request, from that entry on.
    #[must_use]
    pub fn is_from(&self, entry: usize) -> bool {
        self.entries.as_ref().is_some_and(|entries| *entries.start() >= entry)
    }

    /// Returns `true` if one of its calls is in the request.
    #[must_use]
    pub fn calls(&self) -> bool {
        self.recorded.parts.iter().zip(&self.parts).any(|(part, sent)| part.kind == PartKind::Call && sent.is_some())
    }
}
