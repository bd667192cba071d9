//! A search for the answers that a request sends back: what it knows, and what it has found so far.

use super::content::words;
use super::doubts::Doubts;
use super::evidence::{Answers, Evidence};
use super::known::KnownPrefix;
use super::owner::Owner;
use super::sent::{Run, Sent};
use crate::audit::facts::RequestFacts;
use crate::json::{Digest, sorted_indices};
use crate::ledger::{Context, Ledger, Numbered, Numbers};

/// A search for the answers that a request sends back.
pub(super) struct Search<'s, 'l, 'd> {
    pub(super) facts: &'s RequestFacts<'d>,
    pub(super) sent: &'s Sent<'d>,
    pub(super) answers: Answers<'l, 'd>,
    /// The evidence of handles and ids, for each run.
    pub(super) evidence: Vec<Numbered<Evidence>>,
    /// The runs that have ids of an answer.
    pub(super) ids: Numbered<Vec<usize>>,
    /// The handles that several parts bear.
    pub(super) repeated: Vec<Digest>,
    /// The answers that each run sends back, in order.
    pub(super) owners: Vec<Vec<Owner>>,
    /// The runs that several answers fit, with those.
    pub(super) undecided: Vec<(usize, Vec<usize>)>,
    /// Those whose bytes nobody may have.
    pub(super) doubtful: Numbers,
    /// Those that stand for several which fit as well.
    pub(super) stand_ins: Numbers,
    /// Those whose ids stand after other words than were recorded.
    pub(super) displaced: Numbers,
    /// The answer before the run that is decided next, if its handles are there. Words, and ids that are not drawn, may be another's as well.
    pub(super) last_certain: Option<usize>,
    /// For each run whether nobody on record has said it.
    pub(super) unrecorded: Vec<bool>,
    pub(super) doubts: Doubts,
    /// The judgement of the current run's thoughts on conversations.
    pub(super) judged: Judged,
    /// The last run in which a thought of a conversation is as it came. What is in doubt after it is in doubt from there on.
    pub(super) confirmed_at: Numbered<usize>,
    pub(super) along: Vec<Option<Context>>,
}

/// The judgement of one run's thoughts on conversations, by their first answers. Two branches of one conversation may have the same words.
#[derive(Default)]
pub(super) struct Judged {
    /// An answer of theirs may have thought what stands there.
    pub(super) fit: Numbers,
    pub(super) doubtful: Numbers,
    pub(super) refuted: Numbers,
}

impl<'s, 'l, 'd> Search<'s, 'l, 'd> {
    pub(super) fn new(
        facts: &'s RequestFacts<'d>,
        ledger: &'l Ledger,
        sent: &'s Sent<'d>,
        caller: Option<Digest>,
        known: Option<&KnownPrefix>,
    ) -> Self {
        let mut answers = Answers::new(ledger, facts.profile, caller);
        answers.know_roots(&sent.last);
        let evidence: Vec<_> = sent.runs.iter().map(|run| answers.of_run(run, sent, facts.wire)).collect();
        let doubts = known.map(|known| known.doubts.clone()).unwrap_or_default();
        Self {
            facts,
            sent,
            answers,
            ids: runs_by_id(&evidence),
            evidence,
            repeated: repeated(sent),
            owners: Vec::new(),
            undecided: Vec::new(),
            doubtful: Numbers::default(),
            stand_ins: Numbers::default(),
            displaced: Numbers::default(),
            last_certain: sent.last.last().filter(|last| last.is_certain).map(|last| last.nth),
            unrecorded: Vec::new(),
            doubts,
            judged: Judged::default(),
            confirmed_at: Numbered::default(),
            along: Vec::new(),
        }
    }
}

/// The handles that a request has in several answers, on parts which say different things, in order. A part that is sent twice is one part.
fn repeated(sent: &Sent<'_>) -> Vec<Digest> {
    let within = |run: &Run| sent.parts.get(run.parts.clone()).unwrap_or_default();
    let mut handles: Vec<(Digest, Option<Digest>)> = Vec::new();
    for run in &sent.runs {
        let mut own: Vec<(Digest, Option<Digest>)> = Vec::new();
        for part in within(run) {
            let Some(handle) = part.trace.handle else { continue };
            if own.iter().all(|(known, _)| *known != handle) {
                own.push((handle, words(part)));
            }
        }
        handles.extend(own);
    }
    let order = sorted_indices(handles.len(), &mut |one, other| handles.get(*one).cmp(&handles.get(*other)));
    let mut handles: Vec<_> = order.into_iter().filter_map(|nth| handles.get(nth).copied()).collect();
    handles.dedup();
    let handles: Vec<Digest> = handles.into_iter().map(|(handle, _)| handle).collect();
    let mut repeated: Vec<Digest> =
        handles.windows(2).filter(|pair| pair.first() == pair.last()).filter_map(|pair| pair.first().copied()).collect();
    repeated.dedup();
    repeated
}

/// The runs that have ids of each answer.
fn runs_by_id(evidence: &[Numbered<Evidence>]) -> Numbered<Vec<usize>> {
    let mut runs: Numbered<Vec<usize>> = Numbered::default();
    for (run, evidence) in evidence.iter().enumerate() {
        evidence.iter().filter(|(_, evidence)| evidence.ids > 0).for_each(|(nth, _)| runs.change(nth, |runs| runs.push(run)));
    }
    runs
}
