//! Reads a request of Bedrock's Converse.

use std::borrow::Cow;

use super::media;
use super::places::{DOCUMENTS, FIELDS, SETTINGS};
use crate::conversation::channels::{self, Opening};
use crate::conversation::marks::OPENING;
use crate::conversation::reader::{
    Reader, call, call_input, content, content_of, first_names, inside, plain, result, text_of, written, written_if,
};
use crate::error::Error;
use crate::json::{Kind, Value};
use crate::model::{Content, ContentKind, Entry, Format, Output, Part, PartKind, Role, Speaker, Tool, ToolChoice, ToolKind, Wire};
use crate::wires::codec;

pub(super) fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    for block in body.list("system") {
        match (block.get("text"), block.get("cachePoint")) {
            (Some(text), _) => reader.say(Speaker::System, content(block, block, ContentKind::Text(written(Some(text))))),
            (_, Some(point)) => reader.mark_cache(point),
            _ => only_here(Speaker::System, block, block, reader),
        }
    }
    if let Some(codec) = codec(&Wire::BEDROCK_CONVERSE) {
        reader.history(&codec.request(body), part);
    }
    body.list("toolConfig.tools").for_each(|one| tool(one, reader));
    settings(body, reader);
    Ok(())
}

fn part<'d>(entry: &Entry<'_>, part: &Part<'d>, message: Value<'d>, reader: &mut Reader<'d>) {
    let block = part.value;
    if entry.parts.first().is_some_and(|first| first.span == part.span) {
        reader.beside(message, &["role", "content"]);
    }
    let speaker = match (part.kind, entry.role) {
        (PartKind::Result, _) => Speaker::Tool,
        (_, Some(Role::Assistant)) => Speaker::Assistant,
        _ => Speaker::User,
    };
    if let (PartKind::Text, Speaker::Assistant, Some(text)) = (part.kind, speaker, block.get("text").filter(|_| thinks_in_tags(reader))) {
        return tagged(text, message, reader);
    }
    let (call_of, result_of) = (block.get("toolUse"), block.get("toolResult"));
    let kind = match (part.kind, call_of, result_of) {
        (PartKind::Thought, ..) => ContentKind::Thought,
        (PartKind::Text, ..) => ContentKind::Text(text_of(part)),
        // Any other type is a tool of the provider.
        (_, Some(own), _) if own.fits("!type,type=tool_use") => call(own.get("toolUseId"), own.get("name"), call_input(own.get("input"))),
        (_, _, Some(own)) if own.get("type").is_none() => {
            result(own.get("toolUseId"), None, own.fits("status=error"), output(own.get("content"), message))
        }
        _ => match block.get("cachePoint") {
            Some(point) => return reader.mark_cache(point),
            None => return only_here(speaker, block, message, reader),
        },
    };
    match kind {
        ContentKind::Text(_) => reader.beside(block, &["text"]),
        ContentKind::Call(_) => call_of.into_iter().for_each(|own| reader.beside(own, &["toolUseId", "name", "input", "type"])),
        ContentKind::Result(_) => result_of.into_iter().for_each(|own| reader.beside(own, &["toolUseId", "content", "status"])),
        _ => {}
    }
    let is_made = matches!(&kind, ContentKind::Text(text) if **text == *DOCUMENTS || reader.begins() && **text == *OPENING);
    if !(is_made && speaker == Speaker::User) {
        reader.say(speaker, content_of(part, message, kind));
    }
}

/// Returns `true` if the model may think in tags of its text: any but Claude, which has blocks for it.
fn thinks_in_tags(reader: &Reader<'_>) -> bool {
    let model = reader.source.as_ref().and_then(|source| source.model.as_deref());
    model.is_some_and(|model| !model.contains("anthropic") && !model.contains("claude"))
}

/// Reads a text of the model, with the thoughts between its tags.
fn tagged<'d>(text: Value<'d>, message: Value<'d>, reader: &mut Reader<'d>) {
    for part in channels::parts(text, Opening::Either) {
        let kind = if part.kind == PartKind::Thought { ContentKind::Thought } else { ContentKind::Text(text_of(&part)) };
        reader.say(Speaker::Assistant, content_of(&part, message, kind));
    }
}

/// Reads a block that is a medium, or has properties that other wires do not support.
fn only_here<'d>(speaker: Speaker, block: Value<'d>, entry: Value<'d>, reader: &mut Reader<'d>) {
    if let Some(guarded) = block.get("guardContent") {
        reader.unread(guarded, "only this wire limits a guardrail to parts of a message");
        let text = guarded.path("text.text").map(|text| ContentKind::Text(written(Some(text))));
        return reader.say(speaker, content(block, entry, text.unwrap_or_else(|| media::kind_of(guarded))));
    }
    if let Some(cited) = block.get("citationsContent") {
        cited.get("citations").into_iter().for_each(|list| reader.unread(list, "only this wire accepts citations"));
        for one in cited.list("content") {
            reader.say(speaker, content(one, entry, ContentKind::Text(written(one.get("text")))));
        }
        return;
    }
    for name in ["citations", "context", "source.s3Location.bucketOwner"] {
        let beside = block.members().find_map(|(_, holder)| holder.path(name));
        beside.into_iter().for_each(|value| reader.unread(value, "only the source's wire has this member"));
    }
    reader.say(speaker, content(block, entry, media::kind_of(block)));
}

