//! A message of a chat, read: its members in their order.

use super::super::channels::{self, Opening};
use super::super::is;
use crate::json::{Kind, Value};
use crate::model::{Attachment, Diagnostic, Part, PartKind, ReasoningFormat, ReasoningItem, Thinking, ThinkingKind};

/// Members that hold reasoning as a string. Baseten and others write one text under two names: both are read, as two
/// thoughts, since both came and both must go back.
pub(super) const FIELDS: [&str; 4] = ["reasoning", "reasoning_content", "reasoning_text", "thinking"];

/// The parts of a message, in a response or in a request.
pub(super) fn parts<'d>(message: Value<'d>, diagnostics: &mut Vec<Diagnostic<'d>>) -> Vec<Part<'d>> {
    let mut parts = Vec::new();
    let mut wrong = |value: Value<'d>, reason: &'static str| diagnostics.push(Diagnostic { value, reason });
    if message.kind() != Kind::Object {
        wrong(message, "a message that is no object");
    }
    // What a model says between tags is read where it says no reasoning elsewhere: the two are never mixed.
    let prompted = message.get("role").is_none_or(|_| is(message, "role", "assistant")) && !is_native(message);
    for (name, value) in message.members() {
        let name = name.lossy();
        match (&*name, value.kind()) {
            // `null` says that there is nothing; "" says that there was a place for it, which DeepSeek asks back (wire-b §2.1 d).
            (_, Kind::Null) => {}
            ("content", Kind::String | Kind::Array) if is(message, "role", "tool") => parts.push(Part::new(value, PartKind::Result)),
            ("content", Kind::String) if prompted => parts.extend(channels::parts(value, Opening::Either)),
            ("content", Kind::String) => parts.push(Part::new(value, PartKind::Text)),
            ("content", Kind::Array) => parts.extend(value.elements().map(|chunk| self::chunk(chunk, &mut wrong))),
            ("reasoning_details", Kind::Array) => parts.extend(value.elements().map(|item| detail(message, item, &mut wrong))),
            ("tool_calls", Kind::Array) => parts.extend(value.elements().map(call)),
            ("function_call", Kind::Object) => parts.push(Part::new(value, PartKind::Call)),
            (field, Kind::String) if FIELDS.contains(&field) => {
                let thinking = Thinking::new(visible(value), Attachment::Field { name: field.to_owned() }).text(Some(value));
                parts.push(Part::new(value, PartKind::Thought).with(thinking));
            }
            (known, _) if FIELDS.contains(&known) || ["content", "reasoning_details", "tool_calls"].contains(&known) => {
                wrong(value, "a member of a kind that it does not come in");
                parts.push(Part::new(value, PartKind::Other));
            }
            ("refusal", _) => parts.push(Part::new(value, PartKind::Other)),
            // Gemini's endpoint signs a text here, and its calls in themselves.
            ("extra_content", Kind::Object) => {
                let thinking = signature(message).map(|handle| {
                    Thinking::new(ThinkingKind::Encrypted, Attachment::Field { name: name.into_owned() }).handle(Some(handle))
                });
                parts.push(Part { thinking, ..Part::new(value, PartKind::Other) });
            }
            // A scalar says something about the message; something composed is part of what it says.
            (_, Kind::Array | Kind::Object) if value.elements().next().is_some() || value.members().next().is_some() => {
                parts.push(Part::new(value, PartKind::Other));
            }
            _ => {}
        }
    }
    parts
}

/// Whether a message has a place of its own for reasoning, and something in it.
fn is_native(message: Value<'_>) -> bool {
    let said = |name: &&str| message.get(name).is_some_and(|value| visible(value) == ThinkingKind::Text);
    FIELDS.iter().any(said) || message.get("reasoning_details").is_some_and(|list| list.element(0).is_some())
}

