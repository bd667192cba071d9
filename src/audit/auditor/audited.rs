//! The part of a request that was judged and needs no second look.

use std::collections::BTreeSet;

use super::grown::GrownText;
use super::names::names;
use super::stretch::{Growth, Skipped, Stretch, opening, start};
use super::terms::{list, terms};
use crate::audit::facts::Facts;
use crate::audit::finding::CarriedFinding;
use crate::audit::{Check, Options, Report, Rule, rules};
use crate::json::{Digest, Document, Span, is_same};
use crate::ledger::Ledger;
use crate::ledger::matching::KnownPrefix;
use crate::model::Role;

/// The judged part of a request.
pub(super) struct AuditedPrefix {
    /// The target, the options, and all that the request says beside its messages.
    terms: Vec<u8>,
    /// The request up to the end of its last answer.
    text: GrownText,
    /// Where the first stretch may begin.
    from: usize,
    /// Where the open round begins.
    opening: usize,
    /// Where the last answer begins.
    pub(super) latest: usize,
    /// The rounds before the open one.
    past: Stretch,
    /// In the open round the steps between its first and its last.
    middle: Stretch,
    /// The prefix as the ledger needs it.
    known: Option<KnownPrefix>,
    /// The hashes of the ids and handles in it, and of those of the answers that it sends back. In an order: hashes can be made to crowd a table.
    names: BTreeSet<u64>,
    /// Those of them that came last.
    new_names: Vec<u64>,
    /// Whose formats the thoughts are in.
    pub(super) formats: Vec<String>,
    /// The checks that could not be decided: the number of the rule, and its need.
    pub(super) unknown: Vec<(usize, &'static str)>,
    /// The numbers of the rules that found something in its messages.
    pub(super) failed: Vec<usize>,
    /// The findings in its messages, in the order of the report.
    pub(super) carried: Vec<CarriedFinding>,
    /// The findings beside its messages: the rules and the pointers.
    pub(super) beside: Vec<(&'static str, Vec<u8>)>,
    /// The messages after its text, if something was found in them.
    tail: Vec<u8>,
    /// The text after its messages, to the end of the request.
    rest: Vec<u8>,
    /// Where the messages ended when the fixes were made, or moved.
    pub(super) end: usize,
    /// The digests of the keys that were looked up for it, in a ledger that notes them.
    asked: Vec<Digest>,
    /// The series of its request: requests to which their writer only appends messages.
    pub(super) series: Option<usize>,
}

impl AuditedPrefix {
    /// Keeps the judgement on a request that was read whole. Returns `None` if its findings cannot be carried over.
    pub(super) fn of<'d>(document: &'d Document<'d>, facts: &Facts<'d>, report: &Report<'d>, options: &Options<'_>) -> Option<Self> {
        let request = document.source();
        let first = facts.entries.iter().position(|entry| matches!(entry.role, Some(Role::User | Role::Assistant)))?;
        let list = list(facts)?.span();
        let is_within = |span: Span| list.start < span.start && span.start < list.end;
        let found = CarriedFinding::all(report, facts, document).into_iter();
        let (carried, beside): (Vec<_>, Vec<_>) = found.partition(|finding| is_within(finding.place.span));
        // Findings beside the messages are judged again, and have to be the same without the messages that are left out.
        if carried.iter().any(|finding| finding.rule.judges_all) || beside.iter().flat_map(CarriedFinding::touched).any(is_within) {
            return None;
        }
        let growth = Growth::of(facts, first, 0, unsettled(&carried), [Stretch::default(); 2])?;
        let mut text = GrownText::default();
        text.push(request.get(..growth.end)?);
        let mut audited = Self {
            terms: terms(facts, options)?,
            text,
            from: start(facts, first)?,
            opening: growth.opening,
            latest: growth.latest,
            past: growth.past,
            middle: growth.middle,
            known: growth.known,
            names: growth.names.iter().copied().collect(),
            new_names: growth.names,
            formats: report.formats.iter().map(|format| (*format).to_owned()).collect(),
            unknown: unknown(report),
            failed: failed(&carried),
            carried,
            beside: beside.into_iter().map(|finding| (finding.rule.id, finding.place.pointer)).collect(),
            tail: Vec::new(),
            rest: request.get(list.end..)?.to_vec(),
            end: list.end,
            asked: Vec::new(),
            series: None,
        };
        audited.take_tail(request, growth.last);
        Some(audited)
    }

    /// Returns `true` if a request begins as this one did. Requests of one series do. Others are compared, because a comparison of all of a long series would
    /// take most of the time.
    pub(super) fn begins(&self, request: &[u8], series: Option<usize>) -> bool {
        let is_of_series = self.series.is_some() && self.series == series && self.len() <= request.len();
        is_of_series || self.text.begins(request)
    }

    /// How much of the request it is.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// How far a request that begins so is the same.
    pub(super) fn reach(&self, request: &[u8]) -> usize {
        let tail = request.get(self.text.len()..).and_then(|rest| rest.get(..self.tail.len()));
        if tail.is_some_and(|tail| is_same(tail, &self.tail)) { self.text.len() + self.tail.len() } else { self.text.len() }
    }

    /// How many bytes are kept for it.
    pub(super) fn size(&self) -> usize {
        self.text.len() + self.terms.len() + self.rest.len() + self.tail.len()
    }

    /// Lists the spans that are left out of a request that begins so.
    pub(super) fn spans(&self, skipped: Skipped) -> Vec<Span> {
        self.stretches(skipped).map(|stretch| stretch.span).filter(|span| !span.is_empty()).collect()
    }

    /// Returns the prefix as the ledger needs it.
    pub(super) fn known(&self) -> Option<&KnownPrefix> {
        self.known.as_ref()
    }

    /// Moves the edits of earlier fixes to their places in a longer request. Returns `false` if these places are not known.
    pub(super) fn follows(&mut self, request: &[u8]) -> bool {
        let end = request.len().saturating_sub(self.rest.len());
        let edits_rest = |finding: &CarriedFinding| finding.touched().any(|span| span.end >= self.end);
        if !self.carried.iter().any(edits_rest) {
            return true;
        }
        let fits = end >= self.end && request.get(end..).is_some_and(|rest| is_same(rest, &self.rest));
        if fits {
            self.carried.iter_mut().for_each(|finding| finding.shift(self.end, end - self.end));
            self.end = end;
        }
        fits
    }

    /// Returns `true` if the terms are the same, and no name from before a byte comes again after it.
    pub(super) fn holds(&self, facts: &Facts<'_>, options: &Options<'_>, reach: usize) -> bool {
        let new = facts.entries.partition_point(|entry| entry.value.span().start < reach);
        let met = names(facts).any(|(nth, name)| nth >= new && self.names.contains(&name));
        !met && terms(facts, options).is_some_and(|terms| is_same(&terms, &self.terms))
    }

    /// By what something in it is known.
    pub(super) fn names(&self) -> &BTreeSet<u64> {
        &self.names
    }

    /// Counts the keys that were looked up for it before as looked up now, and the other way round.
    pub(super) fn ask_again(&mut self, ledger: &Ledger) {
        ledger.ask_again(&self.asked);
        self.asked = ledger.asked();
    }

    /// Those that came since this was last asked.
    pub(super) fn take_new_names(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.new_names)
    }

