//! Writes a request of Bedrock's Converse.

use std::collections::BTreeSet;

use super::places::DOCUMENTS;
use super::{media, settings};
use crate::conversation::handle_form::in_blob;
use crate::conversation::marks::{self, OPENING};
use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::plain;
use crate::conversation::writer::{RequestWriter, instructions, sides};
use crate::json::Value;
use crate::model::{Content, ContentKind, Conversation, Media, MediaSource, Message, Output, Speaker, ThinkingKind, ToolResult};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let (system, messages) = instructions(conversation);
    request.out.open(b'{');
    let contents: Vec<&Content<'d>> = system.iter().flat_map(|message| &message.contents).collect();
    if !contents.is_empty() {
        request.out.name("system");
        request.out.open(b'[');
        for content in contents {
            match &content.kind {
                ContentKind::Text(text) if !is_blank(text) => {
                    media::write_text(text, request);
                    write_cache(content.cache, request);
                }
                _ => request.left_out(content, "the target allows only text in instructions"),
            }
        }
        request.out.close(b']');
    }
    write_messages(messages, request);
    settings::write(conversation, request);
    request.out.close(b'}');
}

/// Writes the messages. They alternate: two messages of one side are joined if nothing between them can be written.
fn write_messages<'d>(messages: &[Message<'d>], request: &mut RequestWriter<'_, 'd>) {
    request.out.name("messages");
    request.out.open(b'[');
    let (mut begun, mut last, mut names) = (false, None, BTreeSet::new());
    for (is_model, run) in sides(messages) {
        if run.first().is_some_and(|message| request.write_original(message)) {
            (begun, last) = (true, None);
            continue;
        }
        let before = request.out.len();
        let goes_on = last == Some(is_model);
        if goes_on {
            request.out.cut(before.saturating_sub(2));
        } else {
            if is_model && !begun {
                request.notes.demand("/messages/0", "user", "the target requires a user message first");
                open_message("user", request);
                media::write_text(OPENING, request);
                request.out.close(b']');
                request.out.close(b'}');
            }
            open_message(if is_model { "assistant" } else { "user" }, request);
        }
        let inside = request.out.len();
        let (mut has_text, has_documents) = (false, names.len());
        for message in run {
            for content in &message.contents {
                let start = request.out.len();
                write_content(message.speaker, content, &mut names, request);
                if request.out.len() > start {
                    has_text |= is_text(content);
                    write_cache(content.cache, request);
                }
                request.placed(content, start);
            }
        }
        // "A text block must be included when using documents" (maximhq/bifrost#5817).
        if names.len() > has_documents && !has_text && !is_model {
            request.notes.demand("/messages", "text", "the target requires a text beside documents");
            media::write_text(DOCUMENTS, request);
        }
        if request.out.len() == inside && !goes_on {
            request.out.cut(before);
            continue;
        }
        request.out.close(b']');
        request.out.close(b'}');
        (begun, last) = (true, Some(is_model));
    }
    request.out.close(b']');
}

fn open_message(role: &str, request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.member("role", role);
    request.out.name("content");
    request.out.open(b'[');
}

/// Returns `true` if a content is written as a text.
fn is_text(content: &Content<'_>) -> bool {
    matches!(content.kind, ContentKind::Text(_) | ContentKind::Refusal(_) | ContentKind::Media(Media { source: MediaSource::Url(_), .. }))
}

fn write_content<'d>(speaker: Speaker, content: &Content<'d>, names: &mut BTreeSet<Vec<u8>>, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Text(text) | ContentKind::Refusal(text) if is_blank(text) => {
            request.left_out(content, "the target refuses blank texts")
        }
        ContentKind::Text(text) if matches!(speaker, Speaker::System | Speaker::Developer) => {
            request.notes.add(
                content.value,
                "system",
                "the target allows instructions only at the beginning: it is sent as a marked user text",
            );
            media::write_text(&marks::SYSTEM.put(text), request);
        }
        ContentKind::Text(text) => media::write_text(text, request),
        ContentKind::Refusal(text) => {
            request.notes.add(content.value, "refusal", "the target has no refusals: it is sent as text");
            media::write_text(text, request);
        }
        ContentKind::Thought => write_thought(content, request),
        ContentKind::Call(call) => {
            let input = request.call_object(content, &call.input);
            request.out.open(b'{');
            request.out.name("toolUse");
            request.out.open(b'{');
            request.string("toolUseId", call.id.as_deref().unwrap_or_default());
            request.string("name", &call.name);
            request.json("input", &input);
            request.out.close(b'}');
            request.out.close(b'}');
        }
        ContentKind::Result(result) => write_result(result, names, request),
        // "You can only include images and documents if the role is user" (AWS's page on Message). An address is written as a text.
        ContentKind::Media(_) if speaker == Speaker::Assistant && !is_text(content) => {
            request.left_out(content, "the target does not accept media in assistant messages")
        }
        ContentKind::Media(media) => media::write(content, media, names, request),
        ContentKind::Opaque => request.left_out(content, "only the wire of the source supports it"),
    }
}

/// Returns `true` if a text is only white space.
fn is_blank(text: &[u8]) -> bool {
    plain(text).trim_ascii().is_empty()
}

pub(super) fn write_cache(cache: Option<Value<'_>>, request: &mut RequestWriter<'_, '_>) {
    let Some(cache) = cache else { return };
    request.out.open(b'{');
    request.out.name("cachePoint");
    request.out.open(b'{');
    request.out.member("type", "default");
    if let Some(ttl) = cache.get("ttl") {
        request.json("ttl", ttl.raw());
    }
    request.out.close(b'}');
    request.out.close(b'}');
}

/// Writes a thought. Its text is required even if it is empty.
fn write_thought(content: &Content<'_>, request: &mut RequestWriter<'_, '_>) {
    let Some(thinking) = &content.thinking else { return };
    let is_native = request.decision(content) == Some(Decision::Native);
    let handle = if is_native { thinking.handles.first().and_then(|handle| handle.text()) } else { None };
    request.out.open(b'{');
    request.out.name("reasoningContent");
    request.out.open(b'{');
    match handle {
        Some(data) if matches!(thinking.kind, ThinkingKind::Redacted | ThinkingKind::Encrypted) => {
            request.string("redactedContent", &in_blob(data))
        }
        _ => {
            request.out.name("reasoningText");
            request.out.open(b'{');
            request.string("text", &visible(content));
            if let Some(signature) = handle {
                request.string("signature", signature.raw());
            }
            request.out.close(b'}');
        }
    }
    request.out.close(b'}');
    request.out.close(b'}');
}

fn write_result<'d>(result: &ToolResult<'d>, names: &mut BTreeSet<Vec<u8>>, request: &mut RequestWriter<'_, 'd>) {
    request.out.open(b'{');
    request.out.name("toolResult");
    request.out.open(b'{');
    request.string("toolUseId", result.id.as_deref().unwrap_or_default());
    request.out.name("content");
    request.out.open(b'[');
    match &result.output {
        Output::Text(text) if !is_blank(text) => media::write_text(text, request),
        // Only an object is accepted as JSON.
        Output::Json(json) => {
            request.out.open(b'{');
            if json.first() == Some(&b'{') {
                request.json("json", json);
            } else {
                request.quoted("text", json);
            }
            request.out.close(b'}');
        }
        Output::Contents(contents) => contents.iter().for_each(|content| write_content(Speaker::Tool, content, names, request)),
        Output::Empty | Output::Text(_) => {}
    }
    request.out.close(b']');
    if result.failed {
        request.out.member("status", "error");
    }
    request.out.close(b'}');
    request.out.close(b'}');
}
