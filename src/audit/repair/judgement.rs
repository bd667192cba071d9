//! A report in so far as two are compared: which of two texts of a request is better?

use std::collections::BTreeSet;

use super::spared::Spared;
use crate::audit::{Facts, Report, Rule, Severity};

/// The findings that are left, counted, the gravest first: refusals, certain refusals, losses, advice.
pub(super) type Weight = [usize; 4];

/// A report in so far as two are compared.
#[derive(Clone, Default)]
pub(super) struct Judgement {
    pub(super) weight: Weight,
    /// The rules that say the provider refuses the request, and how often.
    refusals: Vec<(&'static Rule, usize)>,
    /// The ids of all rules that found something.
    rules: BTreeSet<&'static str>,
}

impl Judgement {
    /// Sums a report up, without the findings that a repair leaves alone.
    pub(super) fn of(report: &Report<'_>, facts: &Facts<'_>, spared: &Spared) -> Self {
        let mut judgement = Self::default();
        let [refused, certain, lost, advised] = &mut judgement.weight;
        for finding in report.findings.iter().filter(|finding| !spared.covers(finding, facts)) {
            *certain += usize::from(finding.is_certain());
            judgement.rules.insert(finding.rule.id);
            match finding.severity {
                Severity::Reject => {
                    *refused += 1;
                    match judgement.refusals.iter_mut().find(|(rule, _)| *rule == finding.rule) {
                        Some((_, count)) => *count += 1,
                        None => judgement.refusals.push((finding.rule, 1)),
                    }
                }
                Severity::Degrade => *lost += 1,
                Severity::Advice => *advised += 1,
            }
        }
        judgement
    }

    /// Returns `true` if nothing was found.
    pub(super) fn is_clean(&self) -> bool {
        self.weight == [0; 4]
    }

    /// Returns `true` if a rule found something.
    pub(super) fn has(&self, rule: &Rule) -> bool {
        self.rules.contains(rule.id)
    }

    /// The rules that refuse the request more often than before.
    pub(super) fn added_to(&self, before: &Self) -> Vec<&'static Rule> {
        let then = |rule: &Rule| before.refusals.iter().find(|(own, _)| *own == rule).map_or(0, |(_, count)| *count);
        self.refusals.iter().filter(|(rule, count)| *count > then(rule)).map(|(rule, _)| *rule).collect()
    }

    /// Returns `true` if this report has no refusal that the other has not, and weighs less.
    fn is_better_than(&self, before: &Self) -> bool {
        self.weight < before.weight && self.added_to(before).is_empty()
    }
}

/// The first step after which the request is never better than it was at the start: some refusal was traded for another. Judgements are those of the start and
/// after each step.
pub(super) fn first_harm(judgements: &[Judgement]) -> Option<usize> {
    let (start, after) = judgements.split_first()?;
    let good = after.iter().rposition(|judgement| judgement.is_better_than(start)).map_or(0, |last| last + 1);
    (good < after.len()).then_some(good)
}
