//! Reads a request of OpenAI's Responses.

use std::borrow::Cow;

use super::places::SETTINGS;
use crate::conversation::data_url;
use crate::conversation::data_url::media_at;
use crate::conversation::reader::{
    Reader, call, call_input, content, content_of, first_names, output, result, schema_format, tool_choice_word, written, written_if,
};
use crate::conversation::thread;
use crate::error::Error;
use crate::json::{Kind, Value};
use crate::model::{
    CallInput, Content, ContentKind, Entry, Format, Media, MediaKind, MediaSource, Part, PartKind, Speaker, Tool, ToolChoice, ToolKind,
    Wire,
};
use crate::wires::codec;

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    for name in ["previous_response_id", "conversation"] {
        thread::refuse(body, name, "this request refers to earlier messages: the provider has the rest of the conversation", reader)?;
    }
    if let Some(text) = body.get("instructions").filter(|text| text.kind() == Kind::String) {
        reader.say(Speaker::System, content(text, text, ContentKind::Text(written(Some(text)))));
    }
    match body.get("input") {
        Some(text) if text.kind() == Kind::String => reader.say(Speaker::User, content(text, text, ContentKind::Text(written(Some(text))))),
        _ => codec(&Wire::OPENAI_RESPONSES).into_iter().for_each(|codec| reader.history(&codec.request(body), part)),
    }
    body.list("tools").for_each(|one| tool(one, reader));
    settings(body, reader);
    Ok(())
}

fn part<'d>(_: &Entry<'_>, part: &Part<'d>, item: Value<'d>, reader: &mut Reader<'d>) {
    let kind = match (part.kind, item.word("type")) {
        (PartKind::Text, _) => return message(item, reader),
        (PartKind::Thought, _) => ContentKind::Thought,
        (_, "function_call") => call(item.get("call_id"), item.get("name"), call_input(item.get("arguments"))),
        (_, "custom_tool_call") => call(item.get("call_id"), item.get("name"), CallInput::Text(written(item.get("input")))),
        (_, "function_call_output" | "custom_tool_call_output") => {
            result(item.get("call_id"), None, false, output(item.get("output"), item, inner))
        }
        _ => ContentKind::Opaque,
    };
    let speaker = if matches!(kind, ContentKind::Result(_)) { Speaker::Tool } else { Speaker::Assistant };
    // The states of items and the ids that the provider gave them mean nothing to another.
    match kind {
        ContentKind::Call(_) => reader.beside(item, &["type", "id", "call_id", "name", "arguments", "input", "status"]),
        ContentKind::Result(_) => reader.beside(item, &["type", "id", "call_id", "output", "status"]),
        _ => {}
    }
    reader.say(speaker, content_of(part, item, kind));
}

fn message<'d>(item: Value<'d>, reader: &mut Reader<'d>) {
    let speaker = match item.token("role") {
        b"assistant" => Speaker::Assistant,
        b"system" => Speaker::System,
        b"developer" => Speaker::Developer,
        _ => Speaker::User,
    };
    reader.beside(item, &["type", "id", "role", "content", "status"]);
    match item.get("content") {
        Some(text) if text.kind() == Kind::String => reader.say(speaker, content(text, item, ContentKind::Text(written(Some(text))))),
        Some(list) => {
            for one in list.elements() {
                if let Some(cited) = one.get("annotations").filter(|list| list.elements().next().is_some()) {
                    reader.unread(cited, "only this wire accepts citations");
                }
                let said = inner(one, item);
                if !matches!(said.kind, ContentKind::Opaque) {
                    reader.beside(one, PART);
                }
                reader.say(speaker, said);
            }
        }
        None => {}
    }
}

/// The members of a part. The probabilities of an answer's tokens mean nothing in a request.
const PART: &[&str] = &[
    "type",
    "text",
    "refusal",
    "annotations",
    "logprobs",
    "image_url",
    "detail",
    "file_id",
    "filename",
    "file_data",
    "file_url",
    "input_audio",
];

