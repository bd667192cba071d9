//! The messages and tools of a chat request, written.

use super::super::marks;
use super::super::writer::RequestWriter;
use super::answer::{write_answer, write_chunk};
use super::media::write_media;
use super::{
    CACHE_MARKS, DEVELOPERS, INSTRUCTIONS_BEFORE_ANSWERS, ONE_TEXT, ONE_TEXT_BUT_FROM_USERS, OPENAI_MODELS, PICTURES_FROM_TOOLS,
    TEXTS_ONLY, THINKING_CHUNKS, write_settings,
};
use crate::json::Value;
use crate::model::{Content, ContentKind, Conversation, MediaSource, Message, Output, Speaker, Tool, ToolKind, ToolResult};
use std::borrow::Cow;

/// Contents that stand in messages of one role, each with its speaker.
struct Turn<'m, 'd> {
    role: &'static str,
    contents: Vec<(Speaker, &'m Content<'d>)>,
}

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.out.open(b'{');
    request.model();
    request.out.name("messages");
    request.out.open(b'[');
    for Turn { role, contents } in turns(&conversation.messages, request) {
        match role {
            "assistant" => write_answer(&contents, &conversation.tools, request),
            "tool" => contents.iter().for_each(|(_, content)| write_result(content, request)),
            _ => write_message(role, &contents, request),
        }
    }
    request.out.close(b']');
    request.tools(conversation, write_tool);
    write_settings::write(conversation, request);
    request.out.close(b'}');
}

/// Gives every message its role. Pictures from tools move to a message of the user where the target takes only texts from tools.
fn turns<'m, 'd>(messages: &'m [Message<'d>], request: &mut RequestWriter<'_, 'd>) -> Vec<Turn<'m, 'd>> {
    let mut turns: Vec<Turn<'m, 'd>> = Vec::new();
    let takes_pictures = request.profile.fits(PICTURES_FROM_TOOLS);
    for Message { speaker, contents } in messages {
        let role = role(*speaker, turns.last().map_or("system", |last| last.role), contents, request);
        push(&mut turns, role, contents.iter().map(|content| (*speaker, content)));
        let outputs = contents.iter().filter_map(|content| match &content.kind {
            ContentKind::Result(ToolResult { output: Output::Contents(contents), .. }) if !takes_pictures => Some(contents),
            _ => None,
        });
        let moved: Vec<_> = outputs.flatten().filter(|content| is_medium(content)).map(|content| (Speaker::User, content)).collect();
        for (_, content) in &moved {
            request.left_out(content, "the target takes only texts from tools: it stands in a message of the user behind them");
        }
        if !moved.is_empty() {
            push(&mut turns, "user", moved.into_iter());
        }
    }
    turns
}

fn push<'m, 'd>(turns: &mut Vec<Turn<'m, 'd>>, role: &'static str, contents: impl Iterator<Item = (Speaker, &'m Content<'d>)>) {
    match turns.last_mut() {
        Some(last) if last.role == role => last.contents.extend(contents),
        _ => turns.push(Turn { role, contents: contents.collect() }),
    }
}

fn role<'d>(speaker: Speaker, before: &str, contents: &[Content<'d>], request: &mut RequestWriter<'_, 'd>) -> &'static str {
    match speaker {
        Speaker::User => "user",
        Speaker::Assistant => "assistant",
        Speaker::Tool => "tool",
        _ if before != "system" && before != "developer" && request.profile.fits(INSTRUCTIONS_BEFORE_ANSWERS) => "user",
        Speaker::Developer if request.profile.fits(DEVELOPERS) => "developer",
        Speaker::Developer => {
            let first = contents.first().map(|content| content.value);
            request.notes.at(first, "developer", "the target has only instructions of the system");
            "system"
        }
        Speaker::System => "system",
    }
}

/// True if a content is a medium that is not a text itself.
fn is_medium(content: &Content<'_>) -> bool {
    matches!(&content.kind, ContentKind::Media(media) if !matches!(media.source, MediaSource::Text(_)))
}

