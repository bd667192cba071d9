//! Assembles the stream of Anthropic's Messages: a message starts empty; blocks start, grow and stop.

use super::super::blocks::{Block, Blocks, GrowingText};
use super::super::codec::{AssembledBody, StreamAssembler};
use crate::conversation::events::{EventSink, StreamEvent};
use crate::json::{JsonBuilder, Text, Value};

#[derive(Default)]
pub(super) struct Messages {
    message: JsonBuilder,
    /// If several blocks have one number, the last counts, because a fallback may start over.
    blocks: Blocks,
    /// The stop reason has arrived. The answer is complete.
    stopped: bool,
    ended: bool,
}

impl StreamAssembler for Messages {
    fn event(&mut self, _: Option<&str>, data: Value<'_>, events: &mut EventSink) {
        let index = data.get("index");
        match data.word("type") {
            "message_start" => self.message = data.get("message").map(JsonBuilder::of).unwrap_or_default(),
            "content_block_start" => {
                if let Some(block) = data.get("content_block") {
                    let nth = self.blocks.all.len();
                    self.blocks.open(index, JsonBuilder::of(block));
                    if block.fits("type=tool_use") {
                        events.call_began(nth, block.get("id"), block.get("name"));
                    }
                }
            }
            "content_block_delta" => {
                if let (Some((nth, block)), Some(delta)) = (self.blocks.numbered(index), data.get("delta")) {
                    grow(nth, block, delta, events);
                }
            }
            "content_block_stop" => {
                if let Some((nth, block)) = self.blocks.numbered(index) {
                    stop(nth, block, events);
                }
            }
            // The stop reason and the final usage arrive only at the end.
            "message_delta" => {
                // After a fallback within a stream, the report on the request is from the model that continued. Otherwise it is missing or null.
                let reported = data.get("input_transformations").is_some_and(|report| !report.is_null());
                self.message.absorb(data, &[], if reported { MERGED } else { MERGED_OR_NULL });
                self.stopped |= data.fits("delta.stop_reason:s");
                data.get("delta").into_iter().for_each(|delta| self.message.merge(delta));
                if let (Some(usage), Some(events)) = (self.message.member_or(b"usage", JsonBuilder::default()), data.get("usage")) {
                    usage.merge(events);
                }
            }
            "message_stop" => self.ended = true,
            _ => {}
        }
    }

    fn growing_strings<'d>(&mut self, data: Value<'d>, pieces: &mut Vec<Value<'d>>) {
        self.blocks.growing_strings(data, "index", GROWS, pieces);
    }

    fn extend_last(&mut self, pieces: &[Text<'_>], events: &mut EventSink) {
        self.blocks.extend_last(pieces, events);
    }

    fn is_over(&self) -> bool {
        self.ended
    }

    fn has_ended(&self) -> bool {
        self.ended || self.stopped
    }

    fn finish(mut self: Box<Self>) -> AssembledBody {
        let mut unfinished = Vec::new();
        self.message.put(b"content", self.blocks.finish("/content", &mut unfinished));
        AssembledBody { body: self.message, unfinished, sealed: Vec::new() }
    }
}

/// The members of the last delta that are not members of the message.
const MERGED: &[&[u8]] = &[b"type", b"delta", b"usage"];

const MERGED_OR_NULL: &[&[u8]] = &[b"type", b"delta", b"usage", b"input_transformations"];

const GROWS: &[GrowingText] = &[
    ("delta.type=thinking_delta", "delta.thinking", &[b"thinking"], true),
    ("delta.type=text_delta", "delta.text", &[b"text"], false),
    ("delta.type=input_json_delta", "delta.partial_json", &[], false),
];

fn grow(nth: usize, block: &mut Block, delta: Value<'_>, events: &mut EventSink) {
    match delta.word("type") {
        "input_json_delta" => {
            let piece = delta.get("partial_json");
            events.call_text(nth, piece);
            return block.piece(piece);
        }
        "citations_delta" => {
            delta.get("citation").into_iter().for_each(|citation| events.citation(citation));
            return delta.get("citation").into_iter().for_each(|citation| block.builder.push(b"citations", JsonBuilder::closed(citation)));
        }
        "thinking_delta" => events.thinking(delta.get("thinking")),
        "text_delta" => events.text(delta.get("text")),
        _ => {}
    }
    // Visible text arrives in pieces. All other members of a delta arrive whole.
    block.builder.absorb(delta, &[b"text", b"thinking"], &[b"type"]);
}

fn stop(nth: usize, block: &mut Block, events: &mut EventSink) {
    block.stopped = true;
    if !block.pieces.is_empty() {
        block.builder.put(b"input", JsonBuilder::pieced(&block.pieces));
    }
    match block.builder.member(b"type") {
        Some(JsonBuilder::Text(kind)) if kind.ends_with(b"thinking") => events.thought_ended(),
        Some(JsonBuilder::Text(kind)) if kind == b"tool_use" => events.ended(StreamEvent::CallEnd { nth }),
        Some(JsonBuilder::Text(kind)) if kind == b"text" => events.ended(StreamEvent::TextEnd),
        _ => {}
    }
}
