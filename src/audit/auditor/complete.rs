//! A report on what is around the stretches, made one on the whole.

use super::audited::AuditedPrefix;
use super::stretch::Skipped;
use super::terms::list;
use crate::audit::facts::Facts;
use crate::audit::finding::CarriedFinding;
use crate::audit::{Check, Finding, Report, fix_of};
use crate::json::{Document, Places, Span, Value};

impl AuditedPrefix {
    /// The spans of the places of all findings, which are needed to report them again.
    pub(super) fn carried_spans(&self) -> Vec<Span> {
        self.carried.iter().flat_map(CarriedFinding::places).collect()
    }

    /// Makes a report on what is around the stretches one on the whole, with what was found before at its values; answers whether it is.
    /// It is not if something in the messages was found that is new, or not found that was.
    pub(super) fn completes<'d>(
        &'d self,
        report: &mut Report<'d>,
        facts: &Facts<'d>,
        document: &'d Document<'d>,
        values: &'d Document<'d>,
        skipped: Skipped,
    ) -> bool {
        let Some(list) = list(facts).map(Value::span) else { return false };
        let is_within = |span: Span| list.start < span.start && span.start < list.end;
        if report.formats.iter().any(|format| !self.formats.iter().any(|known| known == format)) {
            return false;
        }
        report.formats = self.formats.iter().map(String::as_str).collect();
        let (found, beside): (Vec<_>, Vec<_>) =
            std::mem::take(&mut report.findings).into_iter().partition(|finding| is_within(finding.place.span()));
        if !self.has_beside(&beside, document) || !self.accounts_for(&found, facts, document, skipped) {
            return false;
        }
        let before = beside.iter().take_while(|finding| finding.place.span().start <= list.start).count();
        let mut beside = beside.into_iter();
        report.findings.extend(beside.by_ref().take(before));
        let mut values = values.root().elements();
        report.findings.extend(self.carried.iter().map_while(|finding| finding.at(&mut values)));
        report.findings.extend(beside);
        // The record of a report has fixes, and those of a very long report were not made.
        if self.carried.iter().any(|finding| finding.fix.is_none()) {
            return false;
        }
        for stretch in self.stretches(skipped) {
            report.items += stretch.items;
            report.signed += stretch.signed;
        }
        self.complete_checks(report);
        true
    }

    fn complete_checks(&self, report: &mut Report<'_>) {
        for (nth, what) in &self.unknown {
            if let Some(check) = report.checks.get_mut(*nth).filter(|check| **check == Check::Passed) {
                *check = Check::Unknown(what);
            }
        }
        for nth in &self.failed {
            report.checks.get_mut(*nth).into_iter().for_each(|check| *check = Check::Failed);
        }
        report.decide();
    }

    /// Returns `true` if the findings beside the messages are those from before.
    fn has_beside<'d>(&self, beside: &[Finding<'d>], document: &'d Document<'d>) -> bool {
        let mut places = Places::new(document);
        let is_same = |(finding, (rule, pointer)): (&Finding<'d>, &(&str, Vec<u8>))| {
            finding.rule.id == *rule && places.pointer(finding.place) == pointer.as_slice()
        };
        beside.len() == self.beside.len() && beside.iter().zip(&self.beside).all(is_same)
    }

    /// Returns `true` if the findings in the messages around the stretches are those from before.
    fn accounts_for<'d>(&self, found: &[Finding<'d>], facts: &Facts<'d>, document: &'d Document<'d>, skipped: Skipped) -> bool {
        let reach = self.reach(document.source());
        // A fix after the last message moves when there are more messages.
        let is_after = |span: Span| span.is_empty() && span.end == reach && reach > self.len();
        let is_open = |span: Span| span.start < self.end && (span.end > reach || is_after(span));
        if self.carried.iter().flat_map(CarriedFinding::touched).any(is_open) {
            return false;
        }
        let spans = self.spans(skipped);
        let is_left_out = |place: Span| spans.iter().any(|span| place.start < span.end && span.start < place.end);
        // An audit around a stretch cannot find what touches the stretch, nor what a ledger finds in the known text.
        let is_told = |finding: &CarriedFinding| finding.is_of_ledger() && finding.place.span.end <= self.len();
        let is_settled = |finding: &CarriedFinding| is_told(finding) || finding.places().any(is_left_out);
        // The fix of the last answer may change when there is a later one.
        let has_same_fix = |carried: &CarriedFinding, finding: &Finding<'d>| {
            carried.place.span.end <= self.latest || carried.fix.is_none() || carried.fix == Some(fix_of(finding, facts, document))
        };
        let mut again = 0;
        for finding in found {
            let start = finding.place.span().start;
            let from = self.carried.partition_point(|carried| carried.place.span.start < start);
            let mut here = self.carried.iter().skip(from).take_while(|carried| carried.place.span.start == start);
            match here.find(|carried| carried.is_at(finding)) {
                Some(carried) if is_settled(carried) => {}
                Some(carried) if carried.says_same(finding) && has_same_fix(carried, finding) => again += 1,
                _ => return false,
            }
        }
        again == self.carried.iter().filter(|carried| !is_settled(carried)).count()
    }
}
