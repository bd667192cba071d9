//! The stretches of a request that need no second look, and how they grow with it.

use super::names::{names, names_of};
use crate::audit::binding::binding_of;
use crate::audit::facts::Facts;
use crate::audit::rules;
use crate::json::Span;
use crate::ledger::matching::KnownPrefix;
use crate::model::{Role, Thinking};
use crate::request::Side;

/// Messages that are not read again.
#[derive(Clone, Copy, Default)]
pub(super) struct Stretch {
    pub(super) span: Span,
    /// How many thoughts there are in it.
    pub(super) items: usize,
    /// How many of them carry a handle.
    pub(super) signed: usize,
    /// How long their handles are.
    handles: usize,
    /// The side whose message comes next.
    next: Option<Side>,
}

/// The stretches that are left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Skipped {
    /// Both of them.
    Both,
    /// The rounds before the one that was open.
    Past,
}

/// The part of a request that needs no second look, and what has to be remembered of it.
pub(super) struct Growth {
    /// Where the last answer ends, or begins if what was found in it depends on its being the last.
    pub(super) end: usize,
    /// Where the last answer begins.
    pub(super) latest: usize,
    /// Where the last message ends.
    pub(super) last: usize,
    /// Where the open round begins.
    pub(super) opening: usize,
    /// The rounds before the open one.
    pub(super) past: Stretch,
    /// In the open round the steps between its first and its last.
    pub(super) middle: Stretch,
    pub(super) known: Option<KnownPrefix>,
    pub(super) names: Vec<u64>,
}

impl Stretch {
    /// The same up to a later byte, with what is in the entries between.
    fn onto(self, from: usize, end: usize, facts: &Facts<'_>) -> Self {
        let span = if self.span.is_empty() { Span { start: from, end } } else { Span { start: self.span.start, end } };
        let mut stretch = Self { span, next: side_after(facts, end), ..self };
        let new = facts.items().filter(|(nth, ..)| start(facts, *nth).is_some_and(|start| span.range().contains(&start)));
        for (_, _, thinking) in new {
            stretch.items += 1;
            stretch.signed += usize::from(!thinking.handles.is_empty());
            stretch.handles += length(thinking);
        }
        stretch
    }

    /// Returns `true` if another side than before comes next: then its message continues, or somebody else answers it.
    pub(super) fn is_broken(&self, facts: &Facts<'_>) -> bool {
        !self.span.is_empty() && side_after(facts, self.span.end) != self.next
    }
}

/// How long the handles of a thought are.
fn length(thinking: &Thinking<'_>) -> usize {
    thinking.handles.iter().map(|handle| handle.raw().len()).sum()
}

/// Returns `true` if a rule depends on the share of handles in the request, and they are half of it, with those of the parts that are left out.
pub(super) fn is_heavy<'s>(facts: &Facts<'_>, left_out: impl Iterator<Item = &'s Stretch>) -> bool {
    let is_weighed = rules::all().zip(binding_of(facts).iter()).any(|(rule, answer)| rule.weighs_handles && answer.is_none());
    let handles = || {
        left_out.map(|stretch| stretch.handles).sum::<usize>() + facts.thoughts().map(|(_, _, thinking)| length(thinking)).sum::<usize>()
    };
    is_weighed && handles() > facts.body.raw().len() / 2
}

fn side_after(facts: &Facts<'_>, end: usize) -> Option<Side> {
    let next = facts.entries.partition_point(|entry| entry.value.span().start < end);
    facts.entries.get(next).and_then(|entry| Side::of(entry.role))
}

