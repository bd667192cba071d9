//! Items, written.

use super::super::format::{default_type, note_rest};
use super::super::options::write_options;
use super::read::DATA;
use crate::conversation::data_url::url_of;
use crate::conversation::marks;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::plain;
use crate::conversation::writer::RequestWriter;
use crate::json::base64;
use crate::json::{Text, Value};
use crate::model::{
    CallInput, Content, ContentKind, Conversation, Media, MediaKind, MediaSource, Message, Output, Speaker, ThinkingKind, ToolResult,
};

/// An issuer whose reasoning is an item of the framework.
pub(super) const ITEM_ISSUERS: &str = "wire=openai-responses vendor=openai,!vendor";

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    note_rest(conversation, request);
    request.out.open(b'[');
    for message in &conversation.messages {
        match message.speaker {
            Speaker::System | Speaker::Developer => {
                message.contents.iter().for_each(|content| write_system(message.speaker, content, request));
            }
            Speaker::User => write_input(message, request),
            Speaker::Assistant | Speaker::Tool => write_answer(message, request),
        }
    }
    request.out.close(b']');
}

fn write_system<'d>(speaker: Speaker, content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let ContentKind::Text(text) = &content.kind else { return request.left_out(content, "the format allows only text in instructions") };
    if speaker == Speaker::Developer {
        request.notes.add(content.value, "developer", "the format has no developer role: it is sent as system");
    }
    request.note_cache(content.cache);
    open_message("system", request);
    let start = request.out.len();
    request.string("content", text);
    request.placed(content, start);
    request.out.close(b'}');
}

fn open_message(role: &str, request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.member("type", "message");
    request.out.member("role", role);
}

fn write_input<'d>(message: &Message<'d>, request: &mut RequestWriter<'_, 'd>) {
    let mark = request.out.len();
    open_message("user", request);
    request.out.name("content");
    match request.list(&mut message.contents.iter(), &|content, request| write_content(content, true, request)) {
        true => request.out.close(b'}'),
        false => request.out.cut(mark),
    }
}

/// Writes the contents of the model or its tools: texts are parts of a message, all others are separate items.
fn write_answer<'d>(message: &Message<'d>, request: &mut RequestWriter<'_, 'd>) {
    let mut is_open = false;
    for content in &message.contents {
        let is_text = matches!(content.kind, ContentKind::Text(_) | ContentKind::Refusal(_));
        if is_open && !is_text {
            close_message(None, request);
            is_open = false;
        }
        if is_text && !is_open {
            open_message("assistant", request);
            request.out.member("status", "completed");
            request.out.name("content");
            request.out.open(b'[');
            is_open = true;
        }
        let start = request.out.len();
        write_item(content, request);
        request.placed(content, start);
        // Gemini's chat signs the message, so a signed text ends it.
        let seal = if is_text { chat_seal(content, request) } else { None };
        if seal.is_some() {
            close_message(seal, request);
            is_open = false;
        }
    }
    if is_open {
        close_message(None, request);
    }
}

fn close_message(seal: Option<Value<'_>>, request: &mut RequestWriter<'_, '_>) {
    request.out.close(b']');
    seal.into_iter().for_each(|seal| write_chat_seal(seal, request));
    request.out.close(b'}');
}

/// Returns the signature of Gemini's chat on a text or a call.
fn chat_seal<'d>(content: &Content<'d>, request: &RequestWriter<'_, 'd>) -> Option<Value<'d>> {
    let is_chat = request.decision(content) == Some(Decision::Native) && request.issuer(content).fits("wire=openai-chat dialect=gemini");
    content.thinking.as_ref().filter(|_| is_chat)?.handles.first().copied()
}

fn write_chat_seal(seal: Value<'_>, request: &mut RequestWriter<'_, '_>) {
    for name in [DATA, "extra_content", "google"] {
        request.out.name(name);
        request.out.open(b'{');
    }
    request.json("thought_signature", seal.raw());
    (0..3).for_each(|_| request.out.close(b'}'));
}

fn write_item<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let seal = chat_seal(content, request);
    match &content.kind {
        ContentKind::Text(text) | ContentKind::Refusal(text) => {
            let [kind, name] = if let ContentKind::Text(_) = content.kind { ["output_text", "text"] } else { ["refusal", "refusal"] };
            request.out.open(b'{');
            request.out.member("type", kind);
            request.string(name, text);
            if seal.is_none() {
                write_options(DATA, content, request);
            }
            request.out.close(b'}');
        }
        ContentKind::Thought => write_thought(content, request),
        ContentKind::Call(call) => {
            request.note_cache(content.cache);
            request.out.open(b'{');
            request.out.member("type", "function_call");
            request.string("callId", call.id.as_deref().unwrap_or_default());
            request.string("name", &call.name);
            match &call.input {
                CallInput::Json(json) => request.quoted("arguments", json),
                CallInput::Text(text) => request.string("arguments", text),
            }
            request.out.member("status", "completed");
            match seal {
                Some(seal) => write_chat_seal(seal, request),
                None => write_options(DATA, &Content { cache: None, ..content.clone() }, request),
            }
            request.out.close(b'}');
        }
        ContentKind::Result(result) => write_result(content, result, request),
        ContentKind::Media(_) => request.left_out(content, "the format does not accept media of the model"),
        ContentKind::Opaque => request.left_out(content, "only the wire of the source supports it"),
    }
}

