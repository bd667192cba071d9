//! Which recorded answer each run of a request sends back. The order of evidence is that of [`crate::ledger`].

use super::collect::collect;
use super::evidence::Evidence;
use super::known::KnownPrefix;
use super::search::Search;
use super::sent::Sent;
use crate::audit::facts::RequestFacts;
use crate::ledger::{Answer, Context, Ledger, Numbered, Numbers, Settings};

/// A request held against a ledger: what it sends back, and what of it was recorded.
pub(in crate::audit) struct Identified<'d> {
    pub(in crate::audit) sent: Sent<'d>,
    /// The answers that it sends back, or whose handles it bears.
    pub(super) answers: Vec<Found>,
    /// For each part that bears a handle on record, the answer by its number here, and the part of it.
    pub(super) sources: Vec<Option<[usize; 2]>>,
    /// What the request says beside its messages.
    pub(super) settings: Settings,
    /// The context at the end of each run as it was recorded, where the request says something else.
    pub(super) along: Vec<Option<Context>>,
    /// What the thoughts in the request say of the conversations that its words are from.
    pub(super) doubts: Doubts,
    /// For each run the answers that it sends back.
    pub(super) last: Vec<Vec<LastAnswer>>,
    /// For each run whether nobody on record has said it.
    pub(super) strays: Vec<bool>,
    /// The runs that several answers fit: what comes later may tell which.
    pub(super) undecided: Vec<usize>,
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
    /// True if its bytes may be compared and not given to anybody.
    pub(super) is_withheld: bool,
    /// The texts of its parts, if that is so.
    pub(super) withheld: Vec<Vec<u8>>,
    /// True if it came from another issuer than the request goes to, or for another caller.
    pub(super) is_foreign: bool,
    /// True if it stands for several answers that fit as well.
    pub(super) is_stand_in: bool,
}

/// An answer of which a request that goes on from an audited one has to know.
#[derive(Clone, Copy, Debug)]
pub(in crate::audit) struct LastAnswer {
    /// Its number in the ledger.
    pub(super) nth: usize,
    /// The first answer of its conversation.
    pub(super) root: usize,
    /// True if its handles are in the request.
    pub(super) is_certain: bool,
}

/// An answer that a run was found to send back, and by what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner {
    pub(super) nth: usize,
    pub(super) by: By,
}

/// What speaks for an answer, the strongest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum By {
    Rest,
    Handles,
    Words,
    Ids,
}

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
    pub(super) strays: bool,
}

pub(in crate::audit) fn identify<'d>(
    facts: &RequestFacts<'d>,
    ledger: &Ledger,
    settings: Settings,
    known: Option<&KnownPrefix>,
) -> Identified<'d> {
    let sent = Sent::read(facts, known);
    let mut search = Search::new(facts, ledger, &sent, settings.caller(), known);
    let mut along = sent.along.clone();
    for nth in 0..sent.runs.len() {
        along = search.decide(nth, along);
    }
    let undecided = search.undecided.iter().map(|(run, _)| *run).collect();
    search.settle_undecided();
    search.settle_exchanged();
    let is_overturned = search.is_overturned();
    search.weigh_doubts();
    let last = search.last_answers();
    let Search { mut answers, owners, doubtful, stand_ins, strays, along, doubts, .. } = search;
    let (found, sources) = collect(&mut answers, &sent, &owners, [&doubtful, &stand_ins], facts.wire);
    Identified { sent, answers: found, sources, settings, along, doubts, last, strays, undecided, is_overturned }
}

/// The runs that have ids of each answer.
pub(super) fn runs_by_id(evidence: &[Numbered<Evidence>]) -> Numbered<Vec<usize>> {
    let mut runs: Numbered<Vec<usize>> = Numbered::default();
    for (run, evidence) in evidence.iter().enumerate() {
        evidence.iter().filter(|(_, evidence)| evidence.ids > 0).for_each(|(nth, _)| runs.change(nth, |runs| runs.push(run)));
    }
    runs
}
