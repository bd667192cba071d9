//! Repairs a request: fixes are applied, the audit runs again, until no fix is left that helps.
//!
//! A repair is kept only if it helps: it adds no finding that says the provider refuses the request, whatever the evidence for that, and the findings that are left
//! weigh less than before. A step that trades one refusal for another is undone with all that follow it, and [`Repaired::skipped`] says why.
//!
//! | file | question |
//! |---|---|
//! | `search` | which steps lead to the best text? |
//! | `step` | which fixes are applied together? |
//! | `judgement` | which of two texts is better? |
//!
//! Every text is scanned and judged once: the request, and what each step makes of it. The last report is handed to a reader while its text is there.

mod judgement;
mod search;
mod step;

use super::grade::Safety;
use super::rule::{Fix, Rule};
use super::{Facts, Options, Report, Severity};
use crate::error::Error;
use crate::json::{Document, Edit, scan};
use crate::model::Target;
use search::Search;

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
    /// The fixes that it applied.
    pub applied: Vec<AppliedFix>,
    /// The edits that they come to.
    pub edits: Vec<Edit>,
}

/// A fix of one finding that was applied.
#[derive(Clone, PartialEq, Eq)]
pub struct AppliedFix {
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
    pub fix: AppliedFix,
    /// The rules whose refusals it would have added.
    pub adds: Vec<&'static Rule>,
}

/// Reads the last report of a repair while the text that it points into is there. The steps led to that text.
pub type RepairReader<'r> = dyn for<'d> FnMut(&[Step], &'d Document<'d>, &Facts<'d>, &Report<'d>) + 'r;

/// Says which rules a repair has to leave alone, by the steps that it took. If there are any, the repair begins again.
pub type Review<'r> = dyn Fn(&[Step]) -> Vec<&'static Rule> + 'r;

/// The fixes that a repair may apply.
struct Choice<'c> {
    /// The kinds of fixes, in the order in which they are tried.
    order: [Safety; 3],
    /// Returns `true` if a fix of that safety may be applied to a finding of that severity.
    is_allowed: &'c dyn Fn(Safety, Severity) -> bool,
}

/// Applies the allowed fixes that help. Everything else stays unchanged.
///
/// # Errors
/// A request that is not JSON; tables of the caller that cannot be read.
pub fn repair(request: &[u8], target: &Target, options: &Options<'_>, allowed: &[Safety]) -> Result<Repaired, Error> {
    repair_document(&scan(request)?, target, options, allowed, &mut |_, _, _, _| {})
}

/// Applies the allowed fixes that help, and hands on the report about the repaired request.
///
/// # Errors
/// Tables of the caller that cannot be read.
pub fn repair_document(
    request: &Document<'_>,
    target: &Target,
    options: &Options<'_>,
    allowed: &[Safety],
    read: &mut RepairReader<'_>,
) -> Result<Repaired, Error> {
    let is_allowed = |fix: Safety, _| allowed.contains(&fix);
    let choice = Choice { order: [Safety::Safe, Safety::Unsafe, Safety::Placeholder], is_allowed: &is_allowed };
    Search::new(target, options, choice, &|_| Vec::new(), read).run(request)
}

/// Fixes what would be refused by any fix that there is, and what would be lost by safe fixes. A placeholder comes before a change of settings: of a request that was just
/// converted, nothing of the target's own can be lost by one. The findings of some rules are left alone, and those of the rules that the review names.
///
/// # Errors
/// Tables of the caller that cannot be read.
pub fn repair_refusals(
    request: &Document<'_>,
    target: &Target,
    options: &Options<'_>,
    spared: Vec<&'static Rule>,
    review: &Review<'_>,
    read: &mut RepairReader<'_>,
) -> Result<Repaired, Error> {
    let is_allowed = |fix: Safety, severity: Severity| severity == Severity::Reject || severity == Severity::Degrade && fix == Safety::Safe;
    let choice = Choice { order: [Safety::Safe, Safety::Placeholder, Safety::Unsafe], is_allowed: &is_allowed };
    let mut search = Search::new(target, options, choice, review, read);
    search.spare(spared);
    search.run(request)
}
