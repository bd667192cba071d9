//! Messages of Letta's API, written.

use crate::conversation::plan::{Decision, visible};
use crate::conversation::writer::RequestWriter;
use crate::formats::flat::{text_of, texts_of};
use crate::formats::format::note_rest;
use crate::json::{Text, decimal};
use crate::model::time::Moment;
use crate::model::{CallInput, Content, ContentKind, Conversation, Media, MediaKind, MediaSource, Message, Speaker, ThinkingKind};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    note_rest(conversation, request);
    request.note_caches(conversation);
    request.out.open(b'[');
    let mut count = 0;
    for message in &conversation.messages {
        let is_pictured = message.contents.iter().any(|content| matches!(content.kind, ContentKind::Media(_)));
        if message.speaker == Speaker::User && is_pictured {
            write_parts(message, &mut count, request);
            continue;
        }
        for content in &message.contents {
            let start = request.out.len();
            write_content(message.speaker, content, &mut count, request);
            request.placed(content, start);
        }
    }
    request.out.close(b']');
    if count > 0 {
        request.notes.demand("/0/date", "date", "a message has a date, and the source has none: they count the seconds from 1970");
    }
}

/// Opens a message of a type.
fn open(kind: &str, id: Option<&[u8]>, count: &mut usize, request: &mut RequestWriter<'_, '_>) {
    let (number, moment) = (decimal(*count), Moment::new(i64::try_from(*count).unwrap_or_default().saturating_mul(1000)));
    let zeros = "000000000000".get(number.len()..).unwrap_or_default();
    request.out.open(b'{');
    match id {
        Some(id) => request.json("id", id),
        None => request.out.member("id", &["message-00000000-0000-4000-8000-", zeros, &number].concat()),
    }
    request.out.member("date", &moment.map(Moment::to_iso).unwrap_or_default());
    request.out.member("message_type", kind);
    *count += 1;
}

fn write_content<'d>(speaker: Speaker, content: &Content<'d>, count: &mut usize, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Thought => return write_thought(content, count, request),
        ContentKind::Call(call) => {
            write_handle(content, count, request);
            open("tool_call_message", None, count, request);
            let called = request.open_member("tool_call");
            request.string("name", &call.name);
            match &call.input {
                CallInput::Json(json) => request.quoted("arguments", json),
                CallInput::Text(text) => request.string("arguments", text),
            }
            request.string("tool_call_id", call.id.as_deref().unwrap_or_default());
            request.close_member(called);
        }
        ContentKind::Result(result) => {
            let said = texts_of(content, result, request);
            open("tool_return_message", None, count, request);
            request.out.member("status", if result.failed { "error" } else { "success" });
            request.string("tool_call_id", result.id.as_deref().unwrap_or_default());
            request.string("tool_return", &said);
            result.name.iter().for_each(|name| request.string("name", name));
        }
        _ => {
            let Some(text) = text_of(content, request).filter(|text| !text.is_empty()) else { return };
            let kind = match speaker {
                Speaker::System | Speaker::Developer => "system_message",
                Speaker::Assistant => "assistant_message",
                Speaker::User | Speaker::Tool => "user_message",
            };
            if speaker == Speaker::Developer {
                request.notes.add(content.value, "developer", "the format has only instructions of the system");
            }
            write_handle(content, count, request);
            open(kind, None, count, request);
            request.string("content", text);
        }
    }
    request.out.close(b'}');
}

/// Writes the handle that a call or a text carries: a hidden message before it.
fn write_handle(content: &Content<'_>, count: &mut usize, request: &mut RequestWriter<'_, '_>) {
    let handle = content.thinking.as_ref().and_then(|thinking| thinking.handles.first());
    if request.decision(content) != Some(Decision::Native) {
        return;
    }
    let Some(handle) = handle else { return };
    write_hidden(content, "omitted", handle.raw(), count, request);
}

fn write_hidden(content: &Content<'_>, state: &str, handle: &[u8], count: &mut usize, request: &mut RequestWriter<'_, '_>) {
    open("hidden_reasoning_message", None, count, request);
    request.out.member("name", request.issuer(content).word("wire"));
    request.out.member("state", state);
    request.json("hidden_reasoning", handle);
    request.out.close(b'}');
}

/// Writes a thought: one message, or one for each part of a summary, which share the id of their item.
fn write_thought<'d>(content: &Content<'d>, count: &mut usize, request: &mut RequestWriter<'_, 'd>) {
    let Some(thinking) = &content.thinking else { return };
    let is_whole = request.decision(content) == Some(Decision::Native);
    let handle = if is_whole { thinking.handles.first() } else { None };
    let is_item = request.issuer(content).fits("wire=openai-responses");
    let id = if is_item && is_whole { request.thought_id(content) } else { None };
    let seen = visible(content);
    if let (true, Some(handle), None) = (seen.is_empty(), handle, id) {
        let state = if thinking.kind == ThinkingKind::Redacted { "redacted" } else { "omitted" };
        return write_hidden(content, state, handle.raw(), count, request);
    }
    let parts: Vec<&[u8]> = match is_item && is_whole && thinking.texts.len() > 1 {
        true => thinking.texts.iter().filter_map(|text| text.text()).map(Text::raw).collect(),
        false => vec![&seen],
    };
    for (nth, text) in parts.iter().enumerate() {
        let is_last = nth + 1 == parts.len();
        open("reasoning_message", id.map(|id| id.raw()), count, request);
        if is_whole {
            request.out.member("name", request.issuer(content).word("wire"));
        }
        request.out.member("source", "reasoner_model");
        request.string("reasoning", text);
        if let Some(handle) = handle
            && is_last
        {
            request.json("signature", handle.raw());
        }
        request.out.close(b'}');
    }
}

/// Writes a message of the user with pictures.
fn write_parts<'d>(message: &Message<'d>, count: &mut usize, request: &mut RequestWriter<'_, 'd>) {
    let (mark, before) = (request.out.len(), *count);
    open("user_message", None, count, request);
    request.out.name("content");
    request.out.open(b'[');
    let from = request.out.len();
    for content in &message.contents {
        let start = request.out.len();
        match &content.kind {
            ContentKind::Media(media) if media.kind == MediaKind::Image => write_image(content, media, request),
            _ => {
                if let Some(text) = text_of(content, request) {
                    request.text_part(text);
                }
            }
        }
        request.placed(content, start);
    }
    if request.out.len() == from {
        *count = before;
        return request.out.cut(mark);
    }
    request.out.close(b']');
    request.out.close(b'}');
}

fn write_image<'d>(content: &Content<'d>, media: &Media<'d>, request: &mut RequestWriter<'_, 'd>) {
    if matches!(media.source, MediaSource::File(_) | MediaSource::Text(_)) {
        return request.left_out(content, "the format has no place for a file that a provider holds");
    }
    request.out.open(b'{');
    request.out.member("type", "image");
    let source = request.open_member("source");
    match &media.source {
        MediaSource::Url(url) => {
            request.out.member("type", "url");
            request.string("url", url);
        }
        MediaSource::Data(data) | MediaSource::File(data) | MediaSource::Text(data) => {
            request.out.member("type", "base64");
            request.string("media_type", media.mime.as_deref().unwrap_or(b"image/png"));
            request.string("data", data);
        }
    }
    request.close_member(source);
    request.out.close(b'}');
}
