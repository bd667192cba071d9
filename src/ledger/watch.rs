//! Notes the keys that are looked up in a ledger whose lines are kept in a store.

use std::cell::RefCell;

use super::Key;
use crate::json::Digest;

/// The keys that are looked up.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    pub(super) asked: RefCell<Vec<Digest>>,
    /// Keys of lines that cannot be had, in order.
    pub(super) unsure: Vec<Digest>,
}

impl Watch {
    /// Notes a key; says whether there is a line with it that cannot be had.
    pub(super) fn note(&self, key: Key<'_>) -> bool {
        // A name leads to itself.
        if matches!(key, Key::Name(_)) {
            return false;
        }
        let digest = key.digest();
        self.asked.borrow_mut().push(digest);
        self.unsure.binary_search(&digest).is_ok()
    }
}
