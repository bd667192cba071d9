//! A call or a result of a tool that the caller runs, and where each wire writes its id and its name.

use std::borrow::Cow;

use crate::codecs::Call;
use crate::json::Value;

/// A call or a result.
pub struct Tool<'d> {
    /// The entry it stands in.
    pub entry: usize,
    /// The part.
    pub place: Value<'d>,
    /// The id that joins call and result; empty where there is none.
    pub id: Cow<'d, str>,
}

impl<'d> Tool<'d> {
    /// The tool; empty where it is not said.
    #[must_use]
    pub fn name(&self) -> Cow<'d, str> {
        Call::read(self.place).name.unwrap_or_default()
    }

    /// Reads the call or result of a part, whose id and name are said in a holder.
    pub(super) fn read(entry: usize, place: Value<'d>, holder: Value<'d>, [wrapper, id, name]: [&str; 3]) -> Self {
        let inner = if wrapper.is_empty() { Some(holder) } else { holder.get(wrapper) };
        let id = match inner.and_then(|inner| inner.get(id)?.text()) {
            Some(id) => Some(id.lossy()),
            // Another spelling, or the wire has no ids.
            None if inner.and_then(|inner| inner.path(name)?.text()).is_none() => Call::read(holder).id,
            None => None,
        };
        Self { entry, place, id: id.unwrap_or_default() }
    }
}

/// Where a call says its id and its name, and where a result does: both in a member of that name, or in the part itself.
pub(super) type ToolPlaces = [[&'static str; 3]; 2];

/// In chat.
pub(super) const CHAT: ToolPlaces = [["", "id", "function.name"], ["", "tool_call_id", "name"]];

/// Elsewhere.
pub(super) const PLACES: &[(&str, ToolPlaces)] = &[
    ("anthropic-messages", [["", "id", "name"], ["", "tool_use_id", "name"]]),
    ("bedrock-converse", [["toolUse", "toolUseId", "name"], ["toolResult", "toolUseId", "name"]]),
    ("gemini-generate", [["functionCall", "id", "name"], ["functionResponse", "id", "name"]]),
    ("gemini-interactions", [["", "id", "name"], ["", "call_id", "name"]]),
    ("openai-responses", [["", "call_id", "name"], ["", "call_id", "name"]]),
];
