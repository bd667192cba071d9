//! __title__: a list of messages, and one member of a message for reasoning.
//!
//! - Opaque: nothing. Reasoning is plain text without a signature, in `reasoning` beside `content`.
//! - To be echoed byte for byte: `message`, as one message of the next request.
//! - Not read on purpose: the arguments of calls, which are JSON in a string.
//!
//! Every body names the wire in `protocol`, so none is taken for a body of another chat.

mod stream;

use super::append::append_turn;
use super::codec::{Codec, Note, Recognition, StreamAssembler};
use super::description::{CHAT_CALL, CHAT_RESULT, EntryShape, HttpFacts, ModelPlace, PLAIN_SUMMARIES, WireBehaviour, WireDescription};
use super::read::{PartSink, history, turn};
use super::shape_query::{ShapeQuery, recognise, request, response};
use crate::error::Error;
use crate::json::{Changes, Kind, Value};
use crate::model::{History, PartKind, ReasoningFormat, Target, Turn, Wire};

/// The codec of `__kebab__`.
pub(super) struct __pascal__;

impl Codec for __pascal__ {
    fn description(&self) -> &'static WireDescription {
        &DESCRIPTION
    }

    fn recognise(&self, body: Value<'_>) -> Option<Recognition> {
        recognise(SHAPES, body)
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        turn(body, body.get("message"), message)
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        history(body, DESCRIPTION.list, message)
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        append_turn(request, DESCRIPTION.list, response.get("message").map(Value::raw), changes)?;
        Ok(Vec::new())
    }

    fn assembler(&self) -> Box<dyn StreamAssembler> {
        Box::new(stream::Assembler::default())
    }
}

static DESCRIPTION: WireDescription = WireDescription {
    wire: Wire::__shout__,
    addresses: &["/__kebab__"],
    side_addresses: &[],
    only_at_named_hosts: false,
    events: &[("protocol=__kebab__", 95)],
    vendor: None,
    model: ModelPlace::Body,
    list: "messages",
    entries: EntryShape::Chat,
    call: CHAT_CALL,
    result: CHAT_RESULT,
    format: ReasoningFormat::UNKNOWN,
    reasoning_field: Some("reasoning"),
    // A thought is a string itself.
    texts: &[],
    handles: &[],
    summaries: PLAIN_SUMMARIES,
    http: HttpFacts::PLAIN,
    behaviour: WireBehaviour::PLAIN,
};

const SHAPES: &[ShapeQuery] = &[response(98, "protocol=__kebab__ message:o"), request(98, "protocol=__kebab__ messages:a")];

/// Reasoning, content, calls: the order in which they are emitted, whatever the order of the keys.
fn message<'d>(message: Value<'d>, sink: &mut PartSink<'d>) {
    let content = message.get("content").filter(|content| !content.is_null());
    if message.fits("role=tool") {
        return sink.part(content.unwrap_or(message), PartKind::Result);
    }
    sink.field(message, "reasoning", "reasoning that is not text");
    match content {
        Some(text) if text.kind() == Kind::String => sink.part(text, PartKind::Text),
        Some(other) => sink.odd(other, "content that is not text"),
        None => {}
    }
    sink.calls(message);
}
