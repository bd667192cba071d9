//! Searches for the steps that make a request better, each text judged once.
//!
//! A text that a step made is looked at while the text before it is still there. So a step that led nowhere costs only its own audit: the search continues from the text
//! before it, whose facts and findings are at hand.

use super::judgement::{Judgement, Weight, first_harm};
use super::repaired::{AppliedFix, Repaired, SkippedFix, Step};
use super::spared::Spared;
use super::step::{Choice, plan};
use crate::audit::engine::{judge, with_facts};
use crate::audit::rules::ledger::refused::rows_with_handle;
use crate::audit::{Facts, Options, Report, Rule};
use crate::error::Error;
use crate::json::{Document, FastHash, scan, splice};
use crate::model::Target;

/// Reads the last report of a repair while the text that it points into is there. The steps led to that text.
pub type RepairReader<'r> = dyn for<'d> FnMut(&[Step], &'d Document<'d>, &Facts<'d>, &Report<'d>) + 'r;

/// Says which rules a repair has to leave alone, by the steps that it took. If there are any, the repair begins again.
pub type Review<'r> = dyn Fn(&[Step]) -> Vec<&'static Rule> + 'r;

/// A search for the steps of a repair.
pub(super) struct Search<'s> {
    target: &'s Target,
    options: &'s Options<'s>,
    /// The rows for the texts after the first step. `None` if they are those of the request.
    later_rows: Option<Vec<u8>>,
    choice: Choice<'s>,
    review: &'s Review<'s>,
    read: &'s mut RepairReader<'s>,
    /// The findings that are left alone.
    spared: Spared,
    /// The fixes that were undone with all that followed them.
    undone: Vec<SkippedFix>,
    state: State,
}

/// The way of a search so far. It is new each time that the search begins again.
#[derive(Default)]
struct State {
    steps: Vec<Step>,
    /// The names of the request and of the text after each step. A step that leads back to one of them does not help.
    path: Vec<FastHash>,
    /// The judgement of the request, and of the text after each step.
    judgements: Vec<Judgement>,
    /// The text after the last step.
    text: Vec<u8>,
    /// The fixes that did not help where they were tried. They are not tried there again.
    vain: Vec<AppliedFix>,
    /// The fixes that were tried, because each adds a refusal.
    skipped: Vec<SkippedFix>,
    /// How many fixes one step applies. Where they get into each other's way, half of them are tried, so that one which does not help is found in few audits.
    most: usize,
    /// One defect hides another: where nothing helps by itself, what one fix brings to light may be fixed in turn.
    attempt: Option<Attempt>,
    /// The fixes that such attempts began with; nothing before the first attempt.
    tried: Option<Vec<AppliedFix>>,
    passes: usize,
}

/// A fix that helped nothing by itself.
struct Attempt {
    /// The number of steps before it.
    steps: usize,
    weight: Weight,
    fix: AppliedFix,
}

/// The next move of the search after a text was judged.
enum Next {
    /// The repair is over, and its report was read.
    Finished,
    /// The step that led to the text does not help.
    Rejected,
    /// The attempt led nowhere. The search continues from the text before it.
    Undone,
    /// Only the first so many steps help.
    Kept(usize),
    /// The search begins again, without some of its fixes.
    Restart,
}

/// No request needs more passes than this; each makes it better, or there is a fix less to try.
const PASSES: usize = 256;

/// No request needs more steps than this. All texts on the way are held at once.
const MOST_STEPS: usize = 64;

/// After so many fixes that trade one refusal for another, what helped before them is kept, and nothing more is tried.
const MOST_SKIPPED: usize = 4;

impl<'s> Search<'s> {
    pub(super) fn new(
        target: &'s Target,
        options: &'s Options<'s>,
        choice: Choice<'s>,
        review: &'s Review<'s>,
        read: &'s mut RepairReader<'s>,
    ) -> Self {
        let (spared, undone, state) = (Spared::default(), Vec::new(), State::default());
        Self { target, options, later_rows: None, choice, review, read, spared, undone, state }
    }

    pub(super) fn sparing(self, spared: Spared) -> Self {
        Self { spared, ..self }
    }

