//! Aligns the parts of a run with the parts of the answer that it sends back: by handles and ids, then by text, then by place.

use std::ops::RangeInclusive;

use super::answer::MatchedAnswer;
use super::sorted::Sorted;
use crate::json::Digest;
use crate::ledger::EmittedPart;
use crate::ledger::matching::SentPart;
use crate::model::{Attachment, PartKind};
use crate::wires::description;

/// Sets the recorded part that each part replays, and the parts and entries of each answer. `said` has the whole text of entries.
pub(super) fn align<'d>(sent: &mut [SentPart<'d>], answers: &mut [MatchedAnswer<'d>], said: &[(Digest, usize)]) {
    let of = {
        let mut aligner = Aligner::new(sent);
        for pass in [Aligner::by_ids, Aligner::by_all_of_it, Aligner::by_texts, Aligner::by_handles] {
            answers.iter_mut().enumerate().for_each(|(nth, answer)| pass(&mut aligner, nth, answer));
        }
        answers.iter_mut().for_each(|answer| aligner.settle_entries(answer, said));
        for pass in [Aligner::by_place, Aligner::by_rank] {
            answers.iter_mut().enumerate().for_each(|(nth, answer)| pass(&mut aligner, nth, answer));
        }
        aligner.of
    };
    for (part, of) in sent.iter_mut().zip(of) {
        part.of = of;
    }
}

/// The state of the alignment.
struct Aligner<'s, 'd> {
    sent: &'s [SentPart<'d>],
    ids: Sorted<'s>,
    handles: Sorted<'s>,
    texts: Sorted<'s>,
    of: Vec<Option<[usize; 2]>>,
}

