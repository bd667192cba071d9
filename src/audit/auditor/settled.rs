//! What was judged of a request and needs no second look.

use crate::audit::facts::Facts;
use crate::audit::{Check, Options, Report};
use crate::json::{Head, Mark, Span, Value};
use crate::model::Role;

/// What was judged of a request.
pub(super) struct Settled {
    /// The target, the options, and all that the request says beside its messages.
    terms: Mark,
    /// The request up to the end of the last stretch.
    head: Head,
    /// The rounds before the open one.
    past: Stretch,
    /// In the open round the steps between its first and its last.
    middle: Stretch,
    /// Whose formats the thoughts are in.
    formats: Vec<String>,
    /// What could not be decided: the number of the rule, and what it needs.
    unknown: Vec<(usize, &'static str)>,
}

/// Messages that are not read again.
#[derive(Default)]
struct Stretch {
    span: Span,
    /// The ledger's row before its end.
    row: Option<usize>,
    /// How many thoughts there are in it.
    items: usize,
    /// How many of them carry a handle.
    signed: usize,
    /// The recorded responses that it replays.
    responses: Vec<usize>,
    /// The ids and handles in it.
    names: Vec<Mark>,
}

/// Which stretches are left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Around {
    /// Both of them.
    Both,
    /// The rounds before the one that was open.
    Past,
}

/// What is to be known of the stretches that are left out of a request.
pub struct Known<'k> {
    /// Where the last of them ends, as a byte of the request.
    pub end: usize,
    /// The ledger's row before that.
    pub row: Option<usize>,
    responses: [&'k [usize]; 2],
}

impl Known<'_> {
    /// The recorded responses in them.
    pub fn responses(&self) -> impl Iterator<Item = usize> {
        self.responses.into_iter().flatten().copied()
    }
}

/// How the stretches of the next request differ: where they are, and what is new in each.
pub(super) struct Growth {
    past: Stretch,
    middle: Stretch,
}

impl Settled {
    /// What is settled of a request that was judged whole.
    pub(super) fn of(request: &[u8], facts: &Facts<'_>, report: &Report<'_>, options: &Options<'_>) -> Option<Self> {
        let first = facts.entries.iter().position(|entry| matches!(entry.role, Some(Role::User | Role::Assistant)))?;
        // What is wrong in the past is read again, and the message after it, so that an edit has its neighbours.
        let opening = facts.entries.get(opening(facts)?)?.value.span().start;
        let past = report.findings.iter().map(|finding| finding.place.span().start).filter(|start| *start < opening).max();
        let wrong = past.map(|start| facts.entries.partition_point(|entry| entry.value.span().start <= start) + 1);
        let growth = growth(facts, first.max(wrong.unwrap_or_default()), [&Stretch::default(), &Stretch::default()])?;
        let end = growth.end();
        if report.findings.iter().any(|finding| (opening..end).contains(&finding.place.span().start)) {
            return None;
        }
        let unknown = report.checks.iter().enumerate().filter_map(|(nth, check)| match check {
            Check::Unknown(what) => Some((nth, *what)),
            _ => None,
        });
        Some(Self {
            terms: terms(facts, options)?,
            head: Head::of(request, end),
            past: growth.past,
            middle: growth.middle,
            formats: report.formats.iter().map(|format| (*format).to_owned()).collect(),
            unknown: unknown.collect(),
        })
    }

    /// Whether a request begins as this one did.
    pub(super) fn begins(&self, request: &[u8]) -> bool {
        self.head.begins(request)
    }

    /// What is left out of a request that does.
    pub(super) fn spans(&self, around: Around) -> Vec<Span> {
        self.stretches(around).map(|stretch| stretch.span).filter(|span| !span.is_empty()).collect()
    }

    /// What is to be known of that.
    pub(super) fn known(&self, around: Around) -> Known<'_> {
        let middle: &[usize] = if around == Around::Both { &self.middle.responses } else { &[] };
        let last = if around == Around::Both && !self.middle.span.is_empty() { &self.middle } else { &self.past };
        Known { end: last.span.end, row: last.row, responses: [&self.past.responses, middle] }
    }

    /// Whether the terms are the same, and nothing is met again that is in a stretch.
    pub(super) fn holds(&self, facts: &Facts<'_>, options: &Options<'_>, around: Around) -> bool {
        let met = |name: &Mark| self.stretches(around).any(|stretch| stretch.names.contains(name));
        terms(facts, options) == Some(self.terms) && !names(facts).any(|(_, name)| met(&name))
    }

    /// Whether the round that was open is over: the user has said something since.
    pub(super) fn is_over(&self, facts: &Facts<'_>) -> bool {
        let input = facts.round.checked_sub(1).and_then(|nth| facts.entries.get(nth));
        input.is_some_and(|entry| entry.value.span().start >= self.head.length)
    }

    /// Makes a report on what is around the stretches one on the whole, unless there is something in the messages from where they begin.
    pub(super) fn completes(&self, report: &mut Report<'_>, facts: &Facts<'_>, around: Around) -> bool {
        let Some(list) = list(facts) else { return false };
        let from = self.spans(around).first().map_or(list.span().start, |span| span.start);
        let read = facts.entries.iter().map(|entry| entry.value.span().start).take_while(|start| *start < from).last();
        let new = read.unwrap_or(list.span().start)..list.span().end;
        if self.formats != report.formats || report.findings.iter().any(|finding| new.contains(&finding.place.span().start)) {
            return false;
        }
        for stretch in self.stretches(around) {
            report.items += stretch.items;
            report.signed += stretch.signed;
        }
        for (nth, what) in &self.unknown {
            if let Some(check) = report.checks.get_mut(*nth).filter(|check| **check == Check::Passed) {
                *check = Check::Unknown(what);
            }
        }
        true
    }

    /// What more is settled now.
    pub(super) fn growth(&self, facts: &Facts<'_>, around: Around) -> Option<Growth> {
        let read = Stretch::default();
        let first = facts.entries.partition_point(|entry| entry.value.span().start < self.past.span.end);
        growth(facts, first, [&self.past, if around == Around::Both { &self.middle } else { &read }])
    }

    /// Takes that in.
    pub(super) fn grow(&mut self, request: &[u8], growth: Growth, around: Around) {
        if around == Around::Past {
            self.middle = Stretch::default();
        }
        let end = growth.end();
        self.past.grow(growth.past);
        self.middle.grow(growth.middle);
        self.head = self.head.onto(request, end);
    }

    fn stretches(&self, around: Around) -> impl Iterator<Item = &Stretch> {
        [Some(&self.past), (around == Around::Both).then_some(&self.middle)].into_iter().flatten()
    }
}

