//! Reads a request of Anthropic's Messages.

use super::places::SETTINGS;
use crate::conversation::reader::{
    Reader, call, call_input, content, content_of, first_names, is_blank, output, result, text_of, written, written_if,
};
use crate::conversation::thread;
use crate::error::Error;
use crate::json::{Kind, Value};
use crate::model::{
    Content, ContentKind, Entry, Format, Media, MediaKind, MediaSource, Part, PartKind, Role, Speaker, Tool, ToolChoice, ToolKind, Wire,
};
use crate::wires::codec;
use std::borrow::Cow;

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    thread::refuse(body, "thread", "this request continues a thread: the provider has the rest of the conversation", reader)?;
    system(body, reader);
    if let Some(codec) = codec(&Wire::ANTHROPIC_MESSAGES) {
        reader.history(&codec.request(body), part);
    }
    body.list("tools").for_each(|one| tool(one, reader));
    settings(body, reader);
    Ok(())
}

fn system<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    let Some(system) = body.get("system") else { return };
    if system.kind() == Kind::String {
        return reader.say(Speaker::System, content(system, system, ContentKind::Text(written(Some(system)))));
    }
    for block in system.elements() {
        let text = ContentKind::Text(written(block.get("text")));
        reader.say(Speaker::System, Content { cache: block.get("cache_control"), ..content(block, block, text) });
    }
}

fn part<'d>(entry: &Entry<'_>, part: &Part<'d>, message: Value<'d>, reader: &mut Reader<'d>) {
    let block = part.value;
    if entry.parts.first().is_some_and(|first| first.span == part.span) {
        reader.beside(message, MESSAGE);
    }
    let speaker = match (part.kind, entry.role) {
        (PartKind::Result, _) => Speaker::Tool,
        (_, Some(Role::Assistant)) => Speaker::Assistant,
        (_, Some(Role::System)) => Speaker::System,
        _ => Speaker::User,
    };
    let kind = match part.kind {
        PartKind::Thought => ContentKind::Thought,
        PartKind::Text => {
            cited(block, reader);
            ContentKind::Text(text_of(part))
        }
        PartKind::Call => call(block.get("id"), block.get("name"), call_input(block.get("input"))),
        PartKind::Result => {
            for inner in block.list("content") {
                cited(inner, reader);
                note_beside(&kind_of(inner), inner, reader);
            }
            let failed = block.fits("is_error=true");
            result(block.get("tool_use_id"), None, failed, output(block.get("content"), message, inner))
        }
        PartKind::Other => {
            cited(block, reader);
            kind_of(block)
        }
    };
    note_beside(&kind, block, reader);
    reader.say(speaker, Content { cache: block.get("cache_control"), ..content_of(part, message, kind) });
}

/// The members of a message. Clients put whole answers into the list: the envelope of an answer says nothing to a model.
const MESSAGE: &[&str] =
    &["role", "content", "id", "type", "model", "stop_reason", "stop_sequence", "stop_details", "usage", "container", "context_management"];

/// Notes the members of a block that are not read. Those of a thought are its vendor's.
fn note_beside<'d>(kind: &ContentKind<'d>, block: Value<'d>, reader: &mut Reader<'d>) {
    // `caller` says who makes a call: the model, or code that the provider runs.
    let known: &[&str] = match kind {
        ContentKind::Text(_) => &["type", "text", "cache_control", "citations", "context"],
        ContentKind::Call(_) if block.fits("caller.type=direct") => &["type", "id", "name", "input", "cache_control", "caller"],
        ContentKind::Call(_) => &["type", "id", "name", "input", "cache_control"],
        ContentKind::Result(_) => &["type", "tool_use_id", "content", "is_error", "cache_control"],
        ContentKind::Media(_) => &["type", "source", "title", "cache_control", "citations", "context"],
        _ => return,
    };
    reader.beside(block, known);
}

