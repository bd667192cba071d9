//! Calls without an output, and outputs without a call.

use crate::audit::rules::nth_of;
use crate::audit::{Found, Tool};
use crate::json::sorted_indices;

/// Finds those of the kinds that none of the others belongs to. A kind has its sentence.
#[inline(never)]
pub(super) fn find_unpaired<'d>(these: &[Tool<'d>], those: &[Tool<'d>], kinds: [&str; 2], found: &mut Found<'d>) {
    let id = |nth: &usize| those.get(*nth).map_or("", |tool| &tool.id);
    let order = sorted_indices(those.len(), &mut |one, other| id(one).cmp(id(other)));
    for tool in these {
        let kind = nth_of(&kinds, tool.place.word("type"));
        if kind < kinds.len() && order.binary_search_by(|nth| id(nth).cmp(&tool.id)).is_err() {
            found.at(tool.place).note("id", &tool.id).upstream = kind;
        }
    }
}
