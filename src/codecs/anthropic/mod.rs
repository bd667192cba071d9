//! Anthropic's Messages: the first-party API, and as Bedrock InvokeModel, Vertex, Azure and compatible hosts carry it.
//!
//! - Opaque: `signature` of a `thinking` block, `data` of a `redacted_thinking` block, and in `compaction` blocks
//!   `encrypted_content` and `signature`. An empty `thinking` with a signature is the usual shape since 2026, and complete.
//! - To be echoed byte for byte: the whole `content` array, in its order. Blocks are never hoisted, merged or dropped.
//! - Not read on purpose: the inside of server tools and of unknown blocks; they are kept as they are.

mod stream;

use super::read::{Reader, ThoughtShape, history, turn};
use super::{Codec, Note, Recognition, ShapeQuery, Side, StreamAssembler, WireHints, append, recognise};
use crate::error::Error;
use crate::json::{Changes, Kind, Value};
use crate::model::{Attachment, History, PartKind, Target, ThinkingKind, Turn, Wire};

/// The codec of `anthropic-messages`.
pub(super) struct AnthropicMessages;

impl Codec for AnthropicMessages {
    fn wire(&self) -> Wire {
        Wire::ANTHROPIC_MESSAGES
    }

    fn recognise(&self, body: Value<'_>) -> Option<Recognition> {
        recognise(SHAPES, body)
    }

    fn hints(&self) -> &'static WireHints {
        &WireHints {
            addresses: ("", "/messages|/messages/count_tokens|:rawpredict|:streamrawpredict|/invoke|/invoke-with-response-stream"),
            events: &[("type=message_start", 100), ("@chunk", 100)],
        }
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        turn(body, Some(body), message)
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        history(body, "messages", message)
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let turn = response.get("content").map(|content| [b"{\"role\":\"assistant\",\"content\":", content.raw(), b"}"].concat());
        append(request, "messages", turn.as_deref(), changes)?;
        Ok(Vec::new())
    }

    fn assembler(&self) -> Box<dyn StreamAssembler> {
        Box::new(stream::Messages::default())
    }
}

const SHAPES: &[ShapeQuery] = &[
    (Side::Response, 100, "type=message role=assistant content:a"),
    (Side::Request, 95, "messages:a anthropic_version,tools.*.input_schema"),
    (Side::Request, 95, "messages.*.content.*.type=thinking|redacted_thinking|tool_use|tool_result"),
    // Other wires put a vendor before the name.
    (Side::Request, 85, "messages:a model^claude"),
    (Side::Request, 80, "messages:a system,thinking.budget_tokens"),
    (Side::Request, 30, "messages:a max_tokens"),
];

const THINKING: ThoughtShape = ThoughtShape {
    seen: ThinkingKind::Text,
    sealed: ThinkingKind::Omitted,
    bare: ThinkingKind::Omitted,
    texts: &["thinking"],
    handles: &["signature"],
};

const REDACTED: ThoughtShape = ThoughtShape {
    seen: ThinkingKind::Redacted,
    sealed: ThinkingKind::Redacted,
    bare: ThinkingKind::Redacted,
    texts: &[],
    handles: &["data"],
};

/// What stands for all that came before, thoughts included: a summary, and on newer versions a seal on it.
const COMPACTION: ThoughtShape = ThoughtShape {
    seen: ThinkingKind::Summary,
    sealed: ThinkingKind::Encrypted,
    bare: ThinkingKind::Encrypted,
    texts: &["content"],
    handles: &["encrypted_content", "signature"],
};

/// The blocks of a message's content, in a response or in a request.
fn message<'d>(message: Value<'d>, reader: &mut Reader<'d>) {
    match message.get("content") {
        Some(text) if text.kind() == Kind::String => reader.part(text, PartKind::Text),
        content => reader.all(content, block),
    }
}

fn block<'d>(block: Value<'d>, reader: &mut Reader<'d>) {
    match block.token("type") {
        b"thinking" => {
            let thinking = THINKING.read(block, Attachment::Block);
            if thinking.texts.is_empty() {
                reader.wrong(block, "a thinking block without its text");
            }
            reader.thought(block, PartKind::Thought, thinking);
        }
        b"redacted_thinking" => {
            let thinking = REDACTED.read(block, Attachment::Block);
            if thinking.handles.is_empty() {
                reader.wrong(block, "a redacted block without its data");
            }
            reader.thought(block, PartKind::Thought, thinking.signed());
        }
        b"compaction" => reader.thought(block, PartKind::Other, COMPACTION.read(block, Attachment::Block)),
        b"text" => reader.part(block, PartKind::Text),
        b"tool_use" => reader.part(block, PartKind::Call),
        b"tool_result" => reader.part(block, PartKind::Result),
        b"" => reader.odd(block, "a block without a type"),
        _ => reader.part(block, PartKind::Other),
    }
}
