//! A request of Anthropic's Messages, written.

use super::super::marks;
use super::super::reasoning::{self, Amount, words};
use super::super::writer::{RequestWriter, instructions, sides};
use super::SETTINGS;
use crate::convert::plan::{Decision, visible};
use crate::json::{Value, decimal};
use crate::model::{
    Content, ContentKind, Conversation, Format, Media, MediaKind, MediaSource, Message, Output, Setting, Speaker, ThinkingKind, ToolChoice,
};

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let (system, messages) = instructions(conversation);
    request.out.open(b'{');
    request.model();
    write_system(system, request);
    request.out.name("messages");
    request.out.open(b'[');
    sides(messages).for_each(|(is_model, run)| write_message(is_model, run, request));
    request.out.close(b']');
    write_tools(conversation, request);
    write_settings(conversation, request);
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
            _ => request.left_out(content, "instructions are texts there"),
        }
    }
    request.out.close(b']');
}

/// Writes a message of one side, if there is anything in it.
fn write_message<'d>(is_model: bool, run: &[Message<'d>], request: &mut RequestWriter<'_, 'd>) {
    if run.first().is_some_and(|message| request.home(message)) {
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
            request.left_out(content, "an empty text is refused there")
        }
        ContentKind::Text(text) if matches!(speaker, Speaker::System | Speaker::Developer) => {
            request.notes.add(content.value, "system", "instructions stand only at the beginning there: it is a marked text of the user");
            write_text(&marks::SYSTEM.put(text), content.cache, request);
        }
        ContentKind::Text(text) => write_text(text, content.cache, request),
        ContentKind::Refusal(text) => {
            request.notes.add(content.value, "refusal", "the target has only text");
            write_text(text, content.cache, request);
        }
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
        ContentKind::Media(media) => write_media(content, media, request),
        ContentKind::Opaque => request.left_out(content, "only its own wire knows it"),
    }
}

fn write_text(text: &[u8], cache: Option<Value<'_>>, request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.member("type", "text");
    request.string("text", text);
    write_cache(cache, request);
    request.out.close(b'}');
}

fn write_cache(cache: Option<Value<'_>>, request: &mut RequestWriter<'_, '_>) {
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
        (Some(Decision::Native), Some(data)) if thinking.kind == ThinkingKind::Redacted => {
            request.out.member("type", "redacted_thinking");
            request.string("data", data.raw());
        }
        _ => {
            request.out.member("type", "thinking");
            request.string("thinking", &visible(content));
            // Hosts that do not sign take a block without a signature.
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
        MediaKind::Audio | MediaKind::Video => return request.left_out(content, "the target takes pictures and documents"),
    };
    request.out.open(b'{');
    request.out.member("type", kind);
    request.out.name("source");
    request.out.open(b'{');
    match &media.source {
        MediaSource::Url(url) => {
            request.out.member("type", "url");
            request.string("url", url);
        }
        MediaSource::Data(data) => {
            request.out.member("type", "base64");
            let default: &[u8] = if media.kind == MediaKind::Image { b"image/png" } else { b"application/pdf" };
            request.string("media_type", media.mime.as_deref().unwrap_or(default));
            request.string("data", data);
        }
        MediaSource::Text(text) => {
            request.out.member("type", "text");
            request.string("media_type", media.mime.as_deref().unwrap_or(b"text/plain"));
            request.string("data", text);
        }
        MediaSource::File(file) => {
            request.notes.add(content.value, "file", "a file at another provider is not known there");
            request.out.member("type", "file");
            request.string("file_id", file);
        }
    }
    request.out.close(b'}');
    if let Some(name) = media.name.as_deref().filter(|_| media.kind == MediaKind::Document) {
        request.string("title", name);
    }
    write_cache(content.cache, request);
    request.out.close(b'}');
}

fn write_tools<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.tools(conversation, |tool, request| {
        let schema = request.schema(tool);
        request.out.open(b'{');
        request.string("name", &tool.name);
        if let Some(description) = tool.description {
            request.json("description", description.raw());
        }
        request.json("input_schema", schema);
        if let Some(strict) = tool.strict {
            request.out.name("strict");
            request.out.flag(strict);
        }
        write_cache(tool.cache, request);
        request.out.close(b'}');
    });
}

fn write_settings<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let settings = &conversation.settings;
    if !settings.plain.iter().any(|(setting, _)| *setting == Setting::MaxTokens) {
        let limit = request.profile.get("limit").map_or(DEFAULT_LIMIT, Value::raw);
        request.json("max_tokens", limit);
        request.notes.demand("/max_tokens", "max_tokens", "the target asks for a limit, and the source has none");
    }
    request.settings(conversation, SETTINGS, "");
    if RequestWriter::has_settings(conversation, SETTINGS, "metadata") {
        request.out.name("metadata");
        request.out.open(b'{');
        request.settings(conversation, SETTINGS, "metadata");
        request.out.close(b'}');
    }
    write_tool_choice(conversation, request);
    write_reasoning(conversation, request);
}

