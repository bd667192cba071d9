//! Assembles the stream of Converse: a message starts, blocks grow and stop. Only calls, results and images have a start event. A block of text or of reasoning
//! opens at its first delta.
//!
//! The name of an event is in its frame, or is the only key of its line. Every event may carry `p`, padding against length measurements, which is not part of
//! the message.

use super::super::blocks::{Block, Blocks, GrowingText};
use super::super::codec::{AssembledBody, StreamAssembler};
use crate::conversation::events::{EventSink, StreamEvent};
use crate::json::base64;
use crate::json::{JsonBuilder, Kind, Text, Value};

#[derive(Default)]
pub(super) struct Converse {
    message: JsonBuilder,
    blocks: Blocks,
    /// The members beside the message: the stop reason, usage, metrics.
    rest: JsonBuilder,
    ended: bool,
    /// The usage has arrived.
    is_metered: bool,
}

impl StreamAssembler for Converse {
    fn event(&mut self, name: Option<&str>, data: Value<'_>, events: &mut EventSink) {
        let inner = EVENTS.iter().find_map(|event| Some((*event, data.get(event)?)));
        let Some((name, data)) = inner.or(name.map(|name| (name, data))) else { return };
        let index = data.get("contentBlockIndex");
        match name {
            "messageStart" => self.message.absorb(data, &[], PADDING),
            "contentBlockStart" => {
                let start = data.get("start").filter(|start| start.kind() == Kind::Object);
                if let Some(call) = start.and_then(|start| start.get("toolUse")) {
                    events.call_began(self.blocks.all.len(), call.get("toolUseId"), call.get("name"));
                }
                self.blocks.open(index, start.map(JsonBuilder::of).unwrap_or_default());
            }
            "contentBlockDelta" => {
                let Some(delta) = data.get("delta") else { return };
                if self.blocks.find(index).is_none_or(|block| block.stopped) {
                    self.blocks.open(index, JsonBuilder::default());
                }
                self.blocks.numbered(index).into_iter().for_each(|(nth, block)| grow(nth, block, delta, events));
            }
            "contentBlockStop" => self.blocks.numbered(index).into_iter().for_each(|(nth, block)| stop(nth, block, events)),
            "messageStop" | "metadata" => {
                self.rest.absorb(data, &[], PADDING);
                self.ended |= name == "messageStop";
                self.is_metered |= name == "metadata";
            }
            _ => {}
        }
    }

    fn growing_strings<'d>(&mut self, data: Value<'d>, pieces: &mut Vec<Value<'d>>) {
        let data = data.get("contentBlockDelta").unwrap_or(data);
        if self.blocks.find(data.get("contentBlockIndex")).is_some_and(|block| block.builder.member(CITED).is_none()) {
            self.blocks.growing_strings(data, "contentBlockIndex", GROWS, pieces);
        }
    }

    fn extend_last(&mut self, pieces: &[Text<'_>], events: &mut EventSink) {
        self.blocks.extend_last(pieces, events);
    }

    fn is_over(&self) -> bool {
        // The usage arrives last.
        self.ended && self.is_metered
    }

    fn has_ended(&self) -> bool {
        self.ended
    }

    fn finish(mut self: Box<Self>) -> AssembledBody {
        let mut unfinished = Vec::new();
        for block in self.blocks.all.iter_mut().filter(|block| block.redacted.len() > 1) {
            if let Some(reasoning) = block.builder.member(b"reasoningContent") {
                reasoning.put(b"redactedContent", JsonBuilder::Text(joined(&block.redacted)));
            }
        }
        self.message.put(b"content", self.blocks.finish("/output/message/content", &mut unfinished));
        let mut members = vec![(b"output".to_vec(), JsonBuilder::with(b"message", self.message))];
        if let JsonBuilder::Object(rest) = &mut self.rest {
            members.append(rest);
        }
        AssembledBody { body: JsonBuilder::Object(members), unfinished, sealed: Vec::new() }
    }
}

