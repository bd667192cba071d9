//! The index of handles, ids and contexts. The time of a look-up does not depend on the number of records.
//!
//! An entry has eight bytes and no key: the caller reads the answer and checks it. A key that many answers share identifies none of them. The index keeps a
//! limited number of entries for it, and then reports it as shared by many.

use std::hash::{BuildHasher as _, DefaultHasher, Hasher as _, RandomState};

use crate::json::Digest;

/// A key by which answers are found.
#[derive(Clone, Copy, Debug)]
pub enum Key<'k> {
    /// A handle that was issued with it.
    Handle(&'k Digest),
    /// The id of one of its calls or items.
    Id(&'k str),
    /// The context with the answer at its end.
    Spoken(&'k Digest),
    /// The scope, the complete input and the visible answer.
    Fingerprint(&'k Digest),
    /// The context that it answered.
    Context(&'k Digest),
    /// The name of the answer. If its context is unknown, its body.
    Name(&'k Digest),
    /// The chain of blocks that it answered.
    Prompt(&'k Digest),
    /// The id under which a provider may hold the conversation up to it.
    Response(&'k str),
    /// The text up to entries that a conversion has seen.
    Origin(&'k Digest),
}

impl<'k> Key<'k> {
    /// Returns the number of its kind, and its bytes.
    pub(super) fn fields(self) -> (u8, &'k [u8]) {
        match self {
            Key::Handle(digest) => (1, &digest.0),
            Key::Id(id) => (2, id.as_bytes()),
            Key::Spoken(digest) => (3, &digest.0),
            Key::Name(digest) => (5, &digest.0),
            Key::Prompt(digest) => (6, &digest.0),
            Key::Response(id) => (7, id.as_bytes()),
            Key::Origin(digest) => (8, &digest.0),
            // Four was the context and one part, in earlier versions.
            Key::Fingerprint(digest) => (9, &digest.0),
            Key::Context(digest) => (10, &digest.0),
        }
    }

    /// Returns the hash of a key. The seed is a secret of this process, so nobody can prepare ids that crowd out another's.
    fn hash(self, seed: u64) -> u32 {
        let (kind, name) = self.fields();
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(seed);
        hasher.write_u8(kind);
        hasher.write(name);
        let [a, b, c, d, ..] = hasher.finish().to_le_bytes();
        u32::from_le_bytes([a, b, c, d])
    }
}

/// Answers by their keys: a table with open addressing.
#[derive(Clone, Debug)]
pub(super) struct Index {
    seed: u64,
    /// The hash of a key, and the number of a line plus one. Zero is an empty slot.
    slots: Vec<[u32; 2]>,
    filled: usize,
}

/// The answers that may have a key, by the numbers of their lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// Some of them, or all.
    pub lines: Vec<usize>,
    /// True if there are too many to list all. The key then identifies none of them.
    pub many: bool,
}

impl Candidates {
    /// Returns the answers, or none if there are too many for the key to identify one.
    #[must_use]
    pub fn few(self) -> Vec<usize> {
        if self.many { Vec::new() } else { self.lines }
    }
}

/// The number of answers that are kept for one key. A key with this many identifies none of them.
const MANY: usize = 8;

impl Default for Index {
    fn default() -> Self {
        // In wasm this value is not secret: the package passes one in.
        Self::new(RandomState::new().hash_one(0))
    }
}

impl Index {
    /// Returns an empty index with a secret seed.
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, slots: Vec::new(), filled: 0 }
    }

    /// Returns an empty index with the same seed.
    pub(super) fn emptied(&self) -> Self {
        Self::new(self.seed)
    }

    /// Adds an answer under one of its keys.
    pub(super) fn insert(&mut self, key: Key<'_>, line: usize) {
        let Ok(line) = u32::try_from(line + 1) else { return };
        if 4 * (self.filled + 1) > 3 * self.slots.len() {
            self.grow();
        }
        let (hash, mut same) = (key.hash(self.seed), 0);
        for at in self.probe(hash) {
            let Some(slot) = self.slots.get_mut(at) else { return };
            match slot {
                [_, 0] => {
                    *slot = [hash, line];
                    self.filled += 1;
                    return;
                }
                [known, other] if *known == hash => {
                    same += 1;
                    if *other == line || same == MANY {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the answers that may have a key.
    pub(super) fn find(&self, key: Key<'_>) -> Candidates {
        let (hash, mut found) = (key.hash(self.seed), Vec::new());
        for at in self.probe(hash) {
            match self.slots.get(at) {
                None | Some([_, 0]) => break,
                Some([known, line]) if *known == hash => found.extend(usize::try_from(*line).ok().and_then(|line| line.checked_sub(1))),
                _ => {}
            }
        }
        Candidates { many: found.len() >= MANY, lines: found }
    }

    /// Returns the slots to check, starting at the slot of a hash.
    fn probe(&self, hash: u32) -> impl Iterator<Item = usize> + use<> {
        let (length, start) = (self.slots.len().max(1), usize::try_from(hash).unwrap_or_default());
        (0..self.slots.len()).map(move |step| (start + step) % length)
    }

    fn grow(&mut self) {
        // Grows by half, not to double: the table is most of the memory of a ledger beside its lines.
        let slots = vec![[0, 0]; (self.slots.len() + self.slots.len() / 2).max(64)];
        let larger = Self { seed: self.seed, slots, filled: self.filled };
        for slot in std::mem::replace(self, larger).slots.into_iter().filter(|[_, line]| *line > 0) {
            let free = self.probe(slot[0]).find(|at| matches!(self.slots.get(*at), Some([_, 0])));
            free.and_then(|at| self.slots.get_mut(at)).into_iter().for_each(|place| *place = slot);
        }
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn what_was_put_in_is_found_and_what_many_share_is_told_to_be_of_many() {
        let mut index = Index::default();
        let mut insert = |key: Key<'_>, line: usize| index.insert(key, line);
        for line in 0..5_000 {
            insert(Key::Id(&format!("call_{line}")), line);
            insert(Key::Id(&format!("call_{line}")), line);
            insert(Key::Id("call"), line);
            insert(Key::Id(if line % 1_000 == 0 { "some" } else { "many" }), line);
        }
        for line in 0..5_000 {
            assert!(index.find(Key::Id(&format!("call_{line}"))).lines.contains(&line));
        }
        assert!(index.find(Key::Id("call")).many);
        // When the table grows, entries around its end may change places.
        let mut some = index.find(Key::Id("some"));
        some.lines.sort_unstable();
        assert_eq!(some, Candidates { lines: vec![0, 1_000, 2_000, 3_000, 4_000], many: false });
        assert_eq!(index.find(Key::Id("none")), Candidates::default());
        assert_eq!(Index::default().find(Key::Id("call")), Candidates::default());
    }
}
