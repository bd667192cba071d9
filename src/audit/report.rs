//! The report of an audit: a verdict, the findings, and a check for each rule.

use serde::Serialize;

use super::facts::Facts;
use super::finding::Finding;
use super::grade::{Evidence, Severity};
use crate::conversation::mask::is_masked;
use crate::model::Attachment;

/// The report on one request.
pub struct Report<'d> {
    /// The prediction for the request.
    pub verdict: Verdict,
    /// The reason why the rules do not fit the request, if they do not. Unless they predict a refusal, the verdict is then unknown.
    pub reason: Option<String>,
    /// The findings, in the order of the text; at one place, the graver first.
    pub findings: Vec<Finding<'d>>,
    /// A check for each rule, in the order of [`super::rules::all`]: it distinguishes an empty list of findings from an audit that checked nothing.
    pub checks: Vec<Check>,
    /// How many thoughts there are.
    pub items: usize,
    /// How many of them carry a handle.
    pub signed: usize,
    /// Whose formats they are in.
    pub formats: Vec<&'d str>,
    /// The number of findings that its record lists, each with its fix. The others are counted.
    pub most_findings: usize,
}

/// The number of findings that a report lists unless the caller wants another.
pub const MOST_FINDINGS: usize = 1000;

/// The prediction for a request. `accepted`: no problem was found. `degraded`: it will be accepted, and reasoning in it will be lost. `unknown`: it is not in a
/// format of its target. `likely rejected`: similar requests were refused. `rejected`: it will be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing is known against it.
    Accepted,
    /// It will be taken, and reasoning in it will be lost.
    Degraded,
    /// The request is not in a format of its target, so its rules do not fit.
    Unknown,
    /// Similar requests were refused.
    #[serde(rename = "likely rejected")]
    LikelyRejected,
    /// It will be refused.
    Rejected,
}

impl Verdict {
    /// The words for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::Degraded => "degraded",
            Verdict::Unknown => "unknown",
            Verdict::LikelyRejected => "likely rejected",
            Verdict::Rejected => "rejected",
        }
    }

    /// Returns the verdict on one finding alone. Only observed and documented rules are certain, and an inferred one is advice.
    #[must_use]
    pub fn of(finding: &Finding<'_>) -> Self {
        match finding.severity {
            _ if finding.is_certain() => Verdict::Rejected,
            _ if finding.evidence == Evidence::Inferred => Verdict::Accepted,
            Severity::Reject => Verdict::LikelyRejected,
            Severity::Degrade => Verdict::Degraded,
            Severity::Advice => Verdict::Accepted,
        }
    }
}

/// The result of one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// It looked, and found nothing.
    Passed,
    /// It found something.
    Failed,
    /// It does not bind this target, or there is nothing in the request that it looks at.
    NotApplicable,
    /// It cannot be decided, and why.
    Unknown(&'static str),
    /// The caller did not want it.
    Off,
}

impl<'d> Report<'d> {
    pub(super) fn new(facts: &Facts<'d>, most_findings: usize) -> Self {
        let mut report = Self {
            verdict: Verdict::Accepted,
            reason: facts.mismatch(),
            findings: Vec::new(),
            checks: Vec::new(),
            items: 0,
            signed: 0,
            formats: Vec::new(),
            most_findings,
        };
        let own = facts.described.format.as_str();
        let (mut is_own, mut has_masks) = (false, false);
        let lacks_handles = facts.profile.list("unrecorded").any(|what| what.fits("=handles"));
        for (_, part, thinking) in facts.items() {
            report.items += 1;
            has_masks |= lacks_handles && thinking.handles.iter().any(|handle| is_masked(*handle));
            report.signed += usize::from(!thinking.handles.is_empty());
            // A block is its wire's own: only items and fields are handed on by others, who say whose they are.
            let said = if thinking.attachment == Attachment::Block { "" } else { part.value.word("format") };
            // Most say none, and one look at those is enough.
            if said.is_empty() && is_own {
                continue;
            }
            is_own |= said.is_empty();
            let format = if said.is_empty() { own } else { said };
            if !report.formats.contains(&format) {
                report.formats.push(format);
            }
        }
        if has_masks {
            report.reason.get_or_insert_with(|| "the recording has masks in place of handles".to_owned());
        }
        report
    }

    pub(super) fn add(&mut self, check: Check, findings: Vec<Finding<'d>>) {
        self.checks.push(check);
        self.findings.extend(findings);
    }

    /// Makes the verdict of the findings. Rules that do not fit the request cannot clear it: the verdict is unknown unless they predict a refusal.
    pub(super) fn decide(&mut self) {
        let least = if self.reason.is_some() { Verdict::Unknown } else { Verdict::Accepted };
        self.verdict = self.findings.iter().map(Verdict::of).fold(least, Verdict::max);
    }

    /// Puts the findings in order; those of one place and weight stay in the order of the rules.
    pub(super) fn order(&mut self) {
        self.findings.sort_by_key(|finding| (finding.place.span().start, std::cmp::Reverse(finding.severity)));
    }

    /// How many findings of a weight there are.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}
