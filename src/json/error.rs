//! The error texts of the JSON floor, in one place.

use crate::error::{Code, Error};

pub(super) fn expected(what: &str, at: usize) -> Error {
    Error::new(Code::JsonSyntax, format!("expected {what}")).at(at)
}

pub(super) fn truncated(what: &str, at: usize) -> Error {
    Error::new(Code::JsonTruncated, format!("the text ends where {what} is expected")).at(at)
}

pub(super) fn trailing(at: usize) -> Error {
    Error::new(Code::JsonSyntax, "something follows the value").at(at)
}

pub(super) fn control(at: usize) -> Error {
    Error::new(Code::JsonSyntax, "a control character stands in a string unescaped").at(at)
}

pub(super) fn escape(at: usize) -> Error {
    Error::new(Code::JsonSyntax, "no such escape").at(at)
}

pub(super) fn utf8(at: usize) -> Error {
    Error::new(Code::JsonUtf8, "not UTF-8").at(at)
}

pub(super) fn too_long(bytes: usize, limit: usize) -> Error {
    Error::new(Code::JsonSize, format!("the text has {bytes} bytes, the limit is {limit}")).at(limit)
}

pub(super) fn too_deep(limit: usize, at: usize) -> Error {
    Error::new(Code::JsonDepth, format!("nested deeper than {limit}")).at(at)
}

pub(super) fn too_many(limit: usize, at: usize) -> Error {
    Error::new(Code::JsonSize, format!("more than {limit} values")).at(at)
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
