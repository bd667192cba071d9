//! Records the keys that are looked up in a ledger whose lines are in a store.

use std::cell::RefCell;

use super::Key;
use crate::json::Digest;

/// The keys that are looked up.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    pub(super) asked: RefCell<Vec<Digest>>,
    /// Keys of unavailable lines, in order.
    pub(super) unsure: Vec<Digest>,
}

impl Watch {
    /// Records a key. Returns `true` if a line with it is unavailable.
    pub(super) fn note(&self, key: Key<'_>) -> bool {
        // A name needs no record: it identifies its line.
        if matches!(key, Key::Name(_)) {
            return false;
        }
        let digest = key.digest();
        self.asked.borrow_mut().push(digest);
        self.unsure.binary_search(&digest).is_ok()
    }
}
