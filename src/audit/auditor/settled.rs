//! What was judged of a request and needs no second look.

use crate::audit::facts::Facts;
use crate::audit::{Check, Finding, Needs, Options, Report};
use crate::json::{Head, Mark, Span, Value};
use crate::model::Role;

/// What was judged of a request.
pub(super) struct Settled {
    /// The target, the options, and all that the request says beside its messages.
    terms: Mark,
    /// The request up to the end of its last answer.
    head: Head,
    /// Where the first stretch may begin.
    from: usize,
    /// The rounds before the open one.
    past: Stretch,
    /// In the open round the steps between its first and its last.
    middle: Stretch,
    /// The ledger's row at the end of the head.
    row: Option<usize>,
    /// The recorded responses that are in the head.
    responses: Vec<usize>,
    /// The ids and handles in it.
    names: Vec<Mark>,
    /// Whose formats the thoughts are in.
    formats: Vec<String>,
    /// What could not be decided: the number of the rule, and what it needs.
    unknown: Vec<(usize, &'static str)>,
}

/// Messages that are not read again.
#[derive(Clone, Copy, Default)]
struct Stretch {
    span: Span,
    /// How many thoughts there are in it.
    items: usize,
    /// How many of them carry a handle.
    signed: usize,
}

/// Which stretches are left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Around {
    /// Both of them.
    Both,
    /// The rounds before the one that was open.
    Past,
}

/// What is known of the beginning of a request.
pub struct Known<'k> {
    /// Where that ends, as a byte.
    pub end: usize,
    /// The ledger's row before that.
    pub row: Option<usize>,
    /// The recorded responses in it.
    pub responses: &'k [usize],
}

/// What more is settled of the next request.
pub(super) struct Growth {
    end: usize,
    past: Stretch,
    middle: Stretch,
    row: Option<usize>,
    responses: Vec<usize>,
    names: Vec<Mark>,
}

impl Settled {
    /// What is settled of a request that was judged whole.
    pub(super) fn of(request: &[u8], facts: &Facts<'_>, report: &Report<'_>, options: &Options<'_>) -> Option<Self> {
        let first = facts.entries.iter().position(|entry| matches!(entry.role, Some(Role::User | Role::Assistant)))?;
        // What is wrong in the past is read again, and the message after it, so that an edit has its neighbours.
        let opening = start(facts, opening(facts)?)?;
        let reach =
            |finding: &Finding<'_>| finding.related.iter().map(|place| place.span().start).fold(finding.place.span().start, usize::max);
        let past = report.findings.iter().map(reach).filter(|reach| *reach < opening).max();
        let wrong = past.map(|start| facts.entries.partition_point(|entry| entry.value.span().start <= start) + 1);
        let first = first.max(wrong.unwrap_or_default());
        let growth = growth(facts, first, 0, [Stretch::default(); 2])?;
        // What only the record tells is told by reading it again; what is wrong in the round that is open may be so in another way next time.
        let stays = |finding: &Finding<'_>| finding.rule.needs != Needs::Nothing || (opening..growth.end).contains(&reach(finding));
        if report.findings.iter().any(stays) {
            return None;
        }
        let unknown = report.checks.iter().enumerate().filter_map(|(nth, check)| match check {
            Check::Unknown(what) => Some((nth, *what)),
            _ => None,
        });
        Some(Self {
            terms: terms(facts, options)?,
            head: Head::of(request, growth.end),
            from: start(facts, first)?,
            past: growth.past,
            middle: growth.middle,
            row: growth.row,
            responses: growth.responses,
            names: growth.names,
            formats: report.formats.iter().map(|format| (*format).to_owned()).collect(),
            unknown: unknown.collect(),
        })
    }

    /// Whether a request begins as this one did.
    pub(super) fn begins(&self, request: &[u8]) -> bool {
        self.head.begins(request)
    }

    /// That beginning.
    pub(super) fn head(&self) -> Head {
        self.head
    }

    /// What is left out of a request that does.
    pub(super) fn spans(&self, around: Around) -> Vec<Span> {
        self.stretches(around).map(|stretch| stretch.span).filter(|span| !span.is_empty()).collect()
    }

