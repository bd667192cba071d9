//! Reads a request of Interactions.

use std::borrow::Cow;

use super::places::SETTINGS;
use crate::conversation::placeholder::carries_placeholder;
use crate::conversation::reader::{
    Reader, call, call_input, content, content_of, first_names, output, result, text_of, tool_choice_word, written,
};
use crate::conversation::thread;
use crate::error::Error;
use crate::json::{Kind, Value};
use crate::model::{
    Content, ContentKind, Entry, Format, Media, MediaKind, Output, Part, PartKind, Role, Speaker, Tool, ToolChoice, ToolKind, Wire,
};
use crate::wires::codec;
use crate::wires::gemini::conversation::media::media;
use crate::wires::gemini::conversation::spelling::json_schema;

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    thread::refuse(
        body,
        "previous_interaction_id",
        "this request refers to earlier messages: the provider has the rest of the conversation",
        reader,
    )?;
    if let Some(text) = body.get("system_instruction").filter(|text| text.kind() == Kind::String) {
        reader.say(Speaker::System, content(text, text, ContentKind::Text(written(Some(text)))));
    }
    if let Some(codec) = codec(&Wire::GEMINI_INTERACTIONS) {
        reader.history(&codec.request(body), part);
    }
    body.list("tools").for_each(|one| tool(one, reader));
    settings(body, reader);
    Ok(())
}

fn part<'d>(entry: &Entry<'_>, part: &Part<'d>, step: Value<'d>, reader: &mut Reader<'d>) {
    let value = part.value;
    let speaker = match (part.kind, entry.role) {
        (PartKind::Result, _) => Speaker::Tool,
        (_, Some(Role::Assistant)) => Speaker::Assistant,
        _ => Speaker::User,
    };
    let kind = match part.kind {
        // The documented string is not a thought: it says that there is none.
        PartKind::Thought if carries_placeholder(value) => return,
        PartKind::Thought => ContentKind::Thought,
        PartKind::Text => {
            let text = text_of(part);
            if let Some(cited) = value.get("annotations").filter(|list| list.element(0).is_some()) {
                reader.unread(cited, "only this wire accepts citations");
            }
            if text.is_empty() && speaker == Speaker::Assistant {
                return;
            }
            ContentKind::Text(text)
        }
        PartKind::Call => call(value.get("id"), value.get("name"), call_input(value.get("arguments").filter(|input| !input.is_null()))),
        PartKind::Result => {
            let answer = value.get("result");
            let is_list = |list: Value<'_>| list.elements().all(|one| one.fits("type=text|image|audio|video|document"));
            let output = match answer.filter(|answer| answer.kind() == Kind::Array && !is_list(*answer)) {
                Some(list) => Output::Json(Cow::Borrowed(list.raw())),
                None => output(answer, step, inner),
            };
            result(value.get("call_id"), value.get("name"), value.fits("is_error=true"), output)
        }
        PartKind::Other => kind_of(value),
    };
    if entry.parts.first().is_some_and(|first| first.span == part.span) && step.span() != value.span() {
        reader.beside(step, &["type", "id", "role", "content", "status"]);
    }
    match kind {
        ContentKind::Text(_) => reader.beside(value, &["type", "text", "annotations"]),
        ContentKind::Call(_) => reader.beside(value, &["type", "id", "name", "arguments", "signature", "status"]),
        ContentKind::Result(_) => reader.beside(value, &["type", "id", "call_id", "name", "result", "is_error", "signature", "status"]),
        _ => {}
    }
    reader.say(speaker, content_of(part, step, kind));
}

fn inner<'d>(one: Value<'d>, step: Value<'d>) -> Content<'d> {
    content(one, step, kind_of(one))
}

