//! A request held against a ledger, once: which of its parts replay which recorded ones, and what became of every recorded thought.
//!
//! Parts are known again by their ids, then by their handles, then by what they say; all by sorted lists, so that it takes
//! a time in proportion to both. Rules look at what is found here and never at the ledger's own lists.

mod difference;
mod index;
mod order;
mod prefix;
mod said;

use std::ops::{Range, RangeInclusive};

use super::auditor::Known;
use super::facts::Facts;
use crate::json::Value;
use crate::ledger::{Emitted, Ledger, Recorded, Rows, Trace};
use crate::model::{Attachment, PartKind, Role};
use index::Index;

pub use difference::{Difference, Side, first_byte, is_redacted};
pub use prefix::{Edited, Part as Edit};
pub use said::is_said;

/// What a ledger knows of a request.
pub struct Memory<'d> {
    /// The parts of what a model said, in order.
    pub spots: Vec<Spot<'d>>,
    /// What became of each recorded response, in order.
    pub turns: Vec<Turn<'d>>,
    /// What precedes: the rows of the request, with those that are known.
    rows: Rows,
    ledger: &'d Ledger,
}

/// A part of what a model said, in the request.
pub struct Spot<'d> {
    /// The number of its entry.
    pub entry: usize,
    /// The part.
    pub value: Value<'d>,
    /// What it is.
    pub kind: PartKind,
    /// Whether it is reasoning, or carries a handle of some.
    pub thinks: bool,
    /// By what it is known.
    pub trace: Trace,
    /// The recorded part that it replays: the number of the response, and of the part in it.
    pub of: Option<[usize; 2]>,
    /// Where its handle came from, if that is recorded: for a whole replay, the same.
    pub from: Option<[usize; 2]>,
    /// How many rows of the prefix there are before it.
    pub rows: usize,
}

/// What became of a recorded response.
pub struct Turn<'d> {
    /// Its number in the ledger.
    pub nth: usize,
    /// The response.
    pub recorded: &'d Recorded,
    /// For each of its parts the spot that replays it.
    pub spots: Vec<Option<usize>>,
    /// For each of its parts the spot that carries its handle, wherever that is.
    pub carried: Vec<Option<usize>>,
    /// The entries that replay it; nothing if it is not in the request.
    pub home: Option<RangeInclusive<usize>>,
}

/// What became of a recorded thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is there, as it came.
    Equal,
    /// Its handle is there, and what can be read of it is not what came.
    Text,
    /// It is there with another handle.
    Handle,
    /// A call is there under another id. Told where all parts are, and not only thoughts.
    Id,
    /// It is there without its handle.
    Bare,
    /// It is there, with a handle that was issued before there was anything in it.
    Stub,
    /// Its handle is there, in another place than it came in.
    Moved,
    /// The rest of the response is there, and it is not.
    Missing,
    /// The response is not in the request.
    Gone,
}

impl State {
    /// The words for it: what became of a part and, if it was changed, in what.
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

/// A recorded thought, and what became of it.
#[derive(Clone, Copy)]
pub struct Fate<'m, 'd> {
    /// The number of its response.
    pub turn: usize,
    /// The number of the part in it.
    pub part: usize,
    /// What was recorded.
    pub emitted: &'d Emitted,
    /// Where it is now, or where the part is that it hung on.
    pub spot: Option<&'m Spot<'d>>,
    /// What became of it.
    pub state: State,
}

/// The responses that a request may replay: all that are not known to be in what was left out of it.
pub(super) fn open(ledger: &Ledger, known: Option<&Known<'_>>) -> Vec<(usize, Recorded)> {
    let mut settled = vec![false; ledger.len()];
    for nth in known.into_iter().flat_map(|known| known.responses) {
        settled.get_mut(*nth).into_iter().for_each(|settled| *settled = true);
    }
    let open = settled.into_iter().enumerate().filter(|(_, settled)| !settled);
    open.filter_map(|(nth, _)| Some((nth, ledger.recorded(nth)?))).collect()
}

impl<'d> Memory<'d> {
    pub(super) fn new(facts: &Facts<'d>, ledger: &'d Ledger, recorded: &'d [(usize, Recorded)], known: Option<&Known<'_>>) -> Self {
        let rows = prefix::rows(facts, ledger, known);
        let mut memory = Self { spots: spots(facts, &rows), turns: Vec::new(), rows, ledger };
        let said = facts.answers().filter_map(|(nth, entry)| Some((crate::ledger::whole(entry.parts)?, nth)));
        memory.turns = order::align(&mut memory.spots, recorded, &said.collect::<Vec<_>>());
        memory
    }

