//! The steps of a repair as records.

use super::edits::edits_of;
use super::records::{Mended, RepairStep, SkippedFix, json_of};
use crate::audit::Repaired;

/// Writes for each step of a repair the findings that it fixed and the edits.
#[must_use]
pub fn write_repair_steps(repaired: &Repaired) -> Vec<u8> {
    let steps = repaired.steps.iter().map(|step| RepairStep {
        mended: step
            .applied
            .iter()
            .map(|applied| Mended { rule: applied.rule.id, pointer: applied.pointer.clone(), safety: applied.safety })
            .collect(),
        edits: edits_of(&step.edits),
    });
    json_of(&steps.collect::<Vec<_>>())
}

/// Writes the fixes of a repair that were left out, each with the ids of the rules whose refusals it would have added.
#[must_use]
pub fn write_skipped_fixes(repaired: &Repaired) -> Vec<u8> {
    let skipped = repaired.skipped.iter().map(|skipped| SkippedFix {
        rule: skipped.fix.rule.id,
        pointer: skipped.fix.pointer.clone(),
        safety: skipped.fix.safety,
        adds: skipped.adds.iter().map(|rule| rule.id).collect(),
    });
    json_of(&skipped.collect::<Vec<_>>())
}
