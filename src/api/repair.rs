//! The steps of a repair as records.

use super::edits::edits_of;
use super::records::{AppliedFix, RepairStep, SkippedFix};
use crate::audit::Repaired;

/// The findings that each step of a repair fixed, and its edits.
pub(super) fn steps_of(repaired: &Repaired) -> Vec<RepairStep> {
    let steps = repaired.steps.iter().map(|step| {
        let fixed = step.applied.iter();
        let fixed = fixed.map(|applied| AppliedFix { rule: applied.rule.id, pointer: applied.pointer.clone(), safety: applied.safety });
        RepairStep { mended: fixed.collect(), edits: edits_of(&step.edits) }
    });
    steps.collect()
}

/// The fixes of a repair that were left out, each with the ids of the rules whose refusals it would have added.
pub(super) fn skipped_fixes(repaired: &Repaired) -> Vec<SkippedFix> {
    let skipped = repaired.skipped.iter().map(|skipped| SkippedFix {
        rule: skipped.fix.rule.id,
        pointer: skipped.fix.pointer.clone(),
        safety: skipped.fix.safety,
        adds: skipped.adds.iter().map(|rule| rule.id).collect(),
    });
    skipped.collect()
}
