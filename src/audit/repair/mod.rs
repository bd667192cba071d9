//! Repairs a request: fixes are applied, the audit runs again, until no fix is left that helps.
//!
//! A repair is kept only if it helps: it adds no finding that says the provider refuses the request, whatever the evidence for that, and the findings that are left
//! weigh less than before. A step that trades one refusal for another is undone with all that follow it, and [`Repaired::skipped`] says why.
//!
//! | file | question |
//! |---|---|
//! | `search` | which steps lead to the best text? |
//! | `step` | which fixes are applied together? |
//! | `spared` | which findings are left alone? |
//! | `judgement` | which of two texts is better? |
//! | `repaired` | what comes out: the text, the steps, the fixes that were left out |
//!
//! Every text is scanned and judged once: the request, and what each step makes of it. The last report is handed to a reader while its text is there.

mod judgement;
mod repaired;
mod search;
mod spared;
mod step;

use super::{Fix, Options, Safety, Severity};
use crate::error::Error;
use crate::json::{Document, scan};
use crate::model::Target;
use search::Search;
use step::Choice;

pub use repaired::{AppliedFix, FixedPlace, Repaired, SkippedFix, Step};
pub use search::{RepairReader, Review};
pub use spared::Spared;

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
    let is_allowed = |fix: &Fix, _| is_permitted(fix, allowed);
    let choice =
        Choice { order: [Safety::Safe, Safety::Dead, Safety::Unsafe, Safety::Placeholder], is_allowed: &is_allowed, thinking_first: false };
    Search::new(target, options, choice, &|_| Vec::new(), read).run(request)
}

/// Returns `true` if a fix may be applied. A caller that allows to drop reasoning also allows to remove what the provider would refuse.
fn is_permitted(fix: &Fix, allowed: &[Safety]) -> bool {
    let named = allowed.contains(&fix.safety);
    named || fix.unasked && allowed.contains(&Safety::Safe) || fix.safety == Safety::Dead && allowed.contains(&Safety::Unsafe)
}

/// Fixes what would be refused by any fix that there is, and what would be lost by safe fixes. A placeholder comes before a change of settings: of a request that was just
/// converted, nothing of the target's own can be lost by one. Some findings are spared, and those of the rules that the review names.
///
/// # Errors
/// Tables of the caller that cannot be read.
pub fn repair_refusals(
    request: &Document<'_>,
    target: &Target,
    options: &Options<'_>,
    spared: Spared,
    review: &Review<'_>,
    read: &mut RepairReader<'_>,
) -> Result<Repaired, Error> {
    let is_allowed =
        |fix: &Fix, severity: Severity| severity == Severity::Reject || severity == Severity::Degrade && fix.safety == Safety::Safe;
    let choice =
        Choice { order: [Safety::Safe, Safety::Dead, Safety::Placeholder, Safety::Unsafe], is_allowed: &is_allowed, thinking_first: true };
    Search::new(target, options, choice, review, read).sparing(spared).run(request)
}
