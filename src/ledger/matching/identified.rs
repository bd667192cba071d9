//! A request held against a ledger: the answers that it sends back, and what the next request has to know of them.

use super::branches::Branches;
use super::owner::{LastAnswer, Proof};
use super::sent::Sent;
use crate::ledger::{Answer, Settings};
use crate::request::Context;

/// A request held against a ledger: what it sends back, and what of it was recorded.
pub(crate) struct Identified<'d> {
    pub(crate) sent: Sent<'d>,
    /// The answers that it sends back, or whose handles it bears.
    pub(super) answers: Vec<Found>,
    /// For each part that bears a handle on record, the answer by its number here, and the part of it.
    pub(super) sources: Vec<Option<[usize; 2]>>,
    /// The settings of the request, beside its messages.
    pub(super) settings: Settings,
    /// The context at the end of each run as it was recorded, where the request says something else.
    pub(super) along: Vec<Option<Context>>,
    /// The branches that the request is shown to follow.
    pub(super) branches: Branches,
    /// For each run the answers that it sends back.
    pub(super) last: Vec<Vec<LastAnswer>>,
    /// The runs that several answers fit, or one that nothing shows. Later evidence may decide them otherwise.
    pub(super) open: Vec<usize>,
    /// True if the request overturns what was audited before.
    pub(super) is_overturned: bool,
}

/// A recorded answer of which something is in the request.
pub(super) struct Found {
    /// Its number in the ledger.
    pub(super) nth: usize,
    pub(super) answer: Answer,
    /// The first answer of its conversation.
    pub(super) root: usize,
    /// The runs that send it back; none, if only a handle of it is there.
    pub(super) runs: Vec<usize>,
    /// True if its bytes may be compared and not restored.
    pub(super) is_withheld: bool,
    /// The texts of its parts, if that is so.
    pub(super) withheld: Vec<Vec<u8>>,
    /// True if it came from another issuer than the request goes to, or for another caller.
    pub(super) is_foreign: bool,
    /// The proof that the request continues it; nothing for a guess.
    pub(super) proof: Option<Proof>,
}
