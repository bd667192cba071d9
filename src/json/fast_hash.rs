//! Fast hashes: for names that repeat in one run, and for names that new names are made from. Where a collision could be forced, use a
//! [`Digest`](super::Digest).

use std::hash::{DefaultHasher, Hasher as _};

/// The hash of a text as it is written: 128 bits, so that two texts do not collide by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FastHash([u64; 2]);

impl FastHash {
    /// Hashes the text.
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

/// Hashes a text with FNV-1a, for names and tables. Do not use it where an attacker may choose the text.
#[must_use]
#[inline(never)]
pub fn fnv1a(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
