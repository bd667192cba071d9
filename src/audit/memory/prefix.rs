//! Whether what precedes a thought is what preceded it when it was made, and what of it is not.

use super::{Memory, Spot};
use crate::audit::auditor::Known;
use crate::audit::facts::Facts;
use crate::ledger::{Emitted, Ledger, Recorded, Row, Rows, system, tools};
use crate::model::PartKind;

/// A thought whose prefix was edited.
pub struct Edited<'m, 'd> {
    /// Where it is.
    pub spot: &'m Spot<'d>,
    /// The response it came in.
    pub recorded: &'d Recorded,
    /// What is not as it was.
    pub part: Part,
}

/// A part of a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The instructions.
    System,
    /// The tools.
    Tools,
    /// A block, by where it stood when the thought was made, or stands where nothing stood.
    Changed([usize; 2]),
    /// Blocks are gone, from there on.
    Gone([usize; 2]),
    /// The thought before it is gone, and one before that is not.
    Gap,
    /// A thought stands before it that was not sent when it was made.
    Returned,
    /// A thought of the same response that came after it stands before it.
    Reordered,
}

/// The first thought whose prefix was edited.
pub(super) fn edited<'m, 'd>(
    memory: &'m Memory<'d>,
    ledger: &'d Ledger,
    facts: &Facts<'d>,
    bound: &dyn Fn(&Spot<'d>, &'d Recorded) -> bool,
) -> Option<Edited<'m, 'd>> {
    let (spot, why) = strays(memory, ledger, facts, bound, 1).pop()?;
    let (recorded, emitted) = memory.emitted(spot.from?)?;
    let part = match why {
        Why::Part(part) => part,
        Why::Row(at) => block(ledger, &memory.rows, spot, emitted, at)?,
    };
    Some(Edited { spot, recorded, part })
}

/// Why a thought is bound elsewhere.
pub(super) enum Why {
    /// That part of the prefix is not as it was.
    Part(Part),
    /// The rows are not, from that one on.
    Row(usize),
}

/// The thoughts whose prefix was edited, up to so many. What comes after one of them is judged as if it were not there.
pub(super) fn strays<'m, 'd>(
    memory: &'m Memory<'d>,
    ledger: &'d Ledger,
    facts: &Facts<'d>,
    bound: &dyn Fn(&Spot<'d>, &'d Recorded) -> bool,
    most: usize,
) -> Vec<(&'m Spot<'d>, Why)> {
    let now = &memory.rows;
    let (system, tools) = (system(facts.body), tools(facts.body));
    let first = if now.base.is_none() { differences(ledger, &now.rows) } else { Vec::new() };
    // OpenAI speaks of the items alone.
    let items = facts.wire.as_str() == "openai-responses";
    let (mut strays, mut before) = (Vec::new(), None);
    for spot in memory.spots.iter().filter(|spot| spot.kind == PartKind::Thought && spot.trace.handle.is_some()) {
        let known = spot.from.and_then(|from| memory.emitted(from)).filter(|(recorded, _)| bound(spot, recorded));
        let why = known.and_then(|(recorded, emitted)| match () {
            () if items => shift(ledger, now, &first, spot, emitted).map(Why::Row),
            () if recorded.system != system => Some(Why::Part(Part::System)),
            () if recorded.tools != tools => Some(Why::Part(Part::Tools)),
            () => shift(ledger, now, &first, spot, emitted).map(Why::Row).or_else(|| gap(memory, before?, spot, emitted).map(Why::Part)),
        });
        match why {
            Some(why) => strays.push((spot, why)),
            None => before = Some(spot),
        }
        if strays.len() == most {
            break;
        }
    }
    strays
}

/// What is wrong with the thoughts before a thought, of which the last is given.
fn gap(memory: &Memory<'_>, before: &Spot<'_>, spot: &Spot<'_>, emitted: &Emitted) -> Option<Part> {
    if before.trace.handle.is_none_or(|handle| follows(memory, emitted, handle)) {
        return None;
    }
    let is_there = |after| memory.spots.iter().any(|spot| spot.trace.handle == Some(after));
    let later = |[turn, part]: [usize; 2], [of, then]: [usize; 2]| turn == of && part > then;
    Some(match before.from.zip(spot.from) {
        Some((other, own)) if later(other, own) => Part::Reordered,
        _ if emitted.after.is_none_or(is_there) => Part::Returned,
        _ => Part::Gap,
    })
}

/// The rows of a request. Those before an entry that follows what was left out are the ledger's, which were found to be the same.
pub(super) fn rows(facts: &Facts<'_>, ledger: &Ledger, known: Option<&Known<'_>>) -> Rows {
    let Some(known) = known else { return crate::ledger::rows(facts.entries, facts.wire) };
    let from = facts.entries.partition_point(|entry| entry.value.span().start < known.end);
    let new = crate::ledger::rows(facts.entries.get(from..).unwrap_or_default(), facts.wire);
    let base = known.row;
    let known = base.and_then(|row| ledger.rows().get(row)).map_or(0, |row| row.depth + 1);
    let mut rows = Rows { known, base, from, ..new };
    rows.before.iter_mut().for_each(|rows| *rows += known);
    for Row { place: [entry, _], .. } in &mut rows.rows {
        *entry += from;
    }
    rows
}

