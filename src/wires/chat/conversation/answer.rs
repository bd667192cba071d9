//! Writes an assistant message of a chat: its text, its calls, and its reasoning in the dialect's member.

use super::contents::write_contents;
use super::detail::{is_detail, write_detail};
use super::dialects::{OPENAI_MODELS, SIGNATURES, THINKING_CHUNKS};
use super::media::write_picture;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::writer::RequestWriter;
use crate::json::Value;
use crate::model::{CallInput, Content, ContentKind, Media, MediaKind, MediaSource, Speaker, Tool, ToolCall, ToolKind};

/// The string that Google documents for a call without an available signature.
const PLACEHOLDER: &[u8] = b"skip_thought_signature_validator";

pub(super) fn write_answer<'d>(contents: &[(Speaker, &Content<'d>)], tools: &[Tool<'d>], request: &mut RequestWriter<'_, 'd>) {
    let has_chunks = request.profile.fits(THINKING_CHUNKS);
    let has_refusals = request.profile.fits(REFUSALS);
    let has_pictures = request.profile.fits("wire=openrouter-chat");
    let (mut thoughts, mut refusals, mut pictures, mut calls, mut rest) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (speaker, content) in contents {
        match &content.kind {
            ContentKind::Thought if !has_chunks => thoughts.push(*content),
            ContentKind::Refusal(text) if has_refusals && refusals.is_empty() => refusals.push((*content, &**text)),
            ContentKind::Media(media) if has_pictures && is_picture(media) => pictures.push((*content, media)),
            ContentKind::Call(call) => calls.push((*content, call)),
            _ => {
                if !calls.is_empty() {
                    request.notes.add(
                        content.value,
                        content.kind.name(),
                        "the target has the text of a message before its calls: it is moved",
                    );
                }
                if let ContentKind::Text(text) = &content.kind {
                    request.note_tags(content, text);
                }
                rest.push((*speaker, *content));
            }
        }
    }
    let mark = request.out.len();
    request.out.open(b'{');
    request.out.member("role", "assistant");
    let from = request.out.len();
    let is_said = !rest.is_empty() && write_contents("assistant", &rest, request);
    write_thoughts(&thoughts, request);
    let is_refused = !refusals.is_empty();
    for (content, text) in refusals {
        request.out.name("refusal");
        let start = request.out.len();
        request.out.written(text);
        request.placed(content, start);
    }
    if !pictures.is_empty() {
        request.out.name("images");
        request.out.open(b'[');
        for (content, media) in pictures {
            let start = request.out.len();
            write_picture(media, request);
            request.placed(content, start);
        }
        request.out.close(b']');
    }
    write_signature(contents, request);
    if !calls.is_empty() {
        request.out.name("tool_calls");
        request.out.open(b'[');
        for (content, call) in &calls {
            let start = request.out.len();
            write_call(content, call, tools, request);
            request.placed(content, start);
        }
        request.out.close(b']');
    }
    match request.out.len() == from {
        true => request.out.cut(mark),
        false => {
            // No provider accepts a message with neither.
            if !is_said && calls.is_empty() && !is_refused {
                request.out.member("content", "");
            }
            request.out.close(b'}');
        }
    }
}

/// Returns `true` if a medium is a picture with an address, or can be one.
fn is_picture(media: &Media<'_>) -> bool {
    media.kind == MediaKind::Image && matches!(media.source, MediaSource::Data(_) | MediaSource::Url(_))
}

/// Targets with a member for the text of a refusal.
const REFUSALS: &str = "contract=openai,dialect=openrouter";