fn write_message<'d>(role: &'static str, contents: &[(Speaker, &Content<'d>)], request: &mut RequestWriter<'_, 'd>) {
    let mark = request.out.len();
    request.out.open(b'{');
    request.out.member("role", role);
    if write_contents(role, contents, request) { request.out.close(b'}') } else { request.out.cut(mark) }
}

/// Writes the member `content`, if there is anything in it: a string where one text is all or all that the target takes, else a list.
pub(super) fn write_contents<'d>(role: &str, contents: &[(Speaker, &Content<'d>)], request: &mut RequestWriter<'_, 'd>) -> bool {
    let mark = request.out.len();
    let profile = request.profile;
    let joins = profile.fits(TEXTS_ONLY)
        || profile.fits(ONE_TEXT) && !contents.iter().any(|(_, content)| is_medium(content))
        || role != "user" && profile.fits(ONE_TEXT_BUT_FROM_USERS);
    request.out.name("content");
    if joins {
        return write_joined(role, contents, mark, request);
    }
    if let [(speaker, content)] = contents
        && (content.cache.is_none() || !profile.fits(CACHE_MARKS))
        && let Some(text) = text_of(role, *speaker, content, request)
    {
        note_cache(content.cache, request);
        let start = request.out.len();
        request.out.written(&text);
        request.placed(content, start);
        return true;
    }
    request.out.open(b'[');
    let from = request.out.len();
    for (speaker, content) in contents {
        let start = request.out.len();
        write_part(role, *speaker, content, request);
        request.placed(content, start);
    }
    let is_written = request.out.len() > from;
    if is_written {
        request.out.close(b']')
    } else {
        request.out.cut(mark)
    }
    is_written
}

fn write_joined<'d>(role: &str, contents: &[(Speaker, &Content<'d>)], mark: usize, request: &mut RequestWriter<'_, 'd>) -> bool {
    let start = request.out.len();
    let mut joined = Vec::new();
    let mut count = 0;
    for (speaker, content) in contents {
        note_cache(content.cache, request);
        match text_of(role, *speaker, content, request) {
            Some(text) => {
                if count > 0 {
                    joined.extend_from_slice(b"\\n\\n");
                }
                joined.extend_from_slice(&text);
                count += 1;
            }
            None => request.left_out(content, "the target takes only texts"),
        }
    }
    if count == 0 {
        request.out.cut(mark);
        return false;
    }
    request.out.written(&joined);
    for (_, content) in contents {
        if count > 1 {
            request.notes.add(content.value, "text", "the target takes one text: several are joined by a blank line");
        }
        request.placed(content, start);
    }
    true
}

/// The text that a content is, or that stands for it.
fn text_of<'c, 'd>(role: &str, speaker: Speaker, content: &'c Content<'d>, request: &mut RequestWriter<'_, 'd>) -> Option<Cow<'c, [u8]>> {
    match &content.kind {
        ContentKind::Text(text) if role == "user" && matches!(speaker, Speaker::System | Speaker::Developer) => {
            request.notes.add(content.value, "system", "instructions stand only at the beginning there: it is a marked text of the user");
            Some(Cow::Owned(marks::SYSTEM.put(text)))
        }
        ContentKind::Text(text) => Some(Cow::Borrowed(&**text)),
        ContentKind::Refusal(text) => {
            request.notes.add(content.value, "refusal", "the target has only text");
            Some(Cow::Borrowed(&**text))
        }
        ContentKind::Media(media) => match &media.source {
            MediaSource::Text(text) => {
                request.notes.add(content.value, "document", "the target takes a document that is a text as text");
                Some(Cow::Borrowed(&**text))
            }
            _ => None,
        },
        _ => None,
    }
}

fn write_part<'d>(role: &str, speaker: Speaker, content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    if let Some(text) = text_of(role, speaker, content, request) {
        if text.is_empty() {
            return request.left_out(content, "an empty text says nothing among others");
        }
        return write_text(&text, content.cache, request);
    }
    match &content.kind {
        ContentKind::Thought if request.profile.fits(THINKING_CHUNKS) => write_chunk(content, request),
        ContentKind::Media(_) if role == "assistant" => request.left_out(content, "the target takes no media from the model"),
        ContentKind::Media(media) => write_media(content, media, request),
        _ => request.left_out(content, "only its own wire knows it"),
    }
}

