//! The two sides of a thought: what people read of it, and what only its issuer reads.

use crate::json::Value;
use crate::wires::{handle_paths, text_paths};

/// The side of a thought that is compared: each is judged apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The readable side.
    Text,
    /// The side that only its issuer reads.
    Handle,
}

impl Side {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Side::Text => "text",
            Side::Handle => "handle",
        }
    }

    /// The members that hold it, on all wires.
    #[must_use]
    pub fn paths(self) -> &'static [&'static str] {
        match self {
            Side::Text => text_paths(),
            Side::Handle => handle_paths(),
        }
    }

    /// The strings that it is, in order.
    #[must_use]
    pub fn strings(self, part: Value<'_>) -> Vec<Value<'_>> {
        let mut strings = Vec::new();
        match part.text() {
            // A member of its own is one side alone: the text, or Copilot's handle.
            Some(_) => strings.push(part),
            None => self.paths().iter().for_each(|path| part.collect(path, &mut strings)),
        }
        strings.retain(|string| string.text().is_some());
        strings
    }

    /// All of it, decoded; nothing where there is none.
    #[must_use]
    pub fn of(self, part: Value<'_>) -> Option<Vec<u8>> {
        let strings = self.strings(part);
        let whole =
            |all: Vec<u8>, string: &Value<'_>| [all, string.text().map(|text| text.wtf8().into_owned()).unwrap_or_default()].concat();
        (!strings.is_empty()).then(|| strings.iter().fold(Vec::new(), whole))
    }
}
