//! Writes a request of generateContent: its instructions and contents.

use super::media::blob;
use super::response::wrap;
use super::write_settings;
use crate::conversation::marks;
use crate::conversation::placeholder::SKIP;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::writer::{RequestWriter, instructions, sides};
use crate::model::{Content, ContentKind, Conversation, Media, MediaKind, Message, Output, Speaker, ToolResult};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let (mut system, mut messages) = instructions(conversation);
    if messages.is_empty() {
        // A request needs a content, so instructions alone become one.
        (system, messages) = (&[], system);
    }
    request.out.open(b'{');
    write_system(system, request);
    request.out.name("contents");
    request.out.open(b'[');
    write_opening(messages, request);
    sides(messages).for_each(|(is_model, run)| write_message(is_model, run, request));
    request.out.close(b']');
    write_settings::write(conversation, request);
    request.out.close(b'}');
}

fn write_system<'d>(system: &[Message<'d>], request: &mut RequestWriter<'_, 'd>) {
    let mark = request.out.len();
    request.out.name("systemInstruction");
    request.out.open(b'{');
    request.out.name("parts");
    request.out.open(b'[');
    let from = request.out.len();
    for content in system.iter().flat_map(|message| &message.contents) {
        request.note_cache(content.cache);
        match &content.kind {
            ContentKind::Text(text) if text.is_empty() => {}
            ContentKind::Text(text) => write_text(text, request),
            _ => request.left_out(content, "the target allows only text in instructions"),
        }
    }
    if request.out.len() == from {
        return request.out.cut(mark);
    }
    request.out.close(b']');
    request.out.close(b'}');
}

/// Writes a user text before a call that begins the conversation. Google refuses a call there.
fn write_opening(messages: &[Message<'_>], request: &mut RequestWriter<'_, '_>) {
    let calls = |message: &Message<'_>| message.contents.iter().any(|content| matches!(content.kind, ContentKind::Call(_)));
    if messages.first().is_some_and(|first| first.speaker == Speaker::Assistant && calls(first)) {
        request.notes.demand("/contents/0", "user", "the target requires a user message first");
        request.out.open(b'{');
        request.out.member("role", "user");
        request.out.name("parts");
        request.out.open(b'[');
        write_text(marks::OPENING, request);
        request.out.close(b']');
        request.out.close(b'}');
    }
}

/// Writes the content of one side, if it is not empty.
fn write_message<'d>(is_model: bool, run: &[Message<'d>], request: &mut RequestWriter<'_, 'd>) {
    if run.first().is_some_and(|message| request.write_original(message)) {
        return;
    }
    let mark = request.out.len();
    request.out.open(b'{');
    request.out.member("role", if is_model { "model" } else { "user" });
    request.out.name("parts");
    request.out.open(b'[');
    let from = request.out.len();
    let mut behind = Vec::new();
    for message in run {
        for content in &message.contents {
            let start = request.out.len();
            request.note_cache(content.cache);
            write_part(message.speaker, content, &mut behind, request);
            request.placed(content, start);
        }
    }
    for (content, media) in behind {
        if write_media(content, media, request) {
            request.out.close(b'}');
        }
    }
    if request.out.len() == from {
        return request.out.cut(mark);
    }
    request.out.close(b']');
    request.out.close(b'}');
}

/// Media of results, written after all results.
type Behind<'m, 'd> = Vec<(&'m Content<'d>, &'m Media<'d>)>;

fn write_part<'m, 'd>(speaker: Speaker, content: &'m Content<'d>, behind: &mut Behind<'m, 'd>, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Text(text) | ContentKind::Refusal(text) if text.is_empty() => {
            return request.left_out(content, "the text is empty");
        }
        ContentKind::Text(text) if matches!(speaker, Speaker::System | Speaker::Developer) => {
            request.notes.add(
                content.value,
                "system",
                "the target allows instructions only at the beginning: it is sent as a marked user text",
            );
            return write_text(&marks::SYSTEM.put(text), request);
        }
        ContentKind::Text(text) => open_text(text, request),
        ContentKind::Refusal(text) => {
            request.notes.add(content.value, "refusal", "the target has no refusals: it is sent as text");
            open_text(text, request);
        }
        ContentKind::Thought => {
            let text = visible(content);
            open_text(&text, request);
            if !text.is_empty() {
                request.json("thought", b"true");
            }
        }
        ContentKind::Call(call) => {
            let args = request.call_object(content, &call.input);
            request.out.open(b'{');
            request.out.name("functionCall");
            request.out.open(b'{');
            if let Some(id) = &call.id {
                request.string("id", id);
            }
            request.string("name", &call.name);
            request.json("args", &args);
            request.out.close(b'}');
        }
        ContentKind::Result(result) => write_result(content, result, behind, request),
        ContentKind::Media(media) => {
            if !write_media(content, media, request) {
                return;
            }
        }
        ContentKind::Opaque => return request.left_out(content, "only the wire of the source supports it"),
    }
    write_signature(content, request);
    request.out.close(b'}');
}