/// Reads a content inside a result.
fn inner<'d>(block: Value<'d>, entry: Value<'d>) -> Content<'d> {
    content(block, entry, kind_of(block))
}

fn kind_of(block: Value<'_>) -> ContentKind<'_> {
    match block.token("type") {
        b"text" => ContentKind::Text(written(block.get("text"))),
        b"image" => media(block, MediaKind::Image),
        b"document" => media(block, MediaKind::Document),
        _ => ContentKind::Opaque,
    }
}

fn media(block: Value<'_>, kind: MediaKind) -> ContentKind<'_> {
    let Some(source) = block.get("source") else { return ContentKind::Opaque };
    let from = |name: &str| written(source.get(name));
    let place = match source.token("type") {
        b"base64" => MediaSource::Data(from("data")),
        b"url" => MediaSource::Url(from("url")),
        b"text" => MediaSource::Text(from("data")),
        b"file" => MediaSource::File(from("file_id")),
        _ => return ContentKind::Opaque,
    };
    let (mime, name) = (written_if(source.get("media_type")), written_if(block.get("title")));
    ContentKind::Media(Media { kind, source: place, mime, name, detail: None })
}

/// Notes citations, which no other wire accepts back.
fn cited<'d>(block: Value<'d>, reader: &mut Reader<'d>) {
    for name in ["citations", "context"] {
        if let Some(value) = block.get(name).filter(|value| !is_blank(*value)) {
            reader.unread(value, "only this wire accepts citations");
        }
    }
}

fn tool<'d>(tool: Value<'d>, reader: &mut Reader<'d>) {
    let is_own = matches!(tool.token("type"), b"" | b"custom");
    let schema = tool.get("input_schema").map(|schema| Cow::Borrowed(schema.raw()));
    reader.leftover(is_own.then_some(tool), &["type", "name", "description", "input_schema", "strict", "cache_control"]);
    reader.conversation.tools.push(Tool {
        value: tool,
        kind: if is_own { ToolKind::Function } else { ToolKind::Server },
        name: written(tool.get("name")),
        description: tool.get("description"),
        schema,
        strict: tool.get("strict").and_then(Value::boolean),
        cache: tool.get("cache_control"),
    });
}

fn settings<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    reader.settings(body, SETTINGS);
    reader.conversation.model = body.get("model");
    let settings = &mut reader.conversation.settings;
    if let Some(choice) = body.get("tool_choice") {
        let read = match choice.token("type") {
            b"auto" => Some(ToolChoice::Auto),
            b"any" => Some(ToolChoice::Any),
            b"none" => Some(ToolChoice::None),
            b"tool" => Some(ToolChoice::Tool(written(choice.get("name")))),
            _ => None,
        };
        settings.tool_choice = read.map(|read| (read, choice));
        let parallel = choice.get("disable_parallel_tool_use");
        settings.parallel = parallel.and_then(|value| Some((!value.boolean()?, value)));
    }
    if let Some(thinking) = body.get("thinking") {
        settings.reasoning.on = Some((!thinking.fits("type=disabled"), thinking));
        settings.reasoning.budget = thinking.get("budget_tokens");
        let display = thinking.get("display");
        settings.reasoning.shown = display.map(|display| (!display.fits("=omitted"), display));
    }
    settings.reasoning.effort = body.path("output_config.effort");
    let format = body.path("output_config.format").or_else(|| body.get("output_format"));
    let schema = format.and_then(|format| format.get("schema"));
    settings.format = format
        .zip(schema)
        .map(|(format, schema)| (Format::Schema { name: None, schema: Cow::Borrowed(schema.raw()), strict: None }, format));
    let own = ["model", "messages", "system", "tools", "tool_choice", "thinking", "output_config", "output_format", "anthropic_version"];
    reader.leftover(Some(body), &[&own[..], &first_names(SETTINGS, "")].concat());
    reader.leftover(body.get("metadata"), &["user_id"]);
    reader.leftover(body.get("output_config"), &["effort", "format"]);
}
