//! Messages of Letta's API, written.

use super::super::blocks::text;
use super::records::Records;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::writer::RequestWriter;
use crate::formats::flat::{text_of, texts_of};
use crate::formats::format::note_rest;
use crate::json::scan;
use crate::model::{CallInput, Content, ContentKind, Conversation, Media, MediaKind, MediaSource, Message, Speaker, ThinkingKind};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    note_rest(conversation, request);
    request.note_caches(conversation);
    let given = scan(request.envelope.unwrap_or("{}").as_bytes());
    let Ok(envelope) = &given else { return };
    let mut records = Records::new(envelope.root(), request);
    request.out.open(b'[');
    for message in &conversation.messages {
        let is_pictured = message.contents.iter().any(|content| matches!(content.kind, ContentKind::Media(_)));
        if message.speaker == Speaker::User && is_pictured {
            write_parts(message, &mut records, request);
            continue;
        }
        for content in &message.contents {
            let start = request.out.len();
            write_content(message.speaker, content, &mut records, request);
            request.placed(content, start);
        }
    }
    request.out.close(b']');
    if records.count > 0 && records.date.is_none() {
        request.notes.demand("/0/date", "date", "a message needs a date, and the source has none: the dates count seconds from 1970");
    }
}

fn write_content<'d>(speaker: Speaker, content: &Content<'d>, records: &mut Records<'_>, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Thought => return write_thought(content, records, request),
        ContentKind::Call(call) => {
            write_handle(content, records, request);
            records.open("tool_call_message", content, request);
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
            records.open("tool_return_message", content, request);
            request.out.member("status", if result.failed { "error" } else { "success" });
            request.string("tool_call_id", result.id.as_deref().unwrap_or_default());
            request.string("tool_return", &said);
            result.name.iter().filter(|_| !records.have_name()).for_each(|name| request.string("name", name));
        }
        _ => {
            let Some(text) = text_of(content, request).filter(|text| !text.is_empty()) else { return };
            let kind = match speaker {
                Speaker::System | Speaker::Developer => "system_message",
                Speaker::Assistant => "assistant_message",
                Speaker::User | Speaker::Tool => "user_message",
            };
            if speaker == Speaker::Developer {
                request.notes.add(content.value, "developer", "the format has no developer role: it is sent as system");
            }
            write_handle(content, records, request);
            records.open(kind, content, request);
            request.string("content", text);
        }
    }
    request.out.close(b'}');
}

/// Writes the handle of a call or a text: a hidden message before it.
fn write_handle(content: &Content<'_>, records: &mut Records<'_>, request: &mut RequestWriter<'_, '_>) {
    let handle = content.thinking.as_ref().and_then(|thinking| thinking.handles.first());
    if request.decision(content) != Some(Decision::Native) {
        return;
    }
    let Some(handle) = handle else { return };
    write_hidden(content, "omitted", handle.raw(), records, request);
}

fn write_hidden(content: &Content<'_>, state: &str, handle: &[u8], records: &mut Records<'_>, request: &mut RequestWriter<'_, '_>) {
    records.open("hidden_reasoning_message", content, request);
    records.write_issuer(content, request);
    request.out.member("state", state);
    request.json("hidden_reasoning", handle);
    request.out.close(b'}');
}

/// Writes a thought. The parts of a summary are one text, as Letta shows them.
fn write_thought<'d>(content: &Content<'d>, records: &mut Records<'_>, request: &mut RequestWriter<'_, 'd>) {
    let Some(thinking) = &content.thinking else { return };
    let is_whole = request.decision(content) == Some(Decision::Native);
    let handle = if is_whole { thinking.handles.first() } else { None };
    let seen = visible(content);
    if let (true, Some(handle)) = (seen.is_empty(), handle) {
        let state = if thinking.kind == ThinkingKind::Redacted { "redacted" } else { "omitted" };
        return write_hidden(content, state, handle.raw(), records, request);
    }
    records.open("reasoning_message", content, request);
    if is_whole {
        records.write_issuer(content, request);
    }
    request.out.member("source", "reasoner_model");
    match thinking.texts.len() > 1 {
        true => request.json("reasoning", &text(&thinking.texts, thinking.kind)),
        false => request.string("reasoning", &seen),
    }
    handle.into_iter().for_each(|handle| request.json("signature", handle.raw()));
    request.out.close(b'}');
}

/// Writes a message of the user with pictures.
fn write_parts<'d>(message: &Message<'d>, records: &mut Records<'_>, request: &mut RequestWriter<'_, 'd>) {
    let Some(first) = message.contents.first() else { return };
    let mark = request.out.len();
    records.open("user_message", first, request);
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
        records.count -= 1;
        return request.out.cut(mark);
    }
    request.out.close(b']');
    request.out.close(b'}');
}

fn write_image<'d>(content: &Content<'d>, media: &Media<'d>, request: &mut RequestWriter<'_, 'd>) {
    if matches!(media.source, MediaSource::File(_) | MediaSource::Text(_)) {
        return request.left_out(content, "the format cannot refer to a file that a provider stores");
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
