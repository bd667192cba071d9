//! Assembles the stream of Cohere's Chat: items and calls start, grow and end; the plan only grows.

use super::super::blocks::{Block, Blocks, GrowingText};
use super::super::codec::{AssembledBody, StreamAssembler};
use super::super::read::is_filled;
use crate::conversation::events::{EventSink, StreamEvent};
use crate::json::{JsonBuilder, Kind, Text, Value};

#[derive(Default)]
pub(super) struct Chat {
    body: JsonBuilder,
    message: JsonBuilder,
    /// Cohere has given the text the number of the thinking before it, so the last item with a number counts.
    items: Blocks,
    calls: Blocks,
    /// The plan has begun, and nothing has followed it.
    plans: bool,
    ended: bool,
}

impl StreamAssembler for Chat {
    fn event(&mut self, name: Option<&str>, data: Value<'_>, events: &mut EventSink) {
        let index = data.get("index");
        let kind = data.word("type");
        let kind = if kind.is_empty() { name.unwrap_or_default() } else { kind };
        let content = data.path("delta.message.content");
        let call = data.path("delta.message.tool_calls");
        if kind != "tool-plan-delta" && std::mem::take(&mut self.plans) {
            events.thought_ended();
        }
        match kind {
            "message-start" => self.start(data),
            "content-start" | "content-delta" => {
                let Some(piece) = content else { return };
                if kind == "content-start" {
                    self.items.open(index, JsonBuilder::default());
                } else if self.items.find(index).is_none() {
                    // No event gave its type, because none started it. Its only member names it.
                    let kind = JsonBuilder::text(if piece.get("thinking").is_some() { "thinking" } else { "text" });
                    self.items.open(index, JsonBuilder::with(b"type", kind));
                }
                if let Some(item) = self.items.find(index) {
                    grow(item, piece, events);
                }
            }
            "content-end" => {
                if let Some(item) = self.items.find(index) {
                    item.stopped = true;
                    if item.thinks {
                        events.thought_ended();
                    } else {
                        events.ended(StreamEvent::TextEnd);
                    }
                }
            }
            "tool-plan-delta" => {
                let Some(piece) = data.path("delta.message.tool_plan") else { return };
                self.plans = true;
                self.message.lengthen(b"tool_plan", piece);
                events.thinking(Some(piece));
            }
            "tool-call-start" => {
                if let Some(call) = call {
                    let nth = self.calls.all.len();
                    events.call_began(nth, call.get("id"), call.path("function.name"));
                    events.call_text(nth, call.path("function.arguments"));
                    self.calls.open(index, JsonBuilder::of(call));
                }
            }
            "tool-call-delta" => {
                let piece = call.and_then(|call| call.path("function.arguments"));
                if let (Some((nth, call)), Some(piece)) = (self.calls.numbered(index), piece) {
                    events.call_text(nth, Some(piece));
                    call.builder.member(b"function").into_iter().for_each(|function| function.lengthen(b"arguments", piece));
                }
            }
            "tool-call-end" => {
                if let Some((nth, call)) = self.calls.numbered(index) {
                    call.stopped = true;
                    events.ended(StreamEvent::CallEnd { nth });
                }
            }
            "citation-start" => {
                if let Some(citation) = data.path("delta.message.citations") {
                    self.message.push(b"citations", JsonBuilder::closed(citation));
                }
            }
            "message-end" => {
                if let Some(delta) = data.get("delta") {
                    self.body.merge(delta);
                }
                self.ended = true;
            }
            _ => {}
        }
    }

    fn growing_strings<'d>(&mut self, data: Value<'d>, pieces: &mut Vec<Value<'d>>) {
        self.items.growing_strings(data, "index", GROWS, pieces);
    }

    fn extend_last(&mut self, pieces: &[Text<'_>], events: &mut EventSink) {
        self.items.extend_last(pieces, events);
    }

    fn is_over(&self) -> bool {
        self.ended
    }

    fn has_ended(&self) -> bool {
        self.ended
    }

    fn finish(mut self: Box<Self>) -> AssembledBody {
        let mut unfinished = Vec::new();
        // A message with calls or a plan for them has no content. Any other has one, even if empty.
        let is_empty = self.items.all.is_empty();
        let items = self.items.finish("/message/content", &mut unfinished);
        if !is_empty || self.calls.all.is_empty() && self.message.member(b"tool_plan").is_none() {
            self.message.put(b"content", items);
        }
        if self.plans {
            unfinished.push("/message/tool_plan".to_owned());
        }
        if !self.calls.all.is_empty() {
            self.message.put(b"tool_calls", self.calls.finish("/message/tool_calls", &mut unfinished));
        }
        self.body.put(b"message", self.message);
        AssembledBody { body: self.body, unfinished, sealed: Vec::new() }
    }
}

impl Chat {
    /// Starts the message. The stream sends all possible members, empty; a call without streaming omits the empty ones.
    fn start(&mut self, data: Value<'_>) {
        self.body.absorb(data, &[], &[b"type", b"delta"]);
        // This fixes its position. Its value follows at the end.
        self.body.put(b"message", JsonBuilder::default());
        for (name, value) in data.fields("delta.message") {
            let is_empty = match value.kind() {
                Kind::Array => value.element(0).is_none(),
                Kind::String => !is_filled(value),
                _ => false,
            };
            if !is_empty {
                self.message.put(name.raw(), JsonBuilder::closed(value));
            }
        }
    }
}

const GROWS: &[GrowingText] = &[
    ("type=content-delta", "delta.message.content.thinking", &[b"thinking"], true),
    ("type=content-delta", "delta.message.content.text", &[b"text"], false),
];

fn grow(item: &mut Block, piece: Value<'_>, events: &mut EventSink) {
    item.thinks |= piece.get("thinking").is_some();
    events.thinking(piece.get("thinking"));
    events.text(piece.get("text"));
    item.builder.absorb(piece, &[b"thinking", b"text"], &[]);
}
