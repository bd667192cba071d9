//! Calls without an output, and outputs without a call.

use crate::audit::{Details, Found, Tool};

/// Finds the calls that have no output, or the outputs that have no call. Checks only items whose type is the name of a sentence of the rule.
/// The id makes the details of a finding.
#[inline(never)]
pub(super) fn find_unpaired<'t, 'd: 't, D: Details>(
    these: impl Iterator<Item = &'t Tool<'d>>,
    those: &[Tool<'d>],
    details: impl Fn(String) -> D,
    found: &mut Found<'d>,
) {
    let id = |nth: &usize| those.get(*nth).map_or("", |tool| &tool.id);
    let mut order = None;
    for (nth, tool) in these.enumerate() {
        // Most calls and outputs come in the same order.
        if id(&nth) == tool.id && nth < those.len() {
            continue;
        }
        let Some(sentence) = found.rule.sentence(tool.place.word("type")) else { continue };
        let order = order.get_or_insert_with(|| {
            let mut order: Vec<usize> = (0..those.len()).collect();
            order.sort_by_key(id);
            order
        });
        if order.binary_search_by(|nth| id(nth).cmp(&tool.id)).is_err() {
            found.at(tool.place).with(details(tool.id.to_string())).says(sentence);
        }
    }
}
