//! A search for the answers that a request sends back: its input and its results so far.

use super::branches::{Branches, LastAnswer};
use super::damaged::{are_fragments, has_other_text, may_have_handle_of};
use super::known::KnownPrefix;
use super::recorded::{Recorded, Trail};
use super::sent::SentPart;
use super::sent::words;
use super::sent::{Run, Sent};
use crate::json::Digest;
use crate::ledger::{Ledger, Numbered, Settings};
use crate::request::RequestFacts;
use crate::request::{Context, may_be_drawn};

/// A search for the answers that a request sends back.
pub(super) struct Search<'s, 'l, 'd> {
    pub(super) facts: &'s RequestFacts<'d>,
    pub(super) sent: &'s Sent<'d>,
    pub(super) settings: &'s Settings,
    pub(super) recorded: Recorded<'l, 'd>,
    /// The handles and ids of each run, by answer.
    pub(super) trails: Vec<Numbered<Trail>>,
    /// The runs that have ids of an answer.
    pub(super) ids: Numbered<Vec<usize>>,
    /// The handles that several parts have.
    repeated: Vec<Digest>,
    pub(super) branches: Branches,
    /// The answers on those branches by the contexts that end with them, filled on first use.
    pub(super) path_words: Option<Vec<(Digest, usize)>>,
    /// The answers that each run sends back, in order.
    pub(super) owners: Vec<Vec<Owner>>,
    /// The runs that fit several answers, or one without evidence.
    pub(super) open: Vec<usize>,
    /// The recorded context at the end of each run, if the request has another one.
    pub(super) along: Vec<Option<Context>>,
}

impl<'s, 'l, 'd> Search<'s, 'l, 'd> {
    pub(super) fn new(
        facts: &'s RequestFacts<'d>,
        ledger: &'l Ledger,
        sent: &'s Sent<'d>,
        settings: &'s Settings,
        known: Option<&KnownPrefix>,
    ) -> Self {
        let mut recorded = Recorded::new(ledger, facts.profile, settings);
        recorded.know_roots(&sent.last);
        let trails: Vec<_> = sent.runs.iter().map(|run| recorded.trails(run, sent, facts.wire)).collect();
        let mut branches = known.map(|known| known.branches.go_on()).unwrap_or_default();
        // The response id of a thread shows the answer that the request continues.
        if let Some(held) = sent.walk.at.held.as_ref().and_then(|held| held.answer) {
            branches.show_by_id(held, &mut recorded);
        }
        Self {
            facts,
            sent,
            settings,
            recorded,
            ids: runs_by_id(&trails),
            trails,
            repeated: repeated(sent),
            branches,
            path_words: None,
            owners: Vec::new(),
            open: Vec::new(),
            along: Vec::new(),
        }
    }

    /// Returns the parts of a run.
    pub(super) fn parts(&self, run: &Run) -> &'s [SentPart<'d>] {
        self.sent.parts.get(run.parts.clone()).unwrap_or_default()
    }

    /// Returns `true` if every handle of a run can belong to the answer. A handle that is on record elsewhere was moved here, and shows nothing about the
    /// answer.
    pub(super) fn may_be(&mut self, run: &Run, nth: usize) -> bool {
        for part in self.parts(run).iter().filter(|part| part.thinks) {
            // A client that signs by itself writes the same handle everywhere.
            let is_repeated = part.trace.handle.is_some_and(|handle| self.repeated.binary_search(&handle).is_ok());
            let is_of = is_repeated || self.recorded.get(nth).is_none_or(|answer| may_have_handle_of(part, answer));
            if !is_of && self.recorded.issuers(part).is_empty() {
                return false;
            }
        }
        true
    }

    /// Returns `true` if a run has a thought that is not the answer's, and no recorded handle shows its answer.
    pub(super) fn has_other_thought(&mut self, run: &Run, nth: usize) -> bool {
        let parts = self.parts(run);
        for part in parts {
            let is_other = self.recorded.get(nth).is_some_and(|answer| has_other_text(part, answer));
            // A thought with a recorded handle was moved here, and is not an edit of this one.
            if is_other && self.recorded.issuers(part).is_empty() {
                return !self.recorded.get(nth).is_some_and(|answer| are_fragments(parts, answer));
            }
        }
        false
    }

    /// Returns `true` if a run and an answer have drawn ids, and share none. The run is then an unrecorded answer, or a client drew new ids.
    pub(super) fn is_renamed(&mut self, run: &Run, nth: usize) -> bool {
        let sent: Vec<&str> = self.parts(run).iter().flat_map(|part| part.trace.ids()).filter(|id| may_be_drawn(id)).collect();
        let Some(answer) = self.recorded.get(nth) else { return false };
        let mut issued = answer.parts.iter().flat_map(|part| part.trace.ids()).filter(|id| may_be_drawn(id)).peekable();
        !sent.is_empty() && issued.peek().is_some() && !issued.any(|id| sent.contains(&id))
    }

    /// Returns the answers that each run sends back, for the audit of the next request.
    pub(super) fn last_answers(&mut self) -> Vec<Vec<LastAnswer>> {
        let recorded = &mut self.recorded;
        let mut last = |owner: &Owner| LastAnswer { nth: owner.nth, root: recorded.root(owner.nth) };
        self.owners.iter().map(|owners| owners.iter().map(&mut last).collect()).collect()
    }
}

