//! Messages with one text each: thoughts stand before it and calls after it. A turn in another order goes into several messages of its speaker, because a
//! thought in another place is refused by its issuer.

use super::format::{messages_of, note_rest};
use crate::conversation::marks;
use crate::conversation::reader::{Reader, is_blank};
use crate::conversation::travel::Hold;
use crate::conversation::writer::RequestWriter;
use crate::error::Error;
use crate::json::Value;
use crate::model::{
    Content, ContentKind, Conversation, Issued, Media, Message, Output, Speaker, Target, Thinking, ThinkingKind, ToolResult, Wire,
};

/// Writes contents of one kind.
pub(super) type WriteContents = for<'c, 'd, 'm> fn(&[&'m Content<'d>], &mut RequestWriter<'c, 'd>);

/// The shape of such messages.
pub(super) struct FlatShape {
    /// Writes the thoughts of a message.
    pub(super) thoughts: WriteContents,
    /// Writes the calls of a message.
    pub(super) calls: WriteContents,
    /// The names of the id and of the tool in a result.
    pub(super) result: [&'static str; 2],
    /// Writes a medium as a part of a message, and says whether it has a place for it. Some messages have only texts.
    pub(super) medium: Option<for<'c, 'd> fn(&Media<'d>, &mut RequestWriter<'c, 'd>) -> bool>,
}

/// Reads a list of messages, the member of an object that is one, or one message.
pub(super) fn read_messages<'d>(
    body: Value<'d>,
    paths: &[&str],
    reader: &mut Reader<'d>,
    read: fn(Value<'d>, Speaker, &mut Reader<'d>),
) -> Result<(), Error> {
    for message in messages_of(body, paths)? {
        let speaker = match message.token("role") {
            b"system" => Speaker::System,
            b"user" => Speaker::User,
            b"assistant" => Speaker::Assistant,
            b"tool" => Speaker::Tool,
            _ => {
                reader.unread(message, "it is no message of the format");
                continue;
            }
        };
        read(message, speaker, reader);
    }
    Ok(())
}

/// A sealed thought of Claude's, or a text. The messages do not name an issuer, so only the source can name another than Anthropic.
pub(super) fn claude_thought<'d>(
    block: Value<'d>,
    [text, handle]: [Option<Value<'d>>; 2],
    model: Option<&str>,
    reader: &mut Reader<'d>,
) -> (Thinking<'d>, Option<Issued<'d>>) {
    let mut thinking = super::format::thought(&Wire::ANTHROPIC_MESSAGES, text, handle);
    if block.fits("type=redacted_thinking") {
        thinking.kind = ThinkingKind::Redacted;
    } else if block.fits("summary=true") && handle.is_none() {
        thinking.kind = ThinkingKind::Summary;
    }
    let (host, named) = reader.source.as_ref().map_or((None, None), |source| (source.host.clone(), source.model.clone()));
    let is_known = !thinking.handles.is_empty() || host.is_some();
    let model = model.map(str::to_owned).or(named);
    // Bedrock's names of models begin with those of their makers.
    let is_bedrock = model.as_deref().is_some_and(|model| model.contains("anthropic."));
    let wire = if is_bedrock { Wire::BEDROCK_CONVERSE } else { Wire::ANTHROPIC_MESSAGES };
    let issuer = reader.issuer(is_known.then(|| Target { host, model, ..Target::new(wire) }));
    (thinking, issuer.map(|issuer| Issued { issuer, id: None, is_native: false }))
}

/// How much such messages hold of a thought: all of one that Claude sealed, and of others the text.
pub(super) fn holds_claude(issuer: Value<'_>, content: &Content<'_>) -> Hold {
    let Some(thinking) = &content.thinking else { return Hold::Nothing };
    let is_claude =
        issuer.fits("wire=anthropic-messages|bedrock-converse vendor=anthropic,wire=anthropic-messages vendor=anthropic,!vendor");
    match &content.kind {
        ContentKind::Thought if is_claude && thinking.handles.len() == 1 && thinking.texts.len() < 2 => Hold::Whole,
        ContentKind::Thought => Hold::Text,
        _ => Hold::Nothing,
    }
}

pub(super) fn write<'d>(conversation: &Conversation<'d>, shape: &FlatShape, request: &mut RequestWriter<'_, 'd>) {
    note_rest(conversation, request);
    request.note_caches(conversation);
    request.out.open(b'[');
    for message in &conversation.messages {
        match (message.speaker, shape.medium) {
            (Speaker::Assistant, _) => message.contents.chunk_by(is_in_order).for_each(|run| write_turn(run, shape, request)),
            (Speaker::User, Some(medium)) if message.contents.iter().any(|content| matches!(content.kind, ContentKind::Media(_))) => {
                write_parts(message, medium, request);
            }
            (speaker, _) => message.contents.iter().for_each(|content| write_single(speaker, content, shape, request)),
        }
    }
    request.out.close(b']');
}

fn rank(content: &Content<'_>) -> usize {
    match content.kind {
        ContentKind::Thought => 0,
        ContentKind::Call(_) => 2,
        _ => 1,
    }
}

