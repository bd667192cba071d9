//! Writes a request of Anthropic's Messages.

use super::settings;
use crate::conversation::data_url::text_in;
use crate::conversation::handle_form::out_of_blob;
use crate::conversation::marks;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::plain;
use crate::conversation::writer::{RequestWriter, instructions, sides};
use crate::json::Value;
use crate::model::{Content, ContentKind, Conversation, Media, MediaKind, MediaSource, Message, Output, Speaker, ThinkingKind};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let (system, messages) = instructions(conversation);
    request.out.open(b'{');
    request.model();
    write_system(system, request);
    request.out.name("messages");
    request.out.open(b'[');
    sides(messages).for_each(|(is_model, run)| write_message(is_model, run, request));
    request.out.close(b']');
    settings::write(conversation, request);
    request.out.close(b'}');
}

fn write_system<'d>(system: &[Message<'d>], request: &mut RequestWriter<'_, 'd>) {
    let contents: Vec<&Content<'d>> = system.iter().flat_map(|message| &message.contents).collect();
    if let [Content { kind: ContentKind::Text(text), cache: None, .. }] = *contents {
        return request.string("system", text);
    }
    if contents.is_empty() {
        return;
    }
    request.out.name("system");
    request.out.open(b'[');
    for content in contents {
        match &content.kind {
            ContentKind::Text(text) if !text.is_empty() => write_text(text, content.cache, request),
            _ => request.left_out(content, "the target allows only text in instructions"),
        }
    }
    request.out.close(b']');
}

/// Writes a message of one side, if it is not empty.
fn write_message<'d>(is_model: bool, run: &[Message<'d>], request: &mut RequestWriter<'_, 'd>) {
    if run.first().is_some_and(|message| request.write_original(message)) {
        return;
    }
    let mark = request.out.len();
    request.out.open(b'{');
    request.out.member("role", if is_model { "assistant" } else { "user" });
    request.out.name("content");
    if let [Message { contents, speaker, .. }] = run
        && let [content @ Content { kind: ContentKind::Text(text), cache: None, .. }] = &**contents
        && !text.is_empty()
        && !matches!(speaker, Speaker::System | Speaker::Developer)
    {
        let start = request.out.len();
        request.out.written(text);
        request.placed(content, start);
        return request.out.close(b'}');
    }
    request.out.open(b'[');
    let from = request.out.len();
    for message in run {
        for content in &message.contents {
            let start = request.out.len();
            write_content(message.speaker, content, request);
            request.placed(content, start);
        }
    }
    if request.out.len() == from {
        return request.out.cut(mark);
    }
    request.out.close(b']');
    request.out.close(b'}');
}

fn write_content<'d>(speaker: Speaker, content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Text(text) | ContentKind::Refusal(text) if text.is_empty() => {
            request.left_out(content, "the target refuses empty texts")
        }
        ContentKind::Text(text) if matches!(speaker, Speaker::System | Speaker::Developer) => {
            request.notes.add(
                content.value,
                "system",
                "the target allows instructions only at the beginning: it is sent as a marked user text",
            );
            write_text(&marks::SYSTEM.put(text), content.cache, request);
        }
        ContentKind::Text(text) => write_text(text, content.cache, request),
        ContentKind::Refusal(text) => {
            request.notes.add(content.value, "refusal", "the target has no refusals: it is sent as text");
            write_text(text, content.cache, request);
        }
        ContentKind::Thought if request.native(content) => {}
        ContentKind::Thought => write_thought(content, request),
        ContentKind::Call(call) => {
            let input = request.call_object(content, &call.input);
            request.out.open(b'{');
            request.out.member("type", "tool_use");
            request.string("id", call.id.as_deref().unwrap_or_default());
            request.string("name", &call.name);
            request.json("input", &input);
            write_cache(content.cache, request);
            request.out.close(b'}');
        }
        ContentKind::Result(result) => {
            request.out.open(b'{');
            request.out.member("type", "tool_result");
            request.string("tool_use_id", result.id.as_deref().unwrap_or_default());
            write_output(&result.output, request);
            if result.failed {
                request.json("is_error", b"true");
            }
            write_cache(content.cache, request);
            request.out.close(b'}');
        }
        // "'image' blocks are not permitted within assistant turns" (SEMOSS/Semoss#2323).
        ContentKind::Media(_) if speaker == Speaker::Assistant => {
            request.left_out(content, "the target does not accept media in assistant messages")
        }
        ContentKind::Media(media) => write_media(content, media, request),
        ContentKind::Opaque => request.left_out(content, "only the wire of the source supports it"),
    }
}

