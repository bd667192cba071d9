//! The blocks of a content: standard ones of both versions, those of a chat, and those of providers.

use std::borrow::Cow;

use super::source::{Answer, say_call, say_signed, signature_of};
use super::thoughts::say_thought;
use crate::conversation::data_url::media_at;
use crate::conversation::reader::{Reader, content, written_if};
use crate::json::{Kind, Value};
use crate::model::{Content, ContentKind, Media, MediaKind, MediaSource, Speaker};
use crate::wires::chat::conversation::part_kind;

pub(super) fn say_block<'d>(block: Value<'d>, speaker: Speaker, answer: &mut Answer<'d>, reader: &mut Reader<'d>) {
    // Blocks that the standard does not have are wrapped.
    let block = block.get("value").filter(|_| block.fits("type=non_standard")).unwrap_or(block);
    match block.token("type") {
        b"thinking" | b"redacted_thinking" | b"reasoning" | b"reasoning_content" if speaker == Speaker::Assistant => {
            return say_thought(block, answer, reader);
        }
        b"tool_use" | b"tool_call" | b"function_call" if speaker == Speaker::Assistant => {
            let id = ["call_id", "id"].iter().map(|name| block.token(name)).find(|id| !id.is_empty());
            let nth = id.and_then(|id| answer.nth(id));
            // The arguments of a stream may be incomplete here. Those of the call are complete.
            let whole = if !block.fits("input:o,args:o") { nth.and_then(|nth| answer.calls.get(nth)).copied() } else { None };
            if let Some(is_said) = nth.and_then(|nth| answer.is_said.get_mut(nth)) {
                *is_said = true;
            }
            return say_call(block, whole.unwrap_or(block), answer, reader);
        }
        // The calls of the message contain these too.
        b"functionCall" | b"input_json_delta" | b"tool_call_chunk" | b"invalid_tool_call" if speaker == Speaker::Assistant => return,
        _ => {}
    }
    if let Some(mark) = block.get("cachePoint") {
        return reader.mark_cache(mark);
    }
    let said = Content { cache: block.get("cache_control"), ..inner(block, answer.message) };
    match (&said.kind, speaker) {
        (ContentKind::Text(_), Speaker::Assistant) => say_signed(said, signature_of(block), answer, reader),
        _ => reader.say(speaker, said),
    }
}

/// Reads a content that is neither a thought nor a call.
pub(super) fn inner<'d>(block: Value<'d>, message: Value<'d>) -> Content<'d> {
    let kind = match block.word("type") {
        "image" => Some(MediaKind::Image),
        "audio" => Some(MediaKind::Audio),
        "video" => Some(MediaKind::Video),
        "file" | "document" | "text-plain" if block.get("file").is_none() => Some(MediaKind::Document),
        "media" => Some(kind_of(mime_of(block))),
        _ => None,
    };
    let kind = kind.map_or_else(|| part_kind(block), |kind| media(block, kind).map_or(ContentKind::Opaque, ContentKind::Media));
    content(block, message, kind)
}

/// Reads a medium: LangChain's two versions in the spelling of both languages, or Anthropic's.
fn media<'d>(block: Value<'d>, kind: MediaKind) -> Option<Media<'d>> {
    let holder = block.get("source").filter(|source| source.kind() == Kind::Object).unwrap_or(block);
    let of = |names: &[&str]| names.iter().find_map(|name| written_if(holder.get(name)));
    let text = if holder.fits("type=text") { of(&["data"]) } else { of(&["text"]) };
    let id = if holder.fits("source_type=id") { of(&["id"]) } else { of(&["file_id", "fileId"]) };
    let source = text
        .map(MediaSource::Text)
        .or_else(|| of(&["data", "base64"]).map(MediaSource::Data))
        .or_else(|| id.map(MediaSource::File))
        .map(|source| Media { source, ..media_at(kind, Cow::Borrowed(b"")) });
    let at = source.or_else(|| of(&["url", "file_uri", "fileUri"]).map(|url| media_at(kind, url)))?;
    let mime = ["mime_type", "mimeType", "media_type"].iter().find_map(|name| written_if(holder.get(name)));
    let names = ["metadata.filename", "metadata.name", "metadata.title", "extras.filename", "filename", "title"];
    let name = names.iter().find_map(|path| written_if(block.path(path)));
    Some(Media { mime: mime.or(at.mime), name, detail: block.path("metadata.detail"), ..at })
}

fn mime_of<'d>(block: Value<'d>) -> &'d str {
    ["mime_type", "mimeType"].iter().map(|name| block.word(name)).find(|mime| !mime.is_empty()).unwrap_or_default()
}

fn kind_of(mime: &str) -> MediaKind {
    match mime.split('/').next() {
        Some("image") => MediaKind::Image,
        Some("audio") => MediaKind::Audio,
        Some("video") => MediaKind::Video,
        _ => MediaKind::Document,
    }
}
