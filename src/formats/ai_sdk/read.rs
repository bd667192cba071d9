//! `ModelMessage`s, read.

use std::borrow::Cow;

use super::super::format::{media, media_kind, messages_of, named};
use super::super::options::{self, cache_of, read_details, read_handle};
use crate::conversation::reader::{Reader, call, call_input, content, result, written, written_if};
use crate::error::Error;
use crate::json::{Kind, Value};
use crate::model::{Content, ContentKind, Media, MediaKind, MediaSource, Output, Speaker};

/// The member with the data that a provider needs.
pub(super) const OPTIONS: &str = "providerOptions";

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    if let Some(system) = body.get("system").filter(|system| system.text().is_some()) {
        reader.say(Speaker::System, content(system, system, ContentKind::Text(written(Some(system)))));
    }
    messages_of(body, &["messages"])?.into_iter().for_each(|message| read_message(message, reader));
    Ok(())
}

fn read_message<'d>(message: Value<'d>, reader: &mut Reader<'d>) {
    let speaker = match message.token("role") {
        b"system" => Speaker::System,
        b"user" => Speaker::User,
        b"assistant" => Speaker::Assistant,
        b"tool" => Speaker::Tool,
        _ => return reader.unread(message, "it is not a message of the AI SDK"),
    };
    let Some(body) = message.get("content") else { return reader.unread(message, "it has no content") };
    let own = cache_of(message.get(OPTIONS));
    if body.kind() == Kind::String {
        let kind = ContentKind::Text(written(Some(body)));
        return reader.say(speaker, Content { cache: own, ..content(body, message, kind) });
    }
    let details = message.path("providerOptions.openrouter.reasoning_details");
    let has_details = details.is_some_and(|details| details.elements().next().is_some());
    details.into_iter().for_each(|details| read_details(details, message, reader));
    let count = body.elements().count();
    for (nth, part) in body.elements().enumerate() {
        read_part(part, speaker, message, has_details, reader);
        if let (Some(mark), true) = (own, nth + 1 == count) {
            reader.mark_cache(mark);
        }
    }
}

fn read_part<'d>(part: Value<'d>, speaker: Speaker, message: Value<'d>, has_details: bool, reader: &mut Reader<'d>) {
    let kind = match part.token("type") {
        b"reasoning" => return read_thought(part, message, has_details, reader),
        b"text" => ContentKind::Text(written(part.get("text"))),
        b"image" => media(part, "image", MediaKind::Image),
        b"file" => file(part, media_kind(part.word("mediaType"))),
        b"tool-call" if !part.fits("providerExecuted=true") => {
            call(part.get("toolCallId"), part.get("toolName"), call_input(part.get("input")))
        }
        b"tool-result" if speaker == Speaker::Tool => read_result(part, message),
        _ => ContentKind::Opaque,
    };
    let mut said = Content { cache: cache_of(options_of(part)), ..content(part, message, kind) };
    read_handle(&mut said, options_of(part), reader);
    reader.say(speaker, said);
}

fn read_thought<'d>(part: Value<'d>, message: Value<'d>, has_details: bool, reader: &mut Reader<'d>) {
    if let Some(details) = options_of(part).and_then(|options| options.path("openrouter.reasoning_details")) {
        // The message has them all too. They are read once.
        if !has_details {
            read_details(details, message, reader);
        }
        return;
    }
    options::read_thought(content(part, message, ContentKind::Thought), part.get("text"), options_of(part), reader);
}

/// Returns the data that a provider needs of a part. In the content of a result it has another name.
fn options_of(part: Value<'_>) -> Option<Value<'_>> {
    part.get(OPTIONS).or_else(|| part.get("providerMetadata"))
}

fn read_result<'d>(part: Value<'d>, message: Value<'d>) -> ContentKind<'d> {
    let output = part.get("output");
    let value = output.and_then(|output| output.get("value"));
    let kind = output.map(|output| output.token("type")).unwrap_or_default();
    let said = match kind {
        b"text" | b"error-text" => Output::Text(written(value)),
        b"execution-denied" => Output::Text(written(output.and_then(|output| output.get("reason")))),
        b"content" => contents(value, message),
        _ => value.or(output).map_or(Output::Empty, |value| Output::Json(Cow::Borrowed(value.raw()))),
    };
    result(part.get("toolCallId"), part.get("toolName"), kind.starts_with(b"error") || kind == b"execution-denied", said)
}

/// Reads a file: the data, or since version 7 an object that describes them.
fn file(part: Value<'_>, kind: MediaKind) -> ContentKind<'_> {
    let Some(data) = part.get("data") else { return ContentKind::Opaque };
    let inner = match data.token("type") {
        b"text" => return named(part, kind, MediaSource::Text(written(data.get("text")))),
        b"data" => media(data, "data", kind),
        b"url" => media(data, "url", kind),
        _ => return media(part, "data", kind),
    };
    let ContentKind::Media(media) = inner else { return inner };
    let (mime, name) = (written_if(part.get("mediaType")).or(media.mime), written_if(part.get("filename")));
    ContentKind::Media(Media { mime, name, ..media })
}

/// Reads the contents in the output of a tool.
pub(super) fn contents<'d>(list: Option<Value<'d>>, message: Value<'d>) -> Output<'d> {
    Output::Contents(list.into_iter().flat_map(Value::elements).map(|one| content(one, message, inner(one))).collect())
}

fn inner(part: Value<'_>) -> ContentKind<'_> {
    let kind = part.token("type");
    let medium = if kind.starts_with(b"image") { MediaKind::Image } else { media_kind(part.word("mediaType")) };
    match kind {
        b"text" => ContentKind::Text(written(part.get("text"))),
        b"file" => file(part, medium),
        b"media" | b"image-data" | b"file-data" => media(part, "data", medium),
        b"image-url" | b"file-url" => media(part, "url", medium),
        _ => ContentKind::Opaque,
    }
}