/// True if one message can hold two contents that follow each other.
fn is_in_order(one: &Content<'_>, next: &Content<'_>) -> bool {
    rank(one) < rank(next) || rank(one) == rank(next) && rank(one) != 1
}

fn write_turn<'d>(run: &[Content<'d>], shape: &FlatShape, request: &mut RequestWriter<'_, 'd>) {
    let of_rank = |wanted: usize| run.iter().filter(|content| rank(content) == wanted).collect::<Vec<_>>();
    let [thoughts, said, calls] = [0, 1, 2].map(of_rank);
    let text = said.first().and_then(|content| text_of(content, request).map(|text| (*content, text)));
    if text.is_none() && thoughts.is_empty() && calls.is_empty() {
        return;
    }
    request.out.open(b'{');
    request.out.member("role", "assistant");
    request.out.name("content");
    let start = request.out.len();
    request.out.written(text.map(|(_, text)| text).unwrap_or_default());
    text.into_iter().for_each(|(content, _)| request.placed(content, start));
    for (contents, write) in [(&thoughts, shape.thoughts), (&calls, shape.calls)] {
        if !contents.is_empty() {
            write(contents, request);
        }
    }
    request.out.close(b'}');
}

/// The text of a content, if it is one. Anything else is noted.
pub(super) fn text_of<'c, 'd>(content: &'c Content<'d>, request: &mut RequestWriter<'_, 'd>) -> Option<&'c [u8]> {
    match &content.kind {
        ContentKind::Text(text) => Some(text),
        ContentKind::Refusal(text) => {
            request.notes.add(content.value, "refusal", "the target has only text");
            Some(text)
        }
        ContentKind::Opaque => {
            request.left_out(content, "only its own wire knows it");
            None
        }
        _ => {
            request.left_out(content, "the format has only texts here");
            None
        }
    }
}

/// Writes a content as a message of its own.
fn write_single<'d>(speaker: Speaker, content: &Content<'d>, shape: &FlatShape, request: &mut RequestWriter<'_, 'd>) {
    let start = request.out.len();
    if let ContentKind::Result(result) = &content.kind {
        request.out.open(b'{');
        request.out.member("role", "tool");
        let said = marked_output(content, result, request);
        request.string("content", &said);
        let [id, name] = shape.result;
        request.string(id, result.id.as_deref().unwrap_or_default());
        result.name.iter().for_each(|tool| request.string(name, tool));
    } else {
        let Some(text) = text_of(content, request) else { return };
        if speaker == Speaker::Developer {
            request.notes.add(content.value, "developer", "the format has only instructions of the system");
        }
        request.out.open(b'{');
        request.out.member("role", if matches!(speaker, Speaker::System | Speaker::Developer) { "system" } else { "user" });
        request.string("content", text);
    }
    request.out.close(b'}');
    request.placed(content, start);
}

/// The output of a call as one text, with everything noted that is not in it.
pub(super) fn texts_of<'d>(content: &Content<'d>, result: &ToolResult<'d>, request: &mut RequestWriter<'_, 'd>) -> Vec<u8> {
    RequestWriter::output_text(&result.output).unwrap_or_else(|| {
        let Output::Contents(contents) = &result.output else { return Vec::new() };
        let texts: Vec<&[u8]> = contents.iter().filter_map(|one| text_of(one, request)).collect();
        if texts.len() > 1 {
            request.notes.add(content.value, "result", "the format has one text for a result: its texts are lines of it");
        }
        texts.join(&br"\n"[..])
    })
}

/// The same, with a mark if the call failed.
fn marked_output<'d>(content: &Content<'d>, result: &ToolResult<'d>, request: &mut RequestWriter<'_, 'd>) -> Vec<u8> {
    let text = texts_of(content, result, request);
    if !result.failed {
        return text;
    }
    request.notes.add(content.value, "is_error", "the target has no place for it: it is a mark in the text");
    marks::FAILED.put(&text)
}

/// Writes a message of the user whose content is a list.
fn write_parts<'d>(
    message: &Message<'d>,
    medium: for<'c> fn(&Media<'d>, &mut RequestWriter<'c, 'd>) -> bool,
    request: &mut RequestWriter<'_, 'd>,
) {
    let mark = request.out.len();
    request.out.open(b'{');
    request.out.member("role", "user");
    request.out.name("content");
    request.out.open(b'[');
    let from = request.out.len();
    for content in &message.contents {
        let start = request.out.len();
        match &content.kind {
            ContentKind::Media(media) => {
                if !medium(media, request) {
                    request.left_out(content, "the format has no place for a file that a provider holds");
                }
            }
            _ => {
                if let Some(text) = text_of(content, request) {
                    request.text_part(text);
                }
            }
        }
        request.placed(content, start);
    }
    if request.out.len() == from {
        return request.out.cut(mark);
    }
    request.out.close(b']');
    request.out.close(b'}');
}

/// A member, unless it says nothing.
pub(super) fn filled<'d>(holder: Value<'d>, name: &str) -> Option<Value<'d>> {
    holder.get(name).filter(|value| !is_blank(*value))
}
