//! The result of matching a request with a ledger, as rules use it.

use super::align::align;
use super::answer::MatchedAnswer;
use crate::json::{Digest, Value};
use crate::ledger::matching::Identified;
use crate::ledger::matching::KnownPrefix;
use crate::ledger::matching::Proof;
use crate::ledger::matching::SentPart;
use crate::ledger::{Answer, EmittedPart, Ledger, PendingRequest, Scope};
use crate::model::Target;
use crate::request::RequestFacts;
use crate::request::{Held, whole};

/// The proof for the recorded answer at a place of a request.
pub(crate) enum Shown<'d> {
    /// No recorded answer is known there.
    NotRecorded,
    /// A recorded answer has the same text, and no evidence shows that the request continues it.
    Guessed,
    /// The request is shown to continue the answer.
    By(&'d Proof),
}

/// A request matched with a ledger.
pub struct LedgerMatch<'d> {
    /// The parts that a model said, in order.
    pub sent: Vec<SentPart<'d>>,
    /// The recorded answers that the request sends back, or whose handles it has, in the order of the request.
    pub answers: Vec<MatchedAnswer<'d>>,
    pub(super) identified: &'d Identified<'d>,
    pub(super) ledger: &'d Ledger,
    /// The first byte of each part, in order, with its number.
    by_start: Vec<(usize, usize)>,
}

impl<'d> LedgerMatch<'d> {
    pub(crate) fn new(facts: &RequestFacts<'d>, ledger: &'d Ledger, identified: &'d Identified<'d>) -> Self {
        let mut sent = identified.sent.parts.clone();
        let mut answers: Vec<MatchedAnswer<'d>> = identified.answers.iter().map(|found| MatchedAnswer::new(found, identified)).collect();
        for (part, source) in sent.iter_mut().zip(&identified.sources) {
            part.from = *source;
            part.is_elsewhere = source.and_then(|[answer, _]| answers.get(answer)).is_some_and(|answer| !answer.runs.is_empty());
        }
        if !answers.is_empty() {
            let said = facts.answers().filter_map(|(nth, entry)| Some((whole(entry.parts)?, nth)));
            align(&mut sent, &mut answers, &said.collect::<Vec<_>>());
        }
        for (at, part) in sent.iter().enumerate() {
            let carried = part.from.and_then(|[answer, inner]| answers.get_mut(answer)?.carried.get_mut(inner));
            carried.into_iter().for_each(|carried| *carried = carried.or(Some(at)));
        }
        let mut by_start: Vec<(usize, usize)> = sent.iter().map(|part| part.value.span().start).zip(0..).collect();
        by_start.sort_unstable();
        Self { sent, answers, identified, ledger, by_start }
    }

