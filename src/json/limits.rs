//! The limits of a reader.

/// Limits that turn a hostile text into a typed error instead of a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum length of a text, in bytes.
    pub bytes: usize,
    /// The maximum nesting. No provider's body is near it; V8 stops at a few thousand.
    pub depth: usize,
    /// The maximum number of values and keys in one text: 16 bytes of memory each.
    pub nodes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20, depth: 512, nodes: 8 << 20 }
    }
}
