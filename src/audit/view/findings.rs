//! The findings of a report as JSON, and the edits of their fixes.
//!
//! A finding is a list: the number of its rule, its severity, its evidence, its pointer, its first byte and the byte after its last, the number of the
//! rule's sentence, its arguments by name, its related places (a pointer, a start and an end of each, in one list), and its fix: `[safety, edits]`,
//! `0` where there is none, or `1` where it is left for [`fixes`] to say. A request may have ten thousand findings and a list is short to write.

use super::{edits, formats_of, member};
use crate::audit::{CarriedFinding, Check, Facts, Finding, Report, Rule, Safety, places_of};
use crate::json::{Changes, Document, Edit, Places, Span, Value, Writer};

/// Reports with so many findings at most have all fixes in them: they are plain data at once. In a longer one a fix is made when it is asked for.
pub const PREVIEWED: usize = 32;

/// Makes the fix of a finding: how safe it is, and the edits. Returns `None` if there is none.
pub type Fix = Option<(Safety, Vec<Edit>)>;

/// The first fix of a finding's rule that changes anything.
pub(in crate::audit) fn fix_of<'d>(finding: &Finding<'d>, facts: &Facts<'d>, document: &'d Document<'d>) -> Fix {
    for (safety, mend) in finding.rule.fixes.iter().skip(finding.fixes) {
        let mut changes = Changes::new(document);
        let made = mend.apply(facts, finding, &mut changes).and_then(|()| changes.edits()).unwrap_or_default();
        if !made.is_empty() {
            return Some((*safety, made));
        }
    }
    None
}

/// A report. Its findings come last: the other side may leave them unread.
#[must_use]
pub fn report<'d>(report: &Report<'d>, facts: &Facts<'d>, document: &'d Document<'d>, previewed: usize) -> Vec<u8> {
    let mut view = View { out: Writer::default(), document, facts, numbers: Vec::new() };
    view.out.open(b'{');
    view.out.member("wire", facts.wire.as_str());
    view.out.member("verdict", report.verdict.name());
    member(&mut view.out, "items", report.items);
    member(&mut view.out, "signed", report.signed);
    formats_of(&mut report.formats.iter().copied(), &mut view.out);
    let is_previewed = report.findings.len() <= previewed;
    view.out.name("previewed");
    view.out.flag(is_previewed);
    view.out.name("checks");
    view.out.open(b'[');
    for check in &report.checks {
        match check {
            Check::Passed => view.out.number(0),
            Check::Failed => view.out.number(1),
            Check::NotApplicable => view.out.number(2),
            Check::Off => view.out.number(3),
            Check::Unknown(what) => view.out.text(what),
        }
    }
    view.out.close(b']');
    view.out.name("findings");
    view.out.open(b'[');
    view.findings(&report.findings, is_previewed);
    view.out.close(b']');
    view.out.close(b'}');
    view.out.finish()
}

/// The fixes of the findings from one on, in their order, until they fill so much room: for each a list of the number of its rule, its first byte, the byte after
/// its last, and `[safety, edits]`, or `0` where there is none.
#[must_use]
pub fn fixes<'d>(report: &Report<'d>, facts: &Facts<'d>, document: &'d Document<'d>, from: usize, room: usize) -> Vec<u8> {
    let mut view = View { out: Writer::default(), document, facts, numbers: Vec::new() };
    view.out.open(b'[');
    for finding in report.findings.iter().skip(from) {
        if view.out.len() > room {
            break;
        }
        view.out.open(b'[');
        let (number, span) = (view.number(finding.rule), finding.place.span());
        [number, span.start, span.end].into_iter().for_each(|number| view.out.number(number));
        view.fix(finding);
        view.out.close(b']');
    }
    view.out.close(b']');
    view.out.finish()
}

struct View<'v, 'd> {
    out: Writer,
    document: &'d Document<'d>,
    facts: &'v Facts<'d>,
    /// The rules that were met, with their numbers. To look a rule up among all takes longer than to write its finding.
    numbers: Vec<(&'static str, usize)>,
}

impl<'d> View<'_, 'd> {
    fn findings(&mut self, findings: &[Finding<'d>], is_previewed: bool) {
        let mut places = Places::new(self.document);
        let values: Vec<Value<'d>> =
            findings.iter().filter(|finding| finding.carried.is_none()).flat_map(|finding| finding.related.iter().copied()).collect();
        let mut related = places_of(&values, self.document).into_iter();
        for finding in findings {
            self.out.open(b'[');
            let number = self.number(finding.rule);
            self.out.number(number);
            self.out.text(finding.severity.name());
            self.out.text(finding.evidence.name());
            match finding.carried {
                Some(carried) => self.place(&carried.place.pointer, carried.place.span),
                None => self.place(places.pointer(finding.place), finding.place.span()),
            }
            self.out.number(finding.upstream);
            self.out.open(b'{');
            finding.args.iter().for_each(|(name, value)| self.out.member(name, value));
            self.out.close(b'}');
            self.out.open(b'[');
            match finding.carried {
                Some(carried) => carried.related.iter().for_each(|place| self.place(&place.pointer, place.span)),
                None => related.by_ref().take(finding.related.len()).for_each(|place| self.place(&place.pointer, place.span)),
            }
            self.out.close(b']');
            match finding.rule.fixes.get(finding.fixes) {
                None => self.out.number(0),
                Some(_) if !is_previewed => self.out.number(1),
                Some(_) => self.fix(finding),
            }
            self.out.close(b']');
        }
    }

    fn number(&mut self, rule: &'static Rule) -> usize {
        if let Some((_, number)) = self.numbers.iter().find(|(id, _)| std::ptr::eq(*id, rule.id)) {
            return *number;
        }
        let number = rule.number();
        self.numbers.push((rule.id, number));
        number
    }

    /// Writes where a value stands.
    fn place(&mut self, pointer: &[u8], span: Span) {
        self.out.quoted(pointer);
        self.out.number(span.start);
        self.out.number(span.end);
    }

    /// Writes the fix of a finding; `1`, if it was told before and its fix was not made.
    fn fix(&mut self, finding: &Finding<'d>) {
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
        edits(made, &mut self.out);
        self.out.close(b']');
    }
}
