//! Messages, written.

use super::super::format::note_rest;
use super::answer::{write_answer, write_call_block, write_thought};
use super::places::runs;
use crate::conversation::data_url::url_of;
use crate::conversation::marks;
use crate::conversation::plan::Decision;
use crate::conversation::writer::RequestWriter;
use crate::json::Value;
use crate::model::{Content, ContentKind, Conversation, Media, MediaKind, MediaSource, Message, Output, Speaker, ToolResult};
use crate::wires::chat::conversation::write_media as write_chat_media;

pub(super) fn write<'d>(conversation: &Conversation<'d>, is_langchain: bool, request: &mut RequestWriter<'_, 'd>) {
    note_rest(conversation, request);
    request.out.open(b'[');
    for message in &conversation.messages {
        match message.speaker {
            Speaker::Assistant => {
                for run in runs(message, is_langchain, request) {
                    write_answer(run, is_langchain, request);
                }
            }
            Speaker::Tool => message.contents.iter().for_each(|content| write_result(content, is_langchain, request)),
            _ => write_message(message, is_langchain, request),
        }
    }
    request.out.close(b']');
}

/// Writes the member with the speaker.
pub(super) fn write_speaker(speaker: Speaker, is_langchain: bool, request: &mut RequestWriter<'_, '_>) {
    let [class, role] = match speaker {
        Speaker::System => ["system", "system"],
        Speaker::Developer => ["system", "developer"],
        Speaker::User => ["human", "user"],
        Speaker::Assistant => ["ai", "assistant"],
        Speaker::Tool => ["tool", "tool"],
    };
    if is_langchain { request.out.member("type", class) } else { request.out.member("role", role) }
}

fn write_message<'d>(message: &Message<'d>, is_langchain: bool, request: &mut RequestWriter<'_, 'd>) {
    let mark = request.out.len();
    request.out.open(b'{');
    write_speaker(message.speaker, is_langchain, request);
    request.out.name("content");
    let contents: Vec<&Content<'d>> = message.contents.iter().collect();
    if !write_contents(&contents, is_langchain, request) {
        return request.out.cut(mark);
    }
    if message.speaker == Speaker::Developer && is_langchain {
        request.json("additional_kwargs", br#"{"__openai_role__":"developer"}"#);
    }
    request.out.close(b'}');
}

/// Writes contents: one text as a string, anything else as a list. Returns `true` if it is not empty.
pub(super) fn write_contents<'d>(contents: &[&Content<'d>], is_langchain: bool, request: &mut RequestWriter<'_, 'd>) -> bool {
    if let [content] = contents
        && content.cache.is_none()
        && let ContentKind::Text(text) = &content.kind
        && (!is_langchain || signature(content, request).is_none())
    {
        let start = request.out.len();
        request.out.written(text);
        request.placed(content, start);
        return true;
    }
    request.list(&mut contents.iter().copied(), &|content, request| write_block(content, is_langchain, request))
}

fn write_block<'d>(content: &Content<'d>, is_langchain: bool, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Text(text) => {
            let signature = if is_langchain { signature(content, request) } else { None };
            write_text(text, content.cache, signature, request);
        }
        ContentKind::Refusal(text) if is_langchain => {
            request.out.open(b'{');
            request.out.member("type", "refusal");
            request.string("refusal", text);
            request.out.close(b'}');
        }
        ContentKind::Refusal(text) => {
            request.notes.add(content.value, "refusal", "the target has only text");
            write_text(text, content.cache, None, request);
        }
        ContentKind::Media(media) if is_langchain => write_media(media, content.cache, request),
        ContentKind::Media(Media { source: MediaSource::Text(text), .. }) => {
            request.notes.add(content.value, "document", "the target takes a document that is a text as text");
            write_text(text, content.cache, None, request);
        }
        ContentKind::Media(media) => {
            request.note_cache(content.cache);
            write_chat_media(content, media, request);
        }
        ContentKind::Thought => write_thought(content, request),
        ContentKind::Call(call) => write_call_block(content, call, request),
        ContentKind::Result(_) | ContentKind::Opaque => request.left_out(content, "only the wire of the source supports it"),
    }
}

/// Returns the signature on a text or a call.
pub(super) fn signature<'d>(content: &Content<'d>, request: &RequestWriter<'_, 'd>) -> Option<Value<'d>> {
    let is_native = request.decision(content) == Some(Decision::Native);
    content.thinking.as_ref().filter(|_| is_native)?.handles.first().copied()
}

