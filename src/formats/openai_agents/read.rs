//! Items, read.

use std::borrow::Cow;

use super::super::format::{media, thought};
use super::super::issuers::issuer_named;
use super::super::options::{self, cache_of, carry, issuer_of, read_details, read_handle};
use crate::conversation::reader::{Reader, call, call_input, content, output, result, written, written_if};
use crate::error::{Code, Error};
use crate::json::{Kind, Value};
use crate::model::{
    Attachment, Content, ContentKind, Issued, Media, MediaKind, MediaSource, Output, Speaker, Target, Thinking, ThinkingKind, Wire,
};

/// The member with the data that a provider needs.
pub(super) const DATA: &str = "providerData";

/// The framework's id for an item that has none.
const NO_ID: &str = "FAKE_ID";

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    let members = ["originalInput", "history", "input", "items", "messages"];
    let list = if body.kind() == Kind::Object { members.iter().find_map(|name| body.get(name)) } else { Some(body) };
    let Some(list) = list.filter(|list| matches!(list.kind(), Kind::Array | Kind::String)) else {
        return Err(Error::new(Code::Input, "items are a list, or the member `history`, `input` or `items` of an object"));
    };
    if list.text().is_some() {
        reader.say(Speaker::User, content(list, list, ContentKind::Text(written(Some(list)))));
    }
    list.elements().for_each(|item| read_item(item, reader));
    // A stored run has its generated items beside its input.
    for made in body.list("generatedItems").filter(|made| !made.fits("type=tool_approval_item")) {
        made.get("rawItem").into_iter().for_each(|item| read_item(item, reader));
    }
    Ok(())
}

fn read_item<'d>(item: Value<'d>, reader: &mut Reader<'d>) {
    let data = item.get(DATA);
    let (speaker, kind) = match item.token("type") {
        b"message" | b"" if item.get("role").is_some() => return read_message(item, reader),
        b"reasoning" => return read_thought(item, reader),
        b"function_call" => (Speaker::Assistant, call(item.get("callId"), item.get("name"), call_input(item.get("arguments")))),
        b"function_call_result" => {
            let output = read_output(item.get("output"), item);
            (Speaker::Tool, result(item.get("callId"), item.get("name"), false, output))
        }
        _ => (Speaker::Assistant, ContentKind::Opaque),
    };
    let mut said = content(item, item, kind);
    read_seal(&mut said, data, reader);
    reader.say(speaker, said);
}

/// Reads the handle of a text or a call, in the form of the adapter or of Gemini's chat.
fn read_seal<'d>(said: &mut Content<'d>, data: Option<Value<'d>>, reader: &mut Reader<'d>) {
    read_handle(said, data, reader);
    if let Some(handle) = data.and_then(|data| data.path("extra_content.google.thought_signature")) {
        let host = Some("generativelanguage.googleapis.com".to_owned());
        carry(said, Some(Target { host, ..Target::new(Wire::OPENAI_CHAT) }), handle, reader);
    }
}

fn read_message<'d>(item: Value<'d>, reader: &mut Reader<'d>) {
    let speaker = match item.token("role") {
        b"system" => Speaker::System,
        b"user" => Speaker::User,
        b"assistant" => Speaker::Assistant,
        _ => return reader.unread(item, "it is not an item of the framework"),
    };
    let Some(body) = item.get("content") else { return reader.unread(item, "it has no content") };
    if body.kind() == Kind::String {
        return reader.say(speaker, content(body, item, ContentKind::Text(written(Some(body)))));
    }
    let count = body.elements().count();
    for (nth, part) in body.elements().enumerate() {
        let mut said = read_content(part, item);
        read_seal(&mut said, part.get(DATA), reader);
        if nth + 1 == count && speaker == Speaker::Assistant && said.thinking.is_none() {
            read_seal(&mut said, item.get(DATA), reader);
        }
        reader.say(speaker, said);
    }
}

fn read_content<'d>(part: Value<'d>, item: Value<'d>) -> Content<'d> {
    let kind = match part.token("type") {
        b"input_text" | b"output_text" | b"text" => ContentKind::Text(written(part.get("text"))),
        b"refusal" => ContentKind::Refusal(written(part.get("refusal"))),
        b"input_image" | b"image" => medium(part, ["image", "imageUrl"], MediaKind::Image),
        b"input_file" | b"file" => medium(part, ["file", "fileUrl"], MediaKind::Document),
        b"audio" => audio(part),
        _ => ContentKind::Opaque,
    };
    let cache = part.get("promptCacheBreakpoint").or_else(|| cache_of(part.get(DATA)));
    Content { cache, ..content(part, item, kind) }
}

