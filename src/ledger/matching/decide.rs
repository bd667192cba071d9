//! Decides which recorded answer each run of a request sends back, by the first kind of evidence that applies (DESIGN 5a).
//!
//! Handles and drawn ids of the whole request are looked up first, because they show the branch that the request follows. Runs without them are then found by
//! their text: on that branch, or after equal input in the same scope. An answer that only resembles a run is a guess, and nothing of it is restored.

use super::recorded::Trail;
use super::search::{By, Owner, Proof, Search};
use super::sent::{Run, SentPart, words};
use crate::json::Digest;
use crate::ledger::{Answer, Numbered};
use crate::model::PartKind;
use crate::request::{Context, Side};

/// The answers that the handles and the ids of a run show.
#[derive(Default)]
struct Marked {
    ids: Vec<usize>,
    handles: Vec<usize>,
}

impl Search<'_, '_, '_> {
    /// Decides all runs in order.
    pub(super) fn decide(&mut self) {
        let marked: Vec<Marked> = (0..self.sent.runs.len()).map(|nth| self.marked(nth)).collect();
        let (mut along, mut related) = (self.sent.along.clone(), Numbered::default());
        for (nth, marked) in marked.into_iter().enumerate() {
            let Some(run) = self.sent.runs.get(nth) else { break };
            let before = along.map(|along| self.up_to(nth, along));
            let owners = self.owners_of(nth, run, before.as_ref(), marked, &mut related);
            along = self.context_after(run, before, &owners);
            self.along.push(along.clone());
            self.owners.push(owners);
        }
        self.withdraw_contradicted();
    }

    /// Finds the answers that handles and drawn ids of a run show, and records their branches.
    fn marked(&mut self, nth: usize) -> Marked {
        let Some(run) = self.sent.runs.get(nth) else { return Marked::default() };
        let mut ids = self.on_trail(nth, |trail| trail.id.is_some());
        ids.retain(|owner| {
            let may_be = self.may_be(run, *owner);
            if !may_be {
                self.branches.contradict(*owner, &mut self.recorded);
            }
            may_be
        });
        let mut handles = self.on_trail(nth, |trail| trail.intact > 0);
        // A handle in another run than the ids of its answer was moved.
        handles.retain(|owner| ids.contains(owner) || !self.has_ids_elsewhere(*owner, nth));
        self.merge_by_place(&mut handles, run);
        for owner in ids.iter().copied().filter(|owner| self.recorded.is_candidate(*owner)).collect::<Vec<_>>() {
            self.branches.show_by_id(owner, &mut self.recorded);
        }
        for owner in handles.clone() {
            if self.is_placed(run, None, owner) {
                self.branches.show_by_handle(owner, &mut self.recorded);
            }
        }
        Marked { ids, handles }
    }

    fn owners_of(
        &mut self,
        nth: usize,
        run: &Run,
        along: Option<&Context>,
        Marked { ids, handles }: Marked,
        related: &mut Numbered<bool>,
    ) -> Vec<Owner> {
        let mut owners: Vec<Owner> = match ids.as_slice() {
            [] => self.without_ids(nth, run, along, &handles, related),
            ids => ids.iter().map(|owner| self.by_id(nth, *owner)).collect(),
        };
        // Clients join the messages of two answers.
        for owner in handles {
            let known: Vec<usize> = owners.iter().map(|owner| owner.nth).collect();
            let is_kin = known.iter().any(|known| self.are_kin(*known, owner));
            if is_kin && !known.contains(&owner) && !known.iter().any(|known| self.are_siblings(*known, owner)) {
                owners.push(self.by_handle(run, along, owner));
            }
        }
        owners
    }

    fn by_id(&mut self, nth: usize, owner: usize) -> Owner {
        let id = self.trails.get(nth).and_then(|trails| trails.get(owner)?.id.clone());
        let proof = if self.recorded.is_candidate(owner) { id.map(Proof::Id) } else { None };
        let is_changed = self.sent.runs.get(nth).is_some_and(|run| self.has_other_thought(run, owner));
        Owner { nth: owner, by: By::Ids, proof, is_changed }
    }

    fn by_handle(&mut self, run: &Run, along: Option<&Context>, owner: usize) -> Owner {
        let is_shown = self.recorded.is_meant(owner) && self.is_placed(run, along, owner);
        let is_changed = self.has_other_thought(run, owner);
        Owner { nth: owner, by: By::Handles, proof: is_shown.then_some(Proof::Handle), is_changed }
    }

    /// Finds the owners of a run without drawn ids.
    fn without_ids(
        &mut self,
        nth: usize,
        run: &Run,
        along: Option<&Context>,
        handles: &[usize],
        related: &mut Numbered<bool>,
    ) -> Vec<Owner> {
        let said = self.spoken(run, along);
        let is_said = |answer: &Answer| said.iter().any(|hash| answer.spoken == Some(*hash));
        // A handle outranks text, even if the text beside it was edited.
        let mut edited = self.on_trail(nth, |trail| trail.mixed > 0);
        edited.retain(|owner| !self.has_ids_elsewhere(*owner, nth) && self.recorded.peek(*owner).is_some_and(is_said));
        let (handles, by) = if handles.is_empty() && !edited.is_empty() {
            self.merge_by_place(&mut edited, run);
            (edited.as_slice(), By::Rest)
        } else {
            (handles, By::Handles)
        };
        let is_by_handle = handles.iter().any(|owner| self.recorded.peek(*owner).is_some_and(is_said));
        let is_mixed = is_by_handle && self.thinks_as_another(run, handles, &said);
        if by == By::Rest && !is_mixed {
            return self.by_handles(run, along, edited, by);
        }
        // A run with all thoughts of an answer is that answer, even if later answers continue another with the same text. Text alone may have identified their
        // parent.
        let is_whole = handles.iter().any(|owner| self.branches.is_continued(*owner) || self.has_all_thoughts(run, *owner));
        if is_by_handle && !is_whole {
            // Two later answers continue another answer with the same text: the handles were moved here.
            let confirmed = self.on_path(run).into_iter().find(|owner| self.branches.is_confirmed(*owner));
            if let Some(owner) = confirmed.filter(|owner| self.recorded.is_candidate(*owner)) {
                return vec![Owner {
                    nth: owner,
                    by: By::Words,
                    proof: Some(Proof::Branch),
                    is_changed: self.has_other_thought(run, owner),
                }];
            }
        }
        let searched = if is_by_handle && !is_mixed { &[][..] } else { &said };
        let found = searched.iter().map(|hash| self.recorded.spoken(hash, self.facts.wire)).collect();
        let by_words = self.choose(nth, run, found, related);
        match (handles, by_words) {
            // The handles were moved here from other answers.
            ([_, ..], Some(owner)) if owner.proof.is_some() => vec![owner],
            ([_, ..], _) => {
                let mut owners = self.by_handles(run, along, handles.to_vec(), by);
                owners.iter_mut().for_each(|owner| owner.is_changed |= is_mixed);
                owners
            }
            ([], Some(owner)) => vec![owner],
            ([], None) => self.by_rest(nth, run, along, related),
        }
    }

    /// Returns `true` if a thought of a run has the text of another answer with the same visible words, and not of those whose handles it has. The handles were moved
    /// here.
    fn thinks_as_another(&mut self, run: &Run, handles: &[usize], said: &[Digest]) -> bool {
        let has_text = |answer: &Answer, text: &Digest| {
            answer.parts.iter().any(|emitted| emitted.kind == PartKind::Thought && emitted.trace.text.as_ref() == Some(text))
        };
        let thoughts = self.parts(run).iter().filter(|part| part.kind == PartKind::Thought);
        let mut texts: Vec<Digest> = thoughts.filter_map(|part| part.trace.text).collect();
        texts.retain(|text| !handles.iter().any(|nth| self.recorded.get(*nth).is_some_and(|answer| has_text(answer, text))));
        if texts.is_empty() {
            return false;
        }
        let found = said.iter().flat_map(|hash| self.recorded.spoken(hash, self.facts.wire).lines).collect::<Vec<_>>();
        found.into_iter().any(|nth| self.recorded.peek(nth).is_some_and(|answer| texts.iter().any(|text| has_text(answer, text))))
    }

    /// Tries the last resort: handles on other parts than the original ones, then any part that was said after the same context.
    fn by_rest(&mut self, nth: usize, run: &Run, along: Option<&Context>, related: &mut Numbered<bool>) -> Vec<Owner> {
        let mut mixed = self.on_trail(nth, |trail| trail.mixed > 0);
        mixed.retain(|owner| !self.has_ids_elsewhere(*owner, nth));
        if !mixed.is_empty() {
            self.merge_by_place(&mut mixed, run);
            return self.by_handles(run, along, mixed, By::Rest);
        }
        let contexts = [run.context.hash(), along.and_then(Context::hash)];
        let found = contexts.iter().map(|context| self.recorded.with_part(context.as_ref(), self.parts(run), self.facts.wire)).collect();
        let owner = self.choose(nth, run, found, related);
        owner.map(|owner| Owner { by: By::Rest, ..owner }).into_iter().collect()
    }

    /// Returns the owners that handles show. Handles of several conversations show nothing, unless one of those answered the messages before the run.
    fn by_handles(&mut self, run: &Run, along: Option<&Context>, mut owners: Vec<usize>, by: By) -> Vec<Owner> {
        if !self.are_all_kin(&owners) {
            let here = run.context.hash();
            owners.retain(|nth| self.recorded.get(*nth).is_some_and(|answer| answer.context == here));
            if !self.are_all_kin(&owners) {
                return Vec::new();
            }
        }
        let mut kept: Vec<Owner> = Vec::new();
        for owner in owners {
            match kept.iter().position(|known| self.are_siblings(known.nth, owner)) {
                // The request follows only one of two answers to one request, and nothing shows which.
                Some(at) => kept.get_mut(at).into_iter().for_each(|known| known.proof = None),
                None => kept.push(Owner { by, ..self.by_handle(run, along, owner) }),
            }
        }
        kept
    }

    /// Withdraws the proof of ids and text if the request follows a branch that is not on record.
    fn withdraw_contradicted(&mut self) {
        let mut owners = std::mem::take(&mut self.owners);
        for (run, owners) in owners.iter_mut().enumerate() {
            for owner in owners.iter_mut().filter(|owner| owner.proof != Some(Proof::Handle)) {
                if self.branches.is_contradicted(owner.nth, &mut self.recorded) {
                    owner.proof = None;
                    self.open.push(run);
                }
            }
        }
        self.owners = owners;
    }

    /// Returns `true` if a run is in the place of an answer, or has some of its text.
    fn is_placed(&mut self, run: &Run, along: Option<&Context>, owner: usize) -> bool {
        let here = [run.context.hash(), along.and_then(Context::hash)];
        let visible = visible_words(self.parts(run));
        let Some(answer) = self.recorded.get(owner) else { return false };
        visible.is_empty()
            || here.contains(&answer.context)
            || answer.parts.iter().filter_map(|part| part.visible()).any(|own| visible.contains(&own))
    }

    /// Returns the answers with a matching trail in a run, in the order of the run.
    fn on_trail(&self, nth: usize, is_trail: impl Fn(&Trail) -> bool) -> Vec<usize> {
        let trails = self.trails.get(nth).into_iter().flat_map(Numbered::iter).filter(|(_, trail)| is_trail(trail));
        let mut found: Vec<(Option<usize>, usize)> = trails.map(|(nth, trail)| (trail.first, nth)).collect();
        let name = |nth: usize| self.recorded.peek(nth).map(Answer::id);
        found.sort_by(|(one, nth), (other, second)| one.cmp(other).then_with(|| name(*nth).cmp(&name(*second))));
        found.into_iter().map(|(_, nth)| nth).collect()
    }

    fn has_ids_elsewhere(&self, owner: usize, nth: usize) -> bool {
        self.ids.get(owner).is_some_and(|runs| !runs.contains(&nth))
    }

    /// Keeps one recording of an answer that was recorded after several prompts: the one with the messages before the run.
    fn merge_by_place(&mut self, found: &mut Vec<usize>, run: &Run) {
        let here = run.context.hash();
        let mut bodies = Vec::new();
        for owner in found.iter() {
            bodies.extend(self.recorded.get(*owner).filter(|answer| answer.context == here).map(|answer| answer.body));
        }
        found.retain(|owner| self.recorded.get(*owner).is_some_and(|answer| answer.context == here || !bodies.contains(&answer.body)));
        self.recorded.merge_recordings(found, &run.before);
    }

    /// Returns `true` if two answers belong to one conversation.
    fn are_kin(&mut self, one: usize, other: usize) -> bool {
        one == other || self.recorded.root(one) == self.recorded.root(other)
    }

    fn are_all_kin(&mut self, owners: &[usize]) -> bool {
        owners.first().is_none_or(|first| owners.iter().all(|owner| self.are_kin(*first, *owner)))
    }

    /// Returns `true` if two answers differ and answer the same request.
    fn are_siblings(&mut self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|nth| self.recorded.get(nth).map(|answer| (answer.context, answer.body)));
        one.zip(other).is_some_and(|(one, other)| one.0 == other.0 && one.1 != other.1)
    }

    /// Returns the contexts that end with each visible part of a run, in the request and as recorded.
    fn spoken(&self, run: &Run, along: Option<&Context>) -> Vec<Digest> {
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

    /// Adds to a recorded context the entries between a run and the run before it.
    fn up_to(&self, nth: usize, mut context: Context) -> Context {
        let before = nth.checked_sub(1).and_then(|before| self.sent.runs.get(before)).map_or(self.sent.from, |run| run.entries.end);
        let until = self.sent.runs.get(nth).map_or(before, |run| run.entries.start);
        self.facts.entries.get(before..until).unwrap_or_default().iter().for_each(|entry| context.push(entry));
        context.close();
        context
    }

    /// Returns the recorded context after a run, or `None` if the request has the same one.
    fn context_after(&mut self, run: &Run, before: Option<Context>, owners: &[Owner]) -> Option<Context> {
        let recorded = owners.last().and_then(|last| self.recorded.get(last.nth)).and_then(|answer| answer.spoken);
        match recorded {
            Some(recorded) if Some(recorded) != run.spoken.last().map(|(_, hash)| *hash) => Some(Context::after(recorded)),
            Some(_) => None,
            None => before.map(|mut context| {
                self.facts.entries.get(run.entries.clone()).unwrap_or_default().iter().for_each(|entry| context.push(entry));
                context
            }),
        }
    }
}

/// Returns the digests of the visible parts of a run.
pub(super) fn visible_words(parts: &[SentPart<'_>]) -> Vec<Digest> {
    parts.iter().filter(|part| part.kind != PartKind::Thought).filter_map(words).collect()
}
