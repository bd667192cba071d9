//! Which part of a request replays which recorded one.

use std::ops::RangeInclusive;

use super::{Index, Spot, Turn, stands_alone};
use crate::json::Digest;
use crate::ledger::{Emitted, Recorded};
use crate::model::{Attachment, PartKind};

/// Aligns the spots of a request with a ledger: each spot gets what it replays, each response its spots.
pub(super) fn align<'d>(spots: &mut [Spot<'d>], recorded: &'d [(usize, Recorded)], said: &[(Digest, usize)]) -> Vec<Turn<'d>> {
    let new = |(nth, recorded): &'d (usize, Recorded)| Turn {
        nth: *nth,
        recorded,
        spots: vec![None; recorded.parts.len()],
        carried: vec![None; recorded.parts.len()],
        home: None,
    };
    let mut turns: Vec<Turn<'d>> = recorded.iter().map(new).collect();
    let (of, from) = {
        let mut aligner = Aligner::new(spots);
        for pass in [Aligner::by_ids, Aligner::by_all_of_it, Aligner::by_texts, Aligner::by_handles] {
            turns.iter_mut().enumerate().for_each(|(nth, turn)| pass(&mut aligner, nth, turn));
        }
        aligner.by_all_they_say(&mut turns, said);
        aligner.trace_handles(&turns);
        for pass in [Aligner::by_place, Aligner::by_rank] {
            turns.iter_mut().enumerate().for_each(|(nth, turn)| pass(&mut aligner, nth, turn));
        }
        (aligner.of, aligner.from)
    };
    for (at, (spot, (of, from))) in spots.iter_mut().zip(of.into_iter().zip(from)).enumerate() {
        spot.of = of;
        spot.from = from;
        let carried = from.and_then(|[turn, part]| turns.get_mut(turn)?.carried.get_mut(part));
        carried.into_iter().for_each(|carried| *carried = carried.or(Some(at)));
    }
    turns
}

/// What is known so far.
struct Aligner<'s, 'd> {
    spots: &'s [Spot<'d>],
    ids: Index<'s>,
    handles: Index<'s>,
    texts: Index<'s>,
    of: Vec<Option<[usize; 2]>>,
    from: Vec<Option<[usize; 2]>>,
    /// Which handles came in a response that is not in the request.
    astray: Vec<bool>,
    /// Which response each entry replays, as far as ids and handles tell.
    owners: Vec<Option<usize>>,
    /// The spot after the last that a text was found at.
    next: usize,
}

