//! Cohere's Chat, version 2.
//!
//! - Opaque: nothing. Reasoning is plain text without a signature: `thinking` items of the content, and `tool_plan`, a plan before calls that is beside the
//!   content.
//! - To be echoed byte for byte: `message`, as one message: the request accepts the same items, `tool_plan` and citations. Sending reasoning back is optional;
//!   tool turns without it were accepted.
//! - Not read on purpose: citations, documents, and the arguments of calls, which are JSON in a string.

pub(crate) mod conversation;
mod stream;

use super::append::append_turn;
use super::codec::{Codec, Note, Recognition, StreamAssembler};
use super::description::{
    CHAT_CALL, CHAT_RESULT, EntryShape, ErrorEnvelope, HttpFacts, ModelPlace, PLAIN_SUMMARIES, WireBehaviour, WireDescription,
};
use super::read::{PartSink, ThoughtShape, history, turn};
use super::shape_query::{ShapeQuery, recognise, request, response};
use crate::error::Error;
use crate::json::{Changes, Kind, Value};
use crate::model::{Attachment, History, PartKind, ReasoningFormat, Target, ThinkingKind, Turn, Wire};

/// The codec of `cohere-chat`.
pub(super) struct CohereChat;

impl Codec for CohereChat {
    fn description(&self) -> &'static WireDescription {
        &DESCRIPTION
    }

    fn recognise(&self, body: Value<'_>) -> Option<Recognition> {
        recognise(SHAPES, body)
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        Turn { model: None, ..turn(body, body.get("message"), message) }
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        history(body, DESCRIPTION.list, message)
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        append_turn(request, DESCRIPTION.list, response.get("message").map(Value::raw), changes)?;
        Ok(Vec::new())
    }

    fn assembler(&self) -> Box<dyn StreamAssembler> {
        Box::new(stream::Chat::default())
    }
}

static DESCRIPTION: WireDescription = WireDescription {
    wire: Wire::COHERE_CHAT,
    addresses: &["/v2/chat"],
    side_addresses: &[],
    only_at_named_hosts: false,
    events: &[("type^message-start|content-", 95)],
    vendor: None,
    model: ModelPlace::Body,
    list: "messages",
    entries: EntryShape::Chat,
    call: CHAT_CALL,
    result: CHAT_RESULT,
    format: ReasoningFormat::UNKNOWN,
    reasoning_field: None,
    texts: &["thinking", "text"],
    handles: &[],
    summaries: PLAIN_SUMMARIES,
    http: HttpFacts::PLAIN,
    behaviour: WireBehaviour { errors: ErrorEnvelope::Message, ..WireBehaviour::PLAIN },
};

const SHAPES: &[ShapeQuery] = &[
    response(98, "message.content:a,message.tool_calls:a finish_reason id"),
    response(60, "message.content:a,message.tool_calls:a"),
    // The prefixes of Cohere's model names.
    request(97, "messages:a model^command-|c4ai-"),
    // Members that no other chat has.
    request(90, "messages:a messages.*.tool_plan,citation_options,strict_tools,safety_mode,documents"),
    // Otherwise it could be any chat.
    request(5, "messages:a model:s"),
];

const PLAIN: ThoughtShape =
    ThoughtShape { seen: ThinkingKind::Text, sealed: ThinkingKind::Text, bare: ThinkingKind::Text, texts: &["thinking"], handles: &[] };

/// Reads the items of the content, the plan and the calls in the order of emission, whatever the order of the keys.
fn message<'d>(message: Value<'d>, sink: &mut PartSink<'d>) {
    let content = message.get("content");
    if message.fits("role=tool|function") {
        return sink.part(content.unwrap_or(message), PartKind::Result);
    }
    match content {
        Some(text) if text.kind() == Kind::String => sink.part(text, PartKind::Text),
        Some(null) if null.is_null() => {}
        _ => sink.each(message, "content", item),
    }
    sink.field(message, "tool_plan", "a plan that is not text");
    sink.calls(message);
}

fn item<'d>(item: Value<'d>, sink: &mut PartSink<'d>) {
    match item.word("type") {
        "thinking" => {
            let thinking = PLAIN.read(item, Attachment::Block);
            if thinking.texts.is_empty() {
                sink.wrong(item, "a thinking item without its text");
            }
            sink.thought(item, PartKind::Thought, thinking);
        }
        "text" => sink.part(item, PartKind::Text),
        "" => sink.odd(item, "an item without a type"),
        _ => sink.part(item, PartKind::Other),
    }
}