fn write_text(text: &[u8], cache: Option<Value<'_>>, request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.member("type", "text");
    request.string("text", text);
    write_cache(cache, request);
    request.out.close(b'}');
}

pub(super) fn write_cache(cache: Option<Value<'_>>, request: &mut RequestWriter<'_, '_>) {
    let Some(cache) = cache else { return };
    request.out.name("cache_control");
    request.out.open(b'{');
    request.out.member("type", "ephemeral");
    if let Some(ttl) = cache.get("ttl") {
        request.json("ttl", ttl.raw());
    }
    request.out.close(b'}');
}

fn write_thought(content: &Content<'_>, request: &mut RequestWriter<'_, '_>) {
    let Some(thinking) = &content.thinking else { return };
    let handle = thinking.handles.first().and_then(|handle| handle.text());
    let decision = request.decision(content);
    request.out.open(b'{');
    match (decision, handle) {
        // OpenRouter puts the data of a redacted block in an encrypted item.
        (Some(Decision::Native), Some(data)) if matches!(thinking.kind, ThinkingKind::Redacted | ThinkingKind::Encrypted) => {
            request.out.member("type", "redacted_thinking");
            request.string("data", &out_of_blob(data));
        }
        _ => {
            request.out.member("type", "thinking");
            request.string("thinking", &visible(content));
            // Hosts without signatures accept a block without one.
            if let (Some(Decision::Native), Some(signature)) = (decision, handle) {
                request.string("signature", signature.raw());
            }
        }
    }
    request.out.close(b'}');
}

fn write_output<'d>(output: &Output<'d>, request: &mut RequestWriter<'_, 'd>) {
    match output {
        Output::Empty => {}
        // Bedrock sends a result to the model as a list of blocks, and a thought is bound to that list.
        Output::Text(text) if request.plan.carries_any() => {
            request.out.name("content");
            request.out.open(b'[');
            write_text(text, None, request);
            request.out.close(b']');
        }
        Output::Text(text) => request.string("content", text),
        Output::Json(json) => request.quoted("content", json),
        Output::Contents(contents) => {
            request.out.name("content");
            request.out.open(b'[');
            contents.iter().for_each(|content| write_content(Speaker::Tool, content, request));
            request.out.close(b']');
        }
    }
}

fn write_media<'d>(content: &Content<'d>, media: &Media<'d>, request: &mut RequestWriter<'_, 'd>) {
    let kind = match media.kind {
        MediaKind::Image => "image",
        MediaKind::Document => "document",
        MediaKind::Audio | MediaKind::Video => return request.left_out(content, "the target supports only images and documents"),
    };
    if matches!(media.source, MediaSource::Data(_)) && text_in(media).is_none() && !is_taken(media) {
        return request.left_out(content, "the target does not support this type of data");
    }
    request.out.open(b'{');
    request.out.member("type", kind);
    request.out.name("source");
    request.out.open(b'{');
    match (text_in(media), &media.source) {
        // A document is accepted as data only if it is a PDF.
        (Some(text), source) => {
            if matches!(source, MediaSource::Data(_)) {
                request.notes.add(content.value, "document", "the target has no text documents: it is sent as text");
            }
            request.out.member("type", "text");
            request.out.member("media_type", "text/plain");
            request.string("data", &text);
        }
        (None, MediaSource::Url(url)) => {
            request.out.member("type", "url");
            request.string("url", url);
        }
        (None, MediaSource::Data(data)) => {
            request.out.member("type", "base64");
            let default: &[u8] = if media.kind == MediaKind::Image { b"image/png" } else { b"application/pdf" };
            request.string("media_type", media.mime.as_deref().unwrap_or(default));
            request.string("data", data);
        }
        (None, MediaSource::Text(_)) => {}
        (None, MediaSource::File(file)) => {
            request.out.member("type", "file");
            request.string("file_id", file);
        }
    }
    request.out.close(b'}');
    if let Some(name) = media.name.as_deref()
        && media.kind == MediaKind::Document
    {
        request.string("title", name);
    }
    write_cache(content.cache, request);
    request.out.close(b'}');
}

/// Returns `true` if data of this type is accepted. Data without a type is assumed to have the most common one.
fn is_taken(media: &Media<'_>) -> bool {
    media.mime.as_deref().is_none_or(|mime| TAKEN.contains(&&*plain(mime)))
}

const TAKEN: &[&[u8]] = &[b"image/png", b"image/jpeg", b"image/gif", b"image/webp", b"application/pdf"];
