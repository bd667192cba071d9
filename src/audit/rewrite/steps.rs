//! Where a conversation may be cut: between steps, never between a call and its result, nor inside what one response answer.

use std::ops::Range;

use crate::audit::facts::Facts;
use crate::model::{Entry, Part, PartKind, Role};
use crate::request::Tool;

/// The entries of a request, by what belongs together.
pub(super) struct Steps {
    /// The kind of each entry.
    pub(super) kinds: Vec<EntryKind>,
    /// The calls that are answered, each with its result: numbers into the calls and the results of the facts.
    pub(super) pairs: Vec<[usize; 2]>,
    /// Neighbouring answers that have thoughts or calls.
    pub(super) answers: Vec<Range<usize>>,
    /// The calls and thoughts of each entry.
    holds: Vec<Holds>,
    /// True for each entry if a cut before it would part things that belong together. The last is for a cut at the end.
    inside: Vec<bool>,
}

/// The calls and thoughts that an entry holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Holds {
    call: bool,
    thought: bool,
}

/// The role that an entry plays in the order of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// It instructs.
    Instruction,
    /// The user asks.
    Input,
    /// Results of tools, and nothing else.
    Result,
    /// A message of the model.
    Answer,
}

impl Steps {
    pub(super) fn new(facts: &Facts<'_>) -> Self {
        let kinds: Vec<EntryKind> = (0..facts.entries.len()).map(|nth| kind_of(facts, nth)).collect();
        let pairs = pairs(&facts.calls, &facts.results);
        // How many begin at a cut, less how many end before it.
        let mut depth = vec![0_isize; kinds.len() + 2];
        let mut hold = |from: usize, to: usize| {
            for (cut, step) in [(from + 1, 1), (to + 1, -1)] {
                if let Some(depth) = depth.get_mut(cut) {
                    *depth += step;
                }
            }
        };
        for [call, result] in &pairs {
            if let (Some(call), Some(result)) = (facts.calls.get(*call), facts.results.get(*result)) {
                hold(call.entry, result.entry);
            }
        }
        let answers = answers(facts, &kinds);
        answers.iter().for_each(|run| hold(run.start, run.end - 1));
        let mut open = 0;
        let inside = depth.iter().take(kinds.len() + 1).map(|step| {
            open += step;
            open > 0
        });
        let held = |entry: &Entry<'_>| {
            let has = |is: fn(&Part<'_>) -> bool| entry.parts.iter().any(is);
            Holds { call: has(|part| part.kind == PartKind::Call), thought: has(|part| part.thinking.is_some()) }
        };
        Self { inside: inside.collect(), holds: facts.entries.iter().map(held).collect(), kinds, pairs, answers }
    }

    /// Returns `true` if a cut before that entry parts nothing that belongs together.
    pub(super) fn is_clean(&self, cut: usize) -> bool {
        self.inside.get(cut).is_some_and(|inside| !inside)
    }

    /// The kind of the entry before a cut.
    pub(super) fn before(&self, cut: usize) -> Option<EntryKind> {
        cut.checked_sub(1).and_then(|nth| self.kinds.get(nth)).copied()
    }

    /// The kind of the entry after a cut.
    pub(super) fn after(&self, cut: usize) -> Option<EntryKind> {
        self.kinds.get(cut).copied()
    }

    /// The cuts worth a try, of those that come up: the nearest that parts nothing, for every kind of entry that may be its neighbour.
    pub(super) fn stops(&self, cuts: impl Iterator<Item = usize>, neighbour: fn(usize) -> Option<usize>) -> Vec<usize> {
        let mut seen = Vec::new();
        let mut stops = Vec::new();
        for cut in cuts.filter(|cut| self.is_clean(*cut)) {
            let kind = neighbour(cut).map(|nth| (self.kinds.get(nth), self.holds.get(nth)));
            if !seen.contains(&kind) {
                seen.push(kind);
                stops.push(cut);
            }
        }
        stops
    }
}

fn kind_of(facts: &Facts<'_>, nth: usize) -> EntryKind {
    let parts = facts.entries.get(nth).map_or(&[][..], |entry| entry.parts);
    let only_results = !parts.is_empty() && parts.iter().all(|part| part.kind == PartKind::Result);
    match facts.entries.get(nth).and_then(|entry| entry.role) {
        Some(Role::System) => EntryKind::Instruction,
        Some(Role::Assistant) => EntryKind::Answer,
        Some(Role::Tool) => EntryKind::Result,
        _ if only_results => EntryKind::Result,
        _ => EntryKind::Input,
    }
}

/// Calls and results by their ids, each result with the first call that waits for it; without ids, in their order.
fn pairs(calls: &[Tool<'_>], results: &[Tool<'_>]) -> Vec<[usize; 2]> {
    let tool = |nth: usize| calls.get(nth).or_else(|| results.get(nth.checked_sub(calls.len())?));
    let key = |nth: &usize| tool(*nth).map(|tool| (&*tool.id, tool.entry, *nth));
    let mut order: Vec<usize> = (0..calls.len() + results.len()).collect();
    order.sort_by_key(key);
    let mut found = Vec::new();
    // The calls without results. The first `answered` of them have one by now.
    let (mut waiting, mut answered, mut id) = (Vec::new(), 0, None);
    for nth in order {
        let now = tool(nth).map(|tool| &*tool.id);
        if now != id {
            (waiting, answered, id) = (Vec::new(), 0, now);
        }
        match nth.checked_sub(calls.len()) {
            None => waiting.push(nth),
            Some(result) => {
                if let Some(call) = waiting.get(answered) {
                    answered += 1;
                    found.push([*call, result]);
                }
            }
        }
    }
    found
}

/// The runs of answers in which something was thought or called.
fn answers(facts: &Facts<'_>, kinds: &[EntryKind]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for nth in (0..kinds.len()).filter(|nth| kinds.get(*nth) == Some(&EntryKind::Answer)) {
        match runs.last_mut().filter(|run| run.end == nth) {
            Some(run) => run.end = nth + 1,
            None => runs.push(nth..nth + 1),
        }
    }
    let binds = |run: &Range<usize>| {
        let entries = facts.entries.get(run.clone()).unwrap_or_default();
        entries.iter().flat_map(|entry| entry.parts).any(|part| part.thinking.is_some() || part.kind == PartKind::Call)
    };
    runs.retain(binds);
    runs
}
