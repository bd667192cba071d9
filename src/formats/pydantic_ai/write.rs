//! Messages of Pydantic AI, written.

use std::borrow::Cow;

use super::super::format::{default_type, note_rest};
use super::super::issuers::provider_of;
use super::read::{AS_ISSUED, REDACTED};
use crate::conversation::handle_form::out_of_blob;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::plain;
use crate::conversation::writer::{RequestWriter, sides};
use crate::json::base64;
use crate::json::{Text, Value};
use crate::model::{
    CallInput, Content, ContentKind, Conversation, Media, MediaKind, MediaSource, Message, Output, Speaker, ThinkingKind, ToolResult,
};
use crate::wires::chat::conversation::reasoning_field;

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    note_rest(conversation, request);
    request.out.open(b'[');
    for (is_model, run) in sides(&conversation.messages) {
        let mark = request.out.len();
        request.out.open(b'{');
        request.out.name("parts");
        request.out.open(b'[');
        let from = request.out.len();
        for message in run {
            if message.speaker == Speaker::User {
                write_prompt(message, request);
                continue;
            }
            for content in &message.contents {
                let start = request.out.len();
                write_part(message.speaker, content, request);
                request.placed(content, start);
            }
        }
        if request.out.len() == from {
            request.out.cut(mark);
            continue;
        }
        request.out.close(b']');
        if is_model {
            let mut contents = run.iter().flat_map(|message| &message.contents);
            let issued = contents.find(|content| request.decision(content) == Some(Decision::Native));
            issued.into_iter().for_each(|content| request.out.member("provider_name", provider(request.issuer(content))));
        }
        request.out.member("kind", if is_model { "response" } else { "request" });
        request.out.close(b'}');
    }
    request.out.close(b']');
}

/// Returns the framework's name for an issuer.
fn provider(issuer: Value<'_>) -> &str {
    match provider_of(issuer) {
        "vertex" => "google-vertex",
        "kimi" => "moonshotai",
        "glm" => "zai",
        "qwen" => "alibaba",
        name => name,
    }
}

/// Writes a user message: one part, with a text or a list in it.
fn write_prompt<'d>(message: &Message<'d>, request: &mut RequestWriter<'_, 'd>) {
    let mark = request.out.len();
    request.out.open(b'{');
    request.out.member("part_kind", "user-prompt");
    request.out.name("content");
    if let [content @ Content { kind: ContentKind::Text(text), cache: None, .. }] = &*message.contents {
        let start = request.out.len();
        request.out.written(text);
        request.placed(content, start);
        return request.out.close(b'}');
    }
    match request.list(&mut message.contents.iter(), &write_marked) {
        true => request.out.close(b'}'),
        false => request.out.cut(mark),
    }
}

/// Writes one content of a prompt, and its cache point after it.
fn write_marked<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let start = request.out.len();
    write_content(content, request);
    if let Some(mark) = content.cache
        && request.out.len() > start
    {
        request.out.open(b'{');
        request.out.member("kind", "cache-point");
        if let Some(ttl) = mark.get("ttl").filter(|ttl| ttl.fits("=5m|1h")) {
            request.json("ttl", ttl.raw());
        }
        request.out.close(b'}');
    }
}

/// Writes one content of a prompt or of an output.
fn write_content<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Text(text) => request.out.written(text),
        ContentKind::Media(Media { source: MediaSource::File(_), .. }) => {
            request.left_out(content, "the format cannot refer to a file that a provider stores");
        }
        ContentKind::Media(media) => write_media(media, request),
        _ => request.left_out(content, "only the wire of the source supports it"),
    }
}

