//! The new places of a request's bytes after repairs.

use crate::audit::Step;
use crate::json::Span;

/// Where the bytes of a text went in the steps that repaired it.
pub(super) struct Shifts {
    /// For each step its edits in the order of the text: where each ends, and what is longer or shorter up to there.
    steps: Vec<Vec<(Span, usize, usize)>>,
}

impl Shifts {
    pub(super) fn of(steps: &[&Step]) -> Self {
        let sums = |step: &Step| {
            let mut edits: Vec<_> = step.edits.iter().collect();
            edits.sort_by_key(|edit| edit.span);
            let (mut added, mut removed) = (0, 0);
            let mut sums = Vec::with_capacity(edits.len());
            for edit in edits {
                added += edit.text.len();
                removed += edit.span.len();
                sums.push((edit.span, added, removed));
            }
            sums
        };
        Self { steps: steps.iter().map(|step| sums(step)).collect() }
    }

    /// A byte of the text after all steps, if it is still there.
    pub(super) fn of_byte(&self, at: usize) -> Option<usize> {
        self.steps.iter().try_fold(at, |at, sums| {
            let after = sums.partition_point(|(span, ..)| span.end <= at);
            if sums.get(after).is_some_and(|(span, ..)| span.start <= at) {
                return None;
            }
            let (added, removed) =
                after.checked_sub(1).and_then(|nth| sums.get(nth)).map_or((0, 0), |(_, added, removed)| (*added, *removed));
            (at + added).checked_sub(removed)
        })
    }

    /// The byte of the first text that a byte of the last one comes from; of what a step wrote, the byte at which it wrote.
    pub(super) fn before(&self, at: usize) -> usize {
        self.steps.iter().rev().fold(at, |at, sums| {
            // The first edit that ends behind the byte in the new text: all before it have moved the byte.
            let end = |(span, added, removed): &(Span, usize, usize)| (span.end + added).saturating_sub(*removed);
            let before = sums.partition_point(|edit| end(edit) <= at);
            let (added, removed) =
                before.checked_sub(1).and_then(|nth| sums.get(nth)).map_or((0, 0), |(_, added, removed)| (*added, *removed));
            let unmoved = (at + removed).saturating_sub(added);
            sums.get(before).map_or(unmoved, |(span, ..)| unmoved.min(span.start))
        })
    }
}
