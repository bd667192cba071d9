//! The two sides of a thought: the readable text, and the handle that only its issuer reads.

use crate::json::Value;
use crate::wires::{handle_paths, text_paths};

/// The side of a thought that is compared. Each is compared separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The readable side.
    Text,
    /// The side that only its issuer reads.
    Handle,
}

impl Side {
    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Side::Text => "text",
            Side::Handle => "handle",
        }
    }

    /// Returns the members that hold it, on all wires.
    #[must_use]
    pub fn paths(self) -> &'static [&'static str] {
        match self {
            Side::Text => text_paths(),
            Side::Handle => handle_paths(),
        }
    }

    /// Returns its strings, in order.
    #[must_use]
    pub fn strings(self, part: Value<'_>) -> Vec<Value<'_>> {
        let mut strings = Vec::new();
        match part.text() {
            // A separate member has only one side: the text, or Copilot's handle.
            Some(_) => strings.push(part),
            None => self.paths().iter().for_each(|path| part.collect(path, &mut strings)),
        }
        strings.retain(|string| string.text().is_some());
        strings
    }

    /// Returns the whole side, decoded, if there is one.
    #[must_use]
    pub fn of(self, part: Value<'_>) -> Option<Vec<u8>> {
        let strings = self.strings(part);
        let whole =
            |all: Vec<u8>, string: &Value<'_>| [all, string.text().map(|text| text.wtf8().into_owned()).unwrap_or_default()].concat();
        (!strings.is_empty()).then(|| strings.iter().fold(Vec::new(), whole))
    }
}