    /// Returns `true` if the round that was open is over: the user has said something since.
    pub(super) fn is_over(&self, facts: &Facts<'_>) -> bool {
        opening(facts).and_then(|nth| start(facts, nth)) != Some(self.opening)
    }

    /// Returns `true` if messages of the open round are left out.
    pub(super) fn skips_open_round(&self) -> bool {
        !self.middle.span.is_empty()
    }

    /// Returns `true` if a finding of the ledger is in the open round: it may change when the round is over.
    pub(super) fn depends_on_round(&self) -> bool {
        self.carried.iter().any(|finding| finding.is_of_ledger() && finding.places().any(|place| place.start >= self.opening))
    }

    /// Returns `true` if the ledger has findings that may change: the request shows more of whose words it sends.
    pub(super) fn is_doubtful(&self, growth: &Growth) -> bool {
        let [then, now] = [&self.known, &growth.known].map(|known| known.as_ref().map(|known| &known.branches));
        let is_overturned = then.zip(now).is_none_or(|(then, now)| now.overturns(then));
        is_overturned && self.carried.iter().any(CarriedFinding::is_of_ledger)
    }

    /// Measures how far the judged part grows with this request.
    pub(super) fn growth(&self, facts: &Facts<'_>, skipped: Skipped) -> Option<Growth> {
        let first = facts.entries.partition_point(|entry| entry.value.span().start < self.from.max(self.past.span.end));
        let stretches = [self.past, if skipped == Skipped::Both { self.middle } else { Stretch::default() }];
        Growth::of(facts, first, self.text.len(), unsettled(&self.carried), stretches)
    }

    /// Takes that in, with what the report on it could not decide.
    pub(super) fn grow(&mut self, request: &[u8], growth: Growth, unknown: Vec<(usize, &'static str)>) {
        self.unknown = unknown;
        self.text.push(request.get(self.text.len()..growth.end).unwrap_or_default());
        (self.opening, self.latest) = (growth.opening, growth.latest);
        (self.past, self.middle, self.known) = (growth.past, growth.middle, growth.known);
        self.names.extend(&growth.names);
        self.new_names.extend(growth.names);
        self.take_tail(request, growth.last);
    }

    /// Keeps the messages after its text, up to the end of the last, if something was found in them.
    fn take_tail(&mut self, request: &[u8], last: usize) {
        let is_needed = self.carried.iter().flat_map(CarriedFinding::places).any(|place| place.end > self.text.len());
        self.tail = request.get(self.text.len()..last).filter(|_| is_needed).unwrap_or_default().to_vec();
    }

    pub(super) fn stretches(&self, skipped: Skipped) -> impl Iterator<Item = &Stretch> {
        [Some(&self.past), (skipped == Skipped::Both).then_some(&self.middle)].into_iter().flatten()
    }
}

/// Lists the checks that a report left undecided: the number of the rule, and what it needs.
pub(super) fn unknown(report: &Report<'_>) -> Vec<(usize, &'static str)> {
    let needs = |check: &Check| if let Check::Unknown(what) = check { Some(*what) } else { None };
    report.checks.iter().enumerate().filter_map(|(nth, check)| Some((nth, needs(check)?))).collect()
}

/// The byte up to which the ledger found something.
fn unsettled(carried: &[CarriedFinding]) -> usize {
    let of_ledger = carried.iter().filter(|finding| finding.is_of_ledger());
    of_ledger.flat_map(CarriedFinding::places).map(|place| place.end).max().unwrap_or_default()
}

/// The numbers of the rules that found something.
fn failed(carried: &[CarriedFinding]) -> Vec<usize> {
    let mut rules: Vec<&Rule> = Vec::new();
    for finding in carried {
        if !rules.contains(&finding.rule) {
            rules.push(finding.rule);
        }
    }
    rules.into_iter().map(rules::number).collect()
}
