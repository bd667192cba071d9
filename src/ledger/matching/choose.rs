//! Chooses between answers with the same text as a run: one on a shown branch, else one after equal input in the same scope, else a guess.

use super::branches::Relation;
use super::decide::visible_words;
use super::search::Search;
use super::search::{By, Owner, Proof};
use super::sent::Run;
use super::sent::SentPart;
use crate::json::Digest;
use crate::ledger::{Answer, Candidates, EmittedPart, Numbered, Numbers};
use crate::request::{NO_CONTEXT, whole};

/// The answers to the same input.
#[derive(Default)]
struct SameInput {
    /// The answers with all the text of the run.
    whole: Vec<usize>,
    /// The answers with a part of it.
    parts: Vec<usize>,
}

impl Search<'_, '_, '_> {
    /// Chooses one of the answers with the text of a run: on a shown branch, else after equal input, else as a guess.
    pub(super) fn choose(&mut self, nth: usize, run: &Run, found: Vec<Candidates>, related: &mut Numbered<bool>) -> Option<Owner> {
        let (is_crowded, mut each) = (found.iter().any(|found| found.many), Numbers::default());
        let mut found: Vec<usize> = found.into_iter().flat_map(|found| found.lines).filter(|nth| each.add(*nth)).collect();
        let mut is_known = !is_crowded;
        if is_crowded {
            // This list of answers with the same text is incomplete. It has those on a shown branch and, if they are few, those to equal input.
            let exact = self.fingerprint(run).map(|fingerprint| self.recorded.of_fingerprint(&fingerprint)).unwrap_or_default();
            is_known = !exact.many && !exact.lines.is_empty();
            found.extend(self.on_path(run).into_iter().chain(exact.lines).filter(|nth| each.add(*nth)));
        }
        found.retain(|owner| self.recorded.is_candidate(*owner));
        let mut fitting = found.clone();
        fitting.retain(|owner| self.may_be(run, *owner));
        if fitting.is_empty() {
            found.into_iter().for_each(|owner| self.branches.contradict(owner, &mut self.recorded));
            return None;
        }
        self.recorded.merge_recordings(&mut fitting, &run.before);
        // An answer whose thoughts are all in the run is chosen, however many others have the same text.
        let intact: Vec<usize> =
            fitting.iter().copied().filter(|owner| self.has_all_thoughts(run, *owner) && !self.has_other_thought(run, *owner)).collect();
        if !intact.is_empty() {
            fitting = intact;
        }
        // A thought with the exact text of one of these answers belongs to no other.
        let others: Vec<bool> = fitting.iter().map(|owner| self.has_other_thought(run, *owner)).collect();
        if others.contains(&false) {
            let mut others = others.into_iter();
            fitting.retain(|_| others.next() == Some(false));
        }
        let related: Vec<(Relation, usize)> =
            fitting.iter().map(|owner| (self.branches.relation(*owner, related, &mut self.recorded), *owner)).collect();
        let nearest = related.iter().map(|(relation, _)| *relation).max()?;
        let near: Vec<usize> = related.iter().filter(|(relation, _)| *relation == nearest).map(|(_, owner)| *owner).collect();
        let SameInput { whole, parts } = self.after_same_input(run, &near);
        let (shown, proof) = match (nearest, near.as_slice()) {
            (Relation::Before, [_]) => (near, Some(Proof::Branch)),
            (Relation::After, [_]) if !is_crowded => (near, Some(Proof::Branch)),
            (Relation::Before | Relation::After, _) if !whole.is_empty() && is_known => (whole, Some(Proof::Branch)),
            (Relation::Apart, _) if !whole.is_empty() && is_known => (whole, Some(self.proof_of_input())),
            (Relation::Apart, _) if !parts.is_empty() && !is_crowded => (parts.clone(), Some(self.proof_of_input())),
            _ => (fitting.clone(), None),
        };
        if fitting.len() > 1 || proof.is_none() {
            self.open.push(nth);
        }
        let owner = if proof.is_some() { self.latest(&shown) } else { self.guess(&shown) }?;
        let is_changed = self.has_other_thought(run, owner) || proof != Some(Proof::Branch) && parts.contains(&owner);
        Some(Owner { nth: owner, by: By::Words, proof, is_changed })
    }

    /// Returns `true` if every thought of an answer is in a run. A thought without text and handle is in every run.
    pub(super) fn has_all_thoughts(&mut self, run: &Run, nth: usize) -> bool {
        let parts = self.parts(run);
        let is_sent = |emitted: &EmittedPart| {
            let is_it = |part: &SentPart<'_>| part.trace.text == emitted.trace.text && part.trace.handle == emitted.trace.handle;
            emitted.trace.text.is_none() && emitted.trace.handle.is_none() || parts.iter().any(is_it)
        };
        self.recorded.get(nth).is_some_and(|answer| answer.parts.iter().filter(|part| part.is_thought()).all(is_sent))
    }

    /// Returns the fingerprint of an answer with all the text of a run, after the same input and in the same scope.
    fn fingerprint(&self, run: &Run) -> Option<Digest> {
        let (_, said) = run.spoken.last()?;
        self.settings.scope().fingerprint(Some(self.settings.input(run.messages)), *said)
    }

    /// Returns the answers on the path to a shown one that have all the text of a run.
    pub(super) fn on_path(&mut self, run: &Run) -> Vec<usize> {
        if self.path_words.is_none() {
            self.path_words = Some(self.branches.words_on_path(&mut self.recorded));
        }
        let Some((words, (_, said))) = self.path_words.as_ref().zip(run.spoken.last()) else { return Vec::new() };
        let first = words.partition_point(|(own, _)| own < said);
        words.iter().skip(first).take_while(|(own, _)| own == said).map(|(_, nth)| *nth).collect()
    }

    /// Returns the answers that were made from the input before a run, in the same scope. A complete answer is preferred to a cut one.
    fn after_same_input(&mut self, run: &Run, found: &[usize]) -> SameInput {
        let mut same = SameInput::default();
        let input = Some(self.settings.input(run.messages));
        let fingerprint = self.settings.scope().fingerprint(input, NO_CONTEXT);
        let said = run.spoken.last().map(|(_, said)| *said);
        let entry = if run.entries.len() == 1 { self.facts.entries.get(run.entries.start) } else { None };
        let text = entry.and_then(|entry| whole(entry.parts));
        let is_named = self.settings.scope().conversation.is_some();
        let visible = visible_words(self.parts(run));
        for nth in found.iter().copied() {
            // A drawn id that the answer does not have means that the run is another answer.
            let is_renamed = !is_named && self.is_renamed(run, nth);
            if is_renamed {
                continue;
            }
            let Some(answer) = self.recorded.get(nth) else { continue };
            if fingerprint.is_none() || answer.scope().fingerprint(answer.input, NO_CONTEXT) != fingerprint {
                continue;
            }
            let is_hop = text.is_some() && answer.hops.iter().any(|hop| hop.said == text);
            let is_said = said.is_some() && answer.spoken == said || is_hop || says_same(answer, &visible);
            if is_said { same.whole.push(nth) } else { same.parts.push(nth) }
        }
        let is_complete = |nth: &usize| self.recorded.peek(*nth).is_some_and(|answer| answer.complete);
        if same.whole.iter().any(is_complete) {
            same.whole.retain(is_complete);
        }
        same
    }

    fn proof_of_input(&self) -> Proof {
        if self.settings.scope().conversation.is_some() { Proof::Name } else { Proof::Input }
    }

    fn latest(&mut self, found: &[usize]) -> Option<usize> {
        let mut latest: Option<usize> = None;
        for nth in found {
            let [known, other] = [latest, Some(*nth)].map(|nth| nth.and_then(|nth| self.recorded.peek(nth)));
            if known.is_none_or(|known| other.is_some_and(|other| other.is_later(known))) {
                latest = Some(*nth);
            }
        }
        latest
    }

    /// Guesses one of several answers without evidence. It prefers one with thoughts, so that a loss can be reported. The order of recording does not matter.
    fn guess(&self, found: &[usize]) -> Option<usize> {
        found.iter().copied().min_by_key(|nth| self.recorded.peek(*nth).map(|answer| (!has_thought(answer), answer.id())))
    }
}

/// Returns `true` if the visible parts of an answer are those of a run. In a chat message they have no order. A cut answer may have fewer.
fn says_same(answer: &Answer, visible: &[Digest]) -> bool {
    let own: Vec<Digest> = answer.parts.iter().filter_map(|part| part.visible()).collect();
    own.iter().all(|word| visible.contains(word)) && (own.len() == visible.len() || !answer.complete)
}

/// Returns `true` if a thought of an answer is on record.
fn has_thought(answer: &Answer) -> bool {
    answer.parts.iter().any(|part| part.is_thought() && (part.trace.text.is_some() || part.trace.handle.is_some()))
}
