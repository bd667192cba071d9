//! Typed items of the thoughts of every wire, and the native thought of a typed item.
//!
//! clark supports the items of OpenRouter. Here each thought of each wire has one: its type says how much is visible, its format names the issuer.

use crate::formats::block_shapes::{Pieces, fill, native_block, shapes_of};
use crate::json::{Kind, Text, Value, Writer, find_bytes, quote_wtf8};
use crate::model::{Attachment, NativeThought, Neighbours, Part, ReasoningFormat, Target, Thinking, ThinkingKind, Wire};
use crate::wires::{Slot, issuer};

/// The issuers of formats: the format, the wire, the host, the vendor, and the place of a block there.
const ISSUERS: [(ReasoningFormat, Wire, &str, &str, &str); 5] = [
    (ReasoningFormat::ANTHROPIC_CLAUDE, Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "anthropic", "/content/0"),
    (ReasoningFormat::GOOGLE_GEMINI, Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "google", "/parts/0"),
    (ReasoningFormat::OPENAI_RESPONSES, Wire::OPENAI_RESPONSES, "api.openai.com", "openai", "/output/0"),
    (ReasoningFormat::AZURE_OPENAI_RESPONSES, Wire::OPENAI_RESPONSES, "example.openai.azure.com", "azure", "/output/0"),
    (ReasoningFormat::XAI_RESPONSES, Wire::OPENAI_RESPONSES, "api.x.ai", "xai", "/output/0"),
];

/// Returns `true` if a thought is an element of OpenRouter's list of items.
#[must_use]
pub fn is_detail(native: &NativeThought) -> bool {
    matches!(Slot::of_pointer(native.pointer.as_deref(), &native.issuer.wire), Slot::List(name) if name == "reasoning_details")
}

/// Returns `true` if a thought is the text in which OpenRouter repeats its items.
#[must_use]
pub fn is_echo(native: &NativeThought) -> bool {
    matches!(Slot::of_pointer(native.pointer.as_deref(), &native.issuer.wire), Slot::Member(name) if name == "reasoning")
}

/// Returns the pointer of the message that contains such a thought.
#[must_use]
pub fn message_of(native: &NativeThought) -> &str {
    let pointer = native.pointer.as_deref().unwrap_or_default();
    let member = if is_detail(native) { pointer.rsplit_once('/').map_or(pointer, |(list, _)| list) } else { pointer };
    member.rsplit_once('/').map_or("", |(message, _)| message)
}

/// Writes the typed item of a thought, from the part of its wire.
#[must_use]
pub fn typed_item(native: &NativeThought, part: &Part<'_>, thinking: &Thinking<'_>, index: usize) -> Vec<u8> {
    if is_detail(native) {
        return native.block.clone();
    }
    let id = match &thinking.attachment {
        Attachment::Call { id } => id.as_deref().map(|id| quote_wtf8(id.as_bytes())),
        _ => part.value.get("id").filter(|id| id.text().is_some()).map(|id| id.raw().to_vec()),
    };
    let texts: Vec<Text<'_>> = thinking.texts.iter().filter_map(|text| text.text()).collect();
    let between: &[u8] = if thinking.kind == ThinkingKind::Summary { b"\n\n" } else { b"" };
    let text = texts.iter().map(|text| text.wtf8().into_owned()).collect::<Vec<_>>().join(between);
    let handle = thinking.handles.first().map(|handle| handle.raw());
    let format = format_of(native, part);
    write_item(thinking.kind, id.as_deref(), &format, index, &text, handle)
}

/// Writes the typed item of a thought without a native block.
#[must_use]
pub fn plain_item(kind: ThinkingKind, content: &str, handle: Option<Value<'_>>, index: usize) -> Vec<u8> {
    write_item(kind, None, ReasoningFormat::UNKNOWN.as_str(), index, content.as_bytes(), handle.map(Value::raw))
}

