//! How much a reader will take before it says no.

/// Caps that turn a hostile text into a typed error instead of a dead process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest text, in bytes.
    pub bytes: usize,
    /// The deepest nesting. No provider's body comes near it; V8 itself stops at a few thousand.
    pub depth: usize,
    /// The most values and keys in one text: 16 bytes of memory each.
    pub nodes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20, depth: 512, nodes: 8 << 20 }
    }
}