fn write_result<'d>(content: &Content<'d>, result: &ToolResult<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.note_cache(content.cache);
    if result.failed {
        request.notes.add(content.value, "is_error", "the target has no error flag: the text says it");
    }
    request.out.open(b'{');
    request.out.member("type", "function_call_result");
    request.string("name", result.name.as_deref().unwrap_or_default());
    request.string("callId", result.id.as_deref().unwrap_or_default());
    request.out.member("status", "completed");
    request.out.name("output");
    let text = RequestWriter::output_text(&result.output);
    match (text, &result.output) {
        (None, Output::Contents(contents)) => {
            request.out.open(b'[');
            for (nth, one) in contents.iter().enumerate() {
                match &one.kind {
                    ContentKind::Text(text) if result.failed && nth == 0 => {
                        write_text("input_text", &marks::FAILED.put(text), request);
                        request.out.close(b'}');
                    }
                    _ => write_content(one, false, request),
                }
            }
            request.out.close(b']');
        }
        (text, _) => {
            let text = text.unwrap_or_default();
            write_text("text", &if result.failed { marks::FAILED.put(&text) } else { text }, request);
            request.out.close(b'}');
        }
    }
    request.out.close(b'}');
}

/// Writes a text, and leaves it open.
fn write_text(kind: &str, text: &[u8], request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.member("type", kind);
    request.string("text", text);
}

/// Writes a content of an input or of an output.
fn write_content<'d>(content: &Content<'d>, is_input: bool, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Text(text) => write_text("input_text", text, request),
        ContentKind::Media(media) if is_input || media.kind != MediaKind::Audio => {
            if !write_media(media, request) {
                return request.left_out(content, "the format accepts only media that is in the message");
            }
        }
        _ => return request.left_out(content, "only the wire of the source supports it"),
    }
    if let Some(mark) = content.cache {
        request.notes.at(mark.get("ttl"), "cache_control", "the format has no lifetime for a cache");
        request.json("promptCacheBreakpoint", br#"{"mode":"explicit"}"#);
    }
    request.out.close(b'}');
}

/// Writes a medium and leaves it open. Returns `false` if the format has no place for it.
fn write_media(media: &Media<'_>, request: &mut RequestWriter<'_, '_>) -> bool {
    let (kind, name) = match (media.kind, &media.source) {
        (MediaKind::Image, _) => ("input_image", "image"),
        (MediaKind::Document, _) => ("input_file", "file"),
        (MediaKind::Audio, MediaSource::Data(_)) => ("audio", "audio"),
        _ => return false,
    };
    request.out.open(b'{');
    request.out.member("type", kind);
    let mime = media.mime.as_deref().unwrap_or_else(|| default_type(media));
    match &media.source {
        MediaSource::Data(data) if media.kind == MediaKind::Audio => request.string(name, data),
        MediaSource::Data(data) => request.string(name, &url_of(Some(mime), data)),
        MediaSource::Text(text) => request.string(name, &url_of(Some(mime), base64::encode(&plain(text)).as_bytes())),
        MediaSource::Url(url) if media.kind == MediaKind::Image => request.string(name, url),
        MediaSource::Url(held) | MediaSource::File(held) => {
            request.out.name(name);
            request.out.open(b'{');
            request.string(if let MediaSource::Url(_) = media.source { "url" } else { "id" }, held);
            request.out.close(b'}');
        }
    }
    if media.kind == MediaKind::Audio {
        // A slash may be escaped.
        let mime = plain(mime);
        let format = mime.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
        request.string("format", format);
    }
    if let Some(name) = media.name.as_ref()
        && media.kind == MediaKind::Document
    {
        request.string("filename", name);
    }
    media.detail.into_iter().for_each(|detail| request.json("detail", detail.raw()));
    true
}

fn write_thought<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let is_native = request.decision(content) == Some(Decision::Native);
    request.out.open(b'{');
    request.out.member("type", "reasoning");
    match &content.thinking {
        Some(thinking) if is_native && request.issuer(content).fits(ITEM_ISSUERS) => {
            let texts: Vec<&[u8]> = thinking.texts.iter().filter_map(|text| text.text()).map(Text::raw).collect();
            let [summary, open] = if thinking.kind == ThinkingKind::Text { [&[][..], &texts] } else { [&texts, &[][..]] };
            if let Some(id) = request.thought_id(content) {
                request.json("id", id.raw());
            }
            write_texts("content", "input_text", summary, request);
            let data = request.open_member(DATA);
            thinking.handles.first().into_iter().for_each(|sealed| request.json("encrypted_content", sealed.raw()));
            if !open.is_empty() {
                write_texts("content", "reasoning_text", open, request);
            }
            request.close_member(data);
        }
        _ => {
            let text = visible(content);
            write_texts("content", "input_text", &[&text], request);
            write_texts("rawContent", "reasoning_text", &[&text], request);
            write_options(DATA, content, request);
        }
    }
    request.out.close(b'}');
}

fn write_texts(name: &str, kind: &str, texts: &[&[u8]], request: &mut RequestWriter<'_, '_>) {
    request.out.name(name);
    request.out.open(b'[');
    for text in texts {
        write_text(kind, text, request);
        request.out.close(b'}');
    }
    request.out.close(b']');
}
