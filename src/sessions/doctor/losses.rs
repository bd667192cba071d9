//! The losses of an edit, in sentences.

use super::removal::{Loss, Removal};
use crate::json::decimal;

/// Says what the removals lose: a sentence for each kind, with its lines.
pub fn write_losses<'r>(removals: impl Iterator<Item = &'r Removal> + Clone) -> Vec<String> {
    let mut kinds: Vec<Loss> = removals.clone().map(|removal| removal.loss).collect();
    kinds.sort();
    kinds.dedup();
    kinds.into_iter().map(|kind| sentence(kind, removals.clone().filter(|removal| removal.loss == kind))).collect()
}

fn sentence<'r>(kind: Loss, removals: impl Iterator<Item = &'r Removal>) -> String {
    let mut lines: Vec<usize> = removals.map(|removal| removal.source.line).collect();
    let count = lines.len();
    lines.dedup();
    let (noun, rest) = match kind {
        Loss::Thought(reason) => ("thought", [" lost: ", reason].concat()),
        Loss::Linked => ("thought", " lost, because the provider refuses it without the removed one".to_owned()),
        Loss::Signature(reason) => ("signature", [" replaced by a placeholder: ", reason].concat()),
        Loss::Item(reason) => ("compacted item", [" lost: ", reason].concat()),
        Loss::Surplus => ("result", " removed, because the file repeats it".to_owned()),
        Loss::Orphan => ("result", " removed, because its call is missing".to_owned()),
        Loss::Unanswered => ("call", " removed, because its result is missing".to_owned()),
        Loss::EmptyText => ("empty text", " removed".to_owned()),
        Loss::Surrogate => ("line", " changed: `\\ufffd` replaces halves of characters".to_owned()),
    };
    let verb = if count == 1 { " is" } else { "s are" };
    [&decimal(count), " ", noun, verb, &rest, " (", &places(&lines), ")."].concat()
}

/// Names lines. Of many only the first are named.
fn places(lines: &[usize]) -> String {
    let shown: Vec<String> = lines.iter().take(SHOWN).map(|line| decimal(*line)).collect();
    let more = if lines.len() > SHOWN { [" and ", &decimal(lines.len() - SHOWN), " more"].concat() } else { String::new() };
    [if lines.len() == 1 { "line " } else { "lines " }, &shown.join(", "), &more].concat()
}

/// The maximum number of lines that a sentence names.
const SHOWN: usize = 5;
