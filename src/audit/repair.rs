//! Mends a request: fixes are applied, the audit runs again, until nothing more is to be mended.

use super::engine::{judge, with_facts};
use super::grade::Safety;
use super::rule::{Fix, Rule};
use super::{Facts, Options, Report, Severity};
use crate::error::Error;
use crate::json::{Changes, Document, Edit, Places, lossy, ordered, scan, splice};
use crate::model::Target;

/// A request, mended as far as was allowed.
pub struct Repaired {
    /// Its text.
    pub request: Vec<u8>,
    /// The steps, in order. The edits of each are meant against the text that the step before left.
    pub steps: Vec<Step>,
}

/// One pass over a request.
pub struct Step {
    /// The findings that it mended.
    pub mended: Vec<Mended>,
    /// How.
    pub edits: Vec<Edit>,
}

/// One finding that was mended.
#[derive(Clone, PartialEq, Eq)]
pub struct Mended {
    /// The rule.
    pub rule: &'static Rule,
    /// Where it was found, before the step.
    pub pointer: String,
    /// The fix that mended it.
    pub fix: &'static Fix,
    /// How much that takes upon itself.
    pub safety: Safety,
}

/// Mends what the allowed fixes can mend. What they make no better stays as it was.
///
/// # Errors
/// A request that is not JSON; tables of the caller that cannot be read.
pub fn repair(request: &[u8], target: &Target, options: &Options<'_>, allowed: &[Safety]) -> Result<Repaired, Error> {
    mend(request, target, options, [Safety::Safe, Safety::Unsafe, Safety::Placeholder], &|fix, _| allowed.contains(&fix))
}

/// Mends what would be refused by any fix that there is, and what would be lost by safe fixes. Everything else stays as it was. A placeholder comes before a
/// change of settings: of a request that was just converted nothing of the target's own can be lost by one.
///
/// # Errors
/// A request that is not JSON; tables of the caller that cannot be read.
pub fn repair_refusals(request: &[u8], target: &Target, options: &Options<'_>) -> Result<Repaired, Error> {
    let is_mended = |fix: Safety, severity: Severity| severity == Severity::Reject || severity == Severity::Degrade && fix == Safety::Safe;
    mend(request, target, options, [Safety::Safe, Safety::Placeholder, Safety::Unsafe], &is_mended)
}

/// Says whether a fix of that safety may mend a finding of that severity.
type IsAllowed<'a> = &'a dyn Fn(Safety, Severity) -> bool;

/// The kinds of fixes, in the order in which they are tried.
type Order = [Safety; 3];

fn mend(request: &[u8], target: &Target, options: &Options<'_>, order: Order, allowed: IsAllowed<'_>) -> Result<Repaired, Error> {
    let mut repaired = Repaired { request: request.to_vec(), steps: Vec::new() };
    // A fix that made nothing better where it was tried is not tried there again.
    let mut vain: Vec<Mended> = Vec::new();
    let mut batch = Batch::All;
    // One defect hides another: where nothing helps by itself, what one fix brings to light may be mended in turn.
    let (mut attempt, mut tried): (Option<Attempt>, Option<Vec<Mended>>) = (None, None);
    for _ in 0..PASSES {
        let document = scan(&repaired.request)?;
        let (mut before, mut step) = (Weight::default(), Step { mended: Vec::new(), edits: Vec::new() });
        with_facts(&document, target, options, None, &mut |facts| {
            let report = judge(facts, options);
            before = weight(&report);
            step = plan(&document, facts, &report, (order, allowed), &vain, batch);
        })?;
        if step.mended.is_empty() {
            match attempt.take() {
                Some(attempt) => attempt.undo(&mut repaired, tried.get_or_insert_default()),
                None if before == Weight::default() || tried.is_some() => break,
                None => tried = Some(Vec::new()),
            }
            (vain, batch) = (tried.clone().unwrap_or_default(), Batch::One);
            continue;
        }
        let text = splice(&repaired.request, &step.edits)?;
        let mut after = before;
        with_facts(&scan(&text)?, target, options, None, &mut |facts| after = weight(&judge(facts, options)))?;
        let goal = attempt.as_ref().map_or(before, |attempt| attempt.weight);
        if after < goal {
            (attempt, tried) = (None, None);
        } else if after >= before {
            if step.mended.len() > 1 {
                batch = Batch::One;
                continue;
            }
            if tried.is_none() || attempt.is_some() || step.edits.is_empty() {
                vain.extend(step.mended);
                continue;
            }
            let request = std::mem::take(&mut repaired.request);
            attempt = step.mended.first().cloned().map(|fix| Attempt { request, steps: repaired.steps.len(), weight: before, fix });
        }
        repaired.request = text;
        repaired.steps.push(step);
        batch = Batch::All;
    }
    if let Some(attempt) = attempt {
        attempt.undo(&mut repaired, &mut vain);
    }
    Ok(repaired)
}

/// How many fixes one step applies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Batch {
    /// Those of all findings.
    All,
    /// One by itself, because all together get into each other's way or help nothing.
    One,
}

/// A fix that helped nothing by itself, and what was there before it.
struct Attempt {
    request: Vec<u8>,
    steps: usize,
    weight: Weight,
    fix: Mended,
}

impl Attempt {
    /// It led nowhere.
    fn undo(self, repaired: &mut Repaired, tried: &mut Vec<Mended>) {
        repaired.request = self.request;
        repaired.steps.truncate(self.steps);
        tried.push(self.fix);
    }
}

/// No request needs more passes than this; each makes it better, or there is a fix less to try.
const PASSES: usize = 256;

/// The findings that are left, counted, the gravest first: certain refusals, refusals, losses, advice.
type Weight = [usize; 4];

fn weight(report: &Report<'_>) -> Weight {
    let mut weight = Weight::default();
    let [certain, reject, degrade, advice] = &mut weight;
    for finding in &report.findings {
        *certain += usize::from(finding.is_certain());
        *match finding.severity {
            Severity::Reject => &mut *reject,
            Severity::Degrade => &mut *degrade,
            Severity::Advice => &mut *advice,
        } += 1;
    }
    weight
}

/// The first fix of each finding that is allowed, changes something and was not tried in vain; changes that
/// contradict each other come to no edits. As long as anything can be mended safely, nothing else is done: what one rule can only mend at a
/// loss another may mend without.
fn plan<'d>(
    document: &'d Document<'_>,
    facts: &Facts<'d>,
    report: &Report<'d>,
    (order, allowed): (Order, IsAllowed<'_>),
    vain: &[Mended],
    batch: Batch,
) -> Step {
    let mut changes = Changes::new(document);
    let mut mended = Vec::new();
    for level in order {
        let mut places = Places::new(document);
        for finding in &report.findings {
            if batch == Batch::One && !mended.is_empty() {
                break;
            }
            for fix in finding.fixes.iter().filter(|fix| fix.safety == level && allowed(level, finding.severity)) {
                let one = Mended { rule: finding.rule, pointer: lossy(places.pointer(finding.place)), fix, safety: fix.safety };
                if vain.contains(&one) {
                    continue;
                }
                // A change that cannot be made changes nothing.
                let mut own = Changes::new(document);
                let made = fix.mend.apply(facts, finding, &mut own).and_then(|()| own.edits()).unwrap_or_default();
                if !made.is_empty() {
                    changes.extend(own);
                    mended.push(one);
                    break;
                }
            }
        }
        if !mended.is_empty() {
            break;
        }
    }
    let edits = changes.edits().unwrap_or_default();
    Step { mended, edits: ordered(document.source(), &edits).unwrap_or_default().into_iter().cloned().collect() }
}