/// A chunk of a content that is an array.
fn chunk<'d>(chunk: Value<'d>, wrong: &mut impl FnMut(Value<'d>, &'static str)) -> Part<'d> {
    let kind = chunk.get("type").and_then(Value::text).and_then(|kind| kind.to_str());
    match kind.as_deref() {
        Some("thinking") => {
            let inner = chunk.get("thinking");
            let texts = inner.into_iter().flat_map(Value::elements).filter_map(|text| text.get("text")).chain(inner);
            let mut thinking = Thinking::new(ThinkingKind::Omitted, Attachment::Block).handle(chunk.get("signature"));
            for text in texts.filter(|text| text.kind() == Kind::String) {
                if visible(text) == ThinkingKind::Text {
                    thinking.kind = ThinkingKind::Text;
                }
                thinking = thinking.text(Some(text));
            }
            if thinking.texts.is_empty() && thinking.handles.is_empty() {
                wrong(chunk, "a thinking chunk without its text");
            }
            Part::new(chunk, PartKind::Thought).with(thinking)
        }
        Some("text") => Part::new(chunk, PartKind::Text),
        Some(_) => Part::new(chunk, PartKind::Other),
        None => {
            wrong(chunk, "a chunk without a type");
            Part::new(chunk, PartKind::Other)
        }
    }
}

/// An item of `reasoning_details`. Of an unknown type too what looks sealed is taken to be so.
fn detail<'d>(message: Value<'d>, value: Value<'d>, wrong: &mut impl FnMut(Value<'d>, &'static str)) -> Part<'d> {
    let Ok(item) = ReasoningItem::read(value) else {
        wrong(value, "a reasoning item that is no object");
        return Part::new(value, PartKind::Other);
    };
    let text = value.get("text").or_else(|| value.get("summary"));
    let kind = match item.kind() {
        ThinkingKind::Text => text.map_or(ThinkingKind::Omitted, visible),
        // MiniMax leaves the type out (wire-b §2.5).
        ThinkingKind::Unknown if value.get("type").is_none() => text.map_or(ThinkingKind::Unknown, visible),
        kind => kind,
    };
    // Gemini's seal bears the id of the call that it was made for (wire-b §1.1 a).
    let of_call = |id: &str| message.get("tool_calls").into_iter().flat_map(Value::elements).any(|call| is(call, "id", id));
    let attachment = match item.id().filter(|id| of_call(id)) {
        Some(id) => Attachment::Item { partner: Some(id.into_owned()) },
        None => Attachment::Field { name: "reasoning_details".to_owned() },
    };
    let mut thinking = Thinking::new(kind, attachment).text(text).handle(value.get("signature")).handle(value.get("data"));
    // Claude refuses its thinking unsigned (wire-b §1.1 e), and what is sealed is nothing without its data.
    let signed = item.kind() == ThinkingKind::Text && item.format() == ReasoningFormat::ANTHROPIC_CLAUDE;
    if signed || matches!(item.kind(), ThinkingKind::Encrypted | ThinkingKind::Redacted) {
        thinking = thinking.signed();
    }
    if !thinking.complete {
        wrong(value, "a reasoning item without its handle");
    }
    Part::new(value, PartKind::Thought).with(thinking)
}

/// A call, which on Gemini's endpoint carries the handle of the thought before it (wire-a §7h).
fn call(call: Value<'_>) -> Part<'_> {
    let part = Part::new(call, PartKind::Call);
    let Some(handle) = signature(call) else { return part };
    let id = call.get("id").and_then(Value::text).map(|id| id.lossy().into_owned());
    part.with(Thinking::new(ThinkingKind::Encrypted, Attachment::Call { id }).handle(Some(handle)))
}

fn signature(value: Value<'_>) -> Option<Value<'_>> {
    let handle = value.get("extra_content")?.get("google")?.get("thought_signature")?;
    handle.text().is_some_and(|text| !text.is_empty()).then_some(handle)
}

fn visible(text: Value<'_>) -> ThinkingKind {
    if text.text().is_some_and(|text| !text.is_empty()) { ThinkingKind::Text } else { ThinkingKind::Omitted }
}
