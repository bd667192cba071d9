//! The result of matching a request with a ledger: the answers that it sends back, and the state that the next request needs.

use super::branches::{Branches, LastAnswer};
use super::recorded::Recorded;
use super::search::{By, Owner, Proof};
use super::sent::{Sent, is_intact};
use crate::json::Digest;
use crate::ledger::{Answer, EmittedPart, Numbered, Numbers, Settings};
use crate::model::Wire;
use crate::request::Context;

/// The result of matching a request with a ledger.
pub(crate) struct Identified<'d> {
    pub(crate) sent: Sent<'d>,
    /// The answers that it sends back, or whose handles it has.
    pub(in crate::ledger) answers: Vec<Found>,
    /// For each part with a recorded handle: the index of the answer here, and the part of it.
    pub(in crate::ledger) sources: Vec<Option<[usize; 2]>>,
    /// The settings of the request, apart from its messages.
    pub(in crate::ledger) settings: Settings,
    /// The recorded context at the end of each run, if the request has another one.
    pub(in crate::ledger) along: Vec<Option<Context>>,
    /// The branches that the request follows.
    pub(in crate::ledger) branches: Branches,
    /// The answers that each run sends back.
    pub(in crate::ledger) last: Vec<Vec<LastAnswer>>,
    /// The runs that fit several answers, or one without evidence. Later evidence may change the decision.
    pub(in crate::ledger) open: Vec<usize>,
    /// True if the request changes the result of an earlier audit.
    pub(in crate::ledger) is_overturned: bool,
}

/// A recorded answer with a part or a handle in the request.
pub(in crate::ledger) struct Found {
    /// Its number in the ledger.
    pub(in crate::ledger) nth: usize,
    pub(in crate::ledger) answer: Answer,
    /// The first answer of its conversation.
    pub(in crate::ledger) root: usize,
    /// The runs that send it back. Empty if the request has only a handle of it.
    pub(in crate::ledger) runs: Vec<usize>,
    /// True if its bytes may be compared and not restored.
    pub(in crate::ledger) is_withheld: bool,
    /// The texts of its parts, if `is_withheld`.
    pub(in crate::ledger) withheld: Vec<Vec<u8>>,
    /// True if it came from another issuer than the request's, or for another caller.
    pub(in crate::ledger) is_foreign: bool,
    /// The proof that the request continues it. `None` for a guess.
    pub(in crate::ledger) proof: Option<Proof>,
}

/// Collects the answers and, for each part of the request, the answer that issued its handle.
pub(in crate::ledger) fn collect(
    answers: &mut Recorded<'_, '_>,
    sent: &Sent<'_>,
    owners: &[Vec<Owner>],
    wire: &Wire,
) -> (Vec<Found>, Vec<Option<[usize; 2]>>) {
    let runs = settle(owners);
    let sources = sources(answers, sent, &runs);
    // The place in the request, and the depth in the conversation. An answer with only a handle in the request comes after those that are sent back.
    let mut order: Vec<(usize, (bool, usize), usize)> = Vec::new();
    let mut known = Numbers::default();
    for (nth, own) in runs.iter() {
        let start = own.first().and_then(|run| sent.runs.get(*run)).map_or(0, |run| run.parts.start);
        let asked = answers.get(nth).map_or(0, |answer| answer.entries);
        known.add(nth);
        order.push((start, (false, asked), nth));
    }
    for (at, [nth, _]) in sources.iter().enumerate().filter_map(|(at, source)| Some((at, (*source)?))) {
        if known.add(nth) {
            order.push((at, (true, 0), nth));
        }
    }
    let name = |nth: usize| answers.peek(nth).map(Answer::id);
    order.sort_by(|one, other| (one.0, one.1).cmp(&(other.0, other.1)).then_with(|| name(one.2).cmp(&name(other.2))));
    let sorted: Vec<usize> = order.iter().map(|(.., nth)| *nth).collect();
    let mut numbers = Numbered::default();
    sorted.iter().enumerate().for_each(|(at, nth)| numbers.set(*nth, at));
    let (mut found, mut proofs) = (Vec::new(), proofs(owners));
    for nth in sorted {
        let (meant, root) = (answers.is_meant(nth), answers.root(nth));
        let Some(mut answer) = answers.take(nth) else { continue };
        let (proof, is_changed) = proofs.take(nth).unwrap_or_default();
        // An answer without proof, or of another issuer, has no bytes to restore.
        let is_withheld = proof.is_none() || is_changed || answer.wire != *wire || !meant;
        let withheld = if is_withheld { answer.parts.iter_mut().map(EmittedPart::forget_text).collect() } else { Vec::new() };
        found.push(Found {
            nth,
            answer,
            root,
            runs: runs.get(nth).cloned().unwrap_or_default(),
            withheld,
            is_withheld,
            is_foreign: !meant,
            proof,
        });
    }
    let sources = sources.into_iter().map(|source| source.and_then(|[nth, part]| Some([*numbers.get(nth)?, part])));
    (found, sources.collect())
}