fn output<'d>(list: Option<Value<'d>>, entry: Value<'d>) -> Output<'d> {
    let blocks: Vec<Value<'d>> = list.into_iter().flat_map(Value::elements).collect();
    let one = if let [one] = *blocks { Some(one) } else { None };
    let [text, json] = ["text", "json"].map(|name| one.and_then(|one| one.get(name)));
    match (text, json) {
        (Some(text), _) => Output::Text(written(Some(text))),
        (_, Some(json)) => Output::Json(Cow::Borrowed(json.raw())),
        _ if blocks.is_empty() => Output::Empty,
        _ => Output::Contents(blocks.into_iter().map(|block| inner(block, entry)).collect()),
    }
}

fn inner<'d>(block: Value<'d>, entry: Value<'d>) -> Content<'d> {
    let kind = match (block.get("text"), block.get("json")) {
        (Some(text), _) => ContentKind::Text(written(Some(text))),
        (_, Some(json)) => ContentKind::Text(Cow::Owned(inside(json.raw()))),
        _ => media::kind_of(block),
    };
    content(block, entry, kind)
}

fn tool<'d>(tool: Value<'d>, reader: &mut Reader<'d>) {
    let spec = tool.get("toolSpec");
    match (tool.get("cachePoint"), reader.conversation.tools.last_mut()) {
        (Some(point), Some(last)) => last.cache = Some(point),
        (Some(point), None) => reader.unread(point, "there is no tool before it"),
        (None, _) => {
            reader.leftover(spec, &["name", "description", "inputSchema", "strict"]);
            let from = spec.unwrap_or(tool);
            reader.conversation.tools.push(Tool {
                value: tool,
                kind: if spec.is_some() { ToolKind::Function } else { ToolKind::Server },
                name: written(from.get("name")),
                description: from.get("description"),
                schema: from.path("inputSchema.json").map(|schema| Cow::Borrowed(schema.raw())),
                strict: from.get("strict").and_then(Value::boolean),
                cache: None,
            });
        }
    }
}

fn settings<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    reader.settings(body, SETTINGS);
    let settings = &mut reader.conversation.settings;
    if let Some(choice) = body.path("toolConfig.toolChoice") {
        let named = choice.path("tool.name").map(|name| ToolChoice::Tool(written(Some(name))));
        let any = || choice.get("any").map(|_| ToolChoice::Any);
        let auto = || choice.get("auto").map(|_| ToolChoice::Auto);
        settings.tool_choice = named.or_else(any).or_else(auto).map(|read| (read, choice));
    }
    if let Some(fields) = body.get(FIELDS) {
        let parallel = fields.path("tool_choice.disable_parallel_tool_use");
        settings.parallel = parallel.and_then(|value| Some((!value.boolean()?, value)));
        // Claude's, its older name, and Nova's.
        let thinking = ["thinking", "reasoning_config", "reasoningConfig"].iter().find_map(|name| fields.get(name));
        if let Some(thinking) = thinking {
            settings.reasoning.on = Some((!thinking.fits("type=disabled"), thinking));
            settings.reasoning.budget = thinking.get("budget_tokens");
            settings.reasoning.shown = thinking.get("display").map(|display| (!display.fits("=omitted"), display));
        }
        let effort = thinking.filter(|thinking| thinking.kind() == Kind::String);
        let nova = || thinking.and_then(|thinking| thinking.get("maxReasoningEffort"));
        let others = || fields.path("output_config.effort").or_else(|| fields.get("reasoning_effort"));
        settings.reasoning.effort = effort.or_else(nova).or_else(others);
    }
    if let Some(effort) = body.path("outputConfig.effort") {
        settings.reasoning.effort = Some(effort);
    }
    if let Some(format) = body.path("outputConfig.textFormat.structure.jsonSchema")
        && let Some(schema) = format.get("schema").and_then(Value::text)
    {
        let schema = Cow::Owned(plain(schema.raw()).into_owned());
        settings.format = Some((Format::Schema { name: written_if(format.get("name")), schema, strict: None }, format));
        format.get("description").into_iter().for_each(|value| reader.unread(value, "only this wire describes a schema"));
    }
    leftovers(body, reader);
}

fn leftovers<'d>(body: Value<'d>, reader: &mut Reader<'d>) {
    let own = ["modelId", "messages", "system", "toolConfig", "inferenceConfig", FIELDS, "serviceTier", "outputConfig"];
    reader.leftover(Some(body), &[&own[..], &first_names(SETTINGS, "")].concat());
    reader.leftover(body.get("inferenceConfig"), &first_names(SETTINGS, "inferenceConfig"));
    reader.leftover(body.get("toolConfig"), &["tools", "toolChoice"]);
    reader.leftover(body.get("outputConfig"), &["textFormat", "effort"]);
    let model = ["thinking", "reasoning_config", "reasoningConfig", "reasoning_effort", "output_config", "top_k", "tool_choice"];
    reader.leftover(body.get(FIELDS), &model);
    reader.leftover(body.path("additionalModelRequestFields.output_config"), &["effort"]);
}
