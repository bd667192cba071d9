//! What became of every part of what was said, thoughts or not.
//!
//! A thought is judged as [`super::State`] says. Of anything else it counts what it says: of a text its words, of a call its tool, its arguments
//! and its id. A text that nothing in the request says again is told to be changed where another stands in its message, and to be missing where none does.

use std::ops::RangeInclusive;

use super::{Fate, Memory, Spot, State};
use crate::audit::facts::Facts;
use crate::ledger::{Emitted, called};
use crate::model::{PartKind, Wire};

pub(super) fn parts<'m, 'd>(memory: &'m Memory<'d>, facts: &Facts<'d>) -> Vec<Fate<'m, 'd>> {
    let mut fates = Vec::new();
    let mut taken: Vec<bool> = memory.spots.iter().map(|spot| spot.of.is_some()).collect();
    for (nth, turn) in memory.turns.iter().enumerate() {
        let (from, home) = (fates.len(), home(memory, nth));
        for (part, emitted) in turn.recorded.parts.iter().enumerate() {
            let fate = memory.fate_in(nth, part, emitted, home.as_ref());
            fates.push(Fate { state: fate.spot.map_or(fate.state, |spot| state(&fate, spot)), ..fate });
        }
        let Some(home) = home else { continue };
        let first = memory.spots.partition_point(|spot| spot.entry < *home.start());
        let here = || memory.spots.iter().enumerate().skip(first).take_while(|(_, spot)| spot.entry <= *home.end());
        let is_left = |fate: &&mut Fate<'m, 'd>| fate.spot.is_none() && fate.state == State::Missing && !fate.emitted.is_thought();
        let left = fates.get_mut(from..).unwrap_or_default().iter_mut().filter(is_left);
        let mut joined = None;
        for fate in left {
            let emitted = fate.emitted;
            let is_text = emitted.kind == PartKind::Text;
            let alike = |at: usize, spot: &Spot<'d>| spot.kind == emitted.kind && taken.get(at) == Some(&false);
            // Texts that came one after the other may be one text now.
            if is_text && *joined.get_or_insert_with(|| is_joined(memory, facts, nth)) {
                fate.spot = here().find(|(at, spot)| alike(*at, spot)).map(|(_, spot)| spot);
                fate.state = State::Equal;
                continue;
            }
            let same = here().find(|(at, spot)| alike(*at, spot) && spot.trace.text == emitted.trace.text);
            let Some((at, spot)) = same.or_else(|| here().find(|(at, spot)| alike(*at, spot))) else { continue };
            taken.get_mut(at).into_iter().for_each(|taken| *taken = true);
            fate.spot = Some(spot);
            fate.state = words(emitted, spot);
        }
    }
    fates
}

/// The entries that replay a response. On the wire of items what it thought stands before and behind what it said, and belongs to it.
fn home(memory: &Memory<'_>, nth: usize) -> Option<RangeInclusive<usize>> {
    let turn = memory.turns.get(nth)?;
    let (mut start, mut end) = turn.home.clone()?.into_inner();
    if turn.recorded.wire == Wire::OPENAI_RESPONSES {
        let own = |at: usize| memory.spots.get(at).filter(|spot| matches!(spot.of, Some([of, _]) if of == nth)).map(|spot| spot.entry);
        let first = memory.spots.partition_point(|spot| spot.entry < start);
        start = (0..first).rev().map_while(own).last().unwrap_or(start);
        let next = memory.spots.partition_point(|spot| spot.entry <= end);
        end = (next..memory.spots.len()).map_while(own).last().unwrap_or(end);
    }
    Some(start..=end)
}

/// What became of a part that is in the request.
fn state(fate: &Fate<'_, '_>, spot: &Spot<'_>) -> State {
    let emitted = fate.emitted;
    // A reference stands for its item.
    if spot.value.fits("type=item_reference") {
        return State::Equal;
    }
    if emitted.kind == PartKind::Thought || (emitted.is_thought() || spot.thinks) && fate.state != State::Equal {
        return fate.state;
    }
    words(emitted, spot)
}

/// Whether a part says what it said.
fn words(emitted: &Emitted, spot: &Spot<'_>) -> State {
    let ids = [&emitted.trace.call, &spot.trace.call];
    match emitted.kind {
        PartKind::Call if emitted.calls.is_some_and(|then| called(spot.value) != Some(then)) => State::Text,
        // One that is left out is no other.
        PartKind::Call if ids.iter().all(|id| id.is_some()) && emitted.trace.call != spot.trace.call => State::Id,
        PartKind::Call => State::Equal,
        _ if emitted.trace.text == spot.trace.text => State::Equal,
        _ => State::Text,
    }
}

/// Whether the message that replays a response says visibly all that it said, however that is cut.
fn is_joined(memory: &Memory<'_>, facts: &Facts<'_>, nth: usize) -> bool {
    let Some((turn, home)) = memory.turns.get(nth).and_then(|turn| Some((turn, turn.home.as_ref()?))) else { return false };
    let entry = facts.entries.get(*home.start()).filter(|_| home.start() == home.end());
    turn.recorded.said.is_some() && entry.and_then(|entry| crate::ledger::whole(entry.parts)) == turn.recorded.said
}
