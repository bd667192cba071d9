//! Repairs a request: fixes are applied, the audit runs again, until no fix is left that helps.
//!
//! A repair is kept only if it helps: it adds no finding that says the provider refuses the request, whatever the evidence for that, and the findings that are left
//! weigh less than before. A step that trades one refusal for another is undone with all that follow it, and [`Repaired::skipped`] says why.

use std::collections::BTreeSet;

use super::engine::{judge, with_facts};
use super::grade::Safety;
use super::rule::{Fix, Rule};
use super::{Facts, Options, Report, Severity};
use crate::error::Error;
use crate::json::{Changes, Document, Edit, Places, Span, lossy, ordered, scan, splice};
use crate::model::Target;

/// A request, repaired as far as was allowed.
pub struct Repaired {
    /// Its text.
    pub request: Vec<u8>,
    /// The steps, in order. The edits of each are meant against the text that the step before left.
    pub steps: Vec<Step>,
    /// The fixes that were tried and left out, because each adds a refusal.
    pub skipped: Vec<SkippedFix>,
}

/// One pass over a request.
pub struct Step {
    /// The findings that it fixed.
    pub mended: Vec<Mended>,
    /// How.
    pub edits: Vec<Edit>,
}

/// One finding that was fixed.
#[derive(Clone, PartialEq, Eq)]
pub struct Mended {
    /// The rule.
    pub rule: &'static Rule,
    /// Where it was found, before the step.
    pub pointer: String,
    /// The fix.
    pub fix: &'static Fix,
    /// The risk of the fix.
    pub safety: Safety,
}

/// A fix that was left out, because it adds a refusal.
#[derive(Clone, PartialEq, Eq)]
pub struct SkippedFix {
    /// The finding that it was for.
    pub fix: Mended,
    /// The rules whose refusals it would have added.
    pub adds: Vec<&'static Rule>,
}

/// Applies the allowed fixes that help. Everything else stays unchanged.
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
    let mut skipped: Vec<SkippedFix> = Vec::new();
    loop {
        let (mut repaired, judgements) = improve(request, target, options, (order, allowed), &skipped)?;
        let harm = first_harm(&judgements);
        let Some(step) = harm.and_then(|nth| repaired.steps.get(nth)).filter(|_| skipped.len() < MOST_SKIPPED) else {
            repaired.keep(request, harm.unwrap_or(repaired.steps.len()))?;
            repaired.skip(skipped, judgements.last());
            return Ok(repaired);
        };
        let adds = judgements.last().zip(judgements.first()).map(|(after, before)| after.added_to(before)).unwrap_or_default();
        skipped.extend(step.mended.iter().map(|fix| SkippedFix { fix: fix.clone(), adds: adds.clone() }));
    }
}

/// The first step after which the request is never better than it was at the start: some refusal was traded for another. Judgements are those of the start and
/// after each step.
fn first_harm(judgements: &[Judgement]) -> Option<usize> {
    let (start, after) = judgements.split_first()?;
    let good = after.iter().rposition(|judgement| judgement.is_better_than(start)).map_or(0, |last| last + 1);
    (good < after.len()).then_some(good)
}

