//! The findings of a report, and the edits of their fixes.
//!
//! A finding is a list: the number of its rule, its severity, its evidence, its pointer, its first byte and the byte after its last, the name of the
//! sentence that the provider says or an empty text, its arguments by name, its related places (pointer, start and end of each, in one list), and its fix. The fix is `[safety, edits]`,
//! `0` if there is none, or `1` if it is left for [`write_fixes`]. A request may have ten thousand findings, so a finding has no member names.

use super::write_edits;
use crate::audit::{CarriedFinding, Facts, Finding, Report, Rule, fix_of, places_of, rules};
use crate::json::{Document, Places, Span, Value, Writer};

/// Writes the fixes of the findings from one on, in their order, until they fill so much room. Each is a list of the number of its rule, its first byte, the
/// byte after its last, and `[safety, edits]`, or `0` if there is no fix.
#[must_use]
pub fn write_fixes<'d>(report: &Report<'d>, facts: &Facts<'d>, document: &'d Document<'d>, from: usize, room: usize) -> Vec<u8> {
    let mut writer = FindingsWriter::new(facts, document);
    writer.out.open(b'[');
    for finding in report.findings.iter().skip(from) {
        if writer.out.len() > room {
            break;
        }
        writer.out.open(b'[');
        let (number, span) = (writer.rule_number(finding.rule), finding.place.span());
        [number, span.start, span.end].into_iter().for_each(|number| writer.out.number(number));
        writer.write_fix(finding);
        writer.out.close(b']');
    }
    writer.out.close(b']');
    writer.out.finish()
}

pub(super) struct FindingsWriter<'v, 'd> {
    pub(super) out: Writer,
    document: &'d Document<'d>,
    facts: &'v Facts<'d>,
    /// The ids of the rules that were met, with their numbers. To search all rules takes longer than to write a finding.
    numbers: Vec<(&'static str, usize)>,
}

impl<'v, 'd> FindingsWriter<'v, 'd> {
    pub(super) fn new(facts: &'v Facts<'d>, document: &'d Document<'d>) -> Self {
        Self { out: Writer::default(), document, facts, numbers: Vec::new() }
    }

    pub(super) fn write_findings(&mut self, findings: &[Finding<'d>], with_fixes: bool) {
        let mut places = Places::new(self.document);
        let values: Vec<Value<'d>> =
            findings.iter().filter(|finding| finding.carried.is_none()).flat_map(|finding| finding.related.iter().copied()).collect();
        let mut related = places_of(&values, self.document).into_iter();
        for finding in findings {
            self.out.open(b'[');
            let number = self.rule_number(finding.rule);
            self.out.number(number);
            self.out.text(finding.severity.name());
            self.out.text(finding.evidence.name());
            match finding.carried {
                Some(carried) => self.write_place(&carried.place.pointer, carried.place.span),
                None => self.write_place(places.pointer(finding.place), finding.place.span()),
            }
            self.out.text(finding.sentence.map_or("", |sentence| sentence.name));
            self.out.open(b'{');
            finding.args().iter().for_each(|(name, value)| self.out.member(name, value));
            self.out.close(b'}');
            self.out.open(b'[');
            match finding.carried {
                Some(carried) => carried.related.iter().for_each(|place| self.write_place(&place.pointer, place.span)),
                None => related.by_ref().take(finding.related.len()).for_each(|place| self.write_place(&place.pointer, place.span)),
            }
            self.out.close(b']');
            match finding.fixes {
                [] => self.out.number(0),
                _ if !with_fixes => self.out.number(1),
                _ => self.write_fix(finding),
            }
            self.out.close(b']');
        }
    }

    fn rule_number(&mut self, rule: &'static Rule) -> usize {
        if let Some((_, number)) = self.numbers.iter().find(|(id, _)| std::ptr::eq(*id, rule.id)) {
            return *number;
        }
        let number = rules::number(rule);
        self.numbers.push((rule.id, number));
        number
    }

    /// Writes where a value stands.
    fn write_place(&mut self, pointer: &[u8], span: Span) {
        self.out.quoted(pointer);
        self.out.number(span.start);
        self.out.number(span.end);
    }

    /// Writes the fix of a finding, or `1` if an earlier audit reported the finding and did not make its fix.
    fn write_fix(&mut self, finding: &Finding<'d>) {
        let made;
        let fix = match finding.carried {
            Some(CarriedFinding { fix: None, .. }) => return self.out.number(1),
            Some(CarriedFinding { fix: Some(fix), .. }) => fix,
            None => {
                made = fix_of(finding, self.facts, self.document);
                &made
            }
        };
        let Some((safety, made)) = fix else { return self.out.number(0) };
        self.out.open(b'[');
        self.out.text(safety.name());
        write_edits(made, &mut self.out);
        self.out.close(b']');
    }
}
