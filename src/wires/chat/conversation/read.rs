//! Reads the messages and tools of a chat request.

use std::borrow::Cow;

use super::read_settings;
use crate::conversation::data_url;
use crate::conversation::data_url::media_at;
use crate::conversation::function;
use crate::conversation::reader::{Reader, content, content_of, is_blank, output, result, text_of, written, written_if};
use crate::error::Error;
use crate::json::{Kind, Value};
use crate::model::{Content, ContentKind, Media, MediaKind, MediaSource, Part, PartKind, Speaker, Thinking, Wire};
use crate::wires::codec;

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    // The three chat wires read messages alike.
    if let Some(codec) = codec(&Wire::OPENAI_CHAT) {
        let history = codec.request(body);
        let mut from = 0;
        for (value, _, end) in &history.heads {
            message(*value, history.parts.get(from..*end).unwrap_or_default(), reader);
            from = *end;
        }
    }
    read_parameters(body, reader);
    Ok(())
}

/// Reads everything of a request but its messages.
pub(crate) fn read_parameters<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    function::read_tools(body, reader);
    read_settings::read(body, reader);
}

fn message<'d>(message: Value<'d>, parts: &[Part<'d>], reader: &mut Reader<'d>) {
    let speaker = match message.token("role") {
        b"system" => Speaker::System,
        b"developer" => Speaker::Developer,
        b"assistant" | b"model" => Speaker::Assistant,
        b"tool" | b"function" => Speaker::Tool,
        _ => Speaker::User,
    };
    let own = |name: &[u8]| OWN.contains(&name) || name == b"name" && speaker == Speaker::Tool;
    for (_, value) in message.members().filter(|(name, value)| !own(name.raw()) && !is_blank(*value)) {
        reader.unread(value, "only the source's wire has this member");
    }
    if speaker == Speaker::Tool {
        let output = output(message.get("content"), message, inner);
        let kind = result(message.get("tool_call_id"), message.get("name"), false, output);
        return reader.say(speaker, Content { cache: message.get("cache_control"), ..content(message, message, kind) });
    }
    // Reasoning comes before the rest of the message, whatever the position of its member.
    let mut parts: Vec<&Part<'d>> = parts.iter().collect();
    parts.sort_by_key(|part| match part.kind {
        PartKind::Thought if !is_within_content(message, part.value) => 0,
        PartKind::Call => 2,
        _ => 1,
    });
    let mut signature = signature(message, &parts);
    let count = parts.len();
    for part in parts {
        let value = part.value;
        let kind = match part.kind {
            PartKind::Thought => ContentKind::Thought,
            PartKind::Call => function::read_call(value, reader),
            PartKind::Text => {
                reader.leftover(Some(value), &["type", "text", "cache_control"]);
                ContentKind::Text(text_of(part))
            }
            _ if is_within_content(message, value) => kind_of(value),
            _ if message.get("refusal") == Some(value) => ContentKind::Refusal(written(Some(value))),
            _ => continue,
        };
        let mut said = Content { cache: value.get("cache_control"), ..content_of(part, message, kind) };
        if let ContentKind::Text(text) | ContentKind::Refusal(text) = &said.kind {
            if text.is_empty() && count > 1 {
                continue;
            }
            said.thinking = signature.take().map(|(_, thinking)| thinking);
        }
        reader.say(speaker, said);
    }
    // OpenRouter's models return pictures next to their text.
    for value in message.list("images") {
        let media = value.get("image_url").and_then(|image| at_url(MediaKind::Image, image));
        reader.say(speaker, content(value, message, media.map_or(ContentKind::Opaque, ContentKind::Media)));
    }
    if let Some((value, thinking)) = signature {
        reader.say(speaker, Content { thinking: Some(thinking), ..content(value, message, ContentKind::Thought) });
    }
    if let (Some(mark), Some(last)) = (message.get("cache_control"), reader.conversation.messages.last_mut())
        && let Some(last) = last.contents.last_mut()
    {
        last.cache = last.cache.or(Some(mark));
    }
}

/// The members of a message that are read here or carry no information.
const OWN: &[&[u8]] = &[
    b"role",
    b"content",
    b"tool_calls",
    b"tool_call_id",
    b"function_call",
    b"refusal",
    b"images",
    b"reasoning",
    b"reasoning_content",
    b"reasoning_text",
    b"reasoning_opaque",
    b"reasoning_details",
    b"thinking",
    b"extra_content",
    b"cache_control",
];

/// Reads the signature that Gemini's endpoint puts next to a text.
fn signature<'d>(message: Value<'d>, parts: &[&Part<'d>]) -> Option<(Value<'d>, Thinking<'d>)> {
    let beside = message.get("extra_content")?;
    let part = parts.iter().find(|part| part.value == beside)?;
    Some((beside, part.thinking.clone()?))
}

fn is_within_content(message: Value<'_>, value: Value<'_>) -> bool {
    message.get("content").is_some_and(|content| content.span().range().contains(&value.span().start))
}

/// Reads a content of a list.
fn inner<'d>(chunk: Value<'d>, message: Value<'d>) -> Content<'d> {
    Content { cache: chunk.get("cache_control"), ..content(chunk, message, kind_of(chunk)) }
}

/// Returns the kind of a chunk that is neither a thought nor a call.
pub(crate) fn kind_of(chunk: Value<'_>) -> ContentKind<'_> {
    let from = |name: &str| chunk.get(name);
    let media = match chunk.token("type") {
        b"text" | b"input_text" | b"output_text" => return ContentKind::Text(written(from("text"))),
        b"refusal" => return ContentKind::Refusal(written(from("refusal"))),
        b"image_url" => from("image_url").and_then(|image| at_url(MediaKind::Image, image)),
        b"video_url" => from("video_url").and_then(|film| at_url(MediaKind::Video, film)),
        b"input_audio" => from("input_audio").map(recording),
        b"document_url" => {
            let name = written_if(from("document_name"));
            from("document_url").and_then(|url| at_url(MediaKind::Document, url)).map(|media| Media { name, ..media })
        }
        b"file" => file(from("file").unwrap_or(chunk)),
        _ if chunk.kind() == Kind::String => return ContentKind::Text(written(Some(chunk))),
        _ => None,
    };
    media.map_or(ContentKind::Opaque, ContentKind::Media)
}

/// Reads a medium with an address: the value itself or its member `url`.
fn at_url(kind: MediaKind, value: Value<'_>) -> Option<Media<'_>> {
    let url = written_if(Some(value.get("url").unwrap_or(value)))?;
    Some(Media { detail: value.get("detail").filter(|detail| !detail.is_null()), ..media_at(kind, url) })
}

/// Reads a recording: OpenAI's is an object, Mistral's a string with an address or with data.
fn recording(audio: Value<'_>) -> Media<'_> {
    match written_if(Some(audio)) {
        Some(text) if text.starts_with(b"http") || text.starts_with(b"data:") => media_at(MediaKind::Audio, text),
        Some(data) => Media { source: MediaSource::Data(data), ..media_at(MediaKind::Audio, Cow::Borrowed(b"")) },
        None => data_url::audio(audio),
    }
}

fn file(file: Value<'_>) -> Option<Media<'_>> {
    let name = written_if(file.get("filename"));
    let data = written_if(file.get("file_data")).map(|data| media_at(MediaKind::Document, data));
    let held = |id| Media { source: MediaSource::File(id), ..media_at(MediaKind::Document, Cow::Borrowed(b"")) };
    let media = data.or_else(|| written_if(file.get("file_id")).map(held))?;
    Some(Media { name, ..media })
}
