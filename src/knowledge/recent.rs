//! What was worked out not long ago, by what it was worked out from. Going through the tables takes ten times as long as judging a short request.

use crate::json::{fnv1a, is_same};

/// How many are kept, a few kilobytes each. A program mostly has few targets; a gateway and a batch of recorded traffic have some hundred.
const KEPT: usize = 1024;

/// The latest results, the newest first.
pub(crate) struct Recent<T> {
    entries: Vec<(u64, Vec<u8>, T)>,
}

impl<T> Recent<T> {
    /// Nothing yet.
    pub(crate) const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// The latest result of a key.
    pub(crate) fn get(&self, key: &[u8]) -> Option<&T> {
        let hash = fnv1a(key);
        self.entries.iter().find(|(known, own, _)| *known == hash && is_same(own, key)).map(|(.., result)| result)
    }

    /// The latest result of all.
    pub(crate) fn newest(&self) -> Option<&T> {
        self.entries.first().map(|(.., result)| result)
    }

    /// Adds a result; the oldest goes if there are too many.
    pub(crate) fn put(&mut self, key: Vec<u8>, result: T) {
        self.entries.truncate(KEPT - 1);
        self.entries.insert(0, (fnv1a(&key), key, result));
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn the_latest_are_kept_and_the_oldest_go() {
        let mut recent = Recent::new();
        (0..=KEPT).for_each(|nth| recent.put(nth.to_le_bytes().to_vec(), nth));
        assert_eq!(recent.get(&0_usize.to_le_bytes()), None);
        assert_eq!(recent.get(&1_usize.to_le_bytes()), Some(&1));
        assert_eq!(recent.newest(), Some(&KEPT));
        recent.put(1_usize.to_le_bytes().to_vec(), 7);
        assert_eq!(recent.get(&1_usize.to_le_bytes()), Some(&7));
    }
}
