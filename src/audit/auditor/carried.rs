//! A reported finding, kept so that the report on a longer request can list it without checking its messages again.

use crate::audit::finding::{CarriedFinding, CarriedPlace, MadeFix};
use crate::audit::fix::{FixBudget, fix_of};
use crate::audit::{Facts, Finding, Needs, Report};
use crate::json::{Document, Places, Span, Value};

impl CarriedFinding {
    /// The findings of a report, in its order, each with its fix if all are listed.
    pub(super) fn all<'d>(report: &Report<'d>, facts: &Facts<'d>, document: &'d Document<'d>) -> Vec<Self> {
        let has_fixes = report.findings.len() <= report.most_findings;
        let values: Vec<Value<'d>> =
            report.findings.iter().flat_map(|finding| [finding.place].into_iter().chain(finding.related.clone())).collect();
        let mut places = places_of(&values, document).into_iter();
        let mut budget = FixBudget::default();
        let carried = |finding: &Finding<'d>| {
            let place = places.next()?;
            let related = places.by_ref().take(finding.related.len()).collect();
            let fix = if has_fixes { budget.make(|| fix_of(finding, facts, document)) } else { None };
            Some(Self::of(finding, place, related, fix))
        };
        report.findings.iter().map_while(carried).collect()
    }

    fn of(finding: &Finding<'_>, place: CarriedPlace, related: Vec<CarriedPlace>, fix: Option<MadeFix>) -> Self {
        let Finding { rule, severity, evidence, sentence, fixes, .. } = *finding;
        let (details, proof) = (finding.details.clone(), finding.proof.clone());
        Self { rule, severity, evidence, place, related, details, proof, sentence, fixes, fix }
    }

    /// The finding again, at values of a request that begins with the same bytes.
    pub(super) fn at<'d>(&'d self, values: &mut impl Iterator<Item = Value<'d>>) -> Option<Finding<'d>> {
        Some(Finding {
            rule: self.rule,
            severity: self.severity,
            evidence: self.evidence,
            place: values.next()?,
            related: values.take(self.related.len()).collect(),
            details: self.details.clone(),
            proof: self.proof.clone(),
            sentence: self.sentence,
            fixes: self.fixes,
            carried: Some(self),
        })
    }

    /// The spans of its places.
    pub(super) fn places(&self) -> impl Iterator<Item = Span> {
        [&self.place].into_iter().chain(&self.related).map(|place| place.span)
    }

    /// The spans of its places and of what its fix changes.
    pub(super) fn touched(&self) -> impl Iterator<Item = Span> {
        self.places().chain(self.fix.iter().flatten().flat_map(|fix| &fix.edits).map(|edit| edit.span))
    }

    /// Moves what its fix changes after a byte, because the request has become longer there.
    pub(super) fn shift(&mut self, after: usize, by: usize) {
        for edit in self.fix.iter_mut().flatten().flat_map(|fix| &mut fix.edits) {
            if edit.span.start >= after {
                (edit.span.start, edit.span.end) = (edit.span.start + by, edit.span.end + by);
            }
        }
    }

    /// Returns `true` if only the ledger can find it.
    pub(super) fn is_of_ledger(&self) -> bool {
        self.rule.needs == Needs::Ledger
    }

    /// Returns `true` if the rule and the place are those of a finding.
    pub(super) fn is_at(&self, finding: &Finding<'_>) -> bool {
        self.rule == finding.rule && self.place.span == finding.place.span()
    }

    /// Returns `true` if it says the same as a finding at its place. A number may be that of a message, and that differs where messages are left out.
    pub(super) fn says_same(&self, finding: &Finding<'_>) -> bool {
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (args, others) = (self.args(), finding.args());
        let same_args = args
            .iter()
            .zip(&others)
            .all(|((name, text), (other_name, other))| name == other_name && (text == other || is_number(text) && is_number(other)));
        same_args
            && args.len() == others.len()
            && self.related.iter().map(|place| place.span).eq(finding.related.iter().map(|value| value.span()))
            && (self.severity, self.evidence, self.sentence, self.fixes)
                == (finding.severity, finding.evidence, finding.sentence, finding.fixes)
    }
}

/// The places of values. One walk in the order of the text finds all.
pub(crate) fn places_of<'d>(values: &[Value<'d>], document: &'d Document<'d>) -> Vec<CarriedPlace> {
    let mut found: Vec<CarriedPlace> = values.iter().map(|value| CarriedPlace { span: value.span(), pointer: Vec::new() }).collect();
    let mut places = Places::new(document);
    let mut pairs: Vec<_> = values.iter().zip(&mut found).collect();
    pairs.sort_by_key(|(value, _)| value.span().start);
    for (value, place) in pairs {
        place.pointer = places.pointer(*value).to_vec();
    }
    found
}
