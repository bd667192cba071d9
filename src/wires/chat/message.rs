//! Reads a chat message: its members in their order.

use std::collections::BTreeSet;

use super::super::read::{PartSink, ThoughtShape, is_filled, owned};
use super::openrouter::ReasoningItem;
use crate::conversation::channels;
use crate::conversation::channels::Opening;
use crate::json::{Kind, Value};
use crate::model::{Attachment, PartKind, ReasoningFormat, Strings, ThinkingKind};

/// Members that hold reasoning as a string. Baseten and others write one text under two names. Both are read, as two thoughts, because both must be sent back.
pub(super) const FIELDS: [&str; 4] = ["reasoning", "reasoning_content", "reasoning_text", "thinking"];

/// Copilot's member for encrypted reasoning. The text, if any, is in `reasoning_text`.
const OPAQUE: &str = "reasoning_opaque";

/// The parts of a message, in a response or in a request.
pub(super) fn read<'d>(message: Value<'d>, sink: &mut PartSink<'d>) {
    if message.kind() != Kind::Object {
        sink.wrong(message, "a message that is not an object");
    }
    // Tags in the text are read only if no other member has reasoning. The two are never mixed.
    let prompted = (message.get("role").is_none() || message.fits("role=assistant")) && !is_native(message);
    for (name, value) in message.members() {
        let name = name.lossy();
        let field = FIELDS.contains(&&*name);
        match (&*name, value.kind()) {
            // `null` means no reasoning. "" means an empty field, which DeepSeek wants back.
            (_, Kind::Null) => {}
            ("content", Kind::String | Kind::Array) if message.fits("role=tool") => sink.part(value, PartKind::Result),
            ("content", Kind::String) if prompted => sink.parts.extend(channels::parts(value, Opening::Either)),
            ("content", Kind::String) => sink.part(value, PartKind::Text),
            ("content", Kind::Array) => value.elements().for_each(|element| chunk(element, sink)),
            ("reasoning_details", Kind::Array) => {
                let calls = message.list("tool_calls").map(|call| call.word("id")).collect();
                value.elements().for_each(|item| detail(&calls, item, sink));
            }
            ("tool_calls", Kind::Array) => value.elements().for_each(|element| call(element, sink)),
            ("function_call", Kind::Object) => sink.part(value, PartKind::Call),
            (_, Kind::String) if field => {
                sink.thought(value, PartKind::Thought, FIELD.read(value, Attachment::Field { name: name.into_owned() }));
            }
            (OPAQUE, Kind::String) => {
                sink.thought(value, PartKind::Thought, SEAL.read(value, Attachment::Field { name: name.into_owned() }));
            }
            (known, _) if field || ["content", "reasoning_details", "tool_calls", OPAQUE].contains(&known) => {
                sink.odd(value, "a member of a kind that it does not come in");
            }
            ("refusal", _) => sink.part(value, PartKind::Other),
            // Gemini's endpoint puts the signature of a text here, and the signature of a call in the call.
            ("extra_content", Kind::Object) => {
                handle(message, value, PartKind::Other, Attachment::Field { name: name.into_owned() }, sink);
            }
            // A scalar is metadata of the message. An object or array is part of its content.
            (_, Kind::Array | Kind::Object) if value.elements().next().is_some() || value.members().next().is_some() => {
                sink.part(value, PartKind::Other);
            }
            _ => {}
        }
    }
}

/// A text in a separate member.
const FIELD: ThoughtShape =
    ThoughtShape { seen: ThinkingKind::Text, sealed: ThinkingKind::Omitted, bare: ThinkingKind::Omitted, texts: &[""], handles: &[] };
/// A handle in a separate member.
const SEAL: ThoughtShape = ThoughtShape { sealed: ThinkingKind::Encrypted, texts: &[], handles: &[""], ..FIELD };
/// A thinking chunk: a list of chunks, or a string.
const CHUNK: ThoughtShape = ThoughtShape { texts: &["thinking.*.text", "thinking"], handles: &["signature"], ..FIELD };
/// An item of `reasoning_details`.
const DETAIL: ThoughtShape = ThoughtShape { texts: &["text", "summary"], handles: &["signature", "data"], ..FIELD };
/// The handle that Gemini's endpoint puts beside a text or into a call.
const GOOGLE: ThoughtShape =
    ThoughtShape { sealed: ThinkingKind::Encrypted, texts: &[], handles: &["extra_content.google.thought_signature"], ..FIELD };

/// Returns `true` if a message has a separate, non-empty member for reasoning.
fn is_native(message: Value<'_>) -> bool {
    FIELDS.iter().chain([&OPAQUE]).any(|name| message.get(name).is_some_and(is_filled)) || message.path("reasoning_details.0").is_some()
}

/// Reads a chunk of an array `content`.
fn chunk<'d>(chunk: Value<'d>, sink: &mut PartSink<'d>) {
    match chunk.word("type") {
        "thinking" => {
            let thinking = CHUNK.read(chunk, Attachment::Block);
            if thinking.texts.is_empty() && thinking.handles.is_empty() {
                sink.wrong(chunk, "a thinking chunk without its text");
            }
            sink.thought(chunk, PartKind::Thought, thinking);
        }
        "text" => sink.part(chunk, PartKind::Text),
        "" => sink.odd(chunk, "a chunk without a type"),
        _ => sink.part(chunk, PartKind::Other),
    }
}

/// Reads an item of `reasoning_details`, next to calls with these ids. An item of an unknown type that looks encrypted is treated as encrypted.
fn detail<'d>(calls: &BTreeSet<&str>, value: Value<'d>, sink: &mut PartSink<'d>) {
    let Ok(item) = ReasoningItem::read(value) else {
        return sink.odd(value, "a reasoning item that is not an object");
    };
    // Gemini's encrypted item has the id of its call.
    let id = owned(value, "id");
    let of_call = |id: &String| calls.contains(&**id);
    let attachment = match id.filter(of_call) {
        Some(id) => Attachment::Item { partner: Some(id) },
        None => Attachment::Field { name: "reasoning_details".to_owned() },
    };
    let mut thinking = DETAIL.read(value, attachment);
    // Only the text under the first name counts.
    thinking.texts = thinking.texts.first().map_or(Strings::None, |text| Strings::One(*text));
    // MiniMax omits the type.
    if item.kind() != ThinkingKind::Text
        && (item.kind() != ThinkingKind::Unknown || value.get("type").is_some() || thinking.texts.is_empty())
    {
        thinking.kind = item.kind();
    }
    // Claude refuses its thinking without a signature, and encrypted reasoning needs its data.
    let signed = item.kind() == ThinkingKind::Text && item.format() == ReasoningFormat::ANTHROPIC_CLAUDE;
    if signed || matches!(item.kind(), ThinkingKind::Encrypted | ThinkingKind::Redacted) {
        thinking = thinking.signed();
    }
    if !thinking.complete {
        sink.wrong(value, "a reasoning item without its handle");
    }
    sink.thought(value, PartKind::Thought, thinking);
}

/// Reads a call. On Gemini's endpoint it carries the handle of the thought before it.
fn call<'d>(call: Value<'d>, sink: &mut PartSink<'d>) {
    handle(call, call, PartKind::Call, Attachment::Call { id: owned(call, "id") }, sink);
}

fn handle<'d>(holder: Value<'d>, value: Value<'d>, kind: PartKind, attachment: Attachment, sink: &mut PartSink<'d>) {
    let thinking = GOOGLE.read(holder, attachment);
    if thinking.handles.is_empty() { sink.part(value, kind) } else { sink.thought(value, kind, thinking) }
}
