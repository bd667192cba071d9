//! Assembles the stream of OpenAI's Responses: a response starts empty, and items are added, grow and are done.
//!
//! A stream sends a reasoning item three times, each time with another ciphertext. In `output_item.added` it is a stub without reasoning. A provider accepts
//! the stub back without an error and without effect, so it is never kept. Those of `output_item.done` and `response.completed` are both complete. The one of
//! `done` is kept: 41 recorded replays sent it and none sent the other. Codex closes with an empty `output`, and OpenRouter renames the item at the end. The
//! closing event supplies the rest of the response, and the items without a `done` event.

use std::collections::BTreeMap;

use super::super::blocks::nth;
use super::super::codec::{AssembledBody, SealedItem, StreamAssembler};
use crate::conversation::events::{EventSink, StreamEvent};
use crate::json::{JsonBuilder, Kind, Text, Value};

pub(super) struct Response {
    /// The latest response without its output.
    envelope: JsonBuilder,
    /// The items in the order of their addition. A recorder may join several responses in one stream; then the items of all.
    items: Vec<Item>,
    /// The numbers of the added items, by id and by index. Items that are done are removed when found.
    by_id: BTreeMap<Vec<u8>, Vec<usize>>,
    by_index: BTreeMap<Vec<u8>, Vec<usize>>,
    /// The item of the last event, and the text that grows in it.
    last_grown: Option<usize>,
    grows: &'static GrowingText,
    ended: bool,
    sealed: Vec<SealedItem>,
}

#[derive(Default)]
struct Item {
    /// Its number among the items.
    nth: usize,
    builder: JsonBuilder,
    /// The list and the index of the growing piece.
    open: (&'static [u8], Vec<u8>),
    /// True if any of its input was reported.
    is_given: bool,
    /// True if its input is reported as a member of an object.
    is_wrapped: bool,
    done: bool,
}

impl StreamAssembler for Response {
    fn event(&mut self, _: Option<&str>, data: Value<'_>, events: &mut EventSink) {
        let kind = data.word("type");
        self.note_sealed(kind, data);
        if let Some(response) = data.get("response").filter(|response| response.kind() == Kind::Object) {
            self.envelope = JsonBuilder::of(response);
            if ENDS.contains(&kind) {
                self.ended = true;
                self.complete(response);
            }
        }
        let index = raw(data, "output_index");
        match (kind, data.get("item")) {
            ("response.output_item.added", Some(item)) => {
                if item.fits("type=function_call|custom_tool_call") {
                    events.call_began(self.items.len(), item.get("call_id"), item.get("name"));
                }
                self.by_id.entry(raw(item, "id").to_vec()).or_default().push(self.items.len());
                self.by_index.entry(index.to_vec()).or_default().push(self.items.len());
                self.items.push(Item { nth: self.items.len(), ..Item::added(item) });
            }
            ("response.output_item.done", Some(item)) => {
                let nth = match self.open(index, raw(item, "id")) {
                    Some(open) => {
                        open.finish(item);
                        if open.is_wrapped {
                            events.call_written(open.nth, br#""}"#);
                        }
                        open.nth
                    }
                    None => {
                        self.items.push(Item::done(item));
                        self.items.len() - 1
                    }
                };
                match item.word("type") {
                    "reasoning" => events.thought_ended(),
                    "message" => events.ended(StreamEvent::TextEnd),
                    "function_call" | "custom_tool_call" => events.ended(StreamEvent::CallEnd { nth }),
                    _ => {}
                }
            }
            ("response.output_text.annotation.added", _) => data.get("annotation").into_iter().for_each(|cited| events.citation(cited)),
            _ => {
                if let Some(item) = self.open(index, raw(data, "item_id")) {
                    item.grow(kind, data, events);
                }
            }
        }
    }

    fn growing_strings<'d>(&mut self, data: Value<'d>, pieces: &mut Vec<Value<'d>>) {
        if let Some(grows) = GROWS.iter().find(|grows| grows.0 == data.word("type")) {
            self.grows = grows;
            pieces.extend(data.get("delta").filter(|delta| delta.kind() == Kind::String));
        }
    }

    fn extend_last(&mut self, pieces: &[Text<'_>], events: &mut EventSink) {
        for piece in pieces {
            let grows = self.grows;
            if let Some(item) = self.grown_item() {
                item.extend(grows, *piece, events);
            }
        }
    }

    fn is_over(&self) -> bool {
        self.ended
    }

    fn has_ended(&self) -> bool {
        self.ended
    }

    fn finish(mut self: Box<Self>) -> AssembledBody {
        let mut unfinished = Vec::new();
        let mut list = Vec::new();
        for item in self.items {
            if !item.done {
                unfinished.push(nth("/output", list.len()));
            }
            list.push(item.builder);
        }
        self.envelope.put(b"output", JsonBuilder::List(list));
        AssembledBody { body: self.envelope, unfinished, sealed: self.sealed }
    }
}

impl Response {
    /// Keeps the encrypted items of an event: a stub when an item begins, full ciphertexts when the item and the response are done.
    fn note_sealed(&mut self, kind: &str, data: Value<'_>) {
        if !kind.starts_with("response.output_item.") && !kind.starts_with("response.completed") {
            return;
        }
        let is_stub = kind == "response.output_item.added";
        let items = data.get("item").into_iter().chain(data.list("response.output"));
        let sealed = items.filter(|item| item.fits("encrypted_content:s"));
        self.sealed.extend(sealed.map(|item| SealedItem { is_stub, item: item.raw().to_vec() }));
    }
}

impl Default for Response {
    fn default() -> Self {
        Self {
            envelope: JsonBuilder::default(),
            items: Vec::new(),
            by_id: BTreeMap::new(),
            by_index: BTreeMap::new(),
            last_grown: None,
            grows: &("", b"", "", b""),
            ended: false,
            sealed: Vec::new(),
        }
    }
}

impl Response {
    /// Returns the open item of an event. Gateways give several items the same index (litellm#36375), so the id counts first. Hosts that change the id keep the
    /// index.
    fn open(&mut self, index: &[u8], id: &[u8]) -> Option<&mut Item> {
        let by_id = last_open(self.by_id.get_mut(id).filter(|_| !id.is_empty()), &self.items);
        self.last_grown = by_id.or_else(|| last_open(self.by_index.get_mut(index), &self.items));
        self.grown_item()
    }

