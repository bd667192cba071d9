//! What every rule may ask of a request. Computed once; rules only look.

use std::borrow::Cow;

use super::memory::Memory;
use crate::codecs::Call;
use crate::json::{Kind, Value};
use crate::model::{Entry, Part, PartKind, Role, Thinking, Wire};

/// A request about to be sent, and where it goes.
pub struct Facts<'d> {
    /// The request.
    pub body: Value<'d>,
    /// The target, with all that the tables know of it: see [`super::profile`].
    pub profile: Value<'d>,
    /// The wire.
    pub wire: &'d Wire,
    /// The messages or items, in order.
    pub entries: Vec<Entry<'d>>,
    /// Where the round that is open begins: the entry after the last input of the user that is more than tool results.
    pub round: usize,
    /// The calls of tools that the caller runs, in order.
    pub calls: Vec<Tool<'d>>,
    /// Their results, in order.
    pub results: Vec<Tool<'d>>,
    /// What a ledger knows of it, if there is one.
    pub memory: Option<Memory<'d>>,
}

/// A call or a result.
pub struct Tool<'d> {
    /// The entry it stands in.
    pub entry: usize,
    /// The part.
    pub place: Value<'d>,
    /// The id that joins call and result; empty where there is none.
    pub id: Cow<'d, str>,
    /// The tool; empty where it is not said.
    pub name: Cow<'d, str>,
}

impl<'d> Facts<'d> {
    pub(super) fn new(body: Value<'d>, profile: Value<'d>, wire: &'d Wire, entries: Vec<Entry<'d>>) -> Self {
        let is_input = |entry: &Entry<'_>| {
            matches!(entry.role, Some(Role::User))
                && (entry.parts.is_empty() || entry.parts.iter().any(|part| part.kind != PartKind::Result))
        };
        let round = entries.iter().rposition(is_input).map_or(0, |last| last + 1);
        let mut facts = Self { body, profile, wire, entries, round, calls: Vec::new(), results: Vec::new(), memory: None };
        facts.pair();
        facts
    }

    /// Collects the calls and the results.
    fn pair(&mut self) {
        let [call, result] = PLACES.iter().find(|(wire, _)| *wire == self.wire.as_str()).map_or(CHAT, |(_, places)| *places);
        for (nth, entry) in self.entries.iter().enumerate() {
            for part in &entry.parts {
                let ([id, name], list) = match part.kind {
                    PartKind::Call => (call, &mut self.calls),
                    PartKind::Result => (result, &mut self.results),
                    _ => continue,
                };
                // In chat a result is a message, of which the part is only the content.
                let holder = if part.kind == PartKind::Result && part.value.kind() != Kind::Object || id == "tool_call_id" {
                    entry.value
                } else {
                    part.value
                };
                let text = |path: &str| holder.path(path).and_then(Value::text).map(|text| text.lossy());
                let said = text(id).or_else(|| text(name)).is_none().then(|| Call::read(holder));
                let (of_id, of_name) = said.map_or((None, None), |call| (call.id, call.name));
                list.push(Tool {
                    entry: nth,
                    place: part.value,
                    id: text(id).or(of_id).unwrap_or_default(),
                    name: text(name).or(of_name).unwrap_or_default(),
                });
            }
        }
    }

    /// Every part with the number of its entry, in order.
    pub fn parts(&self) -> impl Iterator<Item = (usize, &Part<'d>)> {
        self.entries.iter().enumerate().flat_map(|(nth, entry)| entry.parts.iter().map(move |part| (nth, part)))
    }

    /// Every part that is reasoning or carries a handle of some, with the number of its entry, in order.
    pub fn thoughts(&self) -> impl Iterator<Item = (usize, &Part<'d>, &Thinking<'d>)> {
        self.parts().filter_map(|(nth, part)| part.thinking.as_ref().map(|thinking| (nth, part, thinking)))
    }

    /// The entries that a model said, with their numbers, in order.
    pub fn answers(&self) -> impl Iterator<Item = (usize, &Entry<'d>)> {
        self.entries.iter().enumerate().filter(|(_, entry)| entry.role == Some(Role::Assistant))
    }

    /// The last entry.
    #[must_use]
    pub fn last(&self) -> Option<&Entry<'d>> {
        self.entries.last()
    }

    /// Whether an entry has a part of that kind.
    #[must_use]
    pub fn has(&self, nth: usize, kind: PartKind) -> bool {
        self.entries.get(nth).is_some_and(|entry| entry.parts.iter().any(|part| part.kind == kind))
    }

    /// Whether the model will think: as the request asks for it, or else as the profile says of it.
    #[must_use]
    pub fn thinks(&self) -> bool {
        if self.profile.fits("thinks=always") {
            return true;
        }
        if self.body.fits(OFF) {
            return false;
        }
        self.body.fits(ON) || self.profile.fits("thinks=default")
    }

    /// A value, or the entry that it stands in if nothing else does.
    #[must_use]
    pub fn all_of(&self, place: Value<'d>) -> Value<'d> {
        let alone = |entry: &&Entry<'d>| entry.parts.len() == 1 && entry.parts.iter().all(|part| part.value.span() == place.span());
        self.entries.iter().find(alone).map_or(place, |entry| entry.value)
    }
}

/// How requests of all wires say that there shall be no thinking, and that there shall.
const OFF: &str = "thinking.type=disabled,enable_thinking=false,reasoning_effort=none,reasoning.effort=none,reasoning.enabled=false,chat_template_kwargs.enable_thinking=false,think=false";
const ON: &str = "thinking.type=enabled|adaptive|between_tools,enable_thinking=true,reasoning_effort,reasoning.effort,reasoning.max_tokens,reasoning.enabled=true,chat_template_kwargs.enable_thinking=true,think=true,think:s";

/// Where a call says its id and its name, and where a result does.
type Said = [[&'static str; 2]; 2];

/// In chat.
const CHAT: Said = [["id", "function.name"], ["tool_call_id", "name"]];

/// Elsewhere.
const PLACES: &[(&str, Said)] = &[
    ("anthropic-messages", [["id", "name"], ["tool_use_id", "name"]]),
    ("bedrock-converse", [["toolUse.toolUseId", "toolUse.name"], ["toolResult.toolUseId", "toolResult.name"]]),
    ("gemini-generate", [["functionCall.id", "functionCall.name"], ["functionResponse.id", "functionResponse.name"]]),
    ("gemini-interactions", [["id", "name"], ["call_id", "name"]]),
    ("openai-responses", [["call_id", "name"], ["call_id", "name"]]),
];