    /// Returns the last answer that the request continues, if known.
    #[must_use]
    pub fn last(&self) -> Option<&MatchedAnswer<'d>> {
        self.answers.iter().rfind(|answer| answer.entries.is_some() && !answer.is_guess)
    }

    /// Returns the number of the answer that the request continues: the last in it, or the one whose thread it continues.
    #[must_use]
    pub fn previous(&self) -> Option<usize> {
        self.last().map(|last| last.nth).or_else(|| self.held()?.answer)
    }

    /// Returns the answer that the request continues, if the provider holds the messages before it.
    #[must_use]
    pub fn held(&self) -> Option<&'d Held> {
        self.identified.sent.walk.at.held.as_ref()
    }

    /// Returns the members of the request that differ from those that the provider holds with its thread. The list is empty if the ledger lacks the beginning
    /// of the thread.
    #[must_use]
    pub fn changed_in_thread(&self) -> Vec<&'static str> {
        let held = self.held().filter(|held| held.is_whole).and_then(|held| self.ledger.answer(held.answer?));
        let Some(held) = held else { return Vec::new() };
        let settings = &self.identified.settings;
        let members = [("system", settings.system() != held.system), ("tools", settings.tools() != held.tools)];
        members.into_iter().filter(|(_, changed)| *changed).map(|(name, _)| name).collect()
    }

    /// Returns the part with the handle of a recorded one, in any place.
    #[must_use]
    pub fn carrier(&self, answer: usize, part: usize) -> Option<&SentPart<'d>> {
        self.sent.get(self.answers.get(answer)?.carried.get(part).copied().flatten()?)
    }

    /// Returns the parts with a handle that is not on record.
    pub fn unexplained(&self) -> impl Iterator<Item = &SentPart<'d>> {
        self.sent.iter().filter(|part| part.of.is_none() && part.from.is_none() && part.trace.handle.is_some())
    }

    /// Returns the parts whose handle belongs to another conversation than the answer around them, or to another answer to the same request. If one run has
    /// handles of several answers with the same text and no known owner, each of these parts counts.
    pub fn misrouted(&self) -> impl Iterator<Item = &SentPart<'d>> {
        let issuer = |part: &SentPart<'d>| part.from.and_then(|[answer, _]| self.answers.get(answer));
        let are_twins = |one: &MatchedAnswer<'d>, other: &MatchedAnswer<'d>| {
            one.nth != other.nth && one.recorded.spoken.is_some() && one.recorded.spoken == other.recorded.spoken
        };
        let is_strange = move |(at, part): &(usize, &SentPart<'d>)| {
            let Some(own) = issuer(part) else { return false };
            let mut owners = self.answers.iter().filter(|answer| answer.runs.iter().any(|run| run.contains(at))).peekable();
            let is_owned = owners.peek().is_some();
            is_owned && owners.all(|owner| owner.is_apart(own))
                || !is_owned && self.beside(*at).any(|other| issuer(other).is_some_and(|other| are_twins(other, own)))
        };
        self.sent.iter().enumerate().filter(is_strange).map(|(_, part)| part)
    }

    /// Returns the parts of the run that holds a part.
    fn beside(&self, at: usize) -> impl Iterator<Item = &SentPart<'d>> {
        let run = self.identified.sent.runs.iter().find(|run| run.parts.contains(&at)).map(|run| run.parts.clone());
        run.and_then(|run| self.sent.get(run)).into_iter().flatten()
    }

    /// Returns the parts whose handle is also on another part, although it was issued once.
    pub fn doubled(&self) -> impl Iterator<Item = &SentPart<'d>> {
        self.sent.iter().filter(|part| part.of.is_none() && part.from.is_some_and(|[answer, inner]| self.at(answer, inner).is_some()))
    }

    /// Returns the part that replays a recorded one.
    #[must_use]
    pub fn at(&self, answer: usize, part: usize) -> Option<&SentPart<'d>> {
        self.sent.get(self.answers.get(answer)?.parts.get(part).copied().flatten()?)
    }

    /// Returns a recorded part.
    #[must_use]
    pub fn emitted(&self, [answer, part]: [usize; 2]) -> Option<(&'d Answer, &'d EmittedPart)> {
        let recorded = self.answers.get(answer)?.recorded;
        Some((recorded, recorded.parts.get(part)?))
    }

    /// Returns the contexts that end with an answer, each with the number of its entry.
    pub(crate) fn spoken(&self) -> impl Iterator<Item = (usize, &'d Digest)> {
        let runs = self.identified.sent.runs.iter();
        runs.flat_map(|run| run.spoken.iter().map(|(part, hash)| (self.sent.get(*part).map_or(0, |part| part.entry), hash)))
    }

    /// Prepares the request for the recording of its answer.
    pub(crate) fn pending(&self, target: &Target) -> PendingRequest {
        self.ledger.prepare_walked(target, &self.identified.sent.walk, &self.identified.settings)
    }

    /// Returns `true` if the request changes the result of an earlier audit: a later answer continues another one.
    pub(crate) fn is_overturned(&self) -> bool {
        self.identified.is_overturned
    }

    /// Returns the proof for the recorded answer at a place of the request: a part, or the message or item that holds it.
    pub(crate) fn shown_at(&self, facts: &RequestFacts<'d>, place: Value<'d>) -> Shown<'d> {
        let start = place.span().start;
        let at = self.by_start.partition_point(|(own, _)| *own < start);
        let same = self.by_start.iter().skip(at).take_while(|(own, _)| *own == start).filter_map(|(_, at)| self.sent.get(*at));
        let part = same.into_iter().find(|sent| sent.value == place);
        if part.is_some_and(|part| part.from.is_some()) {
            return Shown::By(&Proof::Handle);
        }
        let entry = facts.entries.partition_point(|entry| entry.value.span().start <= start).saturating_sub(1);
        let first = self.sent.partition_point(|sent| sent.entry < entry);
        let within =
            self.sent.iter().skip(first).take_while(|sent| sent.entry == entry).filter(|_| part.is_none_or(|part| part.of.is_none()));
        let mut is_guessed = false;
        for [answer, _] in part.into_iter().chain(within).filter_map(|part| part.of) {
            match self.answers.get(answer).and_then(|answer| answer.proof) {
                Some(proof) => return Shown::By(proof),
                None => is_guessed = true,
            }
        }
        if is_guessed { Shown::Guessed } else { Shown::NotRecorded }
    }

    /// Returns the account, the key and the conversation of the request.
    pub(crate) fn scope(&self) -> &Scope {
        self.identified.settings.scope()
    }

    /// Returns the known prefix of the request up to a byte, before an entry that begins or ends a run.
    pub(crate) fn known_before(&self, facts: &RequestFacts<'d>, entry: usize, end: usize) -> Option<KnownPrefix> {
        let Identified { sent, settings, along, branches, last, open, .. } = self.identified;
        // Blocks before a summary are not kept.
        let stop = sent.stop_at(entry).filter(|stop| stop.at.summaries == sent.walk.at.summaries)?;
        let last = last.get(..stop.runs).unwrap_or_default();
        // Later evidence may change the decision for such a run, and the findings in it.
        if open.iter().any(|run| *run < stop.runs && self.has_loss(*run)) {
            return None;
        }
        let context = stop.runs.checked_sub(1).map_or(sent.along.as_ref(), |run| along.get(run).and_then(Option::as_ref)).cloned();
        let since = stop.runs.checked_sub(1).and_then(|run| sent.runs.get(run)).map_or(sent.from, |run| run.entries.end);
        let along = context.map(|mut context| {
            facts.entries.get(since..entry).unwrap_or_default().iter().for_each(|entry| context.push(entry));
            context
        });
        Some(KnownPrefix {
            end,
            wire: facts.wire.clone(),
            position: stop.at.clone(),
            blocks: sent.walk.blocks.get(..stop.at.chain.depth - stop.at.unlisted()).unwrap_or_default().to_vec(),
            prompts: sent.walk.prompts.get(..stop.prompts).unwrap_or_default().to_vec(),
            along,
            settings: settings.clone(),
            branches: branches.clone(),
            last: last.iter().rfind(|last| !last.is_empty()).unwrap_or(&sent.last).clone(),
        })
    }
}