impl Growth {
    /// Extends the stretches from an entry on, and lists the names after the byte `read`; nothing, if there is no answer. `unsettled` is the
    /// byte up to which something was found that only the ledger shows: its result for the last answer may differ when there are later ones.
    pub(super) fn of(facts: &Facts<'_>, first: usize, read: usize, unsettled: usize, [past, middle]: [Stretch; 2]) -> Option<Self> {
        let opening = opening(facts)?;
        let last = facts.runs().rev().find(|run| run.is_answer())?;
        let mut growth = Self {
            end: 0,
            latest: start(facts, last.start)?,
            last: facts.last()?.value.span().end,
            opening: start(facts, opening)?,
            past,
            middle,
            known: None,
            names: Vec::new(),
        };
        let is_settled = last.end() < facts.entries.len() && growth.latest >= unsettled;
        let last = if is_settled { last.end() } else { last.start };
        // A request that continues with the same side has its last boundary before the part that was checked.
        growth.end = start(facts, last).filter(|end| *end >= read)?;
        let boundaries = Boundaries::of(facts);
        // Nothing is left out that is not compared: results and the user's words may follow the last answer in messages of their own.
        let over = opening.min(last);
        let first = (first..over).find(|nth| boundaries.is_clean(*nth) && follows_answer(facts, *nth));
        if let Some(first) = first
            && boundaries.is_clean(over)
        {
            growth.past = past.onto(start(facts, first)?, start(facts, over)?, facts);
        }
        let steps: Vec<usize> = facts.runs().filter(|run| run.start >= facts.round && run.is_answer()).map(|run| run.start).collect();
        if let [_, between @ .., last] = steps.as_slice()
            && let Some(second) = between.iter().find(|nth| boundaries.is_clean(**nth))
            && boundaries.is_clean(*last)
        {
            growth.middle = middle.onto(start(facts, *second)?, start(facts, *last)?, facts);
        }
        if let Some(matched) = &facts.matched {
            growth.known = Some(matched.known_before(facts, last, growth.end)?);
        }
        growth.names = new_names(facts, read, last);
        Some(growth)
    }
}

/// Where a request may be cut: a call and its result are on one side.
struct Boundaries<'f, 'd> {
    facts: &'f Facts<'d>,
    /// From a call to a result that comes after another answer: the entries, in order, none inside another.
    late: Vec<[usize; 2]>,
}

impl<'f, 'd> Boundaries<'f, 'd> {
    fn of(facts: &'f Facts<'d>) -> Self {
        let mut calls: Vec<(&str, usize)> = facts.calls.iter().map(|call| (&*call.id, call.entry)).collect();
        calls.sort_unstable();
        let mut late: Vec<[usize; 2]> = Vec::new();
        for result in facts.results.iter().filter(|result| !result.id.is_empty()) {
            // The last call before it that has its id.
            let before = calls.partition_point(|call| *call < (&*result.id, result.entry));
            let call = before.checked_sub(1).and_then(|nth| calls.get(nth)).filter(|(id, _)| *id == &*result.id).map(|(_, entry)| *entry);
            let Some(call) = call.filter(|call| facts.run_of(*call).is_some_and(|run| run.end() < result.entry)) else { continue };
            let start = late.iter().rposition(|[_, end]| *end < call).map_or(0, |nth| nth + 1);
            let from = late.get(start).map_or(call, |[first, _]| call.min(*first));
            late.truncate(start);
            late.push([from, result.entry]);
        }
        Self { facts, late }
    }

    fn is_clean(&self, nth: usize) -> bool {
        let results = &self.facts.results;
        let has_results = results.get(results.partition_point(|result| result.entry < nth)).is_some_and(|result| result.entry == nth);
        let late = self.late.get(self.late.partition_point(|[_, result]| *result < nth));
        !has_results && late.is_none_or(|[call, _]| *call >= nth)
    }
}

/// Returns `true` if an answer or nothing comes before an entry: neighbours of one role would be one message.
fn follows_answer(facts: &Facts<'_>, nth: usize) -> bool {
    let before = nth.checked_sub(1).and_then(|before| facts.entries.get(before)?.role);
    before.is_none_or(|role| !matches!(role, Role::User | Role::Tool))
}

/// The names of the entries between a byte and an entry, and of the recorded answers that they send back.
fn new_names(facts: &Facts<'_>, read: usize, last: usize) -> Vec<u64> {
    let is_new = |nth: usize| nth < last && start(facts, nth).is_some_and(|start| start >= read);
    let new = names(facts).filter(|(nth, _)| is_new(*nth)).map(|(_, name)| name);
    // An answer that is known to be in the text may be known by more than the text says of it.
    let answers = facts.matched.iter().flat_map(|matched| &matched.answers);
    let within = answers.filter(|answer| answer.entries.as_ref().is_some_and(|entries| *entries.end() < last));
    new.chain(within.flat_map(|answer| names_of(answer.recorded))).collect()
}

/// Where an entry begins.
pub(super) fn start(facts: &Facts<'_>, nth: usize) -> Option<usize> {
    facts.entries.get(nth).map(|entry| entry.value.span().start)
}

/// The first of the messages in which the user opened the round.
pub(super) fn opening(facts: &Facts<'_>) -> Option<usize> {
    facts.runs().rev().map(|run| run.start).find(|start| *start < facts.round.max(1))
}
