//! Edits that rules of several folders use: they remove several parts together, or move a value.

use crate::audit::{Facts, Finding};
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::model::{Entry, Part};

/// Removes a finding's place and all places related to it, and a whole message if it holds nothing else.
pub(super) fn remove_place_and_related<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let mut all: Vec<Value<'d>> = [finding.place].iter().chain(&finding.related).copied().collect();
    all.sort_by_key(|value| value.span().start);
    let sorted: Vec<usize> = all.iter().map(|value| value.span().start).collect();
    let is_meant = |part: &Part<'d>| sorted.binary_search(&part.value.span().start).is_ok();
    // A request may have a thousand findings, so only the messages with these places are searched.
    let mut holders: Vec<usize> = all.iter().filter_map(|value| facts.holder(*value)).collect();
    holders.dedup();
    holders.into_iter().filter_map(|nth| facts.entries.get(nth)).try_for_each(|entry| remove_from_entry(entry, &is_meant, changes))
}

/// Removes every part that is meant, and a whole message if it holds nothing else.
#[inline(never)]
pub(super) fn remove_parts<'d>(facts: &Facts<'d>, is_meant: &dyn Fn(&Part<'d>) -> bool, changes: &mut Changes<'d>) -> Result<(), Error> {
    facts.entries.iter().try_for_each(|entry| remove_from_entry(entry, is_meant, changes))
}

#[inline(never)]
fn remove_from_entry<'d>(entry: &Entry<'d>, is_meant: &dyn Fn(&Part<'d>) -> bool, changes: &mut Changes<'d>) -> Result<(), Error> {
    if !entry.parts.is_empty() && entry.parts.iter().all(is_meant) {
        return changes.remove(entry.value);
    }
    entry.parts.iter().filter(|part| is_meant(part)).try_for_each(|part| changes.remove(part.value))
}

/// Moves a value before another.
#[inline(never)]
pub(super) fn move_before<'d>(value: Value<'d>, before: Value<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    changes.insert(before, value.raw())?;
    changes.remove(value)
}