impl Growth {
    fn end(&self) -> usize {
        self.past.span.end.max(self.middle.span.end)
    }
}

impl Stretch {
    fn grow(&mut self, by: Stretch) {
        (self.span, self.row) = (by.span, by.row);
        self.items += by.items;
        self.signed += by.signed;
        self.responses.extend(by.responses);
        self.names.extend(by.names);
    }

    /// A stretch, with what is in the entries of it that were read.
    fn new(span: Span, row: Option<usize>, facts: &Facts<'_>) -> Self {
        let mut stretch = Self { span, row, ..Self::default() };
        let has = |nth: usize| facts.entries.get(nth).is_some_and(|entry| span.range().contains(&entry.value.span().start));
        for (_, _, thinking) in facts.thoughts().filter(|(nth, ..)| has(*nth)) {
            stretch.items += 1;
            stretch.signed += usize::from(!thinking.handles.is_empty());
        }
        stretch.names.extend(names(facts).filter(|(nth, _)| has(*nth)).map(|(_, name)| name));
        for turn in facts.memory.iter().flat_map(|memory| &memory.turns) {
            if turn.home.as_ref().is_some_and(|home| has(*home.start()) && has(*home.end())) {
                stretch.responses.push(turn.nth);
            }
        }
        stretch
    }
}

/// The first of the messages in which the user opened the round.
fn opening(facts: &Facts<'_>) -> Option<usize> {
    facts.runs().rev().map(|run| run.start).find(|start| *start < facts.round.max(1))
}

/// Both stretches as they may be now, from where they were or an entry on; nothing, if they cannot grow.
fn growth(facts: &Facts<'_>, first: usize, [past, middle]: [&Stretch; 2]) -> Option<Growth> {
    let start = |nth: usize| facts.entries.get(nth).map(|entry| entry.value.span().start);
    // A call and its result are on one side.
    let is_clean = |nth: usize| {
        let [calls, results] = [&facts.calls, &facts.results].map(|list| list.partition_point(|tool| tool.entry < nth));
        calls == results
    };
    let row = |nth: usize| facts.memory.as_ref().map_or(Some(None), |memory| memory.row_before(nth));
    let opening = opening(facts)?;
    let steps: Vec<usize> = facts.runs().filter(|run| run.start >= facts.round && run.is_answer()).map(|run| run.start).collect();
    let mut grown = Growth { past: Stretch::new(past.span, past.row, facts), middle: Stretch::new(middle.span, middle.row, facts) };
    let mut grows = false;
    if opening > first && is_clean(opening) {
        let from = if past.span.is_empty() { start(first)? } else { past.span.start };
        grown.past = Stretch::new(Span { start: from, end: start(opening)? }, row(opening)?, facts);
        grows = true;
    }
    if let [_, second, .., last] = *steps
        && is_clean(second)
        && is_clean(last)
    {
        let from = if middle.span.is_empty() { start(second)? } else { middle.span.start };
        grown.middle = Stretch::new(Span { start: from, end: start(last)? }, row(last)?, facts);
        grows = true;
    }
    grows.then_some(grown)
}

/// The ids and handles of a request, each with the number of its entry.
fn names<'f>(facts: &'f Facts<'_>) -> impl Iterator<Item = (usize, Mark)> + 'f {
    let tools = facts.calls.iter().chain(&facts.results).filter(|tool| !tool.id.is_empty());
    let spots = facts.memory.iter().flat_map(|memory| &memory.spots);
    let handles = spots.clone().filter_map(|spot| Some((spot.entry, Mark::of(&spot.trace.handle?.0))));
    let items = spots.filter_map(|spot| Some((spot.entry, Mark::of(spot.trace.item.as_ref()?.as_bytes()))));
    tools.map(|tool| (tool.entry, Mark::of(tool.id.as_bytes()))).chain(handles).chain(items)
}

/// The target, the options, and all that a request says beside its messages.
fn terms(facts: &Facts<'_>, options: &Options<'_>) -> Option<Mark> {
    let list = list(facts)?;
    let mut terms = facts.profile.raw().to_vec();
    for rule in &options.off {
        terms.extend_from_slice(rule.id.as_bytes());
        terms.push(b',');
    }
    // How the answer shall come is no matter of what it is asked with.
    for (name, value) in facts.body.members().filter(|(name, value)| *value != list && *name != *"stream") {
        terms.extend_from_slice(name.raw());
        terms.push(b':');
        terms.extend_from_slice(value.raw());
    }
    Some(Mark::of(&terms))
}

/// The list that the messages stand in.
fn list<'d>(facts: &Facts<'d>) -> Option<Value<'d>> {
    let first = facts.entries.first()?.value.span().start;
    facts.body.members().map(|(_, value)| value).find(|value| value.span().start < first && first < value.span().end)
}
