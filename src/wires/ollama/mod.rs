//! Ollama's own chat (`/api/chat`). Its `/v1` addresses use OpenAI's wires.
//!
//! - Opaque: nothing. Reasoning is plain text without a signature, in `thinking` beside `content`. If the server does not extract it (older versions, `think`
//!   unset), it is in the content between tags, and is read from there.
//! - To be echoed byte for byte: `message`, as one message: the request accepts `thinking`, `content` and `tool_calls` (with their `id` and `index`) unchanged.
//! - Not read on purpose: the arguments of calls, which are JSON and not text.

pub(crate) mod conversation;

use super::append::append_turn;
use super::codec::{AssembledBody, Codec, Note, Recognition, StreamAssembler};
use super::description::{
    CHAT_CALL, CHAT_RESULT, EntryShape, ErrorEnvelope, HttpFacts, ModelPlace, NDJSON, PLAIN_SUMMARIES, WireBehaviour, WireDescription,
};
use super::read::{PartSink, history, is_filled, turn};
use super::shape_query::{ShapeQuery, foreign, recognise, request, response};
use crate::conversation::channels;
use crate::conversation::channels::Opening;
use crate::conversation::events::{EventSink, StreamEvent, Tags};
use crate::error::Error;
use crate::json::{Changes, JsonBuilder, Kind, Text, Value};
use crate::model::{History, PartKind, ReasoningFormat, Target, Turn, Wire};

/// The codec of `ollama-chat`.
pub(super) struct OllamaChat;

impl Codec for OllamaChat {
    fn description(&self) -> &'static WireDescription {
        &DESCRIPTION
    }

    fn recognise(&self, body: Value<'_>) -> Option<Recognition> {
        recognise(SHAPES, body)
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        // The cost is among the members of the body, not in a separate value.
        Turn { id: None, usage: None, ..turn(body, body.get("message"), message) }
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        history(body, DESCRIPTION.list, message)
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        append_turn(request, DESCRIPTION.list, response.get("message").map(Value::raw), changes)?;
        Ok(Vec::new())
    }

    fn assembler(&self) -> Box<dyn StreamAssembler> {
        Box::new(Chat::default())
    }
}

static DESCRIPTION: WireDescription = WireDescription {
    wire: Wire::OLLAMA_CHAT,
    addresses: &["/api/chat"],
    side_addresses: &[],
    only_at_named_hosts: false,
    events: &[("message:o done", 95)],
    vendor: None,
    model: ModelPlace::Body,
    list: "messages",
    entries: EntryShape::Chat,
    call: CHAT_CALL,
    result: CHAT_RESULT,
    format: ReasoningFormat::UNKNOWN,
    reasoning_field: Some("thinking"),
    // A thought is a string itself.
    texts: &[],
    handles: &[],
    summaries: PLAIN_SUMMARIES,
    http: HttpFacts { stream_type: NDJSON, ..HttpFacts::PLAIN },
    // A request without messages loads the model.
    behaviour: WireBehaviour { errors: ErrorEnvelope::Text, without_list: Some("model:s !messages"), ..WireBehaviour::PLAIN },
};

const SHAPES: &[ShapeQuery] = &[
    response(98, "message:o done"),
    // A separate field, arguments that are not a string, and members that no other chat has.
    request(90, "model:s messages:a messages.*.thinking:s,messages.*.tool_calls.*.function.arguments:o,options,think,keep_alive,format"),
    // Members that Ollama's own chat has among its `options`, or not at all.
    foreign("temperature,max_tokens,max_completion_tokens,stream_options,response_format,tool_choice"),
    // `qwen3:4b`: a name and a tag. The same request fits OpenAI's wire at Ollama, as did two of three recorded ones.
    request(35, "model:s messages:a model~: !model~/ !model^ft:"),
    request(5, "model:s messages:a"),
];

/// Reads thinking, content and calls in the order of emission, whatever the order of the keys.
fn message<'d>(message: Value<'d>, sink: &mut PartSink<'d>) {
    let content = message.get("content").filter(|text| !text.is_null() && text.text().is_none_or(|text| !text.is_empty()));
    if message.fits("role=tool|function") {
        sink.part(message.get("content").unwrap_or(message), PartKind::Result);
        return pictures(message, sink);
    }
    let from = sink.parts.len();
    sink.field(message, "thinking", "thinking that is not text");
    match content {
        // Reasoning has one channel: if it has a separate field, tags in the text are text.
        Some(text) if text.kind() == Kind::String && sink.parts.len() == from && message.fits("!role=user|system|developer") => {
            sink.parts.extend(channels::parts(text, Opening::Either));
        }
        Some(text) if text.kind() == Kind::String => sink.part(text, PartKind::Text),
        Some(other) => sink.odd(other, "content that is not text"),
        None => {}
    }
    sink.calls(message);
    pictures(message, sink);
}

