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
    /// The range for slicing.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// How many bytes it covers.
    #[must_use]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Returns `true` if it covers nothing.
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
    /// A number; its text is the value, whatever a float would make of it.
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
    /// The word for it in reports and in TypeScript.
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