    /// What is known of it.
    pub(super) fn known(&self) -> Known<'_> {
        Known { end: self.head.length, row: self.row, responses: &self.responses }
    }

    /// Whether the terms are the same, and nothing is met again that is in the head.
    pub(super) fn holds(&self, facts: &Facts<'_>, options: &Options<'_>) -> bool {
        let new = facts.entries.partition_point(|entry| entry.value.span().start < self.head.length);
        let met = names(facts).any(|(nth, name)| nth >= new && self.names.contains(&name));
        !met && terms(facts, options) == Some(self.terms)
    }

    /// Whether the round that was open is over: the user has said something since.
    pub(super) fn is_over(&self, facts: &Facts<'_>) -> bool {
        let input = facts.round.checked_sub(1).and_then(|nth| start(facts, nth));
        !self.middle.span.is_empty() && input.is_some_and(|input| input >= self.head.length)
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
        let first = facts.entries.partition_point(|entry| entry.value.span().start < self.from.max(self.past.span.end));
        growth(facts, first, self.head.length, [self.past, if around == Around::Both { self.middle } else { Stretch::default() }])
    }

    /// Takes that in.
    pub(super) fn grow(&mut self, request: &[u8], growth: Growth) {
        self.head = self.head.onto(request, growth.end);
        (self.past, self.middle, self.row) = (growth.past, growth.middle, growth.row);
        self.responses.extend(growth.responses);
        self.names.extend(growth.names);
    }

    fn stretches(&self, around: Around) -> impl Iterator<Item = &Stretch> {
        [Some(&self.past), (around == Around::Both).then_some(&self.middle)].into_iter().flatten()
    }
}

impl Stretch {
    /// The same up to a later byte, with what is in the entries between.
    fn onto(self, from: usize, end: usize, facts: &Facts<'_>) -> Self {
        let span = if self.span.is_empty() { Span { start: from, end } } else { Span { start: self.span.start, end } };
        let mut stretch = Self { span, ..self };
        let new = facts.thoughts().filter(|(nth, ..)| start(facts, *nth).is_some_and(|start| span.range().contains(&start)));
        for (_, _, thinking) in new {
            stretch.items += 1;
            stretch.signed += usize::from(!thinking.handles.is_empty());
        }
        stretch
    }
}

/// What is settled now: the stretches from where they were or an entry on, and what is new in the head; nothing, if there is no answer, or the
/// ledger has something else before its end.
fn growth(facts: &Facts<'_>, first: usize, read: usize, [mut past, mut middle]: [Stretch; 2]) -> Option<Growth> {
    // A call and its result are on one side.
    let is_clean = |nth: usize| {
        let [calls, results] = [&facts.calls, &facts.results].map(|list| list.partition_point(|tool| tool.entry < nth));
        calls == results
    };
    let opening = opening(facts)?;
    let last = facts.runs().rev().find(|run| run.is_answer())?;
    let last = if last.end() < facts.entries.len() { last.end() } else { last.start };
    // What goes before the user's words is an answer, or nothing: neighbours of one role would be one message.
    let follows = |nth: usize| {
        nth.checked_sub(1).and_then(|before| facts.entries.get(before)?.role).is_none_or(|role| !matches!(role, Role::User | Role::Tool))
    };
    if let Some(first) = (first..opening).find(|nth| is_clean(*nth) && follows(*nth)).filter(|_| is_clean(opening)) {
        past = past.onto(start(facts, first)?, start(facts, opening)?, facts);
    }
    let steps: Vec<usize> = facts.runs().filter(|run| run.start >= facts.round && run.is_answer()).map(|run| run.start).collect();
    if let [_, second, .., last] = *steps
        && is_clean(second)
        && is_clean(last)
    {
        middle = middle.onto(start(facts, second)?, start(facts, last)?, facts);
    }
    let end = start(facts, last)?;
    let is_new = |nth: usize| nth < last && start(facts, nth).is_some_and(|start| start >= read);
    let turns = facts.memory.iter().flat_map(|memory| &memory.turns);
    Some(Growth {
        end,
        past,
        middle,
        row: facts.memory.as_ref().map_or(Some(None), |memory| memory.row_before(last))?,
        responses: turns.filter(|turn| turn.home.as_ref().is_some_and(|home| *home.end() < last)).map(|turn| turn.nth).collect(),
        names: names(facts).filter(|(nth, _)| is_new(*nth)).map(|(_, name)| name).collect(),
    })
}

/// Where an entry begins.
fn start(facts: &Facts<'_>, nth: usize) -> Option<usize> {
    facts.entries.get(nth).map(|entry| entry.value.span().start)
}

/// The first of the messages in which the user opened the round.
fn opening(facts: &Facts<'_>) -> Option<usize> {
    facts.runs().rev().map(|run| run.start).find(|start| *start < facts.round.max(1))
}

/// The ids and handles of a request, each with the number of its entry. A result has the id of its call; without that call it is found.
fn names<'f>(facts: &'f Facts<'_>) -> impl Iterator<Item = (usize, Mark)> + 'f {
    let tools = facts.calls.iter().filter(|tool| !tool.id.is_empty());
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