    /// Every recorded thought with what became of it, in the order in which they came. A list, because nine rules go through it, and as
    /// an iterator it would be compiled into each of them.
    #[must_use]
    #[inline(never)]
    pub fn fates(&self) -> Vec<Fate<'_, 'd>> {
        self.among(0..self.turns.len())
    }

    /// The thoughts of one response.
    #[must_use]
    pub fn of_turn(&self, turn: usize) -> Vec<Fate<'_, 'd>> {
        self.among(turn..turn + 1)
    }

    /// Every recorded part with what became of it, in the order in which they came: of one that is no thought, and of one that carries the
    /// handle of some, it counts too what it says.
    #[must_use]
    pub fn parts(&self, facts: &Facts<'d>) -> Vec<Fate<'_, 'd>> {
        said::parts(self, facts)
    }

    fn among(&self, turns: Range<usize>) -> Vec<Fate<'_, 'd>> {
        let mut fates = Vec::new();
        for nth in turns {
            let Some(turn) = self.turns.get(nth) else { break };
            for (part, emitted) in turn.recorded.parts.iter().enumerate().filter(|(_, emitted)| emitted.is_thought()) {
                fates.push(self.fate(nth, part, emitted));
            }
        }
        fates
    }

    fn fate<'m>(&'m self, turn: usize, part: usize, emitted: &'d Emitted) -> Fate<'m, 'd> {
        self.fate_in(turn, part, emitted, self.turns.get(turn).and_then(|turn| turn.home.as_ref()))
    }