const DEFAULT_LIMIT: &[u8] = b"4096";

fn write_tool_choice<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let settings = &conversation.settings;
    if conversation.tools.is_empty() {
        let told = [settings.tool_choice.as_ref().map(|(_, value)| *value), settings.parallel.map(|(_, value)| value)];
        return told.into_iter().for_each(|value| request.notes.at(value, "tool_choice", "the target takes it only with tools"));
    }
    if settings.tool_choice.is_none() && settings.parallel.is_none() {
        return;
    }
    request.out.name("tool_choice");
    request.out.open(b'{');
    match settings.tool_choice.as_ref().map(|(choice, _)| choice) {
        Some(ToolChoice::Any) => request.out.member("type", "any"),
        Some(ToolChoice::None) => request.out.member("type", "none"),
        Some(ToolChoice::Tool(name)) => {
            request.out.member("type", "tool");
            request.string("name", name);
        }
        Some(ToolChoice::Auto) | None => request.out.member("type", "auto"),
    }
    if let Some((parallel, value)) = settings.parallel {
        if matches!(settings.tool_choice, Some((ToolChoice::None, _))) {
            request.notes.add(value, "parallel", "no tool is called");
        } else {
            request.out.name("disable_parallel_tool_use");
            request.out.flag(!parallel);
        }
    }
    request.out.close(b'}');
}

fn write_reasoning<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let word = write_thinking(conversation, request);
    let schema = match &conversation.settings.format {
        Some((Format::Schema { schema, .. }, _)) => Some(schema),
        Some((Format::Json, value)) => {
            request.notes.add(*value, "format", "the target takes a schema, and not just any JSON");
            None
        }
        _ => None,
    };
    if word.is_some() || schema.is_some() {
        request.out.name("output_config");
        request.out.open(b'{');
        if let Some(word) = word {
            request.out.member("effort", &word.value);
        }
        if let Some(schema) = schema {
            request.out.name("format");
            request.out.open(b'{');
            request.out.member("type", "json_schema");
            request.json("schema", schema);
            request.out.close(b'}');
        }
        request.out.close(b'}');
    }
}

/// Writes how a Claude is to think, and returns the word for how much, where there is one.
pub(in crate::convert) fn write_thinking<'d>(
    conversation: &Conversation<'d>,
    request: &mut RequestWriter<'_, 'd>,
) -> Option<Amount<String>> {
    let reasoning = &conversation.settings.reasoning;
    let types = words(request.profile, "thinking");
    if reasoning::is_off(reasoning) {
        if types.contains(&"disabled") || types.is_empty() {
            request.json("thinking", br#"{"type":"disabled"}"#);
        } else {
            request.notes.at(reasoning::place(reasoning), "reasoning", "the target always reasons");
        }
    } else if reasoning::is_said(reasoning) {
        // A number stays a number where the target takes one.
        let takes_number = reasoning.budget.is_some() && types.contains(&"enabled");
        if types.contains(&"adaptive") && !takes_number {
            request.json("thinking", br#"{"type":"adaptive"}"#);
            let word = reasoning::effort(reasoning, &["low", "medium", "high", "xhigh", "max"]);
            if word.as_ref().is_some_and(|word| !word.is_exact) {
                request.notes.at(reasoning::place(reasoning), "reasoning", "the target takes other words for the effort");
            }
            return word;
        }
        if types.contains(&"enabled") {
            write_budget(conversation, request);
        } else {
            request.notes.at(reasoning::place(reasoning), "reasoning", "the target is not known to reason");
        }
    }
    None
}

/// Writes a budget that leaves room for the answer.
fn write_budget<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    let reasoning = &conversation.settings.reasoning;
    let limit = conversation.settings.plain.iter().find(|(setting, _)| *setting == Setting::MaxTokens);
    let limit = limit.and_then(|(_, value)| value.whole()).unwrap_or(i64::MAX);
    let amount = reasoning::budget(reasoning);
    let wanted = amount.as_ref().map_or(1024, |amount| amount.value).max(1024);
    let given = if wanted < limit { wanted } else { limit / 2 };
    if given < 1024 {
        return request.notes.at(reasoning::place(reasoning), "reasoning", "the limit of the answer leaves no room for reasoning there");
    }
    if amount.is_none_or(|amount| !amount.is_exact) || given != wanted {
        request.notes.at(reasoning::place(reasoning), "reasoning", "the target takes a number of tokens");
    }
    request.out.name("thinking");
    request.out.open(b'{');
    request.out.member("type", "enabled");
    request.json("budget_tokens", decimal(usize::try_from(given).unwrap_or(1024)).as_bytes());
    request.out.close(b'}');
}
