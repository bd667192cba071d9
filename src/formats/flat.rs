//! Messages with one text each: thoughts come before it and calls after it. A turn in another order becomes several messages of its speaker, because the
//! issuer refuses a thought in another place.

use super::format::{CLAUDE, messages_of, note_rest};
use super::options;
use crate::conversation::marks;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::{Reader, content, is_blank, written};
use crate::conversation::travel::Hold;
use crate::conversation::writer::RequestWriter;
use crate::error::Error;
use crate::json::{Text, Value};
use crate::model::{
    Content, ContentKind, Conversation, Issued, Media, Message, Output, Speaker, Target, Thinking, ThinkingKind, ToolResult, Wire,
};
use crate::wires::chat::conversation::is_detail;

/// Writes contents of one kind.
pub(super) type WriteContents = for<'c, 'd, 'm> fn(&[&'m Content<'d>], &mut RequestWriter<'c, 'd>);

/// The shape of the messages.
pub(super) struct FlatShape {
    /// Writes the thoughts of a message.
    pub(super) thoughts: WriteContents,
    /// Writes the calls of a message.
    pub(super) calls: WriteContents,
    /// The names of the id and of the tool in a result.
    pub(super) result: [&'static str; 2],
    /// The member of a message that contains the [`META`] of its text. Empty if it is in the message itself.
    pub(super) text_meta: &'static str,
    /// Writes a medium as a part of a message. Returns `false` if there is no place for it. Some messages have only texts.
    pub(super) medium: Option<for<'c, 'd> fn(&Media<'d>, &mut RequestWriter<'c, 'd>) -> bool>,
}

/// Reads a list of messages, a member of an object that is such a list, or one message.
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
                reader.unread(message, "it is not a message of the format");
                continue;
            }
        };
        read(message, speaker, reader);
    }
    Ok(())
}

/// Reads an encrypted thought of Claude's, or a text. The messages do not name an issuer, so only the source can name another than Anthropic.
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
    // Bedrock's model names begin with the vendor.
    let is_bedrock = model.as_deref().is_some_and(|model| model.contains("anthropic."));
    let wire = if is_bedrock { Wire::BEDROCK_CONVERSE } else { Wire::ANTHROPIC_MESSAGES };
    let issuer = reader.issuer(is_known.then(|| Target { host, model, ..Target::new(wire) }));
    (thinking, issuer.map(|issuer| Issued { issuer, id: None, is_native: false }))
}

/// The member with the data that a vendor other than Anthropic needs for a thought, a text or a call, under the name of its provider.
pub(super) const META: &str = "providerMeta";

/// Returns how much the messages hold of a thought: all if Claude, an OpenAI Responses API, Gemini or OpenRouter signed or encrypted it, otherwise the text.
pub(super) fn holds(issuer: Value<'_>, content: &Content<'_>) -> Hold {
    let Some(thinking) = &content.thinking else { return Hold::Nothing };
    let is_claude = issuer.fits(CLAUDE);
    // An unknown host would be read as the vendor of its wire.
    let has_name = issuer.fits("vendor,!surface vendor=openai|xai|google,!vendor");
    let is_item = has_name && issuer.fits("wire=openai-responses");
    let is_gemini = has_name && issuer.fits("wire=gemini-generate");
    let has_handle = thinking.handles.len() == 1;
    match &content.kind {
        ContentKind::Thought if has_handle && is_claude && thinking.texts.len() < 2 => Hold::Whole,
        ContentKind::Thought if has_handle && (is_item || is_gemini || is_detail(content)) => Hold::Whole,
        ContentKind::Thought => Hold::Text,
        ContentKind::Call(_) | ContentKind::Text(_) if has_handle && is_gemini => Hold::Whole,
        _ => Hold::Nothing,
    }
}

/// Reads a thought of a message. The block names its provider if that is not Claude's.
pub(super) fn read_block<'d>((block, message): (Value<'d>, Value<'d>), text: &str, model: Option<&str>, reader: &mut Reader<'d>) {
    let said = content(block, message, ContentKind::Thought);
    if let Some(details) = block.path("providerMeta.openrouter.reasoning_details") {
        return options::read_details(details, message, reader);
    }
    if let Some(meta) = block.get(META).filter(|meta| options::name_a_provider(*meta)) {
        return options::read_thought(said, block.get(text), Some(meta), reader);
    }
    let handle = filled(block, "signature").or_else(|| filled(block, "data"));
    let (thinking, issued) = claude_thought(block, [block.get(text), handle], model, reader);
    reader.say(Speaker::Assistant, Content { thinking: Some(thinking), issued, ..said });
}

