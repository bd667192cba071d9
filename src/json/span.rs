//! A stretch of the source text, and the kind of the value in it.

use std::ops::Range;

/// A half-open range of bytes in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// Returns the range for slicing.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the number of bytes.
    #[must_use]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Returns `true` if it is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// The kind of a value or key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// A number. Its text is the value, not its float.
    Number,
    /// A string that is a value.
    String,
    /// A string that names a member; its value is the next node.
    Key,
    /// `[…]`
    Array,
    /// `{…}`
    Object,
}

impl Kind {
    /// Returns its name in reports and in TypeScript.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::True | Kind::False => "boolean",
            Kind::Number => "number",
            Kind::String => "string",
            Kind::Key => "key",
            Kind::Array => "array",
            Kind::Object => "object",
        }
    }
}