fn write_item(kind: ThinkingKind, id: Option<&[u8]>, format: &str, index: usize, text: &[u8], handle: Option<&[u8]>) -> Vec<u8> {
    let (word, text_name, handle_name) = match (kind, handle) {
        (ThinkingKind::Text, _) => ("text", Some("text"), Some("signature")),
        (ThinkingKind::Omitted, _) => ("omitted", None, Some("signature")),
        // A summary with ciphertext is encrypted reasoning with a readable part. The ciphertext must be sent back.
        (ThinkingKind::Summary, None) => ("summary", Some("summary"), None),
        (ThinkingKind::Unknown, None) => ("unknown", Some("text").filter(|_| !text.is_empty()), None),
        (ThinkingKind::Redacted, _) => ("redacted", Some("summary").filter(|_| !text.is_empty()), Some("data")),
        _ => ("encrypted", Some("summary").filter(|_| !text.is_empty()), Some("data")),
    };
    let mut out = Writer::default();
    out.open(b'{');
    out.member("type", &["reasoning.", word].concat());
    if let Some(id) = id {
        out.name("id");
        out.raw(id);
    }
    out.member("format", format);
    out.name("index");
    out.number(index);
    // An encrypted item has its data first.
    let is_sealed = handle_name == Some("data");
    let write_text = |out: &mut Writer| {
        if let Some(name) = text_name {
            out.name(name);
            out.quoted(text);
        }
    };
    if !is_sealed {
        write_text(&mut out);
    }
    if let (Some(name), Some(handle)) = (handle_name, handle.or(is_sealed.then_some(b"\"\""))) {
        out.name(name);
        out.raw(handle);
    }
    if is_sealed {
        write_text(&mut out);
    }
    out.close(b'}');
    out.finish()
}

/// Returns the format, which names the issuer: the block's own, or that of its wire, vendor and service.
fn format_of(native: &NativeThought, part: &Part<'_>) -> String {
    if let Some(named) = part.value.get("format").and_then(Value::text) {
        return named.lossy().into_owned();
    }
    let target = &native.issuer;
    let [vendor, surface] = issuer(target);
    let is_azure = [surface, target.host.as_deref()].into_iter().flatten().any(|name| name.contains("azure"));
    let is_claude = target.model.as_deref().is_some_and(|model| find_bytes(model.to_ascii_lowercase().as_bytes(), b"claude").is_some());
    // Bedrock and Gemini's chat endpoint do not name the vendor, but the model's name and its handles do.
    let on_call = |pointer: &str| pointer.contains("extra_content") || pointer.contains("tool_calls");
    let is_gemini = target.wire == Wire::OPENAI_CHAT && native.pointer.as_deref().is_some_and(on_call);
    let by_model = if is_claude { Some("anthropic") } else { is_gemini.then_some("google") };
    let by_wire = match &target.wire {
        wire if *wire == Wire::ANTHROPIC_MESSAGES => Some("anthropic"),
        wire if *wire == Wire::GEMINI_GENERATE || *wire == Wire::GEMINI_INTERACTIONS => Some("google"),
        wire if *wire == Wire::OPENAI_RESPONSES => Some("openai"),
        _ => None,
    };
    let format_by = |vendor: &str| ISSUERS.iter().find(|(_, _, _, own, _)| *own == vendor).map(|(format, ..)| format.as_str().to_owned());
    let by_vendor = if target.wire == Wire::OPENAI_RESPONSES && is_azure { Some("azure") } else { vendor };
    let known = by_vendor.or(by_wire).or(by_model).and_then(format_by);
    let known = known.or_else(|| by_model.and_then(format_by));
    known.unwrap_or_else(|| ReasoningFormat::UNKNOWN.as_str().to_owned())
}

