//! The ids of calls or results, looked up by name: a list of thousands must not be searched for each of thousands.

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

    /// How many calls or results there are.
    pub(super) fn len(&self) -> usize {
        self.tools.len()
    }

    /// Returns `true` if one of them has that id. Most often it is the one at that index, so the set is made only if it is not.
    pub(super) fn has(&self, nth: usize, id: &str) -> bool {
        let set = || self.set.get_or_init(|| self.tools.iter().map(|tool| &*tool.id).collect());
        self.tools.get(nth).is_some_and(|tool| tool.id == id) || set().contains(id)
    }
}
