//! `ModelMessage`s, written.

use super::super::format::{default_type, note_rest};
use super::super::options::write_options;
use super::read::OPTIONS;
use crate::conversation::marks;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::plain;
use crate::conversation::writer::RequestWriter;
use crate::json::Text;
use crate::json::base64;
use crate::model::{CallInput, Content, ContentKind, Conversation, Media, MediaKind, MediaSource, Message, Output, Speaker, ToolResult};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    note_rest(conversation, request);
    request.out.open(b'[');
    for message in &conversation.messages {
        match message.speaker {
            Speaker::System | Speaker::Developer => {
                message.contents.iter().for_each(|content| write_system(message.speaker, content, request))
            }
            speaker => write_message(speaker, message, request),
        }
    }
    request.out.close(b']');
}

fn write_system<'d>(speaker: Speaker, content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let ContentKind::Text(text) = &content.kind else { return request.left_out(content, "the format allows only text in instructions") };
    if speaker == Speaker::Developer {
        request.notes.add(content.value, "developer", "the format has no developer role: it is sent as system");
    }
    let start = request.out.len();
    request.out.open(b'{');
    request.out.member("role", "system");
    request.string("content", text);
    write_options(OPTIONS, content, request);
    request.out.close(b'}');
    request.placed(content, start);
}

fn write_message<'d>(speaker: Speaker, message: &Message<'d>, request: &mut RequestWriter<'_, 'd>) {
    let mark = request.out.len();
    request.out.open(b'{');
    let role = match speaker {
        Speaker::Assistant => "assistant",
        Speaker::Tool => "tool",
        _ => "user",
    };
    request.out.member("role", role);
    request.out.name("content");
    if let [content @ Content { kind: ContentKind::Text(text), cache: None, thinking: None, .. }] = &*message.contents {
        let start = request.out.len();
        request.out.written(text);
        request.placed(content, start);
        return request.out.close(b'}');
    }
    match request.list(&mut message.contents.iter(), &write_part) {
        true => request.out.close(b'}'),
        false => request.out.cut(mark),
    }
}

fn write_part<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    match &content.kind {
        ContentKind::Thought => return write_thought(OPTIONS, content, request),
        ContentKind::Opaque => return request.left_out(content, "only the wire of the source supports it"),
        ContentKind::Media(Media { source: MediaSource::File(_), .. }) => {
            return request.left_out(content, "the format cannot refer to a file that a provider stores");
        }
        _ => request.out.open(b'{'),
    }
    match &content.kind {
        ContentKind::Text(text) | ContentKind::Refusal(text) => {
            if matches!(content.kind, ContentKind::Refusal(_)) {
                request.notes.add(content.value, "refusal", "the target has only text");
            }
            request.out.member("type", "text");
            request.string("text", text);
        }
        ContentKind::Call(call) => {
            request.out.member("type", "tool-call");
            request.string("toolCallId", call.id.as_deref().unwrap_or_default());
            request.string("toolName", &call.name);
            match &call.input {
                CallInput::Json(json) => request.json("input", json),
                CallInput::Text(text) => request.string("input", text),
            }
        }
        ContentKind::Result(result) => write_result(content, result, request),
        ContentKind::Media(media) => {
            let is_image = media.kind == MediaKind::Image;
            request.out.member("type", if is_image { "image" } else { "file" });
            write_source(media, if is_image { "image" } else { "data" }, request);
        }
        ContentKind::Thought | ContentKind::Opaque => {}
    }
    write_options(OPTIONS, content, request);
    request.out.close(b'}');
}

