//! The fate of every recorded part, thought or not.
//!
//! [`super::State`] describes the states of a thought. Other parts are compared by content: a text by its words, a call by its tool, its arguments and its id.
//! A text that is not found is reported as changed if its message has another text, else as missing.

use std::ops::RangeInclusive;

use super::answer::MatchedAnswer;
use super::matched::LedgerMatch;
use super::sorted::Sorted;
use super::thoughts::{Fate, State};
use crate::json::Digest;
use crate::ledger::EmittedPart;
use crate::ledger::matching::SentPart;
use crate::model::PartKind;
use crate::request::RequestFacts;
use crate::request::{called, whole};
use crate::wires::description;

pub(super) fn parts<'m, 'd>(matched: &'m LedgerMatch<'d>, facts: &RequestFacts<'d>) -> Vec<Fate<'m, 'd>> {
    let mut search = PartSearch::new(matched, facts);
    let mut fates = Vec::new();
    for (nth, answer) in matched.answers.iter().enumerate() {
        let (from, mut entries) = (fates.len(), search.entries(nth, answer));
        for (part, emitted) in answer.recorded.parts.iter().enumerate() {
            let fate = matched.fate_in(nth, part, emitted, entries.as_ref());
            let fate = if answer.entries.is_none() { search.carried(fate, &mut entries) } else { fate };
            fates.push(Fate { state: fate.sent.map_or(fate.state, |sent_part| state(&fate, sent_part)), ..fate });
        }
        if let Some(entries) = entries {
            search.find_left(answer, entries, fates.get_mut(from..).unwrap_or_default());
        }
    }
    fates
}

/// The state of the search for parts.
struct PartSearch<'m, 'f, 'd> {
    matched: &'m LedgerMatch<'d>,
    facts: &'f RequestFacts<'d>,
    /// True for each sent part that replays a recorded one.
    taken: Vec<bool>,
    /// True for each entry that replays a recorded one.
    owned: Vec<bool>,
}

impl<'m, 'f, 'd> PartSearch<'m, 'f, 'd> {
    fn new(matched: &'m LedgerMatch<'d>, facts: &'f RequestFacts<'d>) -> Self {
        let mut owned = vec![false; facts.entries.len()];
        for sent_part in matched.sent.iter().filter(|sent_part| sent_part.of.is_some()) {
            owned.get_mut(sent_part.entry).into_iter().for_each(|owned| *owned = true);
        }
        Self { matched, facts, taken: matched.sent.iter().map(|sent_part| sent_part.of.is_some()).collect(), owned }
    }

    /// Returns the entries that replay a response. On the wires of items and of steps, thoughts before and after its text belong to it too.
    fn entries(&self, nth: usize, answer: &MatchedAnswer<'d>) -> Option<RangeInclusive<usize>> {
        let sent = &self.matched.sent;
        let (mut start, mut end) = answer.entries.clone()?.into_inner();
        if !description(&answer.recorded.wire).has_messages() {
            let own = |at: usize| {
                sent.get(at).filter(|sent_part| matches!(sent_part.of, Some([of, _]) if of == nth)).map(|sent_part| sent_part.entry)
            };
            let first = sent.partition_point(|sent_part| sent_part.entry < start);
            start = (0..first).rev().map_while(own).last().unwrap_or(start);
            let next = sent.partition_point(|sent_part| sent_part.entry <= end);
            end = (next..sent.len()).map_while(own).last().unwrap_or(end);
        }
        Some(start..=end)
    }

    /// Places a response without matching ids or text where its handles are: clients number the calls of Gemini, which have no ids. In a message that replays
    /// another response, the handles were only moved there.
    fn carried(&mut self, fate: Fate<'m, 'd>, entries: &mut Option<RangeInclusive<usize>>) -> Fate<'m, 'd> {
        let at = self.matched.answers.get(fate.answer).and_then(|answer| answer.carried.get(fate.part).copied().flatten());
        if fate.sent.is_some() {
            return fate;
        }
        let Some((at, sent_part)) = at.and_then(|at| Some((at, self.matched.sent.get(at)?))) else { return fate };
        if sent_part.kind != fate.emitted.kind || self.owned.get(sent_part.entry) != Some(&false) || self.taken.get(at) != Some(&false) {
            return Fate { state: State::Moved, ..fate };
        }
        self.take(at);
        let (first, last) = entries.as_ref().map_or((sent_part.entry, sent_part.entry), |entries| (*entries.start(), *entries.end()));
        *entries = Some(first.min(sent_part.entry)..=last.max(sent_part.entry));
        Fate { sent: Some(sent_part), state: self.matched.compare(fate.answer, fate.part, fate.emitted, sent_part, None), ..fate }
    }

