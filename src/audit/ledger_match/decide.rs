//! How the evidence for a run is weighed.

use std::cmp::Ordering;

use super::evidence::Evidence;
use super::own::Fit;
use super::owner::{By, LastAnswer, Owner};
use super::search::Search;
use super::sent::Run;
use crate::json::{Digest, sorted_indices};
use crate::ledger::{Answer, Context, Numbered, Numbers, Side};

impl Search<'_, '_, '_> {
    /// Decides whose a run is. The context may be known to have been another when what the request sends was recorded; gives what it was after the run.
    pub(super) fn decide(&mut self, nth: usize, along: Option<Context>) -> Option<Context> {
        let Some(run) = self.sent.runs.get(nth) else { return along };
        let along = along.map(|along| self.up_to(nth, along));
        let by_ids = self.by_ids(nth, run);
        let by_handles = self.by_handles(nth, &by_ids);
        let (by, owners) = if by_ids.is_empty() { self.choose(nth, run, along.as_ref(), &by_handles) } else { (By::Ids, by_ids) };
        let after = owners.last().and_then(|last| self.answers.get(*last)).and_then(|answer| answer.spoken);
        let mut found: Vec<Owner> = owners.iter().map(|nth| Owner { nth: *nth, by }).collect();
        // Messages of two answers may be one now.
        for owner in by_handles.iter().filter(|owner| !owners.contains(owner)) {
            if owners.iter().any(|known| self.are_kin(*known, *owner)) && !owners.iter().any(|known| self.are_siblings(*known, *owner)) {
                found.push(Owner { nth: *owner, by: By::Handles });
            }
        }
        for owner in found.iter().filter(|owner| by_handles.contains(&owner.nth)) {
            self.confirm(owner.nth);
        }
        self.note_place(run, along.as_ref(), &found);
        self.note_judged();
        if let Some(last) = found.last() {
            self.last_certain = (last.by == By::Handles).then_some(last.nth);
        }
        self.owners.push(found);
        let said = run.spoken.last().map(|(_, hash)| *hash);
        // From here on the branch was recorded after other words than the request has.
        let next = match after {
            Some(after) if Some(after) != said => Some(Context::after(after)),
            Some(_) => None,
            None => along.map(|along| self.through(run, along)),
        };
        self.along.push(next.clone());
        next
    }

    /// Whose a run is that no drawn ids tell of.
    fn choose(&mut self, nth: usize, run: &Run, along: Option<&Context>, by_handles: &[usize]) -> (By, Vec<usize>) {
        let said = self.spoken(run, along);
        let is_said = |answer: &Answer| said.iter().any(|hash| answer.spoken == Some(*hash));
        // One of several answers in the same words has left its handle.
        if by_handles.iter().any(|owner| self.answers.peek(*owner).is_some_and(is_said)) {
            // A thought in words beside the handle may be somebody else's all the same.
            for owner in by_handles {
                self.note(run, *owner);
            }
            return match self.rightful(run, by_handles, &said) {
                Some(owner) => (By::Words, vec![owner]),
                None => (By::Handles, self.of_one_conversation(run, by_handles.to_vec())),
            };
        }
        let mut words = self.by_words(nth, run, &said);
        let mixed = || self.sorted_indices(nth, |own| own.mixed > 0);
        match (by_handles, words.as_slice()) {
            ([], []) if !self.is_undecided(nth) || !mixed().is_empty() => (By::Rest, self.by_rest(nth, run, along)),
            ([], _) => (By::Words, words),
            (_, []) => match self.rightful_by_words(run, by_handles, &said) {
                Some(owner) => (By::Words, vec![owner]),
                None => (By::Handles, self.of_one_conversation(run, by_handles.to_vec())),
            },
            // A handle of the same conversation was moved here; one of another says that it is not clear whose the words are.
            _ => {
                words.retain(|word| by_handles.iter().all(|handle| self.are_kin(*word, *handle)));
                for word in words.iter().filter(|word| !by_handles.contains(word)) {
                    // Where two thoughts were exchanged, the other one is there too.
                    if !self.evidence.iter().any(|run| run.get(*word).is_some_and(|own| own.intact + own.mixed > 0)) {
                        self.doubtful.add(*word);
                    }
                }
                (By::Words, words)
            }
        }
    }

    /// The answers that each run sends back, for an audit that goes on from it.
    pub(super) fn last_answers(&mut self) -> Vec<Vec<LastAnswer>> {
        let answers = &mut self.answers;
        let mut last = |owner: &Owner| LastAnswer { nth: owner.nth, root: answers.root(owner.nth), is_certain: owner.by == By::Handles };
        self.owners.iter().map(|owners| owners.iter().map(&mut last).collect()).collect()
    }

    /// Adds to a context the entries between a run and the run before it.
    fn up_to(&self, nth: usize, mut context: Context) -> Context {
        let before = nth.checked_sub(1).and_then(|before| self.sent.runs.get(before)).map_or(self.sent.from, |run| run.entries.end);
        let until = self.sent.runs.get(nth).map_or(before, |run| run.entries.start);
        self.facts.entries.get(before..until).unwrap_or_default().iter().for_each(|entry| context.push(entry));
        context.close();
        context
    }

    fn through(&self, run: &Run, mut context: Context) -> Context {
        self.facts.entries.get(run.entries.clone()).unwrap_or_default().iter().for_each(|entry| context.push(entry));
        context
    }

    /// The answers whose drawn ids a run has. Where a thought of nobody who is known stands in their midst, the ids are not believed.
    fn by_ids(&mut self, nth: usize, run: &Run) -> Vec<usize> {
        let found = self.sorted_indices(nth, |own| own.ids > 0);
        found.into_iter().filter(|owner| self.note(run, *owner) <= Fit::Misrouted).collect()
    }

    /// The answers whose thoughts stand in a run as they came, unless those were taken from a run that has their ids.
    fn by_handles(&mut self, nth: usize, by_ids: &[usize]) -> Vec<usize> {
        let mut found = self.sorted_indices(nth, |own| own.intact > 0);
        found.retain(|owner| by_ids.contains(owner) || !self.has_ids_elsewhere(*owner, nth));
        self.settle(&mut found, nth);
        found
    }

    fn is_undecided(&self, nth: usize) -> bool {
        self.undecided.iter().any(|(run, _)| *run == nth)
    }

    /// The answers that some evidence in a run is of, in the order in which it stands there.
    fn sorted_indices(&self, nth: usize, tells: impl Fn(&Evidence) -> bool) -> Vec<usize> {
        let evidence = self.evidence.get(nth).into_iter().flat_map(Numbered::iter).filter(|(_, own)| tells(own));
        let found: Vec<(Option<usize>, usize)> = evidence.map(|(nth, own)| (own.first, nth)).collect();
        let name = |nth: usize| self.answers.peek(nth).map(Answer::id);
        let order = sorted_indices(found.len(), &mut |one, other| {
            let [Some((one, nth)), Some((other, second))] = [found.get(*one), found.get(*other)] else { return Ordering::Equal };
            one.cmp(other).then_with(|| name(*nth).cmp(&name(*second)))
        });
        order.into_iter().filter_map(|at| found.get(at)).map(|(_, nth)| *nth).collect()
    }

    fn has_ids_elsewhere(&self, owner: usize, nth: usize) -> bool {
        self.ids.get(owner).is_some_and(|runs| !runs.contains(&nth))
    }

    /// Leaves, of one answer that was recorded after several prompts, the one that was recorded after what precedes the run.
    fn settle(&mut self, found: &mut Vec<usize>, nth: usize) {
        let Some(run) = self.sent.runs.get(nth) else { return };
        let here = run.context.hash();
        let mut bodies = Vec::new();
        for owner in found.iter() {
            bodies.extend(self.answers.get(*owner).filter(|answer| answer.context == here).map(|answer| answer.body));
        }
        found.retain(|owner| self.answers.get(*owner).is_some_and(|answer| answer.context == here || !bodies.contains(&answer.body)));
        self.answers.alike(found, &run.before);
    }

    /// The answer that said the same after the same, if there is one such and no thought speaks against it.
    fn by_words(&mut self, nth: usize, run: &Run, said: &[Digest]) -> Vec<usize> {
        let mut owners = Vec::new();
        for hash in said {
            let found = self.answers.spoken(hash, self.facts.wire);
            owners.extend(self.the_one(nth, run, found));
        }
        owners.dedup();
        owners
    }

    /// The contexts with each visible part of a run at the end, as it is and as it was recorded.
    pub(super) fn spoken(&self, run: &Run, along: Option<&Context>) -> Vec<Digest> {
        let mut hashes: Vec<Digest> = run.spoken.iter().map(|(_, hash)| *hash).collect();
        if let Some(mut context) = along.cloned() {
            for part in self.facts.entries.get(run.entries.clone()).unwrap_or_default().iter().flat_map(|entry| entry.parts) {
                context.say(Side::Answer, part);
                hashes.extend(context.hash());
            }
        }
        hashes.dedup();
        hashes
    }

    /// The last resort: handles on other parts than they came on, then any part that was said after the same context.
    fn by_rest(&mut self, nth: usize, run: &Run, along: Option<&Context>) -> Vec<usize> {
        let mut mixed = self.sorted_indices(nth, |own| own.mixed > 0);
        mixed.retain(|owner| !self.has_ids_elsewhere(*owner, nth));
        if !mixed.is_empty() {
            self.settle(&mut mixed, nth);
            return self.of_one_conversation(run, mixed);
        }
        let contexts = [run.context.hash(), along.and_then(Context::hash)];
        let mut found = Vec::new();
        for part in self.sent.parts.get(run.parts.clone()).unwrap_or_default() {
            for context in contexts {
                found.extend(self.answers.with_part(context.as_ref(), part, self.facts.wire));
            }
        }
        let mut each = Numbers::default();
        found.retain(|nth| each.add(*nth));
        self.the_one(nth, run, found).into_iter().collect()
    }
}