/// The ledger's row before an entry, if there is any; nothing, if the ledger has another there.
pub(super) fn row_before(memory: &Memory<'_>, ledger: &Ledger, entry: usize) -> Option<Option<usize>> {
    let now = &memory.rows;
    let base = now.known + now.rows.iter().take_while(|row| matches!(row.place, [at, _] if at < entry)).count();
    let new = base.checked_sub(now.known + 1).and_then(|last| now.rows.get(last));
    let Some(last) = new.or_else(|| ledger.rows().get(now.base?)) else { return Some(None) };
    // The conversation that the request goes on with.
    let Some(turn) = memory.turns.iter().rev().find(|turn| turn.home.is_some()) else { return Some(None) };
    let mut next = turn.recorded.tip;
    while let Some(row) = next.and_then(|next| ledger.rows().get(next)).filter(|row| row.depth + 1 >= base) {
        if row.depth + 1 == base {
            return (row.digest == last.digest).then_some(next);
        }
        next = row.before;
    }
    None
}

/// The rows up to one of the ledger's, in order.
fn chain(ledger: &Ledger, row: Option<usize>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut next = row;
    while let Some(row) = next.and_then(|row| ledger.rows().get(row)) {
        rows.push(row.clone());
        next = row.before;
    }
    rows.reverse();
    rows
}

/// Whether a thought was made after the one with that handle.
fn follows(memory: &Memory<'_>, emitted: &Emitted, handle: crate::json::Digest) -> bool {
    let others = |after: crate::json::Digest| {
        memory
            .spots
            .iter()
            .filter_map(|spot| spot.from.and_then(|from| memory.emitted(from)))
            .any(|(_, one)| one.issued(after) && one.issued(handle))
    };
    emitted.after.is_some_and(|after| after == handle || others(after))
}

/// For each row of the ledger, the first row up to it that is not in its place in the request.
fn differences(ledger: &Ledger, now: &[Row]) -> Vec<Option<usize>> {
    let mut first: Vec<Option<usize>> = Vec::with_capacity(ledger.rows().len());
    for (nth, row) in ledger.rows().iter().enumerate() {
        let before = row.before.and_then(|before| first.get(before).copied().flatten());
        let same = now.get(row.depth).is_some_and(|now| now.digest == row.digest);
        first.push(before.or((!same).then_some(nth)));
    }
    first
}

/// The first row up to one of the ledger's that is not in its place in the request. What precedes the base is, and is not looked at; a row
/// that does not come after it is of another conversation, or of an earlier time.
fn wrong(ledger: &Ledger, now: &Rows, first: &[Option<usize>], row: Option<usize>) -> Option<usize> {
    if now.base.is_none() {
        return row.and_then(|row| first.get(row).copied().flatten());
    }
    let (mut wrong, mut next) = (None, row);
    while let Some((nth, row)) = next.filter(|_| next != now.base).and_then(|nth| Some((nth, ledger.rows().get(nth)?))) {
        let Some(new) = row.depth.checked_sub(now.known) else { return Some(nth) };
        wrong = if now.rows.get(new).is_some_and(|now| now.digest == row.digest) { wrong } else { Some(nth) };
        next = row.before;
    }
    wrong
}

/// The first row before a thought that is not what it was.
fn shift(ledger: &Ledger, now: &Rows, first: &[Option<usize>], spot: &Spot<'_>, emitted: &Emitted) -> Option<usize> {
    let depth = depth(ledger, emitted);
    let wrong = wrong(ledger, now, first, emitted.row).and_then(|row| ledger.rows().get(row));
    // A row beyond the thought is not before it.
    let at = wrong.map(|row| row.depth).filter(|at| *at < spot.rows).unwrap_or(depth.min(spot.rows));
    (wrong.is_some() || depth != spot.rows).then_some(at)
}

/// How many rows there were before a thought.
fn depth(ledger: &Ledger, emitted: &Emitted) -> usize {
    emitted.row.and_then(|row| ledger.rows().get(row)).map_or(0, |row| row.depth + 1)
}

/// What became of the row at which the prefix of a thought was edited.
fn block(ledger: &Ledger, now: &Rows, spot: &Spot<'_>, emitted: &Emitted, at: usize) -> Option<Part> {
    let then = chain(ledger, emitted.row);
    let now = [chain(ledger, now.base), now.rows.clone()].concat();
    let place = then.get(at).map(|row| row.place).or_else(|| now.get(at).map(|row| row.place))?;
    let mut kept = now.iter().take(spot.rows).map(|row| row.digest).peekable();
    for row in &then {
        kept.next_if_eq(&row.digest);
    }
    Some(if spot.rows < depth(ledger, emitted) && kept.peek().is_none() { Part::Gone(place) } else { Part::Changed(place) })
}