/// Reads a picture or a document: a string, or an object with its source.
fn medium<'d>(part: Value<'d>, [name, address]: [&str; 2], kind: MediaKind) -> ContentKind<'d> {
    let held = part.get(name).filter(|held| held.kind() == Kind::Object);
    let file = held.and_then(|held| held.get("id").or_else(|| held.get("fileId"))).or_else(|| part.get("fileId"));
    let mut read = match (file, held) {
        (Some(file), _) => {
            ContentKind::Media(Media { kind, source: MediaSource::File(written(Some(file))), mime: None, name: None, detail: None })
        }
        (None, Some(held)) => media(held, if held.get("url").is_some() { "url" } else { "data" }, kind),
        (None, None) => media(part, if part.get(name).is_some() { name } else { address }, kind),
    };
    if let ContentKind::Media(media) = &mut read {
        media.name = media.name.take().or_else(|| written_if(part.get("filename")));
        media.detail = part.get("detail");
    }
    read
}

fn audio(part: Value<'_>) -> ContentKind<'_> {
    let Some(data) = written_if(part.get("audio")) else { return ContentKind::Opaque };
    let mime = written_if(part.get("format")).map(|format| Cow::Owned([b"audio/", &*format].concat()));
    ContentKind::Media(Media { kind: MediaKind::Audio, source: MediaSource::Data(data), mime, name: None, detail: None })
}

fn read_output<'d>(held: Option<Value<'d>>, item: Value<'d>) -> Output<'d> {
    match held {
        Some(one) if one.fits("type=text") => Output::Text(written(one.get("text"))),
        Some(one) if one.fits("type=image|file") => Output::Contents(vec![read_content(one, item)]),
        held => output(held, item, read_content),
    }
}

fn read_thought<'d>(item: Value<'d>, reader: &mut Reader<'d>) {
    let (said, data) = (content(item, item, ContentKind::Thought), item.get(DATA));
    let text = item.path("content.0.text").or_else(|| item.path("rawContent.0.text"));
    if let Some(details) = item.path("providerData.openrouter.reasoning_details") {
        return read_details(details, item, reader);
    }
    let mut names = data.into_iter().flat_map(Value::members).filter(|(_, one)| one.kind() == Kind::Object);
    if names.any(|(name, _)| name.plain().is_some_and(|name| issuer_named(name, None).is_some())) {
        return options::read_thought(said, text, data, reader);
    }
    // The adapter names the provider, its service and the model even if the provider needs nothing.
    let provider = data.map(|data| data.word("model")).and_then(|model| model.split_once(':')?.0.split('.').next());
    let adapted = provider.and_then(|name| issuer_of(name, data?));
    let id = item.get("id").filter(|id| id.text().is_some_and(|id| id.plain() != Some(NO_ID)));
    let sealed = data.and_then(|data| data.get("encryptedContent").or_else(|| data.get("encrypted_content")));
    let (target, thinking) = match adapted {
        Some(target) => {
            let thinking = thought(&target.wire, text, None);
            (Some(target), thinking)
        }
        None if id.is_some() || sealed.is_some() => {
            // The item does not name its issuer, OpenAI or Azure.
            let host = reader.source.as_ref().and_then(|source| source.host.clone());
            (issuer_named("openai", None).map(|issuer| Target { host, ..issuer }), read_own(item, sealed, reader))
        }
        None => (None, thought(&Wire::OPENAI_CHAT, text, None)),
    };
    let issued = reader.issuer(target).map(|issuer| Issued { issuer, id, is_native: false });
    reader.say(Speaker::Assistant, Content { thinking: Some(thinking), issued, ..said });
}

/// Reads a thought of OpenAI's Responses.
fn read_own<'d>(item: Value<'d>, sealed: Option<Value<'d>>, reader: &mut Reader<'d>) -> Thinking<'d> {
    let mut thinking = Thinking::new(ThinkingKind::Omitted, Attachment::Item { partner: None }).handle(sealed);
    if !thinking.handles.is_empty() {
        thinking.kind = ThinkingKind::Encrypted;
    }
    for (path, kind) in [("content", ThinkingKind::Summary), ("providerData.content", ThinkingKind::Text)] {
        if !thinking.texts.is_empty() {
            item.path(path).into_iter().for_each(|list| reader.unread(list, "the format has no place for reasoning text beside a summary"));
            break;
        }
        for text in item.list(path).filter_map(|part| part.get("text")).filter(|text| text.text().is_some()) {
            thinking.kind = kind;
            thinking.texts.push(text);
        }
    }
    thinking
}