fn kind_of(one: Value<'_>) -> ContentKind<'_> {
    let kind = match one.token("type") {
        b"text" => return ContentKind::Text(written(one.get("text"))),
        b"image" => MediaKind::Image,
        b"audio" => MediaKind::Audio,
        b"video" => MediaKind::Video,
        b"document" => MediaKind::Document,
        _ => return ContentKind::Opaque,
    };
    let detail = one.get("resolution").filter(|resolution| resolution.fits("=low|high"));
    media(one.get("data"), one.get("uri"), one.get("mime_type"))
        .map_or(ContentKind::Opaque, |media| ContentKind::Media(Media { kind, detail, ..media }))
}

fn tool<'d>(tool: Value<'d>, reader: &mut Reader<'d>) {
    let is_own = tool.fits("type=function");
    if is_own {
        reader.leftover(Some(tool), &["type", "name", "description", "parameters"]);
    }
    reader.conversation.tools.push(Tool {
        value: tool,
        kind: if is_own { ToolKind::Function } else { ToolKind::Server },
        name: written(tool.get("name")),
        description: tool.get("description").filter(|text| !text.is_null()),
        schema: tool.get("parameters").filter(|schema| !schema.is_null()).map(json_schema),
        strict: None,
        cache: None,
    });
}

fn settings<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    reader.settings(body, SETTINGS);
    reader.conversation.model = body.get("model");
    let config = body.get("generation_config");
    if let Some(choice) = body.path("generation_config.tool_choice").filter(|choice| !choice.is_null()) {
        tool_choice(choice, reader);
    }
    let reasoning = &mut reader.conversation.settings.reasoning;
    reasoning.effort = body.path("generation_config.thinking_level").filter(|level| !level.is_null());
    let summaries = body.path("generation_config.thinking_summaries").filter(|summaries| !summaries.is_null());
    reasoning.shown = summaries.map(|summaries| (!summaries.fits("=none"), summaries));
    format(body, reader);
    let own = ["model", "input", "system_instruction", "tools", "generation_config", "response_format", "response_mime_type"];
    reader.leftover(Some(body), &[&own[..], &first_names(SETTINGS, "")].concat());
    let own = ["tool_choice", "thinking_level", "thinking_summaries"];
    reader.leftover(config, &[&own[..], &first_names(SETTINGS, "generation_config")].concat());
}

fn tool_choice<'d>(choice: Value<'d>, reader: &mut Reader<'d>) {
    let named = choice.path("allowed_tools.tools");
    let only = named.and_then(|names| names.element(0).filter(|_| names.element(1).is_none()));
    let is_forced = choice.fits("allowed_tools.mode=any");
    let read = match (tool_choice_word(choice), only) {
        (Some(word), _) => word,
        (None, Some(name)) if is_forced => ToolChoice::Tool(written(Some(name))),
        _ => {
            reader.unread(choice, "only the source's wire has this member");
            if is_forced { ToolChoice::Any } else { ToolChoice::Auto }
        }
    };
    reader.conversation.settings.tool_choice = Some((read, choice));
}

/// Reads the format of the answer: an object with the schema, a list of one, or the schema itself.
fn format<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    let mime = body.get("response_mime_type").filter(|mime| !mime.is_null());
    let is_json = mime.is_some_and(|mime| mime.fits("=application/json"));
    let Some(given) = body.get("response_format").filter(|format| !format.is_null()) else {
        let format = mime.map(|mime| if is_json { (Format::Json, mime) } else { (Format::Text, mime) });
        reader.conversation.settings.format = format;
        return;
    };
    let one = given.element(0).filter(|_| given.element(1).is_none()).unwrap_or(given);
    let schema = match one.get("schema") {
        Some(schema) if one.fits("type=text") => Some(schema),
        _ => Some(one).filter(|one| one.fits("type=object|OBJECT,properties,anyOf,$ref")),
    };
    let format = match schema {
        Some(schema) => Some((Format::Schema { name: None, schema: json_schema(schema), strict: None }, given)),
        None if one.fits("type=text mime_type=application/json") => Some((Format::Json, given)),
        None if one.fits("type=text") => Some((Format::Text, given)),
        None => None,
    };
    if format.is_none() {
        reader.unread(given, "only the source's wire has this member");
    }
    reader.conversation.settings.format = format;
}