/// Applies fixes step by step, each of which makes the findings weigh less, without those that are to be skipped. Returns the judgement of the request at the start
/// and after each step.
fn improve(
    request: &[u8],
    target: &Target,
    options: &Options<'_>,
    choice: (Order, IsAllowed<'_>),
    skipped: &[SkippedFix],
) -> Result<(Repaired, Vec<Judgement>), Error> {
    let mut repaired = Repaired { request: request.to_vec(), steps: Vec::new(), skipped: Vec::new() };
    let mut judgements: Vec<Judgement> = Vec::new();
    let banned: Vec<Mended> = skipped.iter().map(|skipped| skipped.fix.clone()).collect();
    // A fix that did not help where it was tried is not tried there again.
    let mut vain = banned.clone();
    // How many fixes one step applies. Where they get into each other's way, half of them are tried, so that one which does not help is found in few audits.
    let mut most = usize::MAX;
    // One defect hides another: where nothing helps by itself, what one fix brings to light may be fixed in turn.
    let (mut attempt, mut tried): (Option<Attempt>, Option<Vec<Mended>>) = (None, None);
    for _ in 0..PASSES {
        let document = scan(&repaired.request)?;
        let (mut before, mut step) = (Judgement::default(), Step { mended: Vec::new(), edits: Vec::new() });
        with_facts(&document, target, options, None, &mut |facts| {
            let report = judge(facts, options);
            before = Judgement::of(&report);
            step = plan(&document, facts, &report, choice, &vain, most);
        })?;
        if judgements.is_empty() {
            judgements.push(before.clone());
        }
        if step.mended.is_empty() {
            match attempt.take() {
                Some(attempt) => attempt.undo(&mut repaired, &mut judgements, tried.get_or_insert_default()),
                None if before.weight == [0; 4] || tried.is_some() => break,
                None => tried = Some(banned.clone()),
            }
            (vain, most) = (tried.clone().unwrap_or_default(), 1);
            continue;
        }
        let text = splice(&repaired.request, &step.edits)?;
        let mut after = Judgement::default();
        with_facts(&scan(&text)?, target, options, None, &mut |facts| after = Judgement::of(&judge(facts, options)))?;
        let goal = attempt.as_ref().map_or(before.weight, |attempt| attempt.weight);
        if after.weight < goal {
            (attempt, tried) = (None, None);
        } else if after.weight >= before.weight {
            if step.mended.len() > 1 {
                most = step.mended.len() / 2;
                continue;
            }
            if tried.is_none() || attempt.is_some() || step.edits.is_empty() {
                let adds = after.added_to(&before);
                repaired
                    .skipped
                    .extend(step.mended.iter().filter(|_| !adds.is_empty()).map(|fix| SkippedFix { fix: fix.clone(), adds: adds.clone() }));
                vain.extend(step.mended);
                continue;
            }
            let request = std::mem::take(&mut repaired.request);
            let (steps, weight) = (repaired.steps.len(), before.weight);
            attempt = step.mended.first().cloned().map(|fix| Attempt { request, steps, weight, fix });
        }
        repaired.request = text;
        repaired.steps.push(step);
        judgements.push(after);
        most = if attempt.is_some() { usize::MAX } else { most.saturating_mul(2) };
    }
    if let Some(attempt) = attempt {
        attempt.undo(&mut repaired, &mut judgements, &mut vain);
    }
    Ok((repaired, judgements))
}

impl Repaired {
    /// Names the fixes that were undone, then those that were only tried, as far as something is left for them to fix.
    fn skip(&mut self, undone: Vec<SkippedFix>, after: Option<&Judgement>) {
        let is_left = |one: &SkippedFix| after.is_some_and(|after| after.rules.contains(&one.fix.rule.id));
        let mut skipped = undone;
        for one in std::mem::take(&mut self.skipped) {
            if is_left(&one) && !skipped.iter().any(|known| known.fix == one.fix) {
                skipped.push(one);
            }
        }
        self.skipped = skipped;
    }

    /// Keeps the first steps, and undoes the others.
    fn keep(&mut self, request: &[u8], steps: usize) -> Result<(), Error> {
        if steps == self.steps.len() {
            return Ok(());
        }
        self.steps.truncate(steps);
        self.request = request.to_vec();
        for step in &self.steps {
            self.request = splice(&self.request, &step.edits)?;
        }
        Ok(())
    }
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
    fn undo(self, repaired: &mut Repaired, judgements: &mut Vec<Judgement>, tried: &mut Vec<Mended>) {
        repaired.request = self.request;
        repaired.steps.truncate(self.steps);
        judgements.truncate(self.steps + 1);
        tried.push(self.fix);
    }
}

/// No request needs more passes than this; each makes it better, or there is a fix less to try.
const PASSES: usize = 256;

/// After so many fixes that trade one refusal for another, what helped before them is kept, and nothing more is tried.
const MOST_SKIPPED: usize = 4;

/// The findings that are left, counted, the gravest first: refusals, certain refusals, losses, advice.
type Weight = [usize; 4];

/// A report in so far as two are compared.
#[derive(Clone, Default)]
struct Judgement {
    weight: Weight,
    /// The rules that say the provider refuses the request, and how often.
    refusals: Vec<(&'static Rule, usize)>,
    /// The ids of all rules that found something.
    rules: BTreeSet<&'static str>,
}

impl Judgement {
    fn of(report: &Report<'_>) -> Self {
        let mut judgement = Self::default();
        let [refused, certain, lost, advised] = &mut judgement.weight;
        for finding in &report.findings {
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

    /// The rules that refuse the request more often than before.
    fn added_to(&self, before: &Self) -> Vec<&'static Rule> {
        let then = |rule: &Rule| before.refusals.iter().find(|(own, _)| *own == rule).map_or(0, |(_, count)| *count);
        self.refusals.iter().filter(|(rule, count)| *count > then(rule)).map(|(rule, _)| *rule).collect()
    }

    /// Returns `true` if this report has no refusal that the other has not, and weighs less.
    fn is_better_than(&self, before: &Self) -> bool {
        self.weight < before.weight && self.added_to(before).is_empty()
    }
}

/// Returns `true` if a fix was tried at its place, or at so many others that it is not worth the time: each try is an audit.
fn is_vain(one: &Mended, vain: &[Mended]) -> bool {
    vain.contains(one) || vain.iter().filter(|known| known.rule == one.rule && known.fix == one.fix).count() >= MOST_TRIES
}

/// So many places of one rule are tried with a fix that does not help.
const MOST_TRIES: usize = 8;

/// The stretches of a request that planned edits remove, in order.
#[derive(Default)]
struct Removed(Vec<(usize, usize)>);

impl Removed {
    fn add(&mut self, edits: &[Edit]) {
        for edit in edits.iter().filter(|edit| edit.text.is_empty()) {
            let at = self.0.partition_point(|(start, _)| *start < edit.span.start);
            self.0.insert(at, (edit.span.start, edit.span.end));
        }
    }

    fn covers(&self, place: Span) -> bool {
        let at = self.0.partition_point(|(start, _)| *start <= place.start);
        at.checked_sub(1).and_then(|at| self.0.get(at)).is_some_and(|(_, end)| *end >= place.end)
    }
}

/// The first fix of each finding that is allowed, changes something and was not tried in vain; changes that
/// contradict each other come to no edits. As long as a safe fix is left, no other is tried: what one rule fixes at a loss another may fix without.
fn plan<'d>(
    document: &'d Document<'_>,
    facts: &Facts<'d>,
    report: &Report<'d>,
    (order, allowed): (Order, IsAllowed<'_>),
    vain: &[Mended],
    most: usize,
) -> Step {
    let mut changes = Changes::new(document);
    let (mut mended, mut removed) = (Vec::new(), Removed::default());
    for level in order {
        let mut places = Places::new(document);
        for finding in &report.findings {
            if mended.len() >= most {
                break;
            }
            for fix in finding.fixes.iter().filter(|fix| fix.safety == level && allowed(level, finding.severity)) {
                let one = Mended { rule: finding.rule, pointer: lossy(places.pointer(finding.place)), fix, safety: fix.safety };
                if is_vain(&one, vain) {
                    continue;
                }
                // The fix of another finding removes this place already. Many such fixes remove the same, so each is made once.
                if removed.covers(finding.place.span()) {
                    mended.push(one);
                    break;
                }
                // A change that cannot be made changes nothing.
                let mut own = Changes::new(document);
                let made = fix.mend.apply(facts, finding, &mut own).and_then(|()| own.edits()).unwrap_or_default();
                if !made.is_empty() {
                    removed.add(&made);
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
