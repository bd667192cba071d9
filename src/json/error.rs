//! The error texts of the JSON layer, in one place.

use super::limits::Limits;
use super::writer::decimal;
use crate::error::{Code, Error};

/// The place and the reason at which a scan stopped. It is four words long, so that the scan stays small and fast.
#[derive(Clone, Copy)]
pub(super) struct Stop {
    at: usize,
    fault: Fault,
}

/// The reason why a scan stopped.
#[derive(Clone, Copy)]
pub(super) enum Fault {
    /// This is expected, and something else was found.
    Expected(&'static str),
    /// The text ends where this is expected.
    Truncated(&'static str),
    /// Something follows the value.
    Trailing,
    /// A control character in a string.
    Control,
    /// A backslash before something that cannot be escaped.
    Escape,
    /// Not UTF-8.
    Utf8,
    /// Nested past the limit.
    Depth,
    /// More values than the limit.
    Nodes,
}

impl Stop {
    #[cold]
    pub(super) fn at(at: usize, fault: Fault) -> Self {
        Self { at, fault }
    }

    /// Returns the error with its message.
    pub(super) fn explain(self, limits: Limits) -> Error {
        let error = match self.fault {
            Fault::Expected(what) => Error::new(Code::JsonSyntax, ["expected ", what].concat()),
            Fault::Truncated(what) => Error::new(Code::JsonTruncated, ["the text ends where ", what, " is expected"].concat()),
            Fault::Trailing => Error::new(Code::JsonSyntax, "something follows the value"),
            Fault::Control => Error::new(Code::JsonSyntax, "a control character in a string is not escaped"),
            Fault::Escape => Error::new(Code::JsonSyntax, "no such escape"),
            Fault::Utf8 => Error::new(Code::JsonUtf8, "not UTF-8"),
            Fault::Depth => Error::new(Code::JsonDepth, ["nested deeper than ", &decimal(limits.depth)].concat()),
            Fault::Nodes => Error::new(Code::JsonSize, ["more than ", &decimal(limits.nodes), " values"].concat()),
        };
        error.at(self.at)
    }
}

pub(super) fn too_long(bytes: usize, limit: usize) -> Error {
    Error::new(Code::JsonSize, ["the text has ", &decimal(bytes), " bytes, the limit is ", &decimal(limit)].concat()).at(limit)
}

pub(super) fn pointer_syntax(reason: &'static str, at: usize) -> Error {
    Error::new(Code::PointerSyntax, reason).at(at)
}

pub(super) fn pointer_missing(pointer: &str) -> Error {
    Error::new(Code::PointerMissing, "the pointer leads to nothing").in_value(pointer)
}

pub(super) fn edit_range(reason: &'static str, at: usize) -> Error {
    Error::new(Code::EditRange, reason).at(at)
}

pub(super) fn edit_value(reason: &'static str, at: usize) -> Error {
    Error::new(Code::EditValue, reason).at(at)
}