impl<'s, 'd> Aligner<'s, 'd> {
    fn new(spots: &'s [Spot<'d>]) -> Self {
        let (mut ids, mut handles, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for (nth, spot) in spots.iter().enumerate() {
            ids.extend(spot.trace.ids().map(|id| (id.as_bytes(), nth)));
            handles.extend(bytes(spot.trace.handle.as_ref()).map(|key| (key, nth)));
            texts.extend(bytes(spot.trace.text.as_ref()).map(|key| (key, nth)));
        }
        let entries = spots.last().map_or(0, |spot| spot.entry + 1);
        Self {
            spots,
            ids: Index::new(&ids),
            handles: Index::new(&handles),
            texts: Index::new(&texts),
            of: vec![None; spots.len()],
            from: vec![None; spots.len()],
            astray: vec![false; spots.len()],
            owners: vec![None; entries],
            next: 0,
        }
    }

    fn by_ids(&mut self, nth: usize, turn: &mut Turn<'d>) {
        // In chat what is thought bears the id of its call, or one that every message has.
        let chat = turn.recorded.wire.as_str().ends_with("-chat");
        for (part, emitted) in turn.recorded.parts.iter().enumerate().filter(|(_, emitted)| !chat || emitted.kind != PartKind::Thought) {
            let found = emitted.trace.ids().flat_map(|id| self.ids.of(id.as_bytes())).find(|at| self.is_free(*at, emitted));
            self.claim(nth, part, found, turn, true);
        }
    }

    /// A handle with the text that came with it.
    fn by_all_of_it(&mut self, nth: usize, turn: &mut Turn<'d>) {
        self.by_handle(nth, turn, true);
    }

    /// A handle with whatever it stands beside.
    fn by_handles(&mut self, nth: usize, turn: &mut Turn<'d>) {
        self.by_handle(nth, turn, false);
    }

    fn by_handle(&mut self, nth: usize, turn: &mut Turn<'d>, whole: bool) {
        for (part, emitted) in
            turn.recorded.parts.iter().enumerate().filter(|(_, emitted)| !matches!(emitted.attachment, Some(Attachment::Call { .. })))
        {
            let keys = emitted.trace.handle.iter().chain(&emitted.others).chain(&emitted.stubs);
            let fits = |at: &usize| {
                // That neither says anything is no likeness.
                let same =
                    |spot: &Spot<'_>| !whole || spot.trace.text == emitted.trace.text && (spot.trace.text.is_some() || turn.home.is_some());
                self.is_free(*at, emitted) && self.spots.get(*at).is_some_and(same)
            };
            let mut free = keys.flat_map(|key| self.handles.of(&key.0)).filter(fits).collect::<Vec<_>>().into_iter();
            let home = turn.home.clone();
            let found = free.clone().find(|at| home.as_ref().is_none_or(|home| self.is_in(*at, home))).or_else(|| free.next());
            // A response that nothing else tells of is where its handles are, unless another is there: then only they were taken from it.
            let own = found.and_then(|at| self.owner(at)).is_none_or(|owner| owner == nth);
            let found = found.filter(|_| own || home.is_some() || whole);
            self.claim(nth, part, found, turn, home.is_none() && own);
        }
    }

    fn by_texts(&mut self, nth: usize, turn: &mut Turn<'d>) {
        for (part, emitted) in turn.recorded.parts.iter().enumerate() {
            if turn.spots.get(part).copied().flatten().is_some() || emitted.kind == PartKind::Thought && emitted.trace.handle.is_some() {
                continue;
            }
            let Some(text) = &emitted.trace.text else { continue };
            let home = turn.home.clone();
            let fits = |at: &usize| {
                self.is_free(*at, emitted)
                    && match &home {
                        Some(home) => self.is_in(*at, home) || self.neighbours(*at, home),
                        None => self.owner(*at).is_none_or(|owner| owner == nth) || self.is_beside(*at, turn),
                    }
            };
            let found: Vec<usize> = self.texts.of(&text.0).filter(fits).collect();
            let found = found.iter().find(|at| **at >= self.next).or(found.first()).copied();
            self.claim(nth, part, found, turn, true);
            self.next = found.map_or(self.next, |at| self.next.max(at + 1));
        }
    }

    /// A stream's text may be cut otherwise than the client has put it together.
    fn by_all_they_say(&mut self, turns: &mut [Turn<'d>], said: &[(Digest, usize)]) {
        let keys: Vec<(&[u8], usize)> = said.iter().map(|(key, entry)| (key.0.as_slice(), *entry)).collect();
        let entries = Index::new(&keys);
        for (nth, turn) in turns.iter_mut().enumerate().filter(|(_, turn)| turn.home.is_none()) {
            let Some(key) = turn.recorded.said else { continue };
            let free = |entry: &usize| self.owners.get(*entry).is_some_and(Option::is_none);
            if let Some(entry) = entries.of(&key.0).find(free) {
                turn.home = Some(entry..=entry);
                if let Some(owner) = self.owners.get_mut(entry) {
                    *owner = Some(nth);
                }
            }
        }
    }

    /// What is left of a response's thoughts may be what is left in its place.
    fn by_place(&mut self, nth: usize, turn: &mut Turn<'d>) {
        let Some(home) = turn.home.clone() else { return };
        let mut from = self.spots.partition_point(|spot| spot.entry < *home.start());
        // In a wire of items a thought stands before what it led to.
        let is_left = |at: usize| {
            self.of.get(at).is_some_and(Option::is_none)
                && self.spots.get(at).is_some_and(|spot| spot.kind == PartKind::Thought && spot.entry < *home.start())
        };
        while let Some(before) = from.checked_sub(1).filter(|before| is_left(*before)) {
            from = before;
        }
        let first = self.spots.get(from).map_or(*home.start(), |spot| spot.entry);
        let home = first..=*home.end();
        for same_text in [true, false] {
            for (part, emitted) in
                turn.recorded.parts.iter().enumerate().filter(|(_, emitted)| emitted.is_thought() && stands_alone(emitted))
            {
                if turn.spots.get(part).copied().flatten().is_some() {
                    continue;
                }
                // Never past the next part that is in its place.
                let end = turn.spots.iter().skip(part + 1).flatten().next().copied().unwrap_or(usize::MAX);
                let mut left = (from..self.spots.len()).take_while(|at| self.is_in(*at, &home)).filter(|at| {
                    let spot = self.spots.get(*at);
                    let strange = self.from.get(*at).is_some_and(Option::is_none) || self.astray.get(*at) == Some(&true);
                    self.is_free(*at, emitted)
                        && spot.is_some_and(|spot| spot.thinks && alike(&spot.trace.sort, &emitted.trace.sort))
                        && strange
                        && (same_text || *at < end)
                });
                let found = left.find(|at| !same_text || self.spots.get(*at).is_some_and(|spot| spot.trace.text == emitted.trace.text));
                self.claim(nth, part, found, turn, false);
            }
        }
    }

    /// A call whose ids were rewritten is what is left where it stood: in its message, or right behind what came before it.
    fn by_rank(&mut self, nth: usize, turn: &mut Turn<'d>) {
        let Some(home) = turn.home.clone() else { return };
        let (from, items) =
            (self.spots.partition_point(|spot| spot.entry < *home.start()), turn.recorded.wire.as_str() == "openai-responses");
        let mut end = *home.end();
        for (part, emitted) in turn.recorded.parts.iter().enumerate().filter(|(_, emitted)| emitted.kind == PartKind::Call) {
            if turn.spots.get(part).is_some_and(Option::is_some) {
                continue;
            }
            let last = end + usize::from(items);
            let here = |at: &usize| self.spots.get(*at).is_some_and(|spot| spot.entry <= last);
            let found = (from..self.spots.len()).take_while(here).find(|at| self.is_free(*at, emitted));
            end = found.and_then(|at| self.spots.get(at)).map_or(end, |spot| end.max(spot.entry));
            self.claim(nth, part, found, turn, false);
        }
    }

    /// Says of every handle in the request where it came from.
    fn trace_handles(&mut self, turns: &[Turn<'d>]) {
        for (turn, Turn { recorded, home, .. }) in turns.iter().enumerate() {
            for (part, emitted) in recorded.parts.iter().enumerate() {
                for key in emitted.trace.handle.iter().chain(&emitted.others) {
                    for at in self.handles.of(&key.0) {
                        let own = self.of.get(at).copied().flatten();
                        let mine = own == Some([turn, part]);
                        if let Some(from) = self.from.get_mut(at).filter(|from| from.is_none() || mine) {
                            *from = Some([turn, part]);
                            self.astray.get_mut(at).into_iter().for_each(|astray| *astray = home.is_none());
                        }
                    }
                }
            }
        }
    }

    fn claim(&mut self, nth: usize, part: usize, found: Option<usize>, turn: &mut Turn<'d>, settles: bool) {
        let (Some(at), Some(place)) = (found, turn.spots.get_mut(part)) else { return };
        if place.is_some() {
            return;
        }
        *place = Some(at);
        if let Some(of) = self.of.get_mut(at) {
            *of = Some([nth, part]);
        }
        let Some(spot) = self.spots.get(at).filter(|_| settles) else { return };
        let (first, last) = turn.home.as_ref().map_or((spot.entry, spot.entry), |home| (*home.start(), *home.end()));
        turn.home = Some(first.min(spot.entry)..=last.max(spot.entry));
        if let Some(owner) = self.owners.get_mut(spot.entry) {
            owner.get_or_insert(nth);
        }
    }

    /// Whether a spot is of the kind of a recorded part, and replays nothing yet. A text in a field is no item of a list.
    fn is_free(&self, at: usize, emitted: &Emitted) -> bool {
        let is_string = match &emitted.attachment {
            Some(Attachment::Field { name }) => name != "reasoning_details" && name != "extra_content",
            Some(Attachment::Tag { .. }) => true,
            _ => false,
        };
        // A reference stands for its item.
        let alike = |spot: &Spot<'_>| {
            spot.value.fits("type=item_reference")
                || spot.kind == emitted.kind && (spot.kind != PartKind::Thought || spot.value.text().is_some() == is_string)
        };
        self.of.get(at).is_some_and(Option::is_none) && self.spots.get(at).is_some_and(alike)
    }

    fn owner(&self, at: usize) -> Option<usize> {
        self.owners.get(self.spots.get(at)?.entry).copied().flatten()
    }

    fn is_in(&self, at: usize, home: &RangeInclusive<usize>) -> bool {
        self.spots.get(at).is_some_and(|spot| home.contains(&spot.entry))
    }

    /// Whether a thought of a response is in the entry of a spot, which then is two messages in one.
    fn is_beside(&self, at: usize, turn: &Turn<'_>) -> bool {
        let entry = |at: usize| self.spots.get(at).map(|spot| spot.entry);
        turn.spots.iter().flatten().any(|own| entry(*own) == entry(at))
    }

    /// Whether a spot is in the entry before or after a response's own, which nothing else is known to own.
    fn neighbours(&self, at: usize, home: &RangeInclusive<usize>) -> bool {
        let entry = self.spots.get(at).map_or(usize::MAX, |spot| spot.entry);
        (entry + 1 == *home.start() || entry == home.end() + 1) && self.owner(at).is_none()
    }
}

fn bytes(digest: Option<&Digest>) -> impl Iterator<Item = &[u8]> {
    digest.into_iter().map(|digest| digest.0.as_slice())
}

/// Whether two thoughts may be of one sort.
fn alike(one: &str, other: &str) -> bool {
    one == other || one.is_empty() || other.is_empty()
}
