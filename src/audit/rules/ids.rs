//! The ids of calls or results, in a set: a request may have thousands of both, and searching a list for each would be slow.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use crate::audit::Tool;

/// The ids of calls or results.
pub(super) struct Ids<'t, 'd> {
    tools: &'t [Tool<'d>],
    set: OnceCell<BTreeSet<&'t str>>,
}

impl<'t, 'd> Ids<'t, 'd> {
    /// The ids of these.
    pub(super) fn new(tools: &'t [Tool<'d>]) -> Self {
        Self { tools, set: OnceCell::new() }
    }

    /// The number of calls or results.
    pub(super) fn len(&self) -> usize {
        self.tools.len()
    }

    /// Returns `true` if one of them has that id. It is usually the one at that index, so the set is built only if it is not.
    pub(super) fn has(&self, nth: usize, id: &str) -> bool {
        let set = || self.set.get_or_init(|| self.tools.iter().map(|tool| &*tool.id).collect());
        self.tools.get(nth).is_some_and(|tool| tool.id == id) || set().contains(id)
    }
}
