//! Weighs the thoughts of a request for and against the answers that have its words.

use super::content::is_intact;
use super::own::{Elsewhere, Fit, fit};
use super::owner::{By, Owner};
use super::search::{Judged, Search};
use super::sent::Run;
use super::sent_part::SentPart;
use crate::audit::placeholder::carries_placeholder;
use crate::ledger::{Context, may_be_drawn};
use crate::model::PartKind;

impl Search<'_, '_, '_> {
    /// Notes what the thoughts of a run say of an answer and its conversation, and returns it.
    pub(super) fn note(&mut self, run: &Run, nth: usize) -> Fit {
        let fit = self.fit(run, nth);
        self.note_fit(nth, fit)
    }

    /// The same where only the words tell of the answer: under other ids it may be somebody's who was told the same.
    pub(super) fn note_words(&mut self, run: &Run, nth: usize) -> Fit {
        let fit = self.fit(run, nth);
        let is_doubtful = fit == Fit::Own && self.is_renamed(run, nth);
        self.note_fit(nth, if is_doubtful { Fit::Doubtful } else { fit })
    }

    fn note_fit(&mut self, nth: usize, fit: Fit) -> Fit {
        let root = self.answers.root(nth);
        match fit {
            Fit::Own => self.judged.fit.add(root),
            Fit::Misrouted => false,
            Fit::Doubtful => self.doubt(nth),
            Fit::Foreign => self.judged.refuted.add(root),
        };
        fit
    }

    /// Notes that a thought of an answer is there as it came, in the run that is decided. What was in doubt before it is not any more.
    pub(super) fn confirm(&mut self, nth: usize) {
        let root = self.answers.root(nth);
        self.doubts.confirmed.add(root);
        self.doubts.refuted.take(root);
        self.doubts.doubtful.take(root);
        self.confirmed_at.set(root, self.owners.len());
    }

    /// Notes that an answer which is found by its words may be somebody's who was told the same; says whether that is new.
    pub(super) fn doubt(&mut self, nth: usize) -> bool {
        let root = self.answers.root(nth);
        self.judged.doubtful.add(root);
        self.doubtful.add(nth)
    }

    /// Takes what the run that was decided says of conversations into what the request says of them.
    pub(super) fn note_judged(&mut self) {
        let (run, Judged { fit, doubtful, refuted }) = (self.owners.len(), std::mem::take(&mut self.judged));
        let is_free = |root: usize| fit.has(root) || self.confirmed_at.get(root) == Some(&run);
        doubtful.iter().filter(|(root, ())| !is_free(*root)).for_each(|(root, ())| {
            self.doubts.doubtful.add(root);
        });
        refuted.iter().filter(|(root, ())| !is_free(*root)).for_each(|(root, ())| {
            self.doubts.refuted.add(root);
        });
    }

    /// Notes whether the answers of a run stand where they were recorded, and whether anybody on record was given what the run says.
    pub(super) fn note_place(&mut self, run: &Run, along: Option<&Context>, found: &[Owner]) {
        let here = [run.context.hash(), along.and_then(Context::hash)];
        for owner in found.iter().filter(|owner| owner.by != By::Handles) {
            let is_placed = owner.by != By::Ids || self.answers.get(owner.nth).is_some_and(|answer| here.contains(&answer.context));
            let root = self.answers.root(owner.nth);
            if is_placed {
                self.doubts.placed.add(root)
            } else {
                self.displaced.add(owner.nth)
            };
        }
        let is_unrecorded = found.is_empty() && !self.answers.is_spoken(&self.spoken(run, along));
        self.unrecorded.push(is_unrecorded);
    }

    /// Takes back what was found by words or ids in a conversation of which a thought tells that it is another's. What only words or ids tell of is
    /// given to nobody if they stand after other words than were recorded, or if the request goes on with an answer that is not on record: somebody
    /// who is not on record may have been told the same.
    pub(super) fn weigh_doubts(&mut self) {
        let mut owners = std::mem::take(&mut self.owners);
        let answered = self.sent.runs.iter().rposition(|run| run.entries.end < self.facts.entries.len());
        self.doubts.unrecorded =
            answered.map_or(self.sent.unrecorded, |run| self.unrecorded.get(run).is_some_and(|is_unrecorded| *is_unrecorded));
        for (run, owner) in owners.iter_mut().enumerate() {
            owner.retain(|owner| {
                let root = self.answers.root(owner.nth);
                let is_doubted = self.doubts.refuted.has(root) || self.doubts.doubtful.has(root);
                let is_before = self.confirmed_at.get(root).is_some_and(|at| run <= *at);
                let free = owner.by == By::Handles || is_before || self.doubts.confirmed.has(root) && !is_doubted;
                let is_displaced = self.displaced.has(owner.nth) && !self.doubts.placed.has(root);
                if !free && (self.doubts.doubtful.has(root) || self.doubts.unrecorded || is_displaced) {
                    self.doubtful.add(owner.nth);
                }
                free || !self.doubts.refuted.has(root)
            });
        }
        self.owners = owners;
    }

    /// Returns `true` if a part is a thought of an answer in the very words that came.
    pub(super) fn thinks(&self, nth: usize, part: &SentPart<'_>) -> bool {
        let emitted = self.answers.peek(nth).map_or(&[][..], |answer| &answer.parts);
        let same = part.kind == PartKind::Thought && part.trace.text.is_some();
        same && emitted.iter().any(|one| one.is_thought() && one.kind == part.kind && one.trace.text == part.trace.text)
    }

    /// Returns `true` if a part is a call with a placeholder for its handle, and its id is none of the answer's.
    pub(super) fn is_made_up(&self, nth: usize, part: &SentPart<'_>) -> bool {
        let emitted = self.answers.peek(nth).map_or(&[][..], |answer| &answer.parts);
        let mut ids = emitted.iter().filter(|one| one.kind == PartKind::Call).filter_map(|one| one.trace.call.as_deref()).peekable();
        carries_placeholder(part.value)
            && ids.peek().is_some()
            && part.trace.call.as_deref().is_some_and(|id| !ids.any(|known| known == id))
    }

    /// How the thoughts of a run fit an answer: as the worst of them does.
    pub(super) fn fit(&mut self, run: &Run, nth: usize) -> Fit {
        let (mut worst, mut thinks, renamed) = (Fit::Own, false, self.is_renamed(run, nth));
        let parts = self.sent.parts.get(run.parts.clone()).unwrap_or_default();
        for part in parts.iter().filter(|part| part.thinks) {
            let (elsewhere, repeated) =
                (self.elsewhere(part, nth), part.trace.handle.is_some_and(|handle| self.repeated.binary_search(&handle).is_ok()));
            let own = self.answers.get(nth).map_or(Fit::Own, |answer| fit(part, answer, elsewhere, [repeated, renamed]));
            worst = worst.max(own);
            thinks |= own == Fit::Own && !renamed && self.thinks(nth, part);
        }
        // Beside a thought in the very words of the answer, one that nothing is recorded of is the answer's with another handle.
        if worst == Fit::Foreign && thinks { Fit::Own } else { worst }
    }

    /// Returns `true` if a run and an answer have drawn ids, and share none. A short thought is often thought in the same words; with another id
    /// and another handle it is another's.
    pub(super) fn is_renamed(&mut self, run: &Run, nth: usize) -> bool {
        let parts = self.sent.parts.get(run.parts.clone()).unwrap_or_default();
        let sent = || parts.iter().flat_map(|part| part.trace.ids()).filter(|id| may_be_drawn(id));
        let Some(answer) = self.answers.get(nth) else { return false };
        let mut issued = answer.parts.iter().flat_map(|part| part.trace.ids()).filter(|id| may_be_drawn(id)).peekable();
        issued.peek().is_some() && sent().next().is_some() && !issued.any(|id| sent().any(|one| one == id))
    }

    /// How the thoughts of a run that have no handle fit an answer.
    pub(super) fn words_fit(&mut self, run: &Run, nth: usize) -> Fit {
        let parts = self.sent.parts.get(run.parts.clone()).unwrap_or_default();
        let words = parts.iter().filter(|part| part.kind == PartKind::Thought && part.trace.handle.is_none());
        let answer = self.answers.get(nth);
        words.filter_map(|part| Some(fit(part, answer?, Elsewhere::Unknown, [false; 2]))).max().unwrap_or(Fit::Own)
    }

    fn elsewhere(&mut self, part: &SentPart<'_>, nth: usize) -> Elsewhere {
        let issuers = self.answers.issuers(part);
        let mut elsewhere = Elsewhere::Unknown;
        for [other, inner] in issuers {
            let intact =
                self.answers.get(other).is_some_and(|answer| answer.parts.get(inner).is_some_and(|emitted| is_intact(emitted, part)));
            elsewhere = match intact {
                true if self.are_kin(nth, other) => return Elsewhere::Kin,
                true => Elsewhere::Intact,
                false if elsewhere == Elsewhere::Unknown => Elsewhere::Mixed,
                false => elsewhere,
            };
        }
        elsewhere
    }

    /// Returns `true` if two answers are of one conversation.
    pub(super) fn are_kin(&mut self, one: usize, other: usize) -> bool {
        one == other || self.answers.root(one) == self.answers.root(other)
    }

    /// All of them if they are of one conversation; none, if it is not clear of which.
    pub(super) fn of_one_conversation(&mut self, run: &Run, owners: Vec<usize>) -> Vec<usize> {
        if self.are_all_kin(&owners) {
            return self.without_siblings(owners);
        }
        // One of them answered what precedes the run: the others' thoughts were put beside it.
        let here = run.context.hash();
        let answered: Vec<usize> =
            owners.into_iter().filter(|nth| self.answers.get(*nth).is_some_and(|answer| answer.context == here)).collect();
        if self.are_all_kin(&answered) { self.without_siblings(answered) } else { Vec::new() }
    }

    /// The first of several answers to the same stands for all: what is not its own is told, and nobody's bytes are given away.
    fn without_siblings(&mut self, owners: Vec<usize>) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::new();
        for owner in owners {
            match kept.iter().copied().find(|known| self.are_siblings(*known, owner)) {
                Some(known) => {
                    self.doubtful.add(known);
                }
                None => kept.push(owner),
            }
        }
        kept
    }

    /// Returns `true` if two answers differ and answer the same request.
    pub(super) fn are_siblings(&mut self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|nth| self.answers.get(nth).map(|answer| (answer.context, answer.body)));
        one.zip(other).is_some_and(|(one, other)| one.0 == other.0 && one.1 != other.1)
    }

    fn are_all_kin(&mut self, owners: &[usize]) -> bool {
        owners.first().is_none_or(|first| owners.iter().all(|owner| self.are_kin(*first, *owner)))
    }
}
