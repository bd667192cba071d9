//! Reads a request of Ollama's chat.

use std::borrow::Cow;

use super::places::SETTINGS;
use crate::conversation::function;
use crate::conversation::reader::{Reader, content, content_of, first_names, result, text_of, written, written_if};
use crate::error::Error;
use crate::json::{Kind, Value};
use crate::model::{
    Content, ContentKind, Format, Media, MediaKind, MediaSource, Output, Part, PartKind, Role, Speaker, ToolResult, Wire, Written,
};
use crate::wires::codec;

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    let history = codec(&Wire::OLLAMA_CHAT).map(|codec| codec.request(body)).unwrap_or_default();
    let mut from = 0;
    for (value, role, end) in &history.heads {
        let speaker = match role {
            Some(Role::Assistant) => Speaker::Assistant,
            Some(Role::System) => Speaker::System,
            Some(Role::Tool) => Speaker::Tool,
            _ => Speaker::User,
        };
        message(*value, speaker, history.parts.get(from..*end).unwrap_or_default(), reader);
        from = *end;
    }
    function::read_tools(body, reader);
    settings(body, reader);
    Ok(())
}

/// Reads a message: its pictures, which Ollama puts before the text, and its parts.
fn message<'d>(message: Value<'d>, speaker: Speaker, parts: &[Part<'d>], reader: &mut Reader<'d>) {
    let mut pictures: Vec<Content<'d>> = message.list("images").map(|image| content(image, message, picture(image))).collect();
    if speaker != Speaker::Tool {
        pictures.drain(..).for_each(|picture| reader.say(speaker, picture));
    }
    for part in parts {
        let kind = match part.kind {
            PartKind::Thought => ContentKind::Thought,
            PartKind::Text => ContentKind::Text(text_of(part)),
            PartKind::Call => function::read_call(part.value, reader),
            PartKind::Result => outcome(message, std::mem::take(&mut pictures)),
            PartKind::Other => ContentKind::Opaque,
        };
        reader.say(speaker, content_of(part, message, kind));
    }
    let known = ["role", "content", "thinking", "images", "tool_calls", "tool_name", "name", "tool_call_id"];
    reader.leftover(Some(message), &known);
}

fn outcome<'d>(message: Value<'d>, mut pictures: Vec<Content<'d>>) -> ContentKind<'d> {
    let text = message.get("content");
    let name = message.get("tool_name").or_else(|| message.get("name"));
    let read = result(message.get("tool_call_id"), name, false, Output::Text(written(text)));
    match (read, text) {
        (ContentKind::Result(ToolResult { output: Output::Text(said), id, name, failed }), Some(text)) if !pictures.is_empty() => {
            if !said.is_empty() {
                pictures.push(content(text, message, ContentKind::Text(said)));
            }
            ContentKind::Result(ToolResult { id, name, failed, output: Output::Contents(pictures) })
        }
        (read, _) => read,
    }
}

fn picture(image: Value<'_>) -> ContentKind<'_> {
    let data = written(Some(image));
    let mime = mime(&data);
    ContentKind::Media(Media { kind: MediaKind::Image, source: MediaSource::Data(data), mime, name: None, detail: None })
}

/// Returns the type of a picture by its first bytes in base64: nothing else indicates it here.
fn mime(data: &[u8]) -> Option<Written<'static>> {
    let heads: [(&[u8], &[u8]); 5] = [
        (b"iVBOR", b"image/png"),
        (b"/9j/", b"image/jpeg"),
        (br"\/9j\/", b"image/jpeg"),
        (b"R0lGOD", b"image/gif"),
        (b"UklGR", b"image/webp"),
    ];
    heads.iter().find(|(head, _)| data.starts_with(head)).map(|(_, mime)| Cow::Borrowed(*mime))
}

fn settings<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    reader.settings(body, SETTINGS);
    reader.conversation.model = body.get("model");
    let settings = &mut reader.conversation.settings;
    if let Some(think) = body.get("think") {
        settings.reasoning.on = think.boolean().map(|on| (on, think));
        settings.reasoning.effort = Some(think).filter(|think| think.kind() == Kind::String);
    }
    if let Some(format) = body.get("format") {
        settings.format = match format.kind() {
            Kind::Object => Some((Format::Schema { name: None, schema: Cow::Borrowed(format.raw()), strict: None }, format)),
            _ => written_if(Some(format)).map(|_| (Format::Json, format)),
        };
    }
    reader.leftover(Some(body), &[&["model", "messages", "tools", "think", "format", "options"], &*first_names(SETTINGS, "")].concat());
    reader.leftover(body.get("options"), &first_names(SETTINGS, "options"));
}