/// Returns the proof that the request continues each answer, and if a run differs from it. If two runs match one answer, the proof comes from the run that has
/// one.
fn proofs(owners: &[Vec<Owner>]) -> Numbered<(Option<Proof>, bool)> {
    let mut proofs: Numbered<(Option<Proof>, bool)> = Numbered::default();
    for owner in owners.iter().flatten() {
        proofs.change(owner.nth, |(proof, is_changed)| {
            *proof = proof.take().or_else(|| owner.proof.clone());
            *is_changed |= owner.is_changed;
        });
    }
    proofs
}

/// Returns the runs of each answer. If several runs match one answer, it belongs to the run with its ids, else its text, else its handles.
fn settle(owners: &[Vec<Owner>]) -> Numbered<Vec<usize>> {
    let mut best: Numbered<Option<By>> = Numbered::default();
    owners.iter().flatten().for_each(|owner| best.change(owner.nth, |by| *by = (*by).max(Some(owner.by))));
    let mut runs: Numbered<Vec<usize>> = Numbered::default();
    for (run, owners) in owners.iter().enumerate() {
        for owner in owners.iter().filter(|owner| best.get(owner.nth) == Some(&Some(owner.by))) {
            runs.change(owner.nth, |runs| runs.push(run));
        }
    }
    runs
}

/// Returns, for each part with a recorded handle, the number of the answer that issued it and the part of it.
fn sources(answers: &mut Recorded<'_, '_>, sent: &Sent<'_>, runs: &Numbered<Vec<usize>>) -> Vec<Option<[usize; 2]>> {
    let mut sources = Vec::with_capacity(sent.parts.len());
    for (at, part) in sent.parts.iter().enumerate() {
        let issuers = answers.issuers(part);
        let is_here = |nth: usize| {
            let own = runs.get(nth).into_iter().flatten().filter_map(|run| sent.runs.get(*run));
            own.into_iter().any(|run| run.parts.contains(&at))
        };
        let (mut ranked, are_several) = (Vec::new(), issuers.len() > 1);
        for [nth, inner] in issuers {
            let is_of_other_issuer = !answers.is_meant(nth);
            let Some(answer) = answers.get(nth) else { continue };
            let Some(emitted) = answer.parts.get(inner) else { continue };
            // A handle that this issuer issued before it had content has a separate rule.
            if !is_of_other_issuer && part.trace.handle.is_some_and(|handle| emitted.stubs.contains(&handle)) {
                continue;
            }
            let rank = Rank {
                is_elsewhere: !is_here(nth),
                is_of_other_issuer,
                is_after_other_blocks: answer.chain_before(inner) != part.chain,
                is_changed: !is_intact(emitted, part),
                id: are_several.then(|| answer.id()),
            };
            ranked.push((rank, [nth, inner]));
        }
        sources.push(ranked.into_iter().min().map(|(_, source)| source));
    }
    sources
}

/// The order of several recordings of one handle, by the order of the members. The name decides between equal ones, not the order of recording.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_elsewhere: bool,
    is_of_other_issuer: bool,
    is_after_other_blocks: bool,
    is_changed: bool,
    id: Option<Digest>,
}
