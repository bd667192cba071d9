//! Decides between several answers in the same words: a run sends back the one on the branch of a certain answer, before the run or after it.

use super::evidence::Answers;
use super::own::{Fit, is_changed, may_be_cut_from};
use super::owner::{By, Owner};
use super::search::Search;
use super::sent::Run;
use crate::json::Digest;
use crate::ledger::{Answer, EmittedPart};
use crate::model::{Attachment, PartKind};

impl Search<'_, '_, '_> {
    /// The only one of several answers from the same issuer whose thoughts a run may have.
    pub(super) fn the_one(&mut self, nth: usize, run: &Run, mut found: Vec<usize>) -> Option<usize> {
        let parts = self.sent.parts.get(run.parts.clone()).unwrap_or_default();
        // A request may leave out what came from elsewhere. It may not change it.
        let is_kept = |nth: usize, answers: &Answers<'_, '_>| {
            answers.peek(nth).is_some_and(|answer| parts.iter().any(|part| is_changed(part, answer)))
        };
        found.retain(|nth| self.answers.is_meant(*nth) || is_kept(*nth, &self.answers));
        self.alike(&mut found, run);
        let telling: Vec<usize> = found.iter().copied().filter(|nth| parts.iter().any(|part| self.thinks(*nth, part))).collect();
        // A thought in the very words of one of them says which, and nothing against the others. Under other ids it is another's who thought the same.
        if let [one] = *telling.as_slice()
            && self.fit(run, one) == Fit::Own
            && !self.is_renamed(run, one)
        {
            self.confirm(one);
            return Some(one);
        }
        let alike = found.clone();
        found.retain(|nth| self.note_words(run, *nth) <= Fit::Doubtful);
        let is_cut = |nth: &usize| self.answers.peek(*nth).is_some_and(|answer| parts.iter().any(|part| may_be_cut_from(part, answer)));
        if alike.iter().filter(|nth| is_cut(nth)).count() > 1 {
            for nth in &found {
                self.doubtful.add(*nth);
            }
        }
        // The documented stand-in for a handle, on a call under another id, says that no Gemini made the call.
        for nth in found.iter().copied().filter(|nth| parts.iter().any(|part| self.is_made_up(*nth, part))).collect::<Vec<_>>() {
            self.doubtful.add(nth);
        }
        let own = self.going_on(found.iter().copied().filter(|nth| !self.doubtful.has(*nth)).collect());
        match (own.as_slice(), found.as_slice()) {
            // The rest of a thought is cut from one of them.
            ([one], _) | ([], [one]) => Some(*one),
            ([], several) if telling.len() == 1 && telling.iter().all(|one| several.contains(one)) => telling.first().copied(),
            // Whichever it is, what is thought there is not what came; and nobody's bytes are given away. One that has thought stands for all.
            ([], several) => {
                several.iter().copied().min_by_key(|nth| self.answers.peek(*nth).map(|answer| (!has_thought(answer), answer.body)))
            }
            (several, _) => {
                self.undecided.push((nth, several.to_vec()));
                None
            }
        }
    }

    /// Leaves one of several that are the same answer: one that goes on from the last one that is certain, if there is such.
    fn alike(&mut self, found: &mut Vec<usize>, run: &Run) {
        let next = self.going_on(found.clone());
        let bodies: Vec<_> = next.iter().filter_map(|nth| self.answers.peek(*nth).map(|answer| answer.body)).collect();
        found.retain(|nth| next.contains(nth) || self.answers.peek(*nth).is_none_or(|answer| !bodies.contains(&answer.body)));
        self.answers.alike(found, &run.before);
    }

    /// Those of several answers that go on from the last one that is certain; all of them, if none does.
    pub(super) fn going_on(&mut self, found: Vec<usize>) -> Vec<usize> {
        let Some(before) = self.last_certain else { return found };
        let next: Vec<usize> = found.iter().copied().filter(|nth| self.answers.parent(*nth) == Some(before)).collect();
        if next.is_empty() { found } else { next }
    }

    /// The one that said the same as the ones whose handles a run has, and whose words it thinks, where they do neither: then the handles were taken from
    /// elsewhere.
    pub(super) fn rightful(&mut self, run: &Run, by_handles: &[usize], said: &[Digest]) -> Option<usize> {
        if by_handles.iter().any(|owner| self.words_fit(run, *owner) == Fit::Own) {
            return None;
        }
        let mut own = self.next_on_branch(run, said);
        own.retain(|nth| self.words_fit(run, *nth) == Fit::Own);
        self.only(&own)
    }

    /// The one that says what a run says, or thinks what stands there in its very words, where the handles came with another answer that does neither. Either may
    /// be misrouted.
    pub(super) fn rightful_by_words(&mut self, run: &Run, by_handles: &[usize], said: &[Digest]) -> Option<usize> {
        let here = run.context.hash();
        let is_here = |nth: &usize| self.answers.peek(*nth).is_some_and(|answer| answer.context == here);
        // Nothing before it is certain, and the handles were given here: their answer may have been edited.
        if self.last_certain.is_none() && by_handles.iter().any(is_here) {
            return None;
        }
        let mut next = self.next_on_branch(run, said);
        if next.is_empty() {
            next = self.thinkers(run);
            next.retain(|nth| !by_handles.contains(nth));
        }
        let owner = self.only(&next)?;
        self.doubtful.add(owner);
        Some(owner)
    }

    /// The answers to what precedes a run that have a thought in the very words of one in the run.
    fn thinkers(&mut self, run: &Run) -> Vec<usize> {
        let here = run.context.hash();
        let parts = self.sent.parts.get(run.parts.clone()).unwrap_or_default();
        let thoughts = parts.iter().filter(|part| part.kind == PartKind::Thought && part.trace.handle.is_none());
        let mut found: Vec<usize> = thoughts.flat_map(|thought| self.answers.with_part(here.as_ref(), thought, self.facts.wire)).collect();
        self.answers.alike(&mut found, &run.before);
        found
    }

    /// The only one of these. Where nothing before it is certain, somebody who is not on record may have been told the same: its bytes are in doubt.
    fn only(&mut self, found: &[usize]) -> Option<usize> {
        let [owner] = *found else { return None };
        if self.last_certain.is_none() {
            self.doubtful.add(owner);
        }
        Some(owner)
    }

    /// The answers that say what a run says, and go on from the last one that is certain, if there is one.
    fn next_on_branch(&mut self, run: &Run, said: &[Digest]) -> Vec<usize> {
        let mut next: Vec<usize> = said.iter().flat_map(|hash| self.answers.spoken(hash, self.facts.wire)).collect();
        if let Some(before) = self.last_certain {
            next.retain(|nth| self.answers.parent(*nth) == Some(before));
        }
        self.answers.alike(&mut next, &run.before);
        next
    }

    /// Gives a run to the answer that the next one in the request went on from, where the run has a handle of another: that was taken from elsewhere.
    pub(super) fn settle_exchanged(&mut self) {
        for run in 1..self.owners.len() {
            let stands: Vec<usize> = self.owners.get(run - 1).into_iter().flatten().map(|owner| owner.nth).collect();
            let is_certain = self.owners.get(run - 1).is_some_and(|owners| owners.first().is_some_and(|owner| owner.by == By::Handles));
            let Some(before) = self.rightful_before(&stands, run).filter(|_| is_certain) else { continue };
            // The next one may be astray as well as this one: nobody's bytes are given away.
            self.doubtful.add(before);
            self.owners.get_mut(run - 1).into_iter().for_each(|owners| *owners = vec![Owner { nth: before, by: By::Words }]);
        }
    }

    /// Returns `true` if the last known answer is not the one that the next answer goes on from.
    pub(super) fn is_overturned(&mut self) -> bool {
        let stands: Vec<usize> = self.sent.last.iter().map(|known| known.nth).collect();
        self.sent.last.last().is_some_and(|known| known.is_certain) && self.rightful_before(&stands, 0).is_some()
    }

    /// The answer that the one of a run goes on from, if it is none of those that stand before it in the request although it said what they say.
    fn rightful_before(&mut self, stands: &[usize], run: usize) -> Option<usize> {
        let next = self.owners.get(run)?.first()?.nth;
        let root = self.answers.root(next);
        let before = self.answers.parent(next).filter(|_| self.doubts.confirmed.has(root))?;
        let here = self.sent.runs.get(run)?.context.hash();
        let goes_on = self.answers.get(next).is_some_and(|answer| answer.context == here);
        let (body, context, spoken) = self.answers.get(before).map(|before| (before.body, before.context, before.spoken))?;
        let (mut is_missing, mut are_siblings) = (!stands.is_empty(), false);
        for other in stands {
            let other = self.answers.get(*other)?;
            is_missing &= other.body != body;
            are_siblings |= other.context == context && other.spoken == spoken;
        }
        (is_missing && (goes_on || are_siblings)).then_some(before)
    }

    /// Decides the runs that several answers fit, now that it is known what comes after them. Where it is still not clear which of them it is, but each
    /// has thought and the run shows nothing of that, one stands for all: what it lacks is told, and nobody's bytes are given away.
    pub(super) fn settle_undecided(&mut self) {
        for (run, found) in std::mem::take(&mut self.undecided) {
            if self.owners.get(run).is_none_or(|owners| !owners.is_empty()) {
                continue;
            }
            let before = self.before(run, &found);
            let Some(nth) = before.or_else(|| self.stand_in(&found)) else { continue };
            if before.is_none() {
                self.doubtful.add(nth);
                self.stand_ins.add(nth);
            }
            self.owners.get_mut(run).into_iter().for_each(|owners| owners.push(Owner { nth, by: By::Words }));
        }
    }

    /// One of several answers that have thought alike; none, if one of them has not thought.
    fn stand_in(&self, found: &[usize]) -> Option<usize> {
        let named = found.iter().filter_map(|nth| self.answers.peek(*nth).map(|answer| (answer.id(), *nth, thoughts(answer))));
        let named: Vec<_> = named.collect();
        let (_, nth, thoughts) = named.iter().min()?;
        named.iter().all(|(.., others)| others == thoughts && !others.is_empty()).then_some(*nth)
    }

    /// The one of several answers that the next certain one of the request goes on from.
    fn before(&mut self, run: usize, found: &[usize]) -> Option<usize> {
        let later = self.owners.iter().skip(run + 1).flatten().find(|owner| owner.by == By::Handles);
        let mut next = later.map(|owner| owner.nth);
        // A circle is longer than a request.
        for _ in 0..self.sent.parts.len() {
            next = self.answers.parent(next?);
            if let Some(nth) = next.filter(|nth| found.contains(nth)) {
                return Some(nth);
            }
        }
        None
    }
}

/// Returns `true` if something of what an answer thought is on record.
fn has_thought(answer: &Answer) -> bool {
    answer.parts.iter().any(|part| part.is_thought() && (part.trace.text.is_some() || part.trace.handle.is_some()))
}

/// Sketches the thoughts of an answer, to compare them with another's: their kinds and places.
fn thoughts(answer: &Answer) -> Vec<(&'static str, bool, bool)> {
    let thought =
        |part: &EmittedPart| (part.kind.name(), part.trace.handle.is_some(), matches!(part.attachment, Some(Attachment::Call { .. })));
    answer.parts.iter().filter(|part| part.is_thought()).map(thought).collect()
}