impl<'s, 'd> Aligner<'s, 'd> {
    fn new(sent: &'s [SentPart<'d>]) -> Self {
        let (mut ids, mut handles, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for (nth, part) in sent.iter().enumerate() {
            ids.extend(part.trace.ids().map(|id| (id.as_bytes(), nth)));
            handles.extend(part.trace.handle.iter().map(|handle| (handle.0.as_slice(), nth)));
            texts.extend(part.trace.text.iter().map(|text| (text.0.as_slice(), nth)));
        }
        Self { sent, ids: Sorted::new(&ids), handles: Sorted::new(&handles), texts: Sorted::new(&texts), of: vec![None; sent.len()] }
    }

    fn by_ids(&mut self, nth: usize, answer: &mut MatchedAnswer<'d>) {
        // In chat a thought has the id of its call, or one that every message has.
        let chat = description(&answer.recorded.wire).is_chat();
        for (part, emitted) in answer.recorded.parts.iter().enumerate().filter(|(_, emitted)| !chat || emitted.kind != PartKind::Thought) {
            let found = emitted.trace.ids().flat_map(|id| self.ids.of(id.as_bytes())).find(|at| self.is_free(*at, emitted, answer));
            self.claim(nth, part, found, answer, true);
        }
    }

    /// Pairs parts with the same handle and text.
    fn by_all_of_it(&mut self, nth: usize, answer: &mut MatchedAnswer<'d>) {
        self.by_handle(nth, answer, true);
    }

    /// Pairs parts with the same handle and any text.
    fn by_handles(&mut self, nth: usize, answer: &mut MatchedAnswer<'d>) {
        self.by_handle(nth, answer, false);
    }

    fn by_handle(&mut self, nth: usize, answer: &mut MatchedAnswer<'d>, whole: bool) {
        for (part, emitted) in answer.recorded.parts.iter().enumerate() {
            // Two parts without text do not count as equal.
            let same = |sent: &SentPart<'_>| sent.trace.text == emitted.trace.text && sent.trace.text.is_some();
            // A separate thought may have been moved out of its runs. Its handle still identifies it.
            let is_free =
                |at: usize| if whole || answer.runs.is_empty() { self.is_free(at, emitted, answer) } else { self.is_alike(at, emitted) };
            let fits = |at: &usize| is_free(*at) && (!whole || self.sent.get(*at).is_some_and(same));
            let free: Vec<usize> = emitted.handles().flat_map(|key| self.handles.of(&key.0)).filter(fits).collect();
            let near = |at: &&usize| answer.entries.as_ref().is_none_or(|entries| self.is_in(**at, entries));
            let found = free.iter().find(near).or(free.first()).copied();
            // A handle on a call in another place was copied there.
            let on_call = matches!(emitted.attachment, Some(Attachment::Call { .. }));
            self.claim(nth, part, found.filter(|_| !on_call), answer, answer.entries.is_none());
        }
    }

    fn by_texts(&mut self, nth: usize, answer: &mut MatchedAnswer<'d>) {
        for (part, emitted) in answer.recorded.parts.iter().enumerate() {
            let Some(text) = emitted.trace.text.filter(|_| emitted.kind != PartKind::Thought || emitted.trace.handle.is_none()) else {
                continue;
            };
            let found = self.texts.of(&text.0).find(|at| self.is_free(*at, emitted, answer));
            self.claim(nth, part, found, answer, true);
        }
    }

    /// Places an answer without aligned parts: in the entries with all its text, or anywhere in its runs.
    fn settle_entries(&self, answer: &mut MatchedAnswer<'d>, said: &[(Digest, usize)]) {
        let within =
            |at: usize| answer.runs.iter().flat_map(|run| run.clone()).filter_map(|nth| self.sent.get(nth)).any(|part| part.entry == at);
        if answer.entries.is_some() || answer.runs.is_empty() {
            return;
        }
        let same = said.iter().find(|(key, entry)| Some(*key) == answer.recorded.said && within(*entry)).map(|(_, entry)| *entry..=*entry);
        let ends = || {
            let first = self.sent.get(answer.runs.first()?.start)?.entry;
            let last = self.sent.get(answer.runs.last()?.end.checked_sub(1)?)?.entry;
            Some(first..=last)
        };
        answer.entries = same.or_else(ends);
    }

    /// Pairs the remaining thoughts of an answer with the remaining parts in its place.
    fn by_place(&mut self, nth: usize, answer: &mut MatchedAnswer<'d>) {
        let Some(entries) = answer.entries.clone() else { return };
        let mut from = self.sent.partition_point(|part| part.entry < *entries.start());
        // On a wire of items, a thought comes before its output.
        let is_left = |at: usize| {
            self.of.get(at).is_some_and(Option::is_none)
                && self.sent.get(at).is_some_and(|part| part.kind == PartKind::Thought && part.entry < *entries.start())
        };
        while let Some(before) = from.checked_sub(1).filter(|before| is_left(*before)) {
            from = before;
        }
        let first = self.sent.get(from).map_or(*entries.start(), |part| part.entry);
        let entries = first..=*entries.end();
        for same_text in [true, false] {
            for (part, emitted) in answer.recorded.parts.iter().enumerate().filter(|(_, part)| part.is_thought() && stands_alone(part)) {
                if answer.parts.get(part).copied().flatten().is_some() {
                    continue;
                }
                // Never past the next aligned part. The members of a message have no order: hosts stream thoughts first, bodies may name the content first, and
                // clients write any order.
                let is_member = matches!(emitted.attachment, Some(Attachment::Field { .. }));
                let end = if !is_member { answer.parts.iter().skip(part + 1).flatten().next().copied() } else { None };
                let mut left = (from..self.sent.len()).take_while(|at| self.is_in(*at, &entries)).filter(|at| {
                    // A thought with the recorded text is the same thought, whatever its handle is.
                    let own = |sent: &SentPart<'_>| same_text && sent.trace.text.is_some() && sent.trace.text == emitted.trace.text;
                    let is_it = |sent: &SentPart<'_>| {
                        sent.thinks && (!sent.is_elsewhere || own(sent)) && alike(&sent.trace.sort, &emitted.trace.sort)
                    };
                    self.is_free(*at, emitted, answer)
                        && self.sent.get(*at).is_some_and(is_it)
                        && (same_text || end.is_none_or(|end| *at < end))
                });
                let found = left.find(|at| !same_text || self.sent.get(*at).is_some_and(|sent| sent.trace.text == emitted.trace.text));
                self.claim(nth, part, found, answer, false);
            }
        }
    }

    /// Pairs calls with rewritten ids by position: in their message, or right after the previous part.
    fn by_rank(&mut self, nth: usize, answer: &mut MatchedAnswer<'d>) {
        let Some(entries) = answer.entries.clone() else { return };
        let from = self.sent.partition_point(|part| part.entry < *entries.start());
        let items = !description(&answer.recorded.wire).has_messages();
        let mut end = *entries.end();
        for (part, emitted) in answer.recorded.parts.iter().enumerate().filter(|(_, emitted)| emitted.kind == PartKind::Call) {
            if answer.parts.get(part).is_some_and(Option::is_some) {
                continue;
            }
            let last = end + usize::from(items);
            let here = |at: &usize| self.sent.get(*at).is_some_and(|sent| sent.entry <= last);
            let found = (from..self.sent.len()).take_while(here).find(|at| self.is_free(*at, emitted, answer));
            end = found.and_then(|at| self.sent.get(at)).map_or(end, |sent| end.max(sent.entry));
            self.claim(nth, part, found, answer, false);
        }
    }

    fn claim(&mut self, nth: usize, part: usize, found: Option<usize>, answer: &mut MatchedAnswer<'d>, settles: bool) {
        let (Some(at), Some(place)) = (found, answer.parts.get_mut(part)) else { return };
        if place.is_some() {
            return;
        }
        *place = Some(at);
        self.of.get_mut(at).into_iter().for_each(|of| *of = Some([nth, part]));
        if let Some(sent) = self.sent.get(at)
            && settles
        {
            let (first, last) = answer.entries.as_ref().map_or((sent.entry, sent.entry), |entries| (*entries.start(), *entries.end()));
            answer.entries = Some(first.min(sent.entry)..=last.max(sent.entry));
        }
    }

    /// Returns `true` if a part has the kind of a recorded one, is in a place of the answer, and replays nothing yet.
    fn is_free(&self, at: usize, emitted: &EmittedPart, answer: &MatchedAnswer<'d>) -> bool {
        answer.runs.iter().any(|run| run.contains(&at)) && self.is_alike(at, emitted)
    }

    /// Returns `true` if a part has the kind of a recorded one, and replays nothing yet. A text in a field is not a list item.
    fn is_alike(&self, at: usize, emitted: &EmittedPart) -> bool {
        let is_string = match &emitted.attachment {
            Some(Attachment::Field { name }) => name != "reasoning_details" && name != "extra_content",
            Some(Attachment::Tag { .. }) => true,
            _ => false,
        };
        // A reference replaces its item.
        let alike = |sent: &SentPart<'_>| {
            sent.value.fits("type=item_reference")
                || sent.kind == emitted.kind && (sent.kind != PartKind::Thought || sent.value.text().is_some() == is_string)
        };
        self.of.get(at).is_some_and(Option::is_none) && self.sent.get(at).is_some_and(alike)
    }

    fn is_in(&self, at: usize, entries: &RangeInclusive<usize>) -> bool {
        self.sent.get(at).is_some_and(|part| entries.contains(&part.entry))
    }
}

/// Returns `true` if two thoughts may have the same type.
fn alike(one: &str, other: &str) -> bool {
    one == other || one.is_empty() || other.is_empty()
}

/// Returns `true` if a thought is a separate part, and not attached to another.
fn stands_alone(emitted: &EmittedPart) -> bool {
    !matches!(emitted.attachment, Some(Attachment::Call { .. } | Attachment::Text))
}