/// Reads the pictures next to a content: they distinguish two questions with the same words.
fn pictures<'d>(message: Value<'d>, sink: &mut PartSink<'d>) {
    message.list("images").for_each(|picture| sink.part(picture, PartKind::Other));
}

/// Assembles the stream: lines like the whole body, each with more of the message. For everything else the last value counts.
#[derive(Default)]
struct Chat {
    body: JsonBuilder,
    /// The text that grew last.
    growing: &'static str,
    tags: Tags,
    ended: bool,
    /// The number of calls so far.
    calls: usize,
}

impl StreamAssembler for Chat {
    fn event(&mut self, _: Option<&str>, data: Value<'_>, events: &mut EventSink) {
        for (name, value) in data.members() {
            match name.raw() {
                b"message" => self.grow(value, events),
                b"error" => {}
                name => self.body.receive(name, value),
            }
        }
        if data.get("done").and_then(Value::boolean) == Some(true) {
            self.turn_to("", events);
            self.tags.stop(events);
            self.ended = true;
        }
    }

    fn growing_strings<'d>(&mut self, data: Value<'d>, pieces: &mut Vec<Value<'d>>) {
        let filled = |path: &str| data.path(path).filter(|piece| is_filled(*piece));
        let (created, text) = (filled("created_at"), filled("message.thinking").xor(filled("message.content")));
        if let (Some(created), Some(text)) = (created, text)
            && created.span().start < text.span().start
            && !data.fits("message.tool_calls")
        {
            pieces.extend([created, text]);
        }
    }

    fn extend_last(&mut self, pieces: &[Text<'_>], events: &mut EventSink) {
        let [created, text] = pieces else { return };
        self.body.put(b"created_at", JsonBuilder::Text(created.raw().to_vec()));
        if self.growing == "thinking" {
            events.piece(true, *text);
        } else {
            self.tags.text(*text, events);
        }
        if let Some(message) = self.body.member(b"message") {
            message.extend(self.growing.as_bytes(), *text);
        }
    }

    fn is_over(&self) -> bool {
        self.ended
    }

    fn has_ended(&self) -> bool {
        self.ended
    }

    fn finish(self: Box<Self>) -> AssembledBody {
        let open = (!self.growing.is_empty()).then(|| ["/message/", self.growing].concat());
        AssembledBody { body: self.body, unfinished: open.into_iter().collect(), sealed: Vec::new() }
    }
}

impl Chat {
    fn grow(&mut self, piece: Value<'_>, events: &mut EventSink) {
        if let Some(text) = piece.get("thinking").filter(|text| is_filled(*text)) {
            self.turn_to("thinking", events);
            self.tags.stop(events);
            events.thinking(Some(text));
        }
        if let Some(text) = piece.get("content").and_then(Value::text).filter(|text| !text.is_empty()) {
            self.turn_to("content", events);
            self.tags.text(text, events);
        }
        // Calls arrive whole, one or several at a time.
        let calls = piece.fits("tool_calls:a");
        if calls {
            self.turn_to("", events);
        }
        let Some(message) = self.body.member_or(b"message", JsonBuilder::default()) else { return };
        message.absorb(piece, &[b"thinking", b"content"], if calls { &[b"tool_calls"] } else { &[] });
        for call in piece.list("tool_calls") {
            message.push(b"tool_calls", JsonBuilder::closed(call));
            events.call_began(self.calls, call.get("id"), call.path("function.name"));
            events.call_json(self.calls, call.path("function.arguments"));
            events.ended(StreamEvent::CallEnd { nth: self.calls });
            self.calls += 1;
        }
    }

    /// Switches to another growing text, or to none.
    fn turn_to(&mut self, text: &'static str, events: &mut EventSink) {
        if self.growing == "thinking" && text != "thinking" {
            events.thought_ended();
        }
        self.growing = text;
    }
}