fn write_media(media: &Media<'_>, request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    let kind = match (&media.source, media.kind) {
        (MediaSource::Url(url), kind) => {
            request.string("url", url);
            match kind {
                MediaKind::Image => "image-url",
                MediaKind::Document => "document-url",
                MediaKind::Audio => "audio-url",
                MediaKind::Video => "video-url",
            }
        }
        (MediaSource::Text(text), _) => {
            request.string("data", base64::encode(&plain(text)).as_bytes());
            "binary"
        }
        (MediaSource::Data(data) | MediaSource::File(data), _) => {
            request.string("data", data);
            "binary"
        }
    };
    match &media.mime {
        Some(mime) => request.string("media_type", mime),
        None if kind == "binary" => request.string("media_type", default_type(media)),
        None => {}
    }
    if let Some(detail) = media.detail {
        let metadata = request.open_member("vendor_metadata");
        request.json("detail", detail.raw());
        request.close_member(metadata);
    }
    request.out.member("kind", kind);
    request.out.close(b'}');
}

fn write_part<'d>(speaker: Speaker, content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let is_model = speaker == Speaker::Assistant;
    match &content.kind {
        ContentKind::Text(text) | ContentKind::Refusal(text) => {
            match (&content.kind, speaker) {
                (ContentKind::Refusal(_), _) => request.notes.add(content.value, "refusal", "the target has only text"),
                (_, Speaker::Developer) => {
                    request.notes.add(content.value, "developer", "the format has no developer role: it is sent as system");
                }
                _ => {}
            }
            request.note_cache(content.cache);
            request.out.open(b'{');
            request.out.member("part_kind", if is_model { "text" } else { "system-prompt" });
            request.string("content", text);
            write_seal(content, request);
            request.out.close(b'}');
        }
        ContentKind::Thought => write_thought(content, request),
        ContentKind::Call(call) => {
            request.note_cache(content.cache);
            request.out.open(b'{');
            request.out.member("part_kind", "tool-call");
            request.string("tool_name", &call.name);
            match &call.input {
                CallInput::Json(json) if json.first() == Some(&b'{') => request.json("args", json),
                CallInput::Json(json) => request.quoted("args", json),
                CallInput::Text(text) => request.string("args", text),
            }
            request.string("tool_call_id", call.id.as_deref().unwrap_or_default());
            write_seal(content, request);
            request.out.close(b'}');
        }
        ContentKind::Result(result) => write_result(content, result, request),
        ContentKind::Media(media) if is_model && matches!(media.source, MediaSource::Data(_) | MediaSource::Text(_)) => {
            request.out.open(b'{');
            request.out.member("part_kind", "file");
            request.out.name("content");
            write_media(media, request);
            request.out.close(b'}');
        }
        ContentKind::Media(_) => request.left_out(content, "the format accepts media of the model only as data"),
        ContentKind::Opaque => request.left_out(content, "only the wire of the source supports it"),
    }
}

fn write_result<'d>(content: &Content<'d>, result: &ToolResult<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.note_cache(content.cache);
    request.out.open(b'{');
    request.out.member("part_kind", "tool-return");
    request.string("tool_name", result.name.as_deref().unwrap_or_default());
    request.string("tool_call_id", result.id.as_deref().unwrap_or_default());
    if result.failed {
        request.out.member("outcome", "failed");
    }
    request.out.name("content");
    match &result.output {
        Output::Empty => request.out.written(b""),
        Output::Text(text) => request.out.written(text),
        Output::Json(json) => request.out.raw(json),
        Output::Contents(contents) => match &**contents {
            [one @ Content { kind: ContentKind::Text(_), .. }] => write_content(one, request),
            several => {
                if !several.iter().any(|one| matches!(one.kind, ContentKind::Media(_))) {
                    request.notes.add(content.value, "result", "the framework sends a list of texts as JSON");
                }
                request.out.open(b'[');
                several.iter().for_each(|one| write_content(one, request));
                request.out.close(b']');
            }
        },
    }
    request.out.close(b'}');
}

/// Returns the handle of a thought that is sent whole, as it is written.
fn handle_of<'d>(content: &Content<'d>) -> Option<&'d [u8]> {
    content.thinking.as_ref()?.handles.first()?.text().map(Text::raw)
}

