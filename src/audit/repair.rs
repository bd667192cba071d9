//! Mends a request: fixes are applied, the audit runs again, until nothing more is to be mended.

use super::rule::Safety;
use super::{Facts, Finding, Options, Report, Severity, audit};
use crate::error::Error;
use crate::json::{Changes, Document, Edit, Places, scan, splice};
use crate::model::Target;

/// A request, mended as far as was allowed.
pub struct Repaired {
    /// Its text.
    pub request: Vec<u8>,
    /// What was done, in order: each step's edits are meant against the text that the step before left.
    pub steps: Vec<Step>,
}

/// One pass over a request.
pub struct Step {
    /// What was mended.
    pub mended: Vec<Mended>,
    /// How.
    pub edits: Vec<Edit>,
}

/// One finding that was mended.
#[derive(Clone)]
pub struct Mended {
    /// The rule's id.
    pub rule: &'static str,
    /// Where it was found, before the step.
    pub pointer: String,
    /// Which of the rule's fixes it was.
    pub fix: usize,
    /// How much that takes upon itself.
    pub safety: Safety,
}

/// Mends what the allowed fixes can mend. What they make no better stays as it was.
///
/// # Errors
/// A request that is not JSON; tables of the caller that cannot be read.
pub fn repair(request: &[u8], target: &Target, options: &Options<'_>, allowed: &[Safety]) -> Result<Repaired, Error> {
    let mut repaired = Repaired { request: request.to_vec(), steps: Vec::new() };
    // A fix that made nothing better where it was tried is not tried there again.
    let mut vain: Vec<(&'static str, String, usize)> = Vec::new();
    for _ in 0..PASSES {
        let document = scan(&repaired.request)?;
        let pass = audit(&document, target, options, |facts, report| {
            let before = weight(&report);
            let open = fixable(&document, &report, allowed, &vain);
            // All at once, or, where they get into each other's way or help nothing, each by itself.
            let mut tries = vec![open.clone()];
            if open.len() > 1 {
                tries.extend(open.iter().map(|one| vec![one.clone()]));
            }
            for mended in tries.into_iter().filter(|mended| !mended.is_empty()) {
                if let Ok(edits) = edits(&document, facts, &report, &mended)
                    && let Ok(text) = splice(document.emit(), &edits)
                    && scan(&text)
                        .and_then(|after| audit(&after, target, options, |_, report| weight(&report)))
                        .is_ok_and(|after| after < before)
                {
                    let mended = mended.into_iter().map(|(_, mended)| mended).collect();
                    return Some((text, Step { mended, edits }));
                }
                if let [(_, one)] = mended.as_slice() {
                    vain.push((one.rule, one.pointer.clone(), one.fix));
                }
            }
            None
        })?;
        match pass {
            Some((text, step)) => {
                repaired.request = text;
                repaired.steps.push(step);
            }
            None if vain.is_empty() => break,
            None => {
                // Another fix of the same rule may help where the first did not.
                let more = audit(&document, target, options, |_, report| !fixable(&document, &report, allowed, &vain).is_empty())?;
                if !more {
                    break;
                }
            }
        }
    }
    Ok(repaired)
}

/// No request needs more passes than this; each makes it better or is the last.
const PASSES: usize = 64;

/// What is left to mend, the gravest first.
fn weight(report: &Report<'_>) -> [usize; 4] {
    let [reject, degrade, advice] = [Severity::Reject, Severity::Degrade, Severity::Advice].map(|severity| report.count(severity));
    let verdict = report.findings.iter().filter(|finding| finding.is_certain()).count();
    [verdict, reject, degrade, advice]
}

/// The findings that an allowed fix may mend, by their place in the report, and the first such fix of each.
fn fixable(
    document: &Document<'_>,
    report: &Report<'_>,
    allowed: &[Safety],
    vain: &[(&'static str, String, usize)],
) -> Vec<(usize, Mended)> {
    let mut places = Places::new(document);
    let mut open = Vec::new();
    for (nth, finding) in report.findings.iter().enumerate() {
        let pointer = places.place(finding.place).pointer;
        let tried = |fix: usize| vain.iter().any(|(rule, at, which)| *rule == finding.rule.id && *at == pointer && *which == fix);
        let fixes = finding.rule.fixes.iter().enumerate().skip(finding.fixes);
        if let Some((fix, (safety, _))) = fixes.into_iter().find(|(fix, (safety, _))| allowed.contains(safety) && !tried(*fix)) {
            open.push((nth, Mended { rule: finding.rule.id, pointer, fix, safety: *safety }));
        }
    }
    open
}

fn edits<'d>(document: &'d Document<'d>, facts: &Facts<'d>, report: &Report<'d>, mended: &[(usize, Mended)]) -> Result<Vec<Edit>, Error> {
    let mut changes = Changes::new(document);
    for (nth, one) in mended {
        if let Some(finding) = report.findings.get(*nth) {
            apply(facts, finding, one.fix, &mut changes)?;
        }
    }
    changes.edits()
}

/// Makes the changes of one of the rule's fixes.
pub(super) fn apply<'d>(facts: &Facts<'d>, finding: &Finding<'d>, fix: usize, changes: &mut Changes<'d>) -> Result<(), Error> {
    finding.rule.fixes.get(fix).map_or(Ok(()), |(_, mend)| mend.apply(facts, finding, changes))
}