    pub(super) fn run(mut self, request: &Document<'_>) -> Result<Repaired, Error> {
        let (target, options, mut outcome) = (self.target, self.options, Ok(Next::Restart));
        with_facts(request, target, options, None, &mut |facts| {
            let report = judge(facts, options);
            self.later_rows = rows_with_handle(facts, options.models);
            while let Ok(Next::Restart) = outcome {
                self.begin(request, facts, &report);
                outcome = self.improve(request, facts, &report);
            }
        })?;
        outcome?;
        let State { text, steps, skipped, .. } = self.state;
        Ok(Repaired { request: text, steps, skipped })
    }

    fn begin(&mut self, request: &Document<'_>, facts: &Facts<'_>, report: &Report<'_>) {
        self.state = State {
            path: vec![FastHash::of(request.source())],
            judgements: vec![Judgement::of(report, facts, &self.spared)],
            text: request.source().to_vec(),
            vain: self.banned(),
            most: usize::MAX,
            passes: PASSES,
            ..State::default()
        };
    }

    fn banned(&self) -> Vec<AppliedFix> {
        self.undone.iter().map(|skipped| skipped.fix.clone()).collect()
    }

    /// Tries steps from a text on, until one of them leads to the end.
    fn improve<'d>(&mut self, document: &'d Document<'d>, facts: &Facts<'d>, report: &Report<'d>) -> Result<Next, Error> {
        let depth = self.state.steps.len();
        loop {
            let step = self.next_step(document, facts, report);
            let next = match step {
                // Changes that contradict each other.
                Some(step) if step.edits.is_empty() => {
                    self.reject(step, &[]);
                    continue;
                }
                Some(step) => self.try_step(document, step)?,
                None if self.state.attempt.is_some() => Next::Undone,
                None if self.begin_attempts() => continue,
                None => self.conclude(),
            };
            match next {
                Next::Rejected => {}
                Next::Undone if self.state.undo(depth) => {}
                Next::Kept(steps) if steps == depth => return Ok(self.finish(depth, document, facts, report)),
                next => return Ok(next),
            }
        }
    }

    fn next_step<'d>(&mut self, document: &'d Document<'d>, facts: &Facts<'d>, report: &Report<'d>) -> Option<Step> {
        let state = &mut self.state;
        if state.passes == 0 || state.steps.len() >= MOST_STEPS {
            state.passes = 0;
            return None;
        }
        state.passes -= 1;
        let step = plan(document, facts, report, (&self.choice, &self.spared), &state.vain, state.most);
        (!step.applied.is_empty()).then_some(step)
    }

    /// Looks at the text that a step makes, and continues from there if it helps.
    fn try_step(&mut self, document: &Document<'_>, step: Step) -> Result<Next, Error> {
        let text = splice(document.source(), &step.edits)?;
        let name = FastHash::of(&text);
        if self.state.path.contains(&name) {
            self.reject(step, &[]);
            return Ok(Next::Rejected);
        }
        let (target, given, document, rows) = (self.target, self.options, scan(&text)?, self.later_rows.clone());
        let Options { off, ledger, most_findings, .. } = given;
        let with_rows = |models| Options { models, off: off.clone(), ledger: *ledger, most_findings: *most_findings };
        let later = rows.as_deref().map(with_rows);
        let options = later.as_ref().unwrap_or(given);
        let (mut step, mut next) = (Some(step), Ok(Next::Rejected));
        with_facts(&document, target, options, None, &mut |facts| {
            let report = judge(facts, options);
            let after = Judgement::of(&report, facts, &self.spared);
            if step.take().is_some_and(|step| self.accept(step, name, after)) {
                next = self.improve(&document, facts, &report);
            }
        })?;
        next
    }

    /// Takes a step to a text if it helps, or if an attempt may begin with it.
    fn accept(&mut self, step: Step, text: FastHash, after: Judgement) -> bool {
        let state = &mut self.state;
        let before = state.judgement();
        let goal = state.attempt.as_ref().map_or(before.weight, |attempt| attempt.weight);
        if after.weight < goal {
            (state.attempt, state.tried) = (None, None);
        } else if after.weight >= before.weight {
            let [fix] = step.applied.as_slice() else {
                self.reject(step, &[]);
                return false;
            };
            if state.tried.is_none() || state.attempt.is_some() {
                self.reject(step, &after.added_to(&before));
                return false;
            }
            state.attempt = Some(Attempt { steps: state.steps.len(), weight: before.weight, fix: fix.clone() });
        }
        state.steps.push(step);
        state.path.push(text);
        state.judgements.push(after);
        state.most = if state.attempt.is_some() { usize::MAX } else { state.most.saturating_mul(2) };
        true
    }

    /// Leaves out the fix of a step that does not help, because it adds refusals of some rules. Of several fixes half are tried next.
    fn reject(&mut self, step: Step, adds: &[&'static Rule]) {
        let state = &mut self.state;
        if step.applied.len() > 1 {
            state.most = step.applied.len() / 2;
            return;
        }
        if !adds.is_empty() {
            state.skipped.extend(step.applied.iter().map(|fix| SkippedFix { fix: fix.clone(), adds: adds.to_vec() }));
        }
        state.vain.extend(step.applied);
    }

    /// Begins with attempts, if something is left to fix and none was tried yet.
    fn begin_attempts(&mut self) -> bool {
        let banned = self.banned();
        let state = &mut self.state;
        if state.passes == 0 || state.tried.is_some() || state.judgement().is_clean() {
            return false;
        }
        (state.tried, state.vain, state.most) = (Some(banned.clone()), banned, 1);
        true
    }

    /// Says how many of the steps help. If the last of them do harm, the first of these is undone for good, and the search begins again.
    fn conclude(&mut self) -> Next {
        let state = &mut self.state;
        let harm = first_harm(&state.judgements);
        let harmful = harm.and_then(|nth| state.steps.get(nth));
        if let Some(step) = harmful
            && self.undone.len() < MOST_SKIPPED
        {
            let adds = state.judgements.last().zip(state.judgements.first()).map(|(after, before)| after.added_to(before));
            let adds = adds.unwrap_or_default();
            self.undone.extend(step.applied.iter().map(|fix| SkippedFix { fix: fix.clone(), adds: adds.clone() }));
            return Next::Restart;
        }
        state.name_skipped(&self.undone);
        Next::Kept(harm.unwrap_or(state.steps.len()))
    }

    /// Ends the search at a text after so many steps, unless the review names rules whose findings are to be left alone.
    fn finish<'d>(&mut self, depth: usize, document: &'d Document<'d>, facts: &Facts<'d>, report: &Report<'d>) -> Next {
        let state = &mut self.state;
        state.steps.truncate(depth);
        let spared = (self.review)(&state.steps);
        if !spared.is_empty() {
            self.spared.rules.extend(spared);
            self.undone.clear();
            return Next::Restart;
        }
        state.text = document.source().to_vec();
        (self.read)(&state.steps, document, facts, report);
        Next::Finished
    }
}

impl State {
    /// The judgement of the text after the last step.
    fn judgement(&self) -> Judgement {
        self.judgements.last().cloned().unwrap_or_default()
    }

    /// Undoes an attempt that began at that depth. Returns `false` if it began before.
    fn undo(&mut self, depth: usize) -> bool {
        let Some(attempt) = self.attempt.take_if(|attempt| attempt.steps == depth) else { return false };
        self.steps.truncate(depth);
        self.path.truncate(depth + 1);
        self.judgements.truncate(depth + 1);
        let tried = self.tried.get_or_insert_default();
        tried.push(attempt.fix);
        (self.vain, self.most) = (tried.clone(), 1);
        true
    }

    /// Names the fixes that were undone, then those that were only tried, as far as something is left for them to fix.
    fn name_skipped(&mut self, undone: &[SkippedFix]) {
        let after = self.judgement();
        let mut skipped = undone.to_vec();
        for one in std::mem::take(&mut self.skipped) {
            if after.has(one.fix.rule) && !skipped.iter().any(|known| known.fix == one.fix) {
                skipped.push(one);
            }
        }
        self.skipped = skipped;
    }
}
