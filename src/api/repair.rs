//! The steps of a repair.

use super::{write_edits, write_number};
use crate::audit::{Repaired, rules};
use crate::json::Writer;

/// Writes the fixes of a repair that were undone, each with the ids of the rules whose refusals it would have added.
#[must_use]
pub fn write_skipped_fixes(repaired: &Repaired) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    for skipped in &repaired.skipped {
        out.open(b'{');
        out.member("rule", skipped.fix.rule.id);
        out.member("pointer", &skipped.fix.pointer);
        out.member("safety", skipped.fix.safety.name());
        out.name("adds");
        out.open(b'[');
        skipped.adds.iter().for_each(|rule| out.text(rule.id));
        out.close(b']');
        out.close(b'}');
    }
    out.close(b']');
    out.finish()
}

/// Writes for each step of a repair what it fixed and the edits that did it.
#[must_use]
pub fn write_repair_steps(repaired: &Repaired) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    for step in &repaired.steps {
        out.open(b'{');
        out.name("mended");
        out.open(b'[');
        for applied in &step.applied {
            out.open(b'{');
            write_number("rule", rules::number(applied.rule), &mut out);
            out.member("pointer", &applied.pointer);
            out.member("safety", applied.safety.name());
            out.close(b'}');
        }
        out.close(b']');
        out.name("edits");
        write_edits(&step.edits, &mut out);
        out.close(b'}');
    }
    out.close(b']');
    out.finish()
}
