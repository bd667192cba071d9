//! Collects the found answers in the order of the request: those that it sends back, and those whose handles it bears.

use super::content::is_intact;
use super::identified::Found;
use super::owner::{By, Owner, Proof};
use super::recorded::Recorded;
use super::sent::Sent;
use super::sent_part::SentPart;
use crate::json::Digest;
use crate::ledger::{Answer, EmittedPart, Numbered, Numbers};
use crate::model::Wire;

/// Puts the answers together, and for each part of the request the one that its handle came from.
pub(super) fn collect(
    answers: &mut Recorded<'_, '_>,
    sent: &Sent<'_>,
    owners: &[Vec<Owner>],
    wire: &Wire,
) -> (Vec<Found>, Vec<Option<[usize; 2]>>) {
    let runs = settle(owners);
    let sources = sources(answers, sent, &runs);
    // Where it stands, and how far in its conversation. An answer of which only a handle is there comes after those that are sent back.
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
        // An answer that is not shown to be continued, or of another issuer, has no bytes to restore.
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

/// The proof that the request continues each answer: where two runs were taken for one, that of the run with a proof. Beside it, whether a run has
/// something else.
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

/// The runs of each answer. One that several runs were found to send back is where its ids are, or else its words, or else its handles.
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

/// For each part that bears a handle on record the answer that it came from, by its number in the ledger, and the part of it.
fn sources(answers: &mut Recorded<'_, '_>, sent: &Sent<'_>, runs: &Numbered<Vec<usize>>) -> Vec<Option<[usize; 2]>> {
    let mut sources = Vec::with_capacity(sent.parts.len());
    for (at, part) in sent.parts.iter().enumerate() {
        let issuers = answers.issuers(part);
        let is_here = |nth: usize| {
            let own = runs.get(nth).into_iter().flatten().filter_map(|run| sent.runs.get(*run));
            own.into_iter().any(|run| run.parts.contains(&at))
        };
        let (mut ranked, several): (Vec<(Rank, [usize; 2])>, bool) = (Vec::new(), issuers.len() > 1);
        for [nth, inner] in issuers {
            let here = is_here(nth);
            let meant = answers.is_meant(nth);
            let Some(answer) = answers.get(nth) else { continue };
            let Some(rank) = rank(answer, inner, part, [here, meant]) else { continue };
            ranked.push(((rank, several.then(|| answer.id())), [nth, inner]));
        }
        sources.push(ranked.into_iter().min().map(|(_, source)| source));
    }
    sources
}

/// Chooses between several recordings of one handle: the one that the run sends back, then one from the same issuer, then one after the same
/// blocks, then one with what it was issued for. What is left does not depend on the order in which they were recorded.
type Rank = ([bool; 4], Option<Digest>);

fn rank(answer: &Answer, inner: usize, part: &SentPart<'_>, [here, meant]: [bool; 2]) -> Option<[bool; 4]> {
    let emitted = answer.parts.get(inner)?;
    // A handle that was issued before there was anything in it is told by its own rule, if it is one of this issuer.
    if meant && part.trace.handle.is_some_and(|handle| emitted.stubs.contains(&handle)) {
        return None;
    }
    let after = answer.chain_before(inner) == part.chain;
    Some([!here, !meant, !after, !is_intact(emitted, part)])
}