fn grow(nth: usize, block: &mut Block, delta: Value<'_>, events: &mut EventSink) {
    for (name, value) in delta.members() {
        match name.raw() {
            b"p" => {}
            b"text" => {
                events.text(Some(value));
                // Text with citations is a block with another name, with the text a level deeper.
                match block.builder.member(CITED) {
                    Some(cited) => cited.last(b"content").into_iter().for_each(|text| text.lengthen(b"text", value)),
                    None => block.builder.lengthen(b"text", value),
                }
            }
            b"reasoningContent" => think(block, value, events),
            b"citation" => cite(block, value),
            b"toolUse" => {
                let piece = value.get("input");
                events.call_text(nth, piece);
                block.piece(piece);
            }
            name => match block.builder.member_or(name, JsonBuilder::default()) {
                // The pieces of a server tool's result arrive as a list of contents.
                Some(member) if value.kind() == Kind::Array => {
                    value.elements().for_each(|piece| member.push(b"content", JsonBuilder::closed(piece)));
                }
                Some(member) => member.merge(value),
                None => {}
            },
        }
    }
}

fn think(block: &mut Block, delta: Value<'_>, events: &mut EventSink) {
    block.thinks = true;
    let Some(reasoning) = block.builder.member_or(b"reasoningContent", JsonBuilder::default()) else { return };
    for (name, value) in delta.members() {
        match name.raw() {
            b"p" => {}
            // The pieces are joined at the end: joining each to all earlier ones would be quadratic.
            b"redactedContent" => {
                match value.text() {
                    Some(piece) => block.redacted.push(piece.raw().to_vec()),
                    None => block.redacted.clear(),
                }
                if block.redacted.len() < 2 {
                    reasoning.put(b"redactedContent", JsonBuilder::closed(value));
                }
            }
            b"data" => reasoning.put(b"redactedReasoning", JsonBuilder::with(b"data", JsonBuilder::closed(value))),
            name => {
                let Some(plain) = reasoning.member_or(b"reasoningText", JsonBuilder::default()) else { continue };
                // Text arrives in pieces. A signature, or any other member, arrives whole.
                if name == b"text" {
                    events.thinking(Some(value));
                    plain.lengthen(name, value);
                } else {
                    plain.put(name, JsonBuilder::closed(value));
                }
            }
        }
    }
}

fn cite(block: &mut Block, citation: Value<'_>) {
    if block.builder.member(CITED).is_none() {
        let text = std::mem::take(&mut block.builder);
        block.builder.put(CITED, JsonBuilder::with(b"content", JsonBuilder::List(vec![text])));
    }
    if let Some(cited) = block.builder.member(CITED) {
        cited.push(b"citations", JsonBuilder::closed(citation));
    }
}

fn stop(nth: usize, block: &mut Block, events: &mut EventSink) {
    block.stopped = true;
    if let Some(call) = block.builder.member(b"toolUse") {
        call.put(b"input", if block.pieces.is_empty() { JsonBuilder::default() } else { JsonBuilder::pieced(&block.pieces) });
    }
    if block.thinks {
        events.thought_ended();
    } else {
        events.ended(StreamEvent::TextEnd);
        events.ended(StreamEvent::CallEnd { nth });
    }
}

/// Joins bytes that arrived in several pieces, each separately encoded in base64. If only the last piece is padded, the texts are concatenated unchanged.
/// Otherwise the bytes are joined and encoded again. Invalid base64 is kept unchanged.
fn joined(pieces: &[Vec<u8>]) -> Vec<u8> {
    // The slash is the only base64 character that can be escaped.
    let plain: Vec<Vec<u8>> = pieces.iter().map(|raw| raw.iter().copied().filter(|byte| *byte != b'\\').collect()).collect();
    let is_padded = |piece: &Vec<u8>| !piece.len().is_multiple_of(4) || piece.ends_with(b"=");
    if plain.iter().rev().skip(1).any(is_padded)
        && let Some(bytes) = plain.iter().map(|piece| base64::decode(piece)).collect::<Option<Vec<_>>>()
    {
        return base64::encode(&bytes.concat()).into_bytes();
    }
    pieces.concat()
}

const GROWS: &[GrowingText] = &[
    ("delta", "delta.text", &[b"text"], false),
    ("delta", "delta.reasoningContent.text", &[b"reasoningContent", b"reasoningText", b"text"], true),
    ("delta", "delta.toolUse.input", &[], false),
];
const CITED: &[u8] = b"citationsContent";
const PADDING: &[&[u8]] = &[b"p"];
const EVENTS: [&str; 6] = ["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata"];