fn inner<'d>(one: Value<'d>, item: Value<'d>) -> Content<'d> {
    let kind = match one.token("type") {
        b"input_text" | b"output_text" | b"text" => ContentKind::Text(written(one.get("text"))),
        b"refusal" => ContentKind::Refusal(written(one.get("refusal"))),
        b"input_image" => image(one),
        b"input_file" => file(one),
        b"input_audio" => audio(one),
        _ => ContentKind::Opaque,
    };
    content(one, item, kind)
}

fn image(one: Value<'_>) -> ContentKind<'_> {
    let detail = one.get("detail");
    match (written_if(one.get("image_url")), written_if(one.get("file_id"))) {
        (Some(url), _) => ContentKind::Media(Media { detail, ..media_at(MediaKind::Image, url) }),
        (None, Some(file)) => {
            ContentKind::Media(Media { kind: MediaKind::Image, source: MediaSource::File(file), mime: None, name: None, detail })
        }
        _ => ContentKind::Opaque,
    }
}

fn file(one: Value<'_>) -> ContentKind<'_> {
    let name = written_if(one.get("filename"));
    let data = written_if(one.get("file_data")).map(|data| media_at(MediaKind::Document, data));
    let url = || written_if(one.get("file_url")).map(|url| media_at(MediaKind::Document, url));
    let file = || {
        written_if(one.get("file_id"))
            .map(|file| Media { source: MediaSource::File(file), ..media_at(MediaKind::Document, Cow::Borrowed(b"")) })
    };
    data.or_else(url).or_else(file).map_or(ContentKind::Opaque, |media| ContentKind::Media(Media { name, ..media }))
}

fn audio(one: Value<'_>) -> ContentKind<'_> {
    one.get("input_audio").map_or(ContentKind::Opaque, |audio| ContentKind::Media(data_url::audio(audio)))
}

fn tool<'d>(tool: Value<'d>, reader: &mut Reader<'d>) {
    let kind = match tool.token("type") {
        b"function" => ToolKind::Function,
        b"custom" => ToolKind::Custom,
        _ => ToolKind::Server,
    };
    if kind == ToolKind::Function {
        reader.leftover(Some(tool), &["type", "name", "description", "parameters", "strict"]);
    }
    reader.conversation.tools.push(Tool {
        value: tool,
        kind,
        name: written(tool.get("name")),
        description: tool.get("description").filter(|text| !text.is_null()),
        schema: tool.get("parameters").filter(|schema| !schema.is_null()).map(|schema| Cow::Borrowed(schema.raw())),
        strict: tool.get("strict").and_then(Value::boolean).filter(|strict| *strict),
        cache: None,
    });
}

fn settings<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    reader.settings(body, SETTINGS);
    reader.conversation.model = body.get("model");
    let settings = &mut reader.conversation.settings;
    settings.parallel = body.get("parallel_tool_calls").and_then(|value| Some((value.boolean()?, value)));
    if let Some(choice) = body.get("tool_choice").filter(|choice| !choice.is_null()) {
        let named = choice.fits("type=function|custom").then(|| ToolChoice::Tool(written(choice.get("name"))));
        match tool_choice_word(choice).or(named) {
            Some(read) => settings.tool_choice = Some((read, choice)),
            None => reader.unread(choice, "only the source's wire has this member"),
        }
    }
    let settings = &mut reader.conversation.settings;
    settings.reasoning.effort = body.path("reasoning.effort").filter(|effort| !effort.is_null());
    settings.reasoning.shown = body.path("reasoning.summary").filter(|summary| !summary.is_null()).map(|summary| (true, summary));
    if let Some(format) = body.path("text.format") {
        settings.format = match format.token("type") {
            b"json_schema" => schema_format(format),
            b"json_object" => Some((Format::Json, format)),
            _ => None,
        };
    }
    let own = ["model", "input", "instructions", "tools", "tool_choice", "parallel_tool_calls", "reasoning", "text", "include"];
    reader.leftover(Some(body), &[&own[..], &first_names(SETTINGS, "")].concat());
    reader.leftover(body.get("reasoning"), &["effort", "summary"]);
    reader.leftover(body.get("text"), &["format", "verbosity"]);
}
