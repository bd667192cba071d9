//! A value of an export: JSON, JSON in a string, or a list that is built from the typed values of OTLP.

use std::borrow::Cow;

use crate::json::{Value, scan};

/// A value of an export.
#[derive(Clone)]
pub(super) enum Given<'d> {
    /// A value as it is written.
    Value(Value<'d>),
    /// JSON that is built from other values.
    Made(Vec<u8>),
}

impl<'d> Given<'d> {
    /// Returns `true` if it is `null` or an empty string.
    pub(super) fn is_blank(&self) -> bool {
        matches!(self, Given::Value(value) if value.is_null() || value.text().is_some_and(|text| text.is_empty()))
    }

    /// Returns its JSON.
    pub(super) fn json(&self) -> &[u8] {
        match self {
            Given::Value(value) => value.raw(),
            Given::Made(json) => json,
        }
    }

    /// Returns its string, if it is one.
    pub(super) fn string(&self) -> Option<Cow<'d, str>> {
        match self {
            Given::Value(value) => value.text().map(|text| text.lossy()),
            Given::Made(_) => None,
        }
    }

    /// Calls `read` with the value, or with the value of the JSON in a string, and its text.
    pub(super) fn read<T>(&self, read: impl FnOnce(Json<'_>) -> Option<T>) -> Option<T> {
        let Given::Value(value) = self else { return read(Json { text: self.json(), value: Some(scan(self.json()).ok()?.root()) }) };
        let Some(string) = value.text() else { return read(Json { text: value.raw(), value: Some(*value) }) };
        let text = string.wtf8();
        if !matches!(text.trim_ascii_start().first(), Some(b'{' | b'[')) {
            return None;
        }
        if string.has_lone_surrogate() {
            return read(Json { text: &text, value: None });
        }
        read(Json { text: &text, value: Some(scan(&text).ok()?.root()) })
    }
}

/// A value and its text.
#[derive(Clone, Copy)]
pub(super) struct Json<'j> {
    /// The text, byte for byte.
    pub(super) text: &'j [u8],
    /// The value. `None` for a text with half of a surrogate pair: the reader of the body reports that fault.
    pub(super) value: Option<Value<'j>>,
}
