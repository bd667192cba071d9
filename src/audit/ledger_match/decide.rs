//! Decides which recorded answer each run of a request sends back, by the first kind of evidence that applies (DESIGN 5a).
//!
//! Handles and drawn ids are asked for the whole request first, because they show the branch that the request follows. What has neither is then found by its
//! words: on that branch, or after equal input in the same scope. An answer that only resembles a run is kept as a guess, and nothing of it is restored.

use std::cmp::Ordering;

use super::branches::Relation;
use super::content::words;
use super::owner::{By, Owner, Proof};
use super::recorded::Trail;
use super::search::Search;
use super::sent::Run;
use super::sent_part::SentPart;
use crate::json::{Digest, sorted_indices};
use crate::ledger::{Answer, Candidates, Context, NO_CONTEXT, Numbered, Numbers, Side, whole};
use crate::model::PartKind;

/// The answers that the handles and the ids of a run show.
#[derive(Default)]
struct Marked {
    ids: Vec<usize>,
    handles: Vec<usize>,
}

/// The answers to the same input.
#[derive(Default)]
struct SameInput {
    /// Those that say all that the run says.
    whole: Vec<usize>,
    /// Those that say a part of it.
    parts: Vec<usize>,
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

    /// Finds the answers that handles and drawn ids of a run show, and notes their branches.
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
        // A handle that stands apart from the ids of its answer was moved.
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
        let proof = id.map(Proof::Id).filter(|_| self.recorded.is_candidate(owner));
        let is_changed = self.sent.runs.get(nth).is_some_and(|run| self.has_other_thought(run, owner));
        Owner { nth: owner, by: By::Ids, proof, is_changed }
    }

    fn by_handle(&mut self, run: &Run, along: Option<&Context>, owner: usize) -> Owner {
        let is_shown = self.recorded.is_meant(owner) && self.is_placed(run, along, owner);
        let is_changed = self.has_other_thought(run, owner);
        Owner { nth: owner, by: By::Handles, proof: is_shown.then_some(Proof::Handle), is_changed }
    }

    /// The owners of a run without drawn ids.
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
        // A handle outranks words, also if the text beside it was edited.
        let mut edited = self.on_trail(nth, |trail| trail.mixed > 0);
        edited.retain(|owner| !self.has_ids_elsewhere(*owner, nth) && self.recorded.peek(*owner).is_some_and(is_said));
        if handles.is_empty() && !edited.is_empty() {
            self.merge_by_place(&mut edited, run);
            return self.by_handles(run, along, edited, By::Rest);
        }
        let is_by_handle = handles.iter().any(|owner| self.recorded.peek(*owner).is_some_and(is_said));
        let searched = if is_by_handle { &[][..] } else { &said };
        let found = searched.iter().map(|hash| self.recorded.spoken(hash, self.facts.wire)).collect();
        let by_words = self.choose(nth, run, found, related);
        match (handles, by_words) {
            // The handles were moved here from other answers.
            ([_, ..], Some(owner)) if owner.proof.is_some() => vec![owner],
            ([_, ..], _) => self.by_handles(run, along, handles.to_vec(), By::Handles),
            ([], Some(owner)) => vec![owner],
            ([], None) => self.by_rest(nth, run, along, related),
        }
    }

    /// The last resort: handles on other parts than they were issued for, then any part that was said after the same context.
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

    /// Chooses one of the answers that say what a run says: on a shown branch, else after equal input, else as a guess.
    fn choose(&mut self, nth: usize, run: &Run, found: Vec<Candidates>, related: &mut Numbered<bool>) -> Option<Owner> {
        let (is_crowded, mut each) = (found.iter().any(|found| found.many), Numbers::default());
        let mut found: Vec<usize> = found.into_iter().flat_map(|found| found.lines).filter(|nth| each.add(*nth)).collect();
        let mut is_known = !is_crowded;
        if is_crowded {
            // Not all that say the same are known here. Those on a shown branch are, and those to equal input if they are few.
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
        // A thought in the very words of some of them is no other's.
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

    /// The fingerprint of an answer that says all that a run says, after the same input and in the same scope.
    fn fingerprint(&self, run: &Run) -> Option<Digest> {
        let (_, said) = run.spoken.last()?;
        self.settings.scope().fingerprint(Some(self.settings.input(run.messages)), *said)
    }

    /// The answers on the way to a shown one that say all that a run says.
    fn on_path(&mut self, run: &Run) -> Vec<usize> {
        if self.path_words.is_none() {
            self.path_words = Some(self.branches.words_on_path(&mut self.recorded));
        }
        let Some((words, (_, said))) = self.path_words.as_ref().zip(run.spoken.last()) else { return Vec::new() };
        let first = words.partition_point(|(own, _)| own < said);
        words.iter().skip(first).take_while(|(own, _)| own == said).map(|(_, nth)| *nth).collect()
    }

    /// The answers that were made from the input before a run, in the same scope. A cut one is no rival of a complete one.
    fn after_same_input(&mut self, run: &Run, found: &[usize]) -> SameInput {
        let mut same = SameInput::default();
        let input = Some(self.settings.input(run.messages));
        let fingerprint = self.settings.scope().fingerprint(input, NO_CONTEXT);
        let said = run.spoken.last().map(|(_, said)| *said);
        let entry = self.facts.entries.get(run.entries.start).filter(|_| run.entries.len() == 1);
        let text = entry.and_then(|entry| whole(entry.parts));
        let is_named = self.settings.scope().conversation.is_some();
        let visible = visible_words(self.parts(run));
        for nth in found.iter().copied() {
            // A drawn id that the answer does not have says that the run is another answer.
            let is_renamed = !is_named && self.is_renamed(run, nth);
            let Some(answer) = self.recorded.get(nth).filter(|_| !is_renamed) else { continue };
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

    /// One of several answers that nothing shows: one that has thought, so that a loss can be reported. The order of recording does not matter.
    fn guess(&self, found: &[usize]) -> Option<usize> {
        found.iter().copied().min_by_key(|nth| self.recorded.peek(*nth).map(|answer| (!has_thought(answer), answer.id())))
    }

    /// The owners that handles show. Handles of several conversations show nothing, unless one of those answered what precedes the run.
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
                // Only one of two answers to one request is followed, and it is open which.
                Some(at) => kept.get_mut(at).into_iter().for_each(|known| known.proof = None),
                None => kept.push(Owner { by, ..self.by_handle(run, along, owner) }),
            }
        }
        kept
    }

    /// Takes the proof of ids and words back where the request follows a branch that is not on record.
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

    /// Returns `true` if a run is where an answer was given, or says something of what it said.
    fn is_placed(&mut self, run: &Run, along: Option<&Context>, owner: usize) -> bool {
        let here = [run.context.hash(), along.and_then(Context::hash)];
        let visible = visible_words(self.parts(run));
        let Some(answer) = self.recorded.get(owner) else { return false };
        visible.is_empty()
            || here.contains(&answer.context)
            || answer.parts.iter().filter_map(|part| part.visible()).any(|own| visible.contains(&own))
    }

    /// The answers with some trail in a run, in the order of the run.
    fn on_trail(&self, nth: usize, is_trail: impl Fn(&Trail) -> bool) -> Vec<usize> {
        let trails = self.trails.get(nth).into_iter().flat_map(Numbered::iter).filter(|(_, trail)| is_trail(trail));
        let found: Vec<(Option<usize>, usize)> = trails.map(|(nth, trail)| (trail.first, nth)).collect();
        let name = |nth: usize| self.recorded.peek(nth).map(Answer::id);
        let order = sorted_indices(found.len(), &mut |one, other| {
            let [Some((one, nth)), Some((other, second))] = [found.get(*one), found.get(*other)] else { return Ordering::Equal };
            one.cmp(other).then_with(|| name(*nth).cmp(&name(*second)))
        });
        order.into_iter().filter_map(|at| found.get(at)).map(|(_, nth)| *nth).collect()
    }

    fn has_ids_elsewhere(&self, owner: usize, nth: usize) -> bool {
        self.ids.get(owner).is_some_and(|runs| !runs.contains(&nth))
    }

    /// Keeps, of one answer that was recorded after several prompts, the one that was recorded after what precedes the run.
    fn merge_by_place(&mut self, found: &mut Vec<usize>, run: &Run) {
        let here = run.context.hash();
        let mut bodies = Vec::new();
        for owner in found.iter() {
            bodies.extend(self.recorded.get(*owner).filter(|answer| answer.context == here).map(|answer| answer.body));
        }
        found.retain(|owner| self.recorded.get(*owner).is_some_and(|answer| answer.context == here || !bodies.contains(&answer.body)));
        self.recorded.merge_recordings(found, &run.before);
    }

    /// Returns `true` if two answers are of one conversation.
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

    /// The contexts with each visible part of a run at the end, as they are in the request and as they were recorded.
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

    /// The context after a run as it was recorded; nothing, if the request says the same.
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

/// The digests of the visible parts of a run.
fn visible_words(parts: &[SentPart<'_>]) -> Vec<Digest> {
    parts.iter().filter(|part| part.kind != PartKind::Thought).filter_map(words).collect()
}

/// Returns `true` if the visible parts of an answer are those of a run. In a chat message they have no order. An answer that was cut may have said less.
fn says_same(answer: &Answer, visible: &[Digest]) -> bool {
    let own: Vec<Digest> = answer.parts.iter().filter_map(|part| part.visible()).collect();
    own.iter().all(|word| visible.contains(word)) && (own.len() == visible.len() || !answer.complete)
}

/// Returns `true` if something of what an answer thought is on record.
fn has_thought(answer: &Answer) -> bool {
    answer.parts.iter().any(|part| part.is_thought() && (part.trace.text.is_some() || part.trace.handle.is_some()))
}
