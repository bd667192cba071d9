//! Writes the messages and tools of a chat request.

use std::borrow::Cow;

use super::answer::write_answer;
use super::contents::{is_medium, write_cache, write_contents, write_text};
use super::dialects::{CACHE_MARKS, DEVELOPERS, INSTRUCTIONS_BEFORE_ANSWERS, OPENAI_MODELS, PICTURES_FROM_TOOLS, THINKING_CHUNKS};
use super::write_settings;
use crate::conversation::writer::RequestWriter;
use crate::conversation::{function, marks};
use crate::model::{Content, ContentKind, Conversation, Message, Output, Speaker, Tool, ToolKind, ToolResult};

/// Contents of messages with one role, each with its speaker.
struct Turn<'m, 'd> {
    role: &'static str,
    contents: Vec<(Speaker, &'m Content<'d>)>,
    /// The message, if it has original entries.
    original: Option<&'m Message<'d>>,
}

pub(super) fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    request.out.open(b'{');
    request.model();
    request.out.name("messages");
    request.out.open(b'[');
    for Turn { role, contents, original } in turns(&conversation.messages, request) {
        match role {
            _ if original.is_some_and(|message| request.write_original(message)) => {}
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

/// Gives every message its role. Moves pictures from tools to a user message if the target accepts only texts from tools.
fn turns<'m, 'd>(messages: &'m [Message<'d>], request: &mut RequestWriter<'_, 'd>) -> Vec<Turn<'m, 'd>> {
    let mut turns: Vec<Turn<'m, 'd>> = Vec::new();
    let takes_pictures = request.profile.fits(PICTURES_FROM_TOOLS);
    for message @ Message { speaker, contents, original } in messages {
        let role = role(*speaker, turns.last().map_or("system", |last| last.role), contents, request);
        if original.is_some() {
            turns.push(Turn { role, contents: Vec::new(), original: Some(message) });
            continue;
        }
        push(&mut turns, role, contents.iter().map(|content| (*speaker, content)));
        let outputs = contents.iter().filter_map(|content| match &content.kind {
            ContentKind::Result(ToolResult { output: Output::Contents(contents), .. }) if !takes_pictures => Some(contents),
            _ => None,
        });
        let moved: Vec<_> = outputs.flatten().filter(|content| is_medium(content)).map(|content| (Speaker::User, content)).collect();
        for (_, content) in &moved {
            request.notes.add(
                content.value,
                content.kind.name(),
                "the target accepts only text in tool results: it is sent in a user message after them",
            );
        }
        if !moved.is_empty() {
            push(&mut turns, "user", moved.into_iter());
        }
    }
    turns
}

fn push<'m, 'd>(turns: &mut Vec<Turn<'m, 'd>>, role: &'static str, contents: impl Iterator<Item = (Speaker, &'m Content<'d>)>) {
    match turns.last_mut() {
        Some(last) if last.role == role && last.original.is_none() => last.contents.extend(contents),
        _ => turns.push(Turn { role, contents: contents.collect(), original: None }),
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
            request.notes.change_at(first, "developer", "the target has no developer role: it is sent as system");
            "system"
        }
        Speaker::System => "system",
    }
}

fn write_message<'d>(role: &'static str, contents: &[(Speaker, &Content<'d>)], request: &mut RequestWriter<'_, 'd>) {
    let mark = request.out.len();
    request.out.open(b'{');
    request.out.member("role", role);
    if write_contents(role, contents, request) { request.out.close(b'}') } else { request.out.cut(mark) }
}

fn write_result<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let ContentKind::Result(result) = &content.kind else { return request.left_out(content, "only results are allowed in this message") };
    let start = request.out.len();
    request.out.open(b'{');
    request.out.member("role", "tool");
    request.string("tool_call_id", result.id.as_deref().unwrap_or_default());
    if let (Some(name), true) = (&result.name, request.profile.fits(THINKING_CHUNKS)) {
        request.string("name", name);
    }
    if result.failed {
        request.notes.add(content.value, "is_error", "the target has no error flag: the text says it");
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
            request.note_cache(content.cache);
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
                request.note_cache(content.cache);
                request.string("content", &text);
            }
        }
    }
    request.out.close(b'}');
    request.placed(content, start);
}

fn write_tool<'d>(tool: &Tool<'d>, request: &mut RequestWriter<'_, 'd>) {
    let is_custom = tool.kind == ToolKind::Custom && request.profile.fits(OPENAI_MODELS);
    let needs_schema = tool.schema.is_some() || tool.kind == ToolKind::Custom || request.profile.fits(THINKING_CHUNKS);
    if is_custom {
        function::write_tool(tool, "custom", None, None, request);
    } else {
        let schema = needs_schema.then(|| request.schema(tool));
        function::write_tool(tool, "function", schema, tool.strict, request);
    }
    write_cache(tool.cache, request);
    request.out.close(b'}');
}
