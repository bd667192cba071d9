//! The fates of recorded thoughts in a request.

use std::ops::{Range, RangeInclusive};

use super::answer::MatchedAnswer;
use super::matched::LedgerMatch;
use super::parts;
use crate::ledger::EmittedPart;
use crate::ledger::matching::SentPart;
use crate::model::PartKind;
use crate::request::RequestFacts;

/// The state of a recorded thought in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is there, unchanged.
    Equal,
    /// Its handle is there, and its readable text was changed.
    Text,
    /// It is there with another handle.
    Handle,
    /// A call is there with another id. Reported only if all parts are compared, and not only thoughts.
    Id,
    /// It is there without its handle.
    Bare,
    /// It is there, with a handle that was issued before it had content.
    Stub,
    /// Its handle is there, in another place than the original one.
    Moved,
    /// The rest of the response is there, and this part is missing.
    Missing,
    /// The response is not in the request.
    Gone,
}

impl State {
    /// Returns its words: the fate of a part and, if it was changed, the changed side.
    #[must_use]
    pub fn words(self) -> (&'static str, Option<&'static str>) {
        match self {
            State::Equal => ("equal", None),
            State::Text => ("changed", Some("text")),
            State::Handle => ("changed", Some("handle")),
            State::Id => ("changed", Some("id")),
            State::Bare => ("changed", Some("bare")),
            State::Stub => ("changed", Some("stub")),
            State::Moved => ("moved", None),
            State::Missing => ("missing", None),
            State::Gone => ("gone", None),
        }
    }
}

/// A recorded thought, and its fate.
#[derive(Clone, Copy)]
pub struct Fate<'m, 'd> {
    /// The number of its answer.
    pub answer: usize,
    /// The number of the part in it.
    pub part: usize,
    /// The recorded part.
    pub emitted: &'d EmittedPart,
    /// Its place in the request, or the part that it was attached to.
    pub sent: Option<&'m SentPart<'d>>,
    /// Its state.
    pub state: State,
}

impl<'d> LedgerMatch<'d> {
    /// Returns every recorded thought with its fate, in order. The result is a list, because nine rules use it, and an iterator would be compiled into each of
    /// them.
    #[must_use]
    #[inline(never)]
    pub fn fates(&self) -> Vec<Fate<'_, 'd>> {
        self.among(0..self.answers.len())
    }

    /// Returns the thoughts of one answer.
    #[must_use]
    pub fn of_answer(&self, answer: usize) -> Vec<Fate<'_, 'd>> {
        self.among(answer..answer + 1)
    }

    /// Returns every recorded part with its fate, in order. For parts that are not thoughts, or that carry a handle, the content counts too.
    #[must_use]
    pub fn parts(&self, facts: &RequestFacts<'d>) -> Vec<Fate<'_, 'd>> {
        parts::parts(self, facts)
    }

    /// Returns `true` if a thought of the answer in a run is not in the request unchanged.
    pub(super) fn has_loss(&self, run: usize) -> bool {
        let parts = self.identified.sent.runs.get(run).map(|run| &run.parts);
        let is_here = |answer: &MatchedAnswer<'d>| answer.runs.iter().any(|own| Some(own) == parts);
        let here = self.answers.iter().enumerate().filter(|(_, answer)| is_here(answer));
        here.into_iter().any(|(nth, _)| self.of_answer(nth).iter().any(|fate| fate.state != State::Equal))
    }

    fn among(&self, answers: Range<usize>) -> Vec<Fate<'_, 'd>> {
        let mut fates = Vec::new();
        for nth in answers {
            let Some(answer) = self.answers.get(nth) else { break };
            for (part, emitted) in answer.recorded.parts.iter().enumerate().filter(|(_, emitted)| emitted.is_thought()) {
                fates.push(self.fate_in(nth, part, emitted, answer.entries.as_ref()));
            }
        }
        fates
    }

    /// Returns the fate of a part of an answer that those entries replay.
    pub(super) fn fate_in<'m>(
        &'m self,
        answer: usize,
        part: usize,
        emitted: &'d EmittedPart,
        entries: Option<&RangeInclusive<usize>>,
    ) -> Fate<'m, 'd> {
        let sent = self.at(answer, part);
        let state = match (sent, entries) {
            (None, None) => State::Gone,
            (None, Some(_)) => self.away(answer, part),
            (Some(sent), entries) => self.compare(answer, part, emitted, sent, entries),
        };
        Fate { answer, part, emitted, sent, state }
    }

    pub(super) fn compare(
        &self,
        answer: usize,
        part: usize,
        emitted: &EmittedPart,
        sent: &SentPart<'d>,
        entries: Option<&RangeInclusive<usize>>,
    ) -> State {
        match sent.trace.handle {
            Some(handle) if emitted.stubs.contains(&handle) => State::Stub,
            Some(handle) if emitted.issued(handle) => {
                let text = match emitted.kind {
                    PartKind::Thought => sent.trace.text != emitted.trace.text,
                    // A summary is encrypted too, and all of it counts.
                    _ => self.answers.get(answer).is_some_and(|answer| !answer.recorded.has_block(part, sent.value)),
                };
                match entries.is_some_and(|entries| !entries.contains(&sent.entry)) {
                    true => State::Moved,
                    false if text => State::Text,
                    false => State::Equal,
                }
            }
            // On the wire of items, the id alone can replace a stored item.
            None if emitted.trace.handle.is_none() && emitted.trace.sort == "reasoning" && sent.trace.item != emitted.trace.item => {
                State::Bare
            }
            None if emitted.trace.handle.is_none() && sent.trace.text == emitted.trace.text => State::Equal,
            None if emitted.trace.handle.is_none() => State::Text,
            // It is attached to another part, or missing.
            other => match self.away(answer, part) {
                State::Missing if other.is_some() => State::Handle,
                State::Missing if sent.thinks || emitted.kind != PartKind::Thought => State::Bare,
                state => state,
            },
        }
    }

    /// Returns `State::Moved` if the handle of a thought is in another place, else `State::Missing`.
    fn away(&self, answer: usize, part: usize) -> State {
        if self.carrier(answer, part).is_some() { State::Moved } else { State::Missing }
    }
}
