//! A hash of a name that is about to be met again in the same run. It is never written down; a [`Digest`](super::Digest) is.

use std::hash::{DefaultHasher, Hasher as _};

/// The hash of a text as it is written: 128 bits, so that no chance makes two texts share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FastHash([u64; 2]);

impl FastHash {
    /// Reads the text.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        Self([0, 1].map(|half| {
            let mut hasher = DefaultHasher::new();
            hasher.write_u8(half);
            hasher.write(text);
            hasher.finish()
        }))
    }
}
