//! The items of `reasoning_details`, and the call that an item belongs to.

use crate::audit::rules::members::has_text;
use crate::audit::{Facts, Finding};
use crate::json::Value;
use crate::model::{Entry, PartKind};

/// Lists the reasoning items of a message.
#[inline(never)]
pub(super) fn reasoning_items<'d>(entry: &Entry<'d>) -> Vec<Value<'d>> {
    let mut items = Vec::new();
    entry.value.collect("reasoning_details.*", &mut items);
    items
}

/// Finds the message whose list of items contains the place of a finding.
#[inline(never)]
pub(super) fn holder<'d>(facts: &Facts<'d>, finding: &Finding<'d>) -> Option<&'d Entry<'d>> {
    let place = finding.place.span().range();
    let holds = |list: Value<'d>| list.span().range().contains(&place.start) && list.span() != finding.place.span();
    facts.entries.get(facts.around(finding.place)?).filter(|entry| entry.value.get("reasoning_details").is_some_and(holds))
}

/// Finds the first call of a message.
#[inline(never)]
pub(super) fn first_call<'d>(entry: &Entry<'d>) -> Option<Value<'d>> {
    entry.parts.iter().find(|part| part.kind == PartKind::Call).map(|part| part.value)
}

/// Returns `true` if an item is encrypted and has data.
#[inline(never)]
pub(super) fn is_encrypted(item: Value<'_>) -> bool {
    item.fits("type=reasoning.encrypted") && has_text(item, "data")
}

/// Returns `true` if reports disagree on whether Claude refuses an item without a signature: one report says that 4.6 and later accept it.
#[inline(never)]
pub(super) fn is_contested(facts: &Facts<'_>) -> bool {
    facts.profile.fits("prefill=false")
}

/// Returns `true` if both items have the same string under that name.
#[inline(never)]
pub(super) fn is_same(one: Value<'_>, other: Value<'_>, name: &str) -> bool {
    one.get(name).map(Value::raw).is_some_and(|raw| other.get(name).map(Value::raw) == Some(raw))
}

/// Returns `true` if the next item continues the thought of this one.
#[inline(never)]
pub(super) fn continues(one: Value<'_>, next: Value<'_>) -> bool {
    one.fits("type=reasoning.text|reasoning.summary")
        && is_same(one, next, "type")
        && is_same(one, next, "index")
        && !has_text(one, "signature")
}

/// Finds the first encrypted item of a message that belongs to its first call and does not have the id of that call. Returns `None` if an
/// encrypted item has the id.
#[inline(never)]
pub(super) fn unlinked_item<'d>(entry: &Entry<'d>) -> Option<Value<'d>> {
    let call = first_call(entry)?;
    let mut unlinked = None;
    for item in reasoning_items(entry) {
        if is_encrypted(item) && is_same(item, call, "id") {
            return None;
        }
        if unlinked.is_none() && is_encrypted(item) && item.fits("!format,format=null,format^google") {
            unlinked = Some(item);
        }
    }
    unlinked
}
