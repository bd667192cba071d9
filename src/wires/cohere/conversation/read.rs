//! Reads a request of Cohere's Chat.

use std::borrow::Cow;

use super::places::SETTINGS;
use crate::conversation::data_url::media_at;
use crate::conversation::function;
use crate::conversation::reader::{Reader, content, content_of, first_names, inside, output, result, text_of, written, written_if};
use crate::error::Error;
use crate::json::{Kind, Value};
use crate::model::{
    Content, ContentKind, Entry, Format, Media, MediaKind, MediaSource, Message, Part, PartKind, Role, Speaker, ToolChoice, Wire,
};
use crate::wires::codec;

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    if let Some(codec) = codec(&Wire::COHERE_CHAT) {
        reader.history(&codec.request(body), part);
    }
    documents(body, reader);
    function::read_tools(body, reader);
    settings(body, reader);
    Ok(())
}

fn part<'d>(entry: &Entry<'_>, part: &Part<'d>, message: Value<'d>, reader: &mut Reader<'d>) {
    let speaker = match (part.kind, entry.role) {
        (PartKind::Result, _) => Speaker::Tool,
        (_, Some(Role::Assistant)) => Speaker::Assistant,
        (_, Some(Role::System)) => Speaker::System,
        _ => Speaker::User,
    };
    let kind = match part.kind {
        PartKind::Thought => ContentKind::Thought,
        PartKind::Text => ContentKind::Text(text_of(part)),
        PartKind::Call => function::read_call(part.value, reader),
        PartKind::Result => {
            for id in message.list("content").filter_map(|item| item.path("document.id")) {
                reader.unread(id, "only this wire has ids of documents");
            }
            result(message.get("tool_call_id"), None, false, output(message.get("content"), message, inner))
        }
        PartKind::Other => {
            part.value.get("document").into_iter().for_each(|document| note_document(document, reader));
            kind_of(part.value)
        }
    };
    if entry.parts.first().is_some_and(|first| first.span == part.span) {
        reader.leftover(Some(message), &["role", "content", "tool_calls", "tool_plan", "tool_call_id"]);
    }
    // An empty text next to calls has no meaning.
    if !matches!((speaker, &kind), (Speaker::Assistant, ContentKind::Text(text)) if text.is_empty()) {
        reader.say(speaker, content_of(part, message, kind));
    }
}

fn inner<'d>(item: Value<'d>, entry: Value<'d>) -> Content<'d> {
    let Some(data) = item.path("document.data").or_else(|| item.get("document")) else { return content(item, entry, kind_of(item)) };
    // A medium does not support most members, and few wires have media in results.
    let alone = data.get("text").filter(|_| data.members().count() == 1).or(Some(data)).and_then(|text| written_if(Some(text)));
    content(item, entry, ContentKind::Text(alone.unwrap_or_else(|| Cow::Owned(inside(data.raw())))))
}

fn kind_of(item: Value<'_>) -> ContentKind<'_> {
    match item.token("type") {
        b"text" => ContentKind::Text(written(item.get("text"))),
        b"document" => item.get("document").map_or(ContentKind::Opaque, document),
        b"image_url" => {
            let url = written_if(item.path("image_url.url")).or_else(|| written_if(item.get("image_url")));
            let detail = item.path("image_url.detail");
            url.map_or(ContentKind::Opaque, |url| ContentKind::Media(Media { detail, ..media_at(MediaKind::Image, url) }))
        }
        _ => ContentKind::Opaque,
    }
}

/// Reads a document: one with a text is a medium, and any other is the text of its data.
fn document(document: Value<'_>) -> ContentKind<'_> {
    let data = document.get("data").unwrap_or(document);
    let text = written_if(data.get("text")).or_else(|| written_if(data.get("snippet")));
    match (text, data.text()) {
        (Some(text), _) => {
            let (source, name) = (MediaSource::Text(text), written_if(data.get("title")));
            ContentKind::Media(Media { kind: MediaKind::Document, source, mime: None, name, detail: None })
        }
        (None, Some(text)) => ContentKind::Text(Cow::Borrowed(text.raw())),
        (None, None) => ContentKind::Text(Cow::Owned(inside(data.raw()))),
    }
}

/// Notes the members of a document that its text and its title do not hold.
fn note_document<'d>(document: Value<'d>, reader: &mut Reader<'d>) {
    document.get("id").into_iter().for_each(|id| reader.unread(id, "only this wire has ids of documents"));
    let data = document.get("data").filter(|data| data.kind() == Kind::Object).unwrap_or(document);
    let name = ["text", "snippet"].into_iter().find(|name| written_if(data.get(name)).is_some());
    // A document without a text is sent whole.
    if let Some(name) = name {
        reader.beside(data, &[name, "title", "id", "data"]);
    }
}

/// Reads the documents next to the messages: the user sent them with the first question.
fn documents<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    let mut contents = Vec::new();
    for one in body.list("documents") {
        reader.moved(one, "only this wire has documents beside the messages: it is sent before the first user text");
        note_document(one, reader);
        contents.push(content(one, one, document(one)));
    }
    let messages = &mut reader.conversation.messages;
    match messages.iter_mut().find(|message| message.speaker == Speaker::User) {
        Some(user) => drop(user.contents.splice(0..0, contents)),
        None if contents.is_empty() => {}
        None => messages.push(Message { speaker: Speaker::User, contents, original: None }),
    }
}

fn settings<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    reader.settings(body, SETTINGS);
    reader.conversation.model = body.get("model");
    if let Some(strict) = body.get("strict_tools").and_then(Value::boolean) {
        reader.conversation.tools.iter_mut().for_each(|tool| tool.strict = Some(strict));
    }
    let settings = &mut reader.conversation.settings;
    if let Some(choice) = body.get("tool_choice") {
        let read =
            if choice.fits("=REQUIRED|required") { Some(ToolChoice::Any) } else { choice.fits("=NONE|none").then_some(ToolChoice::None) };
        settings.tool_choice = read.map(|read| (read, choice));
    }
    if let Some(thinking) = body.get("thinking").filter(|thinking| !thinking.is_null()) {
        settings.reasoning.on = Some((!thinking.fits("type=disabled"), thinking));
        settings.reasoning.budget = thinking.get("token_budget").filter(|budget| !budget.is_null());
    }
    if let Some(format) = body.get("response_format") {
        // A schema is accepted under both names.
        let schema = format.get("json_schema").or_else(|| format.get("schema"));
        settings.format = match schema {
            Some(schema) => Some((Format::Schema { name: None, schema: Cow::Borrowed(schema.raw()), strict: None }, format)),
            None => format.fits("type=json_object").then_some((Format::Json, format)),
        };
    }
    let own = ["model", "messages", "documents", "tools", "strict_tools", "tool_choice", "thinking", "response_format"];
    reader.leftover(Some(body), &[&own[..], &first_names(SETTINGS, "")].concat());
}
