//! Repeated keys, and the hash table that finds them.

use crate::audit::Tool;
use crate::json::{digest, fnv1a};

/// Finds the repeated keys. Each pair holds the index of the earlier one and of the repetition.
#[inline(never)]
pub(super) fn repeats(keys: &[&[u8]]) -> Vec<[usize; 2]> {
    if are_different(keys) {
        return Vec::new();
    }
    let key = |nth: &usize| keys.get(*nth);
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(key);
    let mut pairs = Vec::new();
    for pair in order.windows(2) {
        if let [one, again] = pair
            && key(one) == key(again)
        {
            pairs.push([*one, *again]);
        }
    }
    pairs
}

/// Finds the calls or results with a repeated id. Each pair holds the earlier one and the repetition.
pub(super) fn repeated_tools<'t, 'd>(tools: &'t [Tool<'d>]) -> Vec<[&'t Tool<'d>; 2]> {
    let keys: Vec<&[u8]> = tools.iter().map(|tool| tool.id.as_bytes()).collect();
    let mut pairs = Vec::new();
    for [one, again] in repeats(&keys) {
        if let (Some(one), Some(again)) = (tools.get(one), tools.get(again)) {
            pairs.push([one, again]);
        }
    }
    pairs
}

/// Returns `true` if two have the same content, so that removing one loses nothing.
pub(super) fn is_copy(one: &Tool<'_>, again: &Tool<'_>) -> bool {
    digest(one.place) == digest(again.place)
}

/// Returns `true` if all keys are certainly different, which is the usual case. Each hash needs a separate slot of a table, within 16
/// slots of the one that its upper bits select.
#[inline(never)]
fn are_different(keys: &[&[u8]]) -> bool {
    let mut table = vec![0; (4 * keys.len()).next_power_of_two()];
    let mask = table.len() - 1;
    keys.iter().all(|key| {
        // Eight bytes are hashed at once. FNV-1a hashes the rest.
        let (words, rest) = key.as_chunks::<8>();
        let mix = |sum: u64, word: &[u8; 8]| (sum.rotate_left(29) ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = words.iter().fold(fnv1a(rest), mix) | 1;
        let from = usize::try_from(hash >> 32).unwrap_or_default();
        let slots = (from..from + 16).map(|slot| slot & mask);
        let free = slots.map(|slot| (slot, table.get(slot).copied().unwrap_or(hash))).find(|(_, held)| *held == 0 || *held == hash);
        free.filter(|(_, held)| *held == 0).and_then(|(slot, _)| table.get_mut(slot)).map(|slot| *slot = hash).is_some()
    })
}