fn write_text<'d>(text: &[u8], cache: Option<Value<'d>>, request: &mut RequestWriter<'_, 'd>) {
    request.out.open(b'{');
    request.out.member("type", "text");
    request.string("text", text);
    write_cache(cache, request);
    request.out.close(b'}');
}

/// Writes the mark of a cache, or notes it.
pub(super) fn write_cache<'d>(cache: Option<Value<'d>>, request: &mut RequestWriter<'_, 'd>) {
    match cache {
        Some(mark) if request.profile.fits(CACHE_MARKS) => {
            request.json("cache_control", if mark.fits("type=ephemeral") { mark.raw() } else { br#"{"type":"ephemeral"}"# });
        }
        _ => note_cache(cache, request),
    }
}

fn note_cache<'d>(cache: Option<Value<'d>>, request: &mut RequestWriter<'_, 'd>) {
    request.notes.at(cache, "cache_control", "the target has no marks of a cache");
}

fn write_result<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let ContentKind::Result(result) = &content.kind else { return request.left_out(content, "only results stand there") };
    let start = request.out.len();
    request.out.open(b'{');
    request.out.member("role", "tool");
    request.string("tool_call_id", result.id.as_deref().unwrap_or_default());
    if let (Some(name), true) = (&result.name, request.profile.fits(THINKING_CHUNKS)) {
        request.string("name", name);
    }
    if result.failed {
        request.notes.add(content.value, "is_error", "the target has no place for it: it is a mark in the text");
    }
    let marked = |text: Vec<u8>| if result.failed { marks::FAILED.put(&text) } else { text };
    match (RequestWriter::output_text(&result.output), &result.output) {
        (None, Output::Contents(contents)) => {
            let takes_pictures = request.profile.fits(PICTURES_FROM_TOOLS);
            let mut kept: Vec<Content<'d>> = contents.iter().filter(|one| takes_pictures || !is_medium(one)).cloned().collect();
            match kept.first_mut().map(|first| &mut first.kind) {
                Some(ContentKind::Text(text)) if result.failed => *text = Cow::Owned(marks::FAILED.put(text)),
                Some(_) if result.failed => {
                    kept.insert(0, Content { kind: ContentKind::Text(Cow::Owned(marked(Vec::new()))), ..content.clone() })
                }
                _ => {}
            }
            let kept: Vec<_> = kept.iter().map(|one| (Speaker::Tool, one)).collect();
            note_cache(content.cache, request);
            if !write_contents("tool", &kept, request) {
                request.string("content", &marked(Vec::new()));
            }
        }
        (text, _) => {
            let text = marked(text.unwrap_or_default());
            if content.cache.is_some() && request.profile.fits(CACHE_MARKS) && !text.is_empty() {
                request.out.name("content");
                request.out.open(b'[');
                write_text(&text, content.cache, request);
                request.out.close(b']');
            } else {
                note_cache(content.cache, request);
                request.string("content", &text);
            }
        }
    }
    request.out.close(b'}');
    request.placed(content, start);
}

fn write_tool<'d>(tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>) {
    let is_custom = tool.kind == ToolKind::Custom && request.profile.fits(OPENAI_MODELS);
    let kind = if is_custom { "custom" } else { "function" };
    let needs_schema = tool.kind == ToolKind::Custom || request.profile.fits(THINKING_CHUNKS);
    request.out.open(b'{');
    request.out.member("type", kind);
    request.out.name(kind);
    request.out.open(b'{');
    request.string("name", &tool.name);
    if let Some(description) = tool.description {
        request.json("description", description.raw());
    }
    if !is_custom && (tool.schema.is_some() || needs_schema) {
        let schema = request.schema(tool);
        request.json("parameters", schema);
    }
    if let (Some(strict), false) = (tool.strict, is_custom) {
        request.out.name("strict");
        request.out.flag(strict);
    }
    request.out.close(b'}');
    write_cache(tool.cache, request);
    request.out.close(b'}');
}