/// Writes the source of a medium, its type and its name.
fn write_source(media: &Media<'_>, name: &str, request: &mut RequestWriter<'_, '_>) {
    match &media.source {
        MediaSource::Url(held) | MediaSource::Data(held) | MediaSource::File(held) => request.string(name, held),
        MediaSource::Text(text) => request.string(name, base64::encode(&plain(text)).as_bytes()),
    }
    // A file must have a type. For a picture it is optional.
    match &media.mime {
        Some(mime) => request.string("mediaType", mime),
        None if media.kind != MediaKind::Image => request.string("mediaType", default_type(media)),
        None => {}
    }
    if let Some(name) = media.name.as_ref()
        && media.kind != MediaKind::Image
    {
        request.string("filename", name);
    }
}

fn write_result<'d>(content: &Content<'d>, result: &ToolResult<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.out.member("type", "tool-result");
    request.string("toolCallId", result.id.as_deref().unwrap_or_default());
    request.string("toolName", result.name.as_deref().unwrap_or_default());
    request.out.name("output");
    request.out.open(b'{');
    let [text, json] = if result.failed { ["error-text", "error-json"] } else { ["text", "json"] };
    match &result.output {
        Output::Empty => {
            request.out.member("type", text);
            request.out.member("value", "");
        }
        Output::Text(said) => {
            request.out.member("type", text);
            request.string("value", said);
        }
        Output::Json(said) => {
            request.out.member("type", json);
            request.json("value", said);
        }
        Output::Contents(contents) => {
            if result.failed {
                request.notes.add(content.value, "is_error", "the target has no error flag: the text says it");
            }
            write_contents(contents, result.failed, request);
        }
    }
    request.out.close(b'}');
}

/// Writes several contents of an output, with tags if the call failed.
pub(super) fn write_contents<'d>(contents: &[Content<'d>], failed: bool, request: &mut RequestWriter<'_, 'd>) {
    request.out.member("type", "content");
    request.out.name("value");
    request.out.open(b'[');
    let is_marked = |nth: usize, one: &Content<'_>| failed && nth == 0 && matches!(one.kind, ContentKind::Text(_));
    if failed && !contents.first().is_some_and(|first| is_marked(0, first)) {
        request.text_part(&marks::FAILED.put(b""));
    }
    for (nth, one) in contents.iter().enumerate() {
        match &one.kind {
            ContentKind::Text(text) if is_marked(nth, one) => request.text_part(&marks::FAILED.put(text)),
            ContentKind::Text(text) => request.text_part(text),
            ContentKind::Media(media) if !matches!(media.source, MediaSource::File(_)) => write_inner_medium(media, request),
            _ => request.left_out(one, "only the wire of the source supports it"),
        }
    }
    request.out.close(b']');
}

fn write_inner_medium(media: &Media<'_>, request: &mut RequestWriter<'_, '_>) {
    let is_url = matches!(media.source, MediaSource::Url(_));
    request.out.open(b'{');
    request.out.member(
        "type",
        match (media.kind, is_url) {
            (MediaKind::Image, true) => "image-url",
            (MediaKind::Image, false) => "image-data",
            (_, true) => "file-url",
            (_, false) => "file-data",
        },
    );
    write_source(media, if is_url { "url" } else { "data" }, request);
    if media.kind == MediaKind::Image && media.mime.is_none() && !is_url {
        request.out.member("mediaType", "image/png");
    }
    request.out.close(b'}');
}

/// Writes a thought: one part, or one for each part of a summary.
pub(super) fn write_thought<'d>(options: &str, content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let Some(thinking) = &content.thinking else { return };
    let (texts, is_native) = (&thinking.texts, request.decision(content) == Some(Decision::Native));
    let is_item = request.issuer(content).fits("wire=openai-responses");
    if is_item && is_native && texts.len() > 1 {
        for text in texts {
            write_reasoning(options, text.text().map(Text::raw).unwrap_or_default(), content, request);
        }
        return;
    }
    write_reasoning(options, &visible(content), content, request);
}

fn write_reasoning<'d>(options: &str, text: &[u8], content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.out.open(b'{');
    request.out.member("type", "reasoning");
    request.string("text", text);
    write_options(options, content, request);
    request.out.close(b'}');
}
