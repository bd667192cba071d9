//! Options: the data that a provider needs for a part, in the form of the AI SDK and of frameworks that build on it. They are an object with a member for each
//! provider, under its name.

use super::format::{carried, thought};
use super::issuers::{chat_of, issuer_named, provider_of};
use crate::conversation::plan::Decision;
use crate::conversation::reader::{Reader, content};
use crate::conversation::writer::RequestWriter;
use crate::json::{Text, Value};
use crate::model::{Content, ContentKind, Issued, Speaker, Strings, Target, Thinking, ThinkingKind, Wire};
use crate::wires::chat::conversation::{is_detail, write_detail};

/// The names of the handles in options, for all providers.
const HANDLES: [&str; 3] = ["signature", "reasoningEncryptedContent", "thoughtSignature"];

/// Returns the cache setting in options.
pub(super) fn cache_of(options: Option<Value<'_>>) -> Option<Value<'_>> {
    ["anthropic.cacheControl", "anthropic.cache_control", "bedrock.cachePoint", "openrouter.cacheControl"]
        .iter()
        .find_map(|path| options?.path(path))
}

/// Reads the handle of a text or a call.
pub(super) fn read_handle<'d>(said: &mut Content<'d>, options: Option<Value<'d>>, reader: &mut Reader<'d>) {
    let handle = options.into_iter().flat_map(Value::members).find_map(|(name, options)| {
        let handle = HANDLES.iter().find_map(|handle| options.get(handle))?;
        Some((name.plain()?, handle))
    });
    if let Some((name, handle)) = handle {
        carry(said, issuer_named(name, None), handle, reader);
    }
}

/// Adds the handle of an issuer to a text or a call. A result has none: the AI SDK copies the options of the call to it.
pub(super) fn carry<'d>(said: &mut Content<'d>, issuer: Option<Target>, handle: Value<'d>, reader: &mut Reader<'d>) {
    if matches!(said.kind, ContentKind::Result(_)) {
        return;
    }
    let Some(issuer) = reader.issuer(issuer) else { return };
    said.thinking = Some(carried(&said.kind, handle));
    said.issued = Some(Issued { issuer, id: None, is_native: false });
}

/// Reads a thought: a text, and the options of its issuer.
pub(super) fn read_thought<'d>(mut said: Content<'d>, text: Option<Value<'d>>, options: Option<Value<'d>>, reader: &mut Reader<'d>) {
    let named = |(name, options): (Text<'d>, Value<'d>)| Some((issuer_of(name.plain()?, options)?, options));
    let Some((target, options)) = options.into_iter().flat_map(Value::members).find_map(named) else {
        said.thinking = Some(thought(&Wire::OPENAI_CHAT, text, None));
        return reader.say(Speaker::Assistant, said);
    };
    let id = options.get("itemId");
    let handle = HANDLES.iter().find_map(|handle| options.get(handle)).filter(|handle| !handle.is_null());
    if extend_item(&said, id, text, handle, reader) {
        return;
    }
    let redacted = options.get("redactedData").or_else(|| options.get("redactedContent"));
    said.thinking = Some(match redacted {
        Some(data) => Thinking { kind: ThinkingKind::Redacted, ..thought(&target.wire, None, Some(data)) },
        None => thought(&target.wire, text, handle),
    });
    said.issued = reader.issuer(Some(target)).map(|issuer| Issued { issuer, id, is_native: false });
    reader.say(Speaker::Assistant, said);
}

/// Returns `true` if options name a known provider.
pub(super) fn name_a_provider(options: Value<'_>) -> bool {
    options.members().any(|(name, _)| name.plain().is_some_and(|name| issuer_named(name, None).is_some()))
}

/// Adds a part of a summary to the previous item, if it belongs to that item. Returns `true` if it does.
pub(super) fn extend_item<'d>(
    said: &Content<'d>,
    id: Option<Value<'d>>,
    text: Option<Value<'d>>,
    handle: Option<Value<'d>>,
    reader: &mut Reader<'d>,
) -> bool {
    let Some(last) = reader.conversation.messages.last_mut().and_then(|last| last.contents.last_mut()) else { return false };
    let is_same = last.issued.and_then(|issued| issued.id).zip(id).is_some_and(|(one, other)| one.raw() == other.raw());
    if !is_same || last.entry.span() != said.entry.span() {
        return false;
    }
    let Some(thinking) = last.thinking.as_mut() else { return false };
    text.filter(|text| text.text().is_some_and(|text| !text.is_empty())).into_iter().for_each(|text| thinking.texts.push(text));
    if let Some(handle) = handle {
        thinking.handles = Strings::One(handle);
    }
    true
}

/// Returns the issuer of a thought. Those of OpenAI-compatible vendors have an id or ciphertext, unless they are from a chat.
pub(super) fn issuer_of(name: &str, options: Value<'_>) -> Option<Target> {
    let issuer = issuer_named(name, None)?;
    Some(if options.fits("itemId,reasoningEncryptedContent") { issuer } else { chat_of(issuer) })
}

/// Reads OpenRouter's items, which its provider keeps unchanged.
pub(super) fn read_details<'d>(details: Value<'d>, message: Value<'d>, reader: &mut Reader<'d>) {
    for detail in details.elements() {
        let Some(issuer) = reader.issuer(issuer_named("openrouter", None)) else { continue };
        let texts = detail.get("text").or_else(|| detail.get("summary"));
        let mut thinking = thought(&Wire::OPENROUTER_CHAT, texts, detail.get("signature").or_else(|| detail.get("data")));
        if detail.fits("type=reasoning.encrypted") {
            thinking.kind = ThinkingKind::Encrypted;
        }
        let issued = Some(Issued { issuer, id: None, is_native: true });
        let said = Content { thinking: Some(thinking), issued, ..content(detail, message, ContentKind::Thought) };
        reader.say(Speaker::Assistant, said);
    }
}

/// Writes the data that the issuer of a part needs, and the cache setting, as a member.
pub(super) fn write_options<'d>(member: &str, content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let is_native = request.decision(content) == Some(Decision::Native);
    let thinking = if is_native { content.thinking.as_ref() } else { None };
    let options = request.open_member(member);
    if let Some(thinking) = thinking {
        let issuer = request.issuer(content);
        let wire = issuer.word("wire").to_owned();
        let handle = thinking.handles.first().and_then(|handle| handle.text()).map(Text::raw);
        request.out.name(provider_of(issuer));
        request.out.open(b'{');
        let name = match (&*wire, thinking.kind) {
            ("anthropic-messages" | "bedrock-converse", ThinkingKind::Redacted) => "redactedData",
            ("anthropic-messages" | "bedrock-converse", _) => "signature",
            ("openai-responses", _) => "reasoningEncryptedContent",
            _ => "thoughtSignature",
        };
        match handle {
            _ if wire == "openrouter-chat" && is_detail(content) => {
                request.out.name("reasoning_details");
                request.out.open(b'[');
                write_detail(content, request);
                request.out.close(b']');
            }
            _ => {
                if let Some(id) = request.thought_id(content) {
                    request.json("itemId", id.raw());
                }
                handle.into_iter().for_each(|handle| request.string(name, handle));
            }
        }
        request.out.close(b'}');
    }
    if let Some(mark) = content.cache {
        request.out.name("anthropic");
        request.out.open(b'{');
        request.out.name("cacheControl");
        request.out.open(b'{');
        request.out.member("type", "ephemeral");
        if let Some(ttl) = mark.get("ttl") {
            request.json("ttl", ttl.raw());
        }
        request.out.close(b'}');
        request.out.close(b'}');
    }
    request.close_member(options);
}
