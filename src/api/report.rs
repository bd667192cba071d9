//! The report of an audit as a record.

use std::cmp::Reverse;

use super::edits::edits_of;
use super::records::{Checks, Finding, Fix, FoundPlace, JudgedModel, Report, WrittenString};
use crate::audit::{self, CarriedPlace, Facts, FixBudget, MadeFix, RuleTexts, Verdict, fix_of, places_of, rules};
use crate::json::{Document, Places, Value};

/// Writes a report as JSON.
#[must_use]
pub fn write_report<'d>(report: &audit::Report<'d>, facts: &Facts<'d>, document: &'d Document<'d>) -> Vec<u8> {
    report_record(report, facts, document).into_json()
}

/// The record of a report: all of its findings in detail, or the gravest of them and the number of the others.
#[must_use]
pub fn report_record<'d>(report: &audit::Report<'d>, facts: &Facts<'d>, document: &'d Document<'d>) -> Report {
    let (listed, omitted) = split(report);
    let (findings, omitted_fixes) = findings_of(&listed, facts, document);
    Report {
        schema: 1,
        wire: facts.wire.to_string(),
        verdict: report.verdict,
        reason: report.reason.clone(),
        model: facts.profile.get("standing").map(|_| JudgedModel {
            given: facts.profile.word("model").to_owned(),
            standing: facts.profile.word("standing").to_owned(),
            name: facts.profile.word("name").to_owned(),
        }),
        items: report.items,
        signed: report.signed,
        formats: report.formats.iter().map(|format| (*format).to_owned()).collect(),
        findings,
        omitted,
        omitted_fixes,
        checks: Checks::new(&report.checks),
    }
}

/// The findings that are listed, in the order of the text, and the number of the others by rule.
fn split<'r, 'd>(report: &'r audit::Report<'d>) -> (Vec<&'r audit::Finding<'d>>, Vec<(&'static str, usize)>) {
    let mut ranked: Vec<_> = report.findings.iter().enumerate().collect();
    if ranked.len() <= report.most_findings {
        return (report.findings.iter().collect(), Vec::new());
    }
    ranked.sort_by_key(|(_, finding)| Reverse((finding.severity, finding.evidence)));
    let others = ranked.split_off(report.most_findings);
    ranked.sort_by_key(|(nth, _)| *nth);
    let count = |id| others.iter().filter(|(_, finding)| finding.rule.id == id).count();
    let omitted = rules::all().map(|rule| (rule.id, count(rule.id))).filter(|(_, count)| *count > 0).collect();
    (ranked.into_iter().map(|(_, finding)| finding).collect(), omitted)
}

/// The records of findings, and the number of fixes that were omitted.
fn findings_of<'d>(listed: &[&audit::Finding<'d>], facts: &Facts<'d>, document: &'d Document<'d>) -> (Vec<Finding>, usize) {
    let values: Vec<Value<'d>> =
        listed.iter().filter(|finding| finding.carried.is_none()).flat_map(|finding| finding.related.iter().copied()).collect();
    let mut related = places_of(&values, document).into_iter();
    let mut places = Places::new(document);
    let (mut budget, mut omitted_fixes) = (FixBudget::default(), 0);
    let mut records = Vec::with_capacity(listed.len());
    for finding in listed {
        let (place, others, fix) = match finding.carried {
            Some(carried) => {
                let place = CarriedPlace { span: carried.place.span, pointer: carried.place.pointer.clone() };
                let fix = carried.fix.clone().and_then(|fix| budget.make(|| fix));
                (place, carried.related.iter().map(found_place).collect(), fix)
            }
            None => {
                let place = CarriedPlace { span: finding.place.span(), pointer: places.pointer(finding.place).to_vec() };
                let others = related.by_ref().take(finding.related.len()).map(|place| found_place(&place)).collect();
                (place, others, budget.make(|| fix_of(finding, facts, document)))
            }
        };
        omitted_fixes += usize::from(fix.is_none() && !finding.fixes.is_empty());
        records.push(finding_of(finding, &place, others, fix.flatten()));
    }
    (records, omitted_fixes)
}

fn finding_of(finding: &audit::Finding<'_>, place: &CarriedPlace, related: Vec<FoundPlace>, fix: MadeFix) -> Finding {
    let texts = RuleTexts::of(finding.rule);
    Finding {
        rule: finding.rule.id,
        severity: finding.severity,
        evidence: finding.evidence,
        verdict: Verdict::of(finding),
        message: finding.message().unwrap_or_else(|| texts.map_or("", |texts| texts.summary).trim_end_matches('.').to_owned()),
        why: texts.map_or("", |texts| texts.why),
        upstream: finding.upstream(&crate::json::lossy(&place.pointer)),
        pointer: WrittenString::new(&place.pointer),
        start: place.span.start,
        end: place.span.end,
        related,
        args: finding.args().into_iter().map(|(name, value)| (name, value.into_owned())).collect(),
        fix: fix.map(|fix| Fix { safety: fix.safety, title: fix.title, edits: edits_of(&fix.edits) }),
    }
}

fn found_place(place: &CarriedPlace) -> FoundPlace {
    FoundPlace { pointer: WrittenString::new(&place.pointer), start: place.span.start, end: place.span.end }
}