fn write_text(text: &[u8], request: &mut RequestWriter<'_, '_>) {
    open_text(text, request);
    request.out.close(b'}');
}

fn open_text(text: &[u8], request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.string("text", text);
}

/// Writes the signature of a part: its own, or the documented string for a call not made by Gemini.
fn write_signature<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    if request.has_placeholder(content) {
        if request.plan.stands_alone(content.span) {
            request.notes.add(content.value, "thoughtSignature", "the target refuses unsigned calls: the documented placeholder is sent");
        }
        return request.json("thoughtSignature", SKIP.as_bytes());
    }
    let handle = content.thinking.as_ref().and_then(|thinking| thinking.handles.first()?.text());
    if let (Some(handle), Some(Decision::Native)) = (handle, request.decision(content)) {
        request.string("thoughtSignature", handle.raw());
    }
}

fn write_result<'m, 'd>(
    content: &Content<'d>,
    result: &'m ToolResult<'d>,
    behind: &mut Behind<'m, 'd>,
    request: &mut RequestWriter<'_, 'd>,
) {
    let (mut texts, mut parts): (Vec<&[u8]>, Behind<'m, 'd>) = (Vec::new(), Vec::new());
    let json;
    match &result.output {
        Output::Empty => {}
        Output::Text(text) => texts.push(text),
        Output::Json(_) => {
            json = RequestWriter::output_text(&result.output).unwrap_or_default();
            texts.push(&json);
        }
        Output::Contents(contents) => {
            for one in contents {
                match &one.kind {
                    ContentKind::Text(text) => {
                        if !parts.is_empty() {
                            request.notes.add(one.value, "text", "the target has the texts of a result before its media: it is moved");
                        }
                        texts.push(text);
                    }
                    ContentKind::Media(media) if takes_inside(media, request) => parts.push((one, media)),
                    ContentKind::Media(media) => {
                        request.notes.add(
                            one.value,
                            media.kind.name(),
                            "the target does not allow it in a result: it is sent after the result",
                        );
                        behind.push((one, media));
                    }
                    _ => request.left_out(one, "only the wire of the source supports it"),
                }
            }
        }
    }
    if result.name.is_none() {
        request.notes.add(content.value, "name", "the target requires the tool's name, and no call has this id");
    }
    request.out.open(b'{');
    request.out.name("functionResponse");
    request.out.open(b'{');
    if let Some(id) = &result.id {
        request.string("id", id);
    }
    request.string("name", result.name.as_deref().unwrap_or(b"unknown"));
    request.json("response", &wrap(&texts, result.failed));
    let mark = request.out.len();
    request.out.name("parts");
    request.out.open(b'[');
    let from = request.out.len();
    for (content, media) in parts {
        if write_media(content, media, request) {
            request.out.close(b'}');
        }
    }
    if request.out.len() == from {
        request.out.cut(mark);
    } else {
        request.out.close(b']');
    }
    request.out.close(b'}');
}

/// Returns `true` if a result may hold a medium: pictures and documents, from Gemini 3 on.
fn takes_inside(media: &Media<'_>, request: &RequestWriter<'_, '_>) -> bool {
    matches!(media.kind, MediaKind::Image | MediaKind::Document) && !request.profile.fits("name^gemini-1|gemini-2")
}

/// Writes a part with a medium and leaves it open. Returns `false` if it cannot be written.
fn write_media<'d>(content: &Content<'d>, media: &Media<'d>, request: &mut RequestWriter<'_, 'd>) -> bool {
    let Some(blob) = blob(content, media, request) else { return false };
    request.out.open(b'{');
    request.out.name(if blob.is_data { "inlineData" } else { "fileData" });
    request.out.open(b'{');
    request.string("mimeType", blob.mime);
    request.string(if blob.is_data { "data" } else { "fileUri" }, &blob.value);
    if let Some(name) = &media.name {
        // The other service refuses the member.
        if request.profile.fits("surface=vertex") {
            request.string("displayName", name);
        } else {
            request.notes.lose(content.value, "name", "the target has no file names");
        }
    }
    if media.detail.is_some_and(|detail| !detail.fits("=auto")) {
        request.notes.at(media.detail, "detail", "the target has no such detail level");
    }
    request.out.close(b'}');
    true
}
