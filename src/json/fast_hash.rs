//! Quick hashes: of a name that is met again in the same run, and of one that a new name is made from. Where nobody may be fooled, a [`Digest`](super::Digest) stands.

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

/// Hashes a text with FNV-1a: for names and tables, and never against anyone who chooses the text.
#[must_use]
#[inline(never)]
pub fn fnv1a(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
