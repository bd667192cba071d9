//! Cohere's Chat, version 2.
//!
//! - Opaque: nothing. Reasoning is plain text without a signature: `thinking` items of the content, and `tool_plan`, a
//!   plan that is asked for before calls and stands beside the content.
//! - To be echoed byte for byte: `message`, as one message: the request takes the same items, `tool_plan` and citations.
//!   Sending reasoning back is optional; leaving it out of tool turns was accepted (observed §9).
//! - Not read on purpose: citations, documents, and the arguments of calls, which are JSON in a string.

mod stream;

use super::read::{Reader, ThoughtShape, history, turn};
use super::{Codec, Note, Recognition, ShapeQuery, Side, StreamAssembler, WireHints, append, recognise};
use crate::error::Error;
use crate::json::{Changes, Kind, Value};
use crate::model::{Attachment, History, PartKind, Target, ThinkingKind, Turn, Wire};

/// The codec of `cohere-chat`.
pub(super) struct CohereChat;

impl Codec for CohereChat {
    fn wire(&self) -> Wire {
        Wire::COHERE_CHAT
    }

    fn recognise(&self, body: Value<'_>) -> Option<Recognition> {
        recognise(SHAPES, body)
    }

    fn hints(&self) -> &'static WireHints {
        &WireHints { addresses: ("", "/v2/chat"), events: &[("type^message-start|content-", 95)] }
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        Turn { model: None, ..turn(body, body.get("message"), message) }
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        history(body, "messages", message)
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        append(request, "messages", response.get("message").map(Value::raw), changes)?;
        Ok(Vec::new())
    }

    fn assembler(&self) -> Box<dyn StreamAssembler> {
        Box::new(stream::Chat::default())
    }
}

const SHAPES: &[ShapeQuery] = &[
    (Side::Response, 98, "message.content:a,message.tool_calls:a finish_reason id"),
    (Side::Response, 60, "message.content:a,message.tool_calls:a"),
    // How the names of Cohere's models begin.
    (Side::Request, 97, "messages:a model^command-|c4ai-"),
    // What no other chat asks for.
    (Side::Request, 90, "messages:a messages.*.tool_plan,citation_options,strict_tools,safety_mode,documents"),
    // Else it could be any chat.
    (Side::Request, 5, "messages:a model:s"),
];

const PLAIN: ThoughtShape =
    ThoughtShape { seen: ThinkingKind::Text, sealed: ThinkingKind::Text, bare: ThinkingKind::Text, texts: &["thinking"], handles: &[] };

/// The items of the content, the plan, the calls: the order in which they are emitted, whatever the order of the keys.
fn message<'d>(message: Value<'d>, reader: &mut Reader<'d>) {
    let content = message.get("content");
    if message.fits("role=tool|function") {
        return reader.part(content.unwrap_or(message), PartKind::Result);
    }
    match content {
        Some(text) if text.kind() == Kind::String => reader.part(text, PartKind::Text),
        Some(null) if null.is_null() => {}
        _ => reader.each(message, "content", item),
    }
    reader.field(message, "tool_plan", "a plan that is no text");
    reader.calls(message);
}

fn item<'d>(item: Value<'d>, reader: &mut Reader<'d>) {
    match item.word("type") {
        "thinking" => {
            let thinking = PLAIN.read(item, Attachment::Block);
            if thinking.texts.is_empty() {
                reader.wrong(item, "a thinking item without its text");
            }
            reader.thought(item, PartKind::Thought, thinking);
        }
        "text" => reader.part(item, PartKind::Text),
        "" => reader.odd(item, "an item without a type"),
        _ => reader.part(item, PartKind::Other),
    }
}