/// Returns the handles that a request has in several answers, on parts with different text, in order. A part that is sent twice is one part.
fn repeated(sent: &Sent<'_>) -> Vec<Digest> {
    let within = |run: &Run| sent.parts.get(run.parts.clone()).unwrap_or_default();
    let mut handles: Vec<(Digest, &SentPart<'_>)> = Vec::new();
    for run in &sent.runs {
        let from = handles.len();
        for part in within(run) {
            let Some(handle) = part.trace.handle else { continue };
            if handles.iter().skip(from).all(|(known, _)| *known != handle) {
                handles.push((handle, part));
            }
        }
    }
    handles.sort_by_key(|(handle, _)| *handle);
    let several = handles.chunk_by(|(one, _), (other, _)| one == other).filter(|same| same.len() > 1);
    let have_other_words = |same: &&[(Digest, &SentPart<'_>)]| {
        let mut all = same.iter().map(|(_, part)| words(part));
        let first = all.next();
        all.any(|other| Some(other) != first)
    };
    several.filter(have_other_words).filter_map(|same| same.first()).map(|(handle, _)| *handle).collect()
}

/// Returns the runs with ids of each answer.
fn runs_by_id(trails: &[Numbered<Trail>]) -> Numbered<Vec<usize>> {
    let mut runs: Numbered<Vec<usize>> = Numbered::default();
    for (run, trails) in trails.iter().enumerate() {
        trails.iter().filter(|(_, trail)| trail.id.is_some()).for_each(|(nth, _)| runs.change(nth, |runs| runs.push(run)));
    }
    runs
}

/// An answer that a run sends back.
#[derive(Clone, Debug)]
pub(super) struct Owner {
    pub(super) nth: usize,
    pub(super) by: By,
    /// The proof that the request continues this answer. Without it the answer is only a guess, and nothing of it is restored.
    pub(super) proof: Option<Proof>,
    /// True if the run has another thought without a handle, or other text: it was changed, or is an unrecorded answer to the same input. It is reported and
    /// never overwritten.
    pub(super) is_changed: bool,
}

/// How an answer was found. If several runs match one answer, the last variant wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum By {
    Rest,
    Handles,
    Words,
    Ids,
}

/// The evidence that a request continues a recorded answer, in the order of DESIGN 5a.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A handle of the answer is in the request.
    Handle,
    /// A drawn id of the answer is in the request, and no different answer has it.
    Id(String),
    /// A handle or a drawn id of another answer on the same recorded branch is in the request.
    Branch,
    /// The answer was recorded under the same conversation name, after the same messages, with the same visible parts.
    Name,
    /// The answer was made from the same complete input in the same account, with the same visible parts.
    Input,
}

impl Proof {
    /// Returns `true` if the answer itself is in the request: its handle, or one of its ids.
    #[must_use]
    pub fn is_own(&self) -> bool {
        matches!(self, Proof::Handle | Proof::Id(_))
    }

    /// Returns the proof as reports name it.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Proof::Handle => "a signature or ciphertext of the same answer".to_owned(),
            Proof::Id(id) => ["id ", id].concat(),
            Proof::Branch => "a signature or id of another answer in this conversation".to_owned(),
            Proof::Name => "the conversation name and the same visible answer".to_owned(),
            Proof::Input => "the same system prompt, tools, caller, model and messages".to_owned(),
        }
    }
}