/// Writes the signature of a text or a call, with the name of its provider.
fn write_seal<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    if request.decision(content) != Some(Decision::Native) {
        return;
    }
    let Some(handle) = handle_of(content) else { return };
    request.out.member("provider_name", provider(request.issuer(content)));
    let details = request.open_member("provider_details");
    write_signature(handle, request);
    request.close_member(details);
}

/// Writes a signature of Gemini. The framework decodes it in the standard alphabet, with padding. One in another spelling is kept beside it.
fn write_signature(handle: &[u8], request: &mut RequestWriter<'_, '_>) {
    let spelled =
        base64::decode(&plain(handle)).map(|bytes| base64::encode(&bytes).into_bytes()).filter(|spelled| *spelled != *plain(handle));
    request.string("thought_signature", spelled.as_deref().unwrap_or(handle));
    if spelled.is_some() {
        request.string(AS_ISSUED, handle);
    }
}

fn write_thought<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let Some(thinking) = &content.thinking else { return };
    let issuer = request.issuer(content);
    let text = visible(content);
    let mut texts: Vec<&[u8]> = vec![&text];
    if request.decision(content) != Some(Decision::Native) {
        open_thought(&text, request);
        return request.out.close(b'}');
    }
    let is_gemini = issuer.fits("wire=gemini-generate|openai-chat dialect=gemini,wire=gemini-generate");
    if is_gemini && text.is_empty() {
        // The framework does not send an empty thought, but it sends an empty text with its signature.
        request.out.open(b'{');
        request.out.member("part_kind", "text");
        request.out.member("content", "");
        write_seal(content, request);
        return request.out.close(b'}');
    }
    let is_item = issuer.fits("wire=openai-responses");
    let is_open = is_item && thinking.kind == ThinkingKind::Text;
    if is_item && !is_open {
        texts = thinking.texts.iter().filter_map(|text| text.text()).map(Text::raw).collect();
    }
    if is_open || texts.is_empty() {
        texts = vec![b""];
    }
    for (nth, text) in texts.into_iter().enumerate() {
        open_thought(text, request);
        let detail = content.value.fits("type^reasoning.").then_some(content.value);
        let redacted =
            if thinking.kind == ThinkingKind::Redacted { REDACTED.get(usize::from(issuer.fits("wire=bedrock-converse"))) } else { None };
        let id = request.thought_id(content).or_else(|| detail?.get("id"));
        match (id, redacted) {
            (Some(id), _) => request.json("id", id.raw()),
            (None, Some(redacted)) => request.out.member("id", redacted),
            (None, None) if issuer.fits("wire=openai-chat") => request.out.member("id", reasoning_field(issuer)),
            _ => {}
        }
        request.out.member("provider_name", provider(issuer));
        let handle = if nth == 0 { handle_of(content) } else { None };
        if let Some(handle) = handle
            && !is_gemini
        {
            // The framework sends the text of a redacted block as the blob, and so adds the layer itself.
            let redacted = thinking.handles.first().and_then(|handle| handle.text()).filter(|_| redacted.is_some());
            request.string("signature", &redacted.map_or(Cow::Borrowed(handle), out_of_blob));
        }
        let details = request.open_member("provider_details");
        if let Some(handle) = handle
            && is_gemini
        {
            write_signature(handle, request);
        }
        for name in ["type", "format", "index"] {
            detail.and_then(|detail| detail.get(name)).into_iter().for_each(|value| request.json(name, value.raw()));
        }
        if is_open {
            request.out.name("raw_content");
            request.out.open(b'[');
            thinking.texts.iter().for_each(|text| request.out.raw(text.raw()));
            request.out.close(b']');
        }
        request.close_member(details);
        request.out.close(b'}');
    }
}

/// Writes the text of a thought, and leaves it open.
fn open_thought(text: &[u8], request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.member("part_kind", "thinking");
    request.string("content", text);
}