    /// Finds the remaining parts of a response in its entries: by their content, and then by their order.
    fn find_left(&mut self, answer: &MatchedAnswer<'d>, entries: RangeInclusive<usize>, fates: &mut [Fate<'m, 'd>]) {
        let is_left =
            |fate: &Fate<'_, '_>| fate.sent.is_none() && matches!(fate.state, State::Missing | State::Gone) && !fate.emitted.is_thought();
        for fate in fates.iter_mut().filter(|fate| fate.state == State::Gone) {
            fate.state = State::Missing;
        }
        if !fates.iter().any(is_left) {
            return;
        }
        let mut free: Vec<(usize, &'m SentPart<'d>, Option<Digest>)> = Vec::new();
        let first = self.matched.sent.partition_point(|sent_part| sent_part.entry < *entries.start());
        for (at, sent_part) in self.matched.sent.iter().enumerate().skip(first) {
            if sent_part.entry > *entries.end() {
                break;
            }
            if self.taken.get(at) == Some(&false) {
                free.push((at, sent_part, if sent_part.kind == PartKind::Call { called(sent_part.value) } else { sent_part.trace.text }));
            }
        }
        let keys: Vec<(&[u8], usize)> = free.iter().map(|(.., key)| bytes(key)).zip(0..).collect();
        let index = Sorted::new(&keys);
        let entry = if entries.start() == entries.end() { self.facts.entries.get(*entries.start()) } else { None };
        // Consecutive texts may have been joined into one.
        let joined = answer.recorded.said.is_some() && entry.and_then(|entry| whole(entry.parts)) == answer.recorded.said;
        for kind in [None, Some(PartKind::Text), Some(PartKind::Call), Some(PartKind::Result), Some(PartKind::Other)] {
            let mut next = 0;
            for fate in fates.iter_mut().filter(|fate| is_left(fate) && kind.is_none_or(|kind| fate.emitted.kind == kind)) {
                let emitted = fate.emitted;
                let is_free = |nth: &usize| {
                    free.get(*nth).is_some_and(|(at, sent_part, _)| sent_part.kind == emitted.kind && self.taken.get(*at) == Some(&false))
                };
                let key = if emitted.kind == PartKind::Call { emitted.called() } else { emitted.trace.text };
                let found = if kind.is_none() { index.of(bytes(&key)).find(is_free) } else { (next..free.len()).find(is_free) };
                let Some((nth, (at, sent_part, _))) = found.and_then(|nth| Some((nth, free.get(nth)?))) else {
                    // The next part of that kind has none either.
                    next = free.len();
                    continue;
                };
                fate.sent = Some(sent_part);
                if joined && kind == Some(PartKind::Text) {
                    fate.state = State::Equal;
                    continue;
                }
                fate.state = words(emitted, sent_part);
                self.take(*at);
                next = nth + 1;
            }
        }
        // An empty text is not missing.
        for fate in fates.iter_mut().filter(|fate| is_left(fate) && fate.emitted.kind == PartKind::Text) {
            fate.state = if fate.emitted.trace.text.is_none() { State::Equal } else { fate.state };
        }
    }

    fn take(&mut self, at: usize) {
        self.taken.get_mut(at).into_iter().for_each(|taken| *taken = true);
    }
}

fn bytes(digest: &Option<Digest>) -> &[u8] {
    digest.as_ref().map_or(&[], |digest| digest.0.as_slice())
}

/// Returns the state of a part that is in the request.
fn state(fate: &Fate<'_, '_>, sent_part: &SentPart<'_>) -> State {
    let emitted = fate.emitted;
    // A reference replaces its item.
    if sent_part.value.fits("type=item_reference") {
        return State::Equal;
    }
    if emitted.kind == PartKind::Thought || (emitted.is_thought() || sent_part.thinks) && fate.state != State::Equal {
        return fate.state;
    }
    words(emitted, sent_part)
}

/// Returns `true` if a part of a request has the words of a recorded one, and the same call id.
#[must_use]
pub fn has_same_words(emitted: &EmittedPart, sent_part: &SentPart<'_>) -> bool {
    has_recorded_words(emitted, sent_part) && (sent_part.trace.handle.is_none() || sent_part.trace.handle == emitted.trace.handle)
}

/// Returns `true` if a part of a request has the words of a recorded one and, if it is a call, its id. Its handle does not count.
#[must_use]
pub fn has_recorded_words(emitted: &EmittedPart, sent_part: &SentPart<'_>) -> bool {
    words(emitted, sent_part) == State::Equal
}

/// Compares the words of a part with the recorded ones.
fn words(emitted: &EmittedPart, sent_part: &SentPart<'_>) -> State {
    let (then, now) = (&emitted.trace, &sent_part.trace);
    match emitted.kind {
        PartKind::Call if emitted.called().is_some_and(|then| called(sent_part.value) != Some(then)) => State::Text,
        // A missing id is not a different one.
        PartKind::Call if now.call.is_some() && then.call.is_some() && then.call != now.call => State::Id,
        PartKind::Call => State::Equal,
        _ if then.text == now.text => State::Equal,
        _ => State::Text,
    }
}