/// Reads the text of a message, with its signature. A text may be empty and signed.
pub(super) fn read_text<'d>((text, message): (Value<'d>, Value<'d>), speaker: Speaker, shape: &FlatShape, reader: &mut Reader<'d>) {
    let mut said = content(text, message, ContentKind::Text(written(Some(text))));
    let holder = if shape.text_meta.is_empty() { Some(message) } else { message.get(shape.text_meta) };
    options::read_handle(&mut said, holder.and_then(|holder| holder.get(META)), reader);
    if said.thinking.is_some() || text.text().is_some_and(|text| !text.is_empty()) {
        reader.say(speaker, said);
    }
}

/// Writes thoughts as blocks: one for each, and one for each part of a summary of Responses. `write_claude` writes the members of a block of Claude's or of a text.
pub(super) fn write_blocks<'d, 'c>(
    thoughts: &[&Content<'d>],
    text: &str,
    request: &mut RequestWriter<'c, 'd>,
    write_claude: fn(&Content<'d>, &mut RequestWriter<'c, 'd>),
) {
    request.out.open(b'[');
    for content in thoughts {
        let Some(thinking) = &content.thinking else { continue };
        let start = request.out.len();
        let is_claude = request.issuer(content).fits("wire=anthropic-messages|bedrock-converse");
        if request.decision(content) != Some(Decision::Native) || is_claude {
            request.out.open(b'{');
            write_claude(content, request);
            request.out.close(b'}');
        } else {
            let parts: Vec<Vec<u8>> = match thinking.texts.len() {
                0 | 1 => vec![visible(content)],
                _ => thinking.texts.iter().map(|part| part.text().map(Text::raw).unwrap_or_default().to_vec()).collect(),
            };
            for part in parts {
                request.out.open(b'{');
                request.out.member("type", "thinking");
                request.string(text, &part);
                options::write_options(META, content, request);
                request.out.close(b'}');
            }
        }
        request.placed(content, start);
    }
    request.out.close(b']');
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

/// Returns `true` if one message can hold two consecutive contents.
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
    let message = request.out.len();
    request.out.open(b'{');
    request.out.member("role", "assistant");
    request.out.name("content");
    let start = request.out.len();
    request.out.written(text.map(|(_, text)| text).unwrap_or_default());
    if let Some((content, _)) = text {
        let is_signed = content.thinking.is_some();
        if is_signed && !shape.text_meta.is_empty() {
            let holder = request.open_member(shape.text_meta);
            options::write_options(META, content, request);
            request.close_member(holder);
        } else if is_signed {
            options::write_options(META, content, request);
        }
        request.placed(content, if is_signed { message } else { start });
    }
    for (contents, write) in [(&thoughts, shape.thoughts), (&calls, shape.calls)] {
        if !contents.is_empty() {
            write(contents, request);
        }
    }
    request.out.close(b'}');
}

/// Returns the text of a content, if it is one. Anything else is noted.
pub(super) fn text_of<'c, 'd>(content: &'c Content<'d>, request: &mut RequestWriter<'_, 'd>) -> Option<&'c [u8]> {
    match &content.kind {
        ContentKind::Text(text) => Some(text),
        ContentKind::Refusal(text) => {
            request.notes.add(content.value, "refusal", "the target has only text");
            Some(text)
        }
        ContentKind::Opaque => {
            request.left_out(content, "only the wire of the source supports it");
            None
        }
        _ => {
            request.left_out(content, "the format allows only text here");
            None
        }
    }
}

/// Writes a content as a separate message.
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
            request.notes.add(content.value, "developer", "the format has no developer role: it is sent as system");
        }
        request.out.open(b'{');
        request.out.member("role", if matches!(speaker, Speaker::System | Speaker::Developer) { "system" } else { "user" });
        request.string("content", text);
    }
    request.out.close(b'}');
    request.placed(content, start);
}

/// Returns the output of a call as one text, and notes everything that is not in it.
pub(super) fn texts_of<'d>(content: &Content<'d>, result: &ToolResult<'d>, request: &mut RequestWriter<'_, 'd>) -> Vec<u8> {
    RequestWriter::output_text(&result.output).unwrap_or_else(|| {
        let Output::Contents(contents) = &result.output else { return Vec::new() };
        let texts: Vec<&[u8]> = contents.iter().filter_map(|one| text_of(one, request)).collect();
        if texts.len() > 1 {
            request.notes.add(content.value, "result", "the format allows one text in a result: the texts are joined");
        }
        texts.join(&br"\n"[..])
    })
}

/// Returns the output of a call as one text, with tags if the call failed.
fn marked_output<'d>(content: &Content<'d>, result: &ToolResult<'d>, request: &mut RequestWriter<'_, 'd>) -> Vec<u8> {
    let text = texts_of(content, result, request);
    if !result.failed {
        return text;
    }
    request.notes.add(content.value, "is_error", "the target has no error flag: the text says it");
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
                    request.left_out(content, "the format cannot refer to a file that a provider stores");
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

/// Returns a member, unless it is empty.
pub(super) fn filled<'d>(holder: Value<'d>, name: &str) -> Option<Value<'d>> {
    holder.get(name).filter(|value| !is_blank(*value))
}