/// Reads the native thought of a typed item, as a block of the wire of its format. An item from OpenRouter, or with an unknown format, stays unchanged. `from`
/// is the issuer, if the caller has it.
#[must_use]
pub fn native_of_item(item: Value<'_>, from: Option<&Target>) -> NativeThought {
    let format = item.word("format");
    let is_detail = from.is_some_and(|from| from.wire == Wire::OPENROUTER_CHAT);
    let row = ISSUERS.iter().find(|(own, ..)| own.as_str() == format && !is_detail);
    let made = row.and_then(|(_, wire, host, _, pointer)| {
        let issuer = Target { host: Some((*host).to_owned()), ..Target::new(wire.clone()) };
        Some((block_of_item(item, &issuer)?, issuer, *pointer))
    });
    let (block, own, pointer) = made.unwrap_or_else(|| (item.raw().to_vec(), Target::new(Wire::OPENROUTER_CHAT), "/reasoning_details/0"));
    // Gemini's signature has the id of its call, and is sent back on that call.
    let call = item.get("id").and_then(Value::text).filter(|_| own.wire == Wire::GEMINI_GENERATE);
    let neighbours = call.map(|id| Neighbours { carrier: vec![["call ", &*id.lossy()].concat()], ..Neighbours::default() });
    let issuer = from.filter(|from| from.wire == own.wire).cloned().unwrap_or(own);
    NativeThought { issuer, block, pointer: Some(pointer.to_owned()), response: None, is_complete: true, neighbours }
}

/// Returns the block of a typed item on the wire of its format.
fn block_of_item(item: Value<'_>, issuer: &Target) -> Option<Vec<u8>> {
    let string = |name: &str| item.get(name).filter(|value| value.kind() == Kind::String);
    let [text, summary, signature, data] = ["text", "summary", "signature", "data"].map(string);
    let said = text.or(summary).map(Value::raw);
    let sealed = if issuer.wire == Wire::OPENAI_RESPONSES { data } else { data.or(signature) };
    let handle = sealed.map(Value::raw);
    let (_, _, [_, _, _, withheld, bare]) = shapes_of(&issuer.wire)?;
    let pieces = Pieces {
        text: said.unwrap_or(b"\"\"").to_vec(),
        handle: handle.unwrap_or_default().to_vec(),
        id: string("id").map(Value::raw).unwrap_or_default().to_vec(),
        summary: summary.filter(|summary| summary.raw().len() > 2).map(|summary| summary.raw().to_vec()).into_iter().collect(),
    };
    if issuer.wire == Wire::OPENAI_RESPONSES {
        return Some(responses_item(&pieces, text));
    }
    if data.is_some() && !withheld.is_empty() {
        return Some(fill(withheld, &pieces, issuer));
    }
    if issuer.wire == Wire::GEMINI_GENERATE && said.is_none() {
        let mut out = Writer::default();
        out.open(b'{');
        out.member("text", "");
        if let Some(handle) = handle {
            out.name("thoughtSignature");
            out.raw(handle);
        }
        out.close(b'}');
        return Some(out.finish());
    }
    native_block(issuer, Some(&pieces.text), handle).or_else(|| (!bare.is_empty()).then(|| fill(bare, &pieces, issuer)))
}

/// Writes an item of Responses. Open reasoning is its content, a summary is beside it.
fn responses_item(pieces: &Pieces, text: Option<Value<'_>>) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.member("type", "reasoning");
    if !pieces.id.is_empty() {
        out.name("id");
        out.raw(&pieces.id);
    }
    let mut list = |name: &str, kind: &str, texts: &[&[u8]]| {
        out.name(name);
        out.open(b'[');
        for text in texts {
            out.open(b'{');
            out.member("type", kind);
            out.name("text");
            out.raw(text);
            out.close(b'}');
        }
        out.close(b']');
    };
    list("summary", "summary_text", &pieces.summary.iter().map(Vec::as_slice).collect::<Vec<_>>());
    if let Some(text) = text {
        list("content", "reasoning_text", &[text.raw()]);
    }
    if !pieces.handle.is_empty() {
        out.name("encrypted_content");
        out.raw(&pieces.handle);
    }
    out.close(b'}');
    out.finish()
}
