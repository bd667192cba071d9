//! Items of a Responses input: which have an id, are stored or come from the model, and how a fix removes one.

use crate::audit::{Facts, Finding};
use crate::error::Error;
use crate::json::{Changes, Value};

/// A query that a reasoning item with an id fits.
pub(super) const WITH_ID: &str = "type=reasoning id:s !id=";

/// A query that a reasoning item without a ciphertext fits.
pub(super) const WITHOUT_CIPHERTEXT: &str = "type=reasoning !encrypted_content:s";

/// A query that a request fits if it does not continue stored items.
pub(super) const UNCHAINED: &str = "!previous_response_id:s !conversation:s|o";

/// Returns `true` if an item only refers to a stored item.
#[inline(never)]
pub(in crate::audit) fn is_reference(item: Value<'_>) -> bool {
    match item.word("type") {
        "item_reference" => true,
        "" => item.fits("!type !role id:s"),
        _ => false,
    }
}

/// Returns `true` if an item comes from the model, or may.
#[inline(never)]
pub(super) fn is_answer(item: Value<'_>) -> bool {
    item.fits("!role=user|system|developer") && !item.word("type").ends_with("_output")
}

/// Removes the ids of the model's items after a place, up to the next input. They were stored with the item at that place, and OpenAI refuses
/// a stored item without it.
#[inline(never)]
pub(super) fn remove_following_ids<'d>(facts: &Facts<'d>, place: Value<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let from = facts.holder(place).map_or(0, |nth| nth + 1);
    for entry in facts.entries.iter().skip(from).take_while(|entry| is_answer(entry.value)) {
        if let Some(id) = entry.value.get("id")
            && entry.value.fits("!type=reasoning")
            && !is_reference(entry.value)
            && !facts.body.fits("store=false")
        {
            changes.remove(id)?;
        }
    }
    Ok(())
}

/// Removes an item, and the ids of the items that were stored with it.
pub(super) fn remove_item_and_following_ids<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    remove_following_ids(facts, finding.place, changes)?;
    changes.remove(finding.place)
}