    /// What became of a part of a response that is replayed by those entries.
    fn fate_in<'m>(&'m self, turn: usize, part: usize, emitted: &'d Emitted, home: Option<&RangeInclusive<usize>>) -> Fate<'m, 'd> {
        let spot = self.at(turn, part);
        let state = match (spot, home) {
            (None, None) => State::Gone,
            (None, Some(_)) => self.away(turn, part),
            (Some(spot), home) => self.compare(turn, part, emitted, spot, home),
        };
        Fate { turn, part, emitted, spot, state }
    }

    fn compare(&self, turn: usize, part: usize, emitted: &Emitted, spot: &Spot<'d>, home: Option<&RangeInclusive<usize>>) -> State {
        match spot.trace.handle {
            Some(handle) if emitted.stubs.contains(&handle) => State::Stub,
            Some(handle) if emitted.issued(handle) => {
                let text = emitted.kind == PartKind::Thought && spot.trace.text != emitted.trace.text;
                match home.is_some_and(|home| !home.contains(&spot.entry)) {
                    true => State::Moved,
                    false if text => State::Text,
                    false => State::Equal,
                }
            }
            // On the wire of items the id alone stands for what is stored.
            None if emitted.trace.handle.is_none() && emitted.trace.sort == "reasoning" && spot.trace.item != emitted.trace.item => {
                State::Bare
            }
            None if emitted.trace.handle.is_none() && spot.trace.text == emitted.trace.text => State::Equal,
            None if emitted.trace.handle.is_none() => State::Text,
            // It hangs on another part, or is nowhere.
            other => match self.away(turn, part) {
                State::Missing if other.is_some() => State::Handle,
                State::Missing if spot.thinks || emitted.kind != PartKind::Thought => State::Bare,
                state => state,
            },
        }
    }

    /// Whether the handle of a thought is in some other place.
    fn away(&self, turn: usize, part: usize) -> State {
        if self.carrier(turn, part).is_some() { State::Moved } else { State::Missing }
    }

    /// The spot that carries the handle of a recorded part, wherever that is.
    #[must_use]
    pub fn carrier(&self, turn: usize, part: usize) -> Option<&Spot<'d>> {
        self.spots.get(self.turns.get(turn)?.carried.get(part).copied().flatten()?)
    }

    /// The spots that carry a handle which no recorded part explains.
    pub fn strange(&self) -> impl Iterator<Item = &Spot<'d>> {
        self.spots.iter().filter(|spot| spot.of.is_none() && spot.from.is_none() && spot.trace.handle.is_some())
    }

    /// The spots that carry a handle which another spot carries too, and that came once.
    pub fn doubled(&self) -> impl Iterator<Item = &Spot<'d>> {
        self.spots.iter().filter(|spot| spot.of.is_none() && spot.from.is_some_and(|[turn, part]| self.at(turn, part).is_some()))
    }

    /// The spot that replays a recorded part.
    #[must_use]
    pub fn at(&self, turn: usize, part: usize) -> Option<&Spot<'d>> {
        self.spots.get(self.turns.get(turn)?.spots.get(part).copied().flatten()?)
    }

    /// A recorded part.
    #[must_use]
    pub fn emitted(&self, [turn, part]: [usize; 2]) -> Option<(&'d Recorded, &'d Emitted)> {
        let recorded = self.turns.get(turn)?.recorded;
        Some((recorded, recorded.parts.get(part)?))
    }

    /// The ledger's row before an entry, if there is any; nothing, if the ledger has another there.
    #[must_use]
    pub fn row_before(&self, entry: usize) -> Option<Option<usize>> {
        prefix::row_before(self, self.ledger, entry)
    }

    /// The first thought whose prefix is not what it was, and what of it is not.
    #[must_use]
    pub fn edited(&self, facts: &Facts<'d>, bound: &dyn Fn(&Spot<'d>, &'d Recorded) -> bool) -> Option<Edited<'_, 'd>> {
        prefix::edited(self, self.ledger, facts, bound)
    }

    /// All thoughts that would have to go for none to be left whose prefix is not what it was, in order.
    #[must_use]
    pub fn strays(&self, facts: &Facts<'d>, bound: &dyn Fn(&Spot<'d>, &'d Recorded) -> bool) -> Vec<Value<'d>> {
        prefix::strays(self, self.ledger, facts, bound, usize::MAX).into_iter().map(|(spot, _)| spot.value).collect()
    }
}

impl<'d> Turn<'d> {
    /// Whether it is in the request, from that entry on.
    #[must_use]
    pub fn is_from(&self, entry: usize) -> bool {
        self.home.as_ref().is_some_and(|home| *home.start() >= entry)
    }

    /// Whether one of its calls is in the request.
    #[must_use]
    pub fn calls(&self) -> bool {
        self.recorded.parts.iter().zip(&self.spots).any(|(part, spot)| part.kind == PartKind::Call && spot.is_some())
    }
}

/// Everything that a model said, in order.
fn spots<'d>(facts: &Facts<'d>, rows: &Rows) -> Vec<Spot<'d>> {
    let mut spots = Vec::new();
    let new = facts.parts().skip_while(|(entry, _)| *entry < rows.from);
    for ((entry, part), rows) in new.zip(rows.before.iter().copied()) {
        let by = facts.entries.get(entry).and_then(|entry| entry.role);
        if part.thinking.is_none() && !matches!(by, Some(Role::Assistant) | None) {
            continue;
        }
        let trace = Trace::of(part, facts.wire);
        let thinks = part.thinking.is_some() || trace.handle.is_some();
        spots.push(Spot { entry, value: part.value, kind: part.kind, thinks, trace, of: None, from: None, rows });
    }
    spots
}

/// Whether a thought is a part of its own, and not carried by another.
#[must_use]
pub fn stands_alone(emitted: &Emitted) -> bool {
    !matches!(emitted.attachment, Some(Attachment::Call { .. } | Attachment::Text))
}