    /// Returns the item of the last event.
    fn grown_item(&mut self) -> Option<&mut Item> {
        self.items.get_mut(self.last_grown?)
    }

    /// Adds the items of the closing event that have no `done` event.
    fn complete(&mut self, response: Value<'_>) {
        for (nth, item) in response.list("output").enumerate() {
            match self.items.get_mut(nth) {
                Some(open) if !open.done => open.finish(item),
                Some(_) => {}
                None => self.items.push(Item::done(item)),
            }
        }
    }
}

/// Returns the last of these items that is not done.
fn last_open(numbers: Option<&mut Vec<usize>>, items: &[Item]) -> Option<usize> {
    let numbers = numbers?;
    while numbers.last().is_some_and(|nth| items.get(*nth).is_none_or(|item| item.done)) {
        numbers.pop();
    }
    numbers.last().copied()
}

impl Item {
    fn done(item: Value<'_>) -> Self {
        Self { builder: JsonBuilder::closed(item), done: true, ..Self::default() }
    }

    fn added(item: Value<'_>) -> Self {
        let mut builder = JsonBuilder::of(item);
        for name in [&b"encrypted_content"[..], b"signature"] {
            if let Some(stub) = builder.member(name) {
                *stub = JsonBuilder::Raw(b"null".to_vec());
            }
        }
        Self { builder, done: false, ..Self::default() }
    }

    fn finish(&mut self, item: Value<'_>) {
        self.builder = JsonBuilder::closed(item);
        self.done = true;
    }

    /// Extends an item that is not done, in case the stream breaks off. The finished item replaces all of it.
    fn grow(&mut self, kind: &str, data: Value<'_>, events: &mut EventSink) {
        if let Some(part) = data.get("part")
            && kind.ends_with("part.added")
        {
            let list: &[u8] = if data.get("summary_index").is_some() { b"summary" } else { b"content" };
            if self.open.0 == list && list == b"summary" {
                events.ended(StreamEvent::ThinkingBreak);
            }
            return self.begin(list, data, JsonBuilder::closed(part));
        }
        let (Some(delta), Some(grows)) = (data.get("delta").and_then(Value::text), GROWS.iter().find(|grows| grows.0 == kind)) else {
            return;
        };
        let (_, list, part, _) = grows;
        if !list.is_empty() && (self.open.0 != *list || self.open.1 != place(data)) {
            self.begin(list, data, JsonBuilder::with(b"type", JsonBuilder::text(part)));
        }
        self.extend(grows, delta, events);
    }

    fn extend(&mut self, (_, list, part, field): &GrowingText, delta: Text<'_>, events: &mut EventSink) {
        if list.is_empty() {
            // The input of a custom call is a text. Other wires have it as a member of the arguments, unless it is an object itself.
            if *field == b"input" && !self.is_given && !delta.raw().starts_with(b"{") {
                self.is_wrapped = true;
                events.call_written(self.nth, br#"{"input":""#);
            }
            self.is_given = true;
            if self.is_wrapped {
                events.call_written(self.nth, delta.raw());
            } else {
                events.call_piece(self.nth, delta);
            }
            return self.builder.extend(field, delta);
        }
        match *part {
            "refusal" => events.refusal(delta),
            part => events.piece(part.starts_with("reasoning") || part.starts_with("summary"), delta),
        }
        if let Some(part) = self.builder.last(list) {
            part.extend(field, delta);
        }
    }

    fn begin(&mut self, list: &'static [u8], data: Value<'_>, part: JsonBuilder) {
        self.builder.push(list, part);
        self.open = (list, place(data).to_vec());
    }
}

/// The text that an event extends: the list, the type of the part in it, and its field; without a list, a field of the item.
type GrowingText = (&'static str, &'static [u8], &'static str, &'static [u8]);

const GROWS: &[GrowingText] = &[
    ("response.output_text.delta", b"content", "output_text", b"text"),
    ("response.refusal.delta", b"content", "refusal", b"refusal"),
    ("response.reasoning_text.delta", b"content", "reasoning_text", b"text"),
    ("response.reasoning_summary_text.delta", b"summary", "summary_text", b"text"),
    ("response.function_call_arguments.delta", b"", "", b"arguments"),
    ("response.mcp_call_arguments.delta", b"", "", b"arguments"),
    ("response.custom_tool_call_input.delta", b"", "", b"input"),
    ("response.code_interpreter_call_code.delta", b"", "", b"code"),
];

/// Returns the raw bytes of a member, or nothing if it is missing.
fn raw<'d>(object: Value<'d>, name: &str) -> &'d [u8] {
    object.get(name).map(Value::raw).unwrap_or_default()
}

/// Returns the stream's index of a piece. Bedrock continues the count of the previous item, so it is only a name.
fn place(data: Value<'_>) -> &[u8] {
    if data.get("summary_index").is_some() { raw(data, "summary_index") } else { raw(data, "content_index") }
}

/// The events that close a stream, each with the whole response.
const ENDS: &[&str] = &["response.completed", "response.incomplete", "response.failed", "response.cancelled"];