/// Writes reasoning into the member that the target reads.
fn write_thoughts<'d>(thoughts: &[&Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    let (whole, plain): (Vec<&Content<'d>>, Vec<&Content<'d>>) =
        thoughts.iter().partition(|content| request.decision(content) == Some(Decision::Native) && is_detail(content));
    let is_own = plain.iter().any(|content| content.issued.is_some() && request.decision(content) == Some(Decision::Native));
    // A plain text of OpenRouter was not an item. As an item it would lack its signature.
    let field = Some(reasoning_field(request.profile)).filter(|field| *field != DETAILS || !is_own).unwrap_or("reasoning");
    // One text is often there under two names.
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for text in plain.iter().map(|content| visible(content)).filter(|text| !text.is_empty()) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let has_items = !whole.is_empty() || field == DETAILS && !texts.is_empty();
    if has_items {
        request.out.name(DETAILS);
        request.out.open(b'[');
        for content in whole {
            let start = request.out.len();
            write_detail(content, request);
            request.placed(content, start);
        }
    }
    let text = texts.join(&b"\\n\\n"[..]);
    let start = request.out.len();
    if field == DETAILS && has_items && !text.is_empty() {
        request.out.open(b'{');
        request.out.member("type", "reasoning.text");
        request.string("text", &text);
        request.out.close(b'}');
        plain.iter().for_each(|content| request.placed(content, start));
    }
    if has_items {
        request.out.close(b']');
    }
    // Some hosts want even their empty thoughts back.
    if field != DETAILS && !field.is_empty() && (!text.is_empty() || is_own) {
        request.out.name(field);
        let start = request.out.len();
        request.out.written(&text);
        plain.iter().for_each(|content| request.placed(content, start));
    }
}

const DETAILS: &str = "reasoning_details";

/// Returns the member in which the target reads reasoning as a text: the first such member, or else the list of items.
pub(crate) fn reasoning_field<'p>(profile: Value<'p>) -> &'p str {
    let mut reads = profile.list("fields.reads").filter_map(Value::text).filter_map(crate::json::Text::plain);
    let first = |name: &&str| !matches!(*name, DETAILS | "extra_content" | "reasoning_opaque");
    let listed = profile.fits("fields.reads.*=reasoning_details");
    reads.find(first).unwrap_or(if listed { DETAILS } else { "" })
}

/// Writes the signature of a text, or of a thought without text, next to the content.
fn write_signature<'d>(contents: &[(Speaker, &Content<'d>)], request: &mut RequestWriter<'_, 'd>) {
    let is_signed = |content: &Content<'_>| {
        !matches!(content.kind, ContentKind::Call(_)) && request.decision(content) == Some(Decision::Native) && handle_of(content).is_some()
    };
    let Some((_, content)) = contents.iter().rev().find(|(_, content)| is_signed(content)) else { return };
    let handle = if request.profile.fits(SIGNATURES) { handle_of(content) } else { None };
    write_handle(content, handle, request);
}

fn handle_of<'d>(content: &Content<'d>) -> Option<&'d [u8]> {
    content.thinking.as_ref()?.handles.first()?.text().map(crate::json::Text::raw)
}

fn write_handle(content: &Content<'_>, handle: Option<&[u8]>, request: &mut RequestWriter<'_, '_>) {
    let Some(handle) = handle else { return };
    request.out.name("extra_content");
    request.out.open(b'{');
    request.out.name("google");
    request.out.open(b'{');
    request.out.name("thought_signature");
    let start = request.out.len();
    request.out.written(handle);
    if !matches!(content.kind, ContentKind::Call(_)) {
        request.placed(content, start);
    }
    request.out.close(b'}');
    request.out.close(b'}');
}

fn write_call<'d>(content: &Content<'d>, call: &ToolCall<'d>, tools: &[Tool<'d>], request: &mut RequestWriter<'_, 'd>) {
    let is_custom = tools.iter().any(|tool| tool.kind == ToolKind::Custom && tool.name == call.name);
    request.note_cache(content.cache);
    request.out.open(b'{');
    request.string("id", call.id.as_deref().unwrap_or_default());
    if let (CallInput::Text(text), true) = (&call.input, is_custom && request.profile.fits(OPENAI_MODELS)) {
        request.out.member("type", "custom");
        request.out.name("custom");
        request.out.open(b'{');
        request.string("name", &call.name);
        request.string("input", text);
    } else {
        request.out.member("type", "function");
        request.out.name("function");
        request.out.open(b'{');
        request.string("name", &call.name);
        match &call.input {
            CallInput::Json(json) => request.quoted("arguments", json),
            CallInput::Text(_) if is_custom => {
                let object = request.call_object(content, &call.input);
                request.quoted("arguments", &object);
            }
            CallInput::Text(text) => request.string("arguments", text),
        }
    }
    request.out.close(b'}');
    if request.profile.fits(SIGNATURES) {
        let own = if request.decision(content) == Some(Decision::Native) { handle_of(content) } else { None };
        write_handle(content, own.or(request.has_placeholder(content).then_some(PLACEHOLDER)), request);
    }
    request.out.close(b'}');
}