fn write_text(text: &[u8], cache: Option<Value<'_>>, signature: Option<Value<'_>>, request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.member("type", "text");
    request.string("text", text);
    if let Some(signature) = signature {
        request.out.name("extras");
        request.out.open(b'{');
        request.json("signature", signature.raw());
        request.out.close(b'}');
    }
    write_cache(cache, request);
    request.out.close(b'}');
}

pub(super) fn write_cache(cache: Option<Value<'_>>, request: &mut RequestWriter<'_, '_>) {
    if let Some(mark) = cache {
        request.json("cache_control", if mark.fits("type=ephemeral") { mark.raw() } else { br#"{"type":"ephemeral"}"# });
    }
}

/// Writes a medium in the forms that the packages of all providers and both languages read.
fn write_media(media: &Media<'_>, cache: Option<Value<'_>>, request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    match (&media.source, media.kind) {
        (MediaSource::Url(_) | MediaSource::Data(_), MediaKind::Image) => {
            request.out.member("type", "image_url");
            request.out.name("image_url");
            request.out.open(b'{');
            match &media.source {
                MediaSource::Data(data) => {
                    let mime = media.mime.as_deref().unwrap_or(b"image/png");
                    request.string("url", &url_of(Some(mime), data));
                }
                MediaSource::Url(held) | MediaSource::Text(held) | MediaSource::File(held) => request.string("url", held),
            }
            if let Some(detail) = media.detail {
                request.json("detail", detail.raw());
            }
            request.out.close(b'}');
        }
        (source, kind) => {
            request.out.member("type", if kind == MediaKind::Document { "file" } else { kind.name() });
            let (word, member, held) = match source {
                MediaSource::Url(held) => ("url", "url", held),
                MediaSource::Data(held) => ("base64", "data", held),
                MediaSource::Text(held) => ("text", "text", held),
                MediaSource::File(held) => ("id", "id", held),
            };
            request.out.member("source_type", word);
            request.string(member, held);
            if let Some(mime) = &media.mime {
                request.string("mime_type", mime);
            }
            if let Some(name) = &media.name {
                request.out.name("metadata");
                request.out.open(b'{');
                request.string("filename", name);
                request.out.close(b'}');
            }
        }
    }
    write_cache(cache, request);
    request.out.close(b'}');
}

fn write_result<'d>(content: &Content<'d>, is_langchain: bool, request: &mut RequestWriter<'_, 'd>) {
    let ContentKind::Result(result) = &content.kind else { return request.left_out(content, "only results are allowed in this message") };
    let start = request.out.len();
    request.out.open(b'{');
    write_speaker(Speaker::Tool, is_langchain, request);
    request.string("tool_call_id", result.id.as_deref().unwrap_or_default());
    if let Some(name) = &result.name {
        request.string("name", name);
    }
    if result.failed && is_langchain {
        request.out.member("status", "error");
    }
    request.out.name("content");
    write_output(content, result, is_langchain, request);
    if !is_langchain {
        write_cache(content.cache, request);
    }
    request.out.close(b'}');
    request.placed(content, start);
}

fn write_output<'d>(content: &Content<'d>, result: &ToolResult<'d>, is_langchain: bool, request: &mut RequestWriter<'_, 'd>) {
    let is_marked = result.failed && !is_langchain;
    if is_marked {
        request.notes.add(content.value, "is_error", "the target has no error flag: the text says it");
    }
    // The packages look for `cache_control` on the blocks of a result.
    let cache = if is_langchain { content.cache } else { None };
    let mut texts = RequestWriter::output_text(&result.output);
    if let Some(text) = texts.as_mut()
        && is_marked
    {
        *text = marks::FAILED.put(text);
    }
    if let (Some(text), None) = (&texts, cache) {
        return request.out.written(text);
    }
    request.out.open(b'[');
    if let Some(text) = texts {
        write_text(&text, cache, None, request);
    }
    if let Output::Contents(contents) = &result.output {
        let is_first_text = matches!(contents.first().map(|first| &first.kind), Some(ContentKind::Text(_)));
        if is_marked && !is_first_text {
            write_text(&marks::FAILED.put(b""), None, None, request);
        }
        for (nth, one) in contents.iter().enumerate() {
            let cache = cache.filter(|_| nth + 1 == contents.len()).or(one.cache);
            match &one.kind {
                ContentKind::Text(text) if is_marked && nth == 0 => write_text(&marks::FAILED.put(text), cache, None, request),
                _ => write_block(&Content { cache, ..one.clone() }, is_langchain, request),
            }
        }
    }
    request.out.close(b']');
}
