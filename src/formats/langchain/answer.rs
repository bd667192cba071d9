//! A message of the model, written: its content, its calls, and the members beside them.

use super::places::{Place, place_of, provider};
use super::source::SIGNATURES;
use super::write::{signature, write_cache, write_contents, write_speaker};
use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::plain;
use crate::conversation::writer::RequestWriter;
use crate::model::{CallInput, Content, ContentKind, Speaker, ThinkingKind, ToolCall};
use crate::wires::chat::conversation::write_detail;
use crate::wires::responses::conversation::write_thought as write_item;

pub(super) fn write_answer<'d>(contents: &[Content<'d>], is_langchain: bool, request: &mut RequestWriter<'_, 'd>) {
    let place = |content: &Content<'d>, request: &RequestWriter<'_, 'd>| {
        matches!(content.kind, ContentKind::Thought).then(|| place_of(content, is_langchain, request))
    };
    let name = contents.iter().map(|content| provider(content, request)).find(|name| !name.is_empty()).unwrap_or_default();
    let has_blocks = is_langchain && name == "anthropic";
    let is_call = |content: &Content<'_>| matches!(content.kind, ContentKind::Call(_));
    let mut within: Vec<&Content<'d>> = Vec::new();
    let mut ahead: Vec<(Place, &Content<'d>)> = Vec::new();
    for content in contents {
        match place(content, request) {
            Some(at @ (Place::Listed(_) | Place::Alone(_))) => ahead.push((at, content)),
            None | Some(Place::Within) if !is_call(content) || has_blocks => within.push(content),
            _ => {}
        }
    }
    let calls: Vec<&Content<'d>> = contents.iter().filter(|content| is_call(content)).collect();
    if within.is_empty() && ahead.is_empty() && calls.is_empty() && contents.iter().all(|content| signature(content, request).is_none()) {
        return;
    }
    let mark = request.out.len();
    request.out.open(b'{');
    write_speaker(Speaker::Assistant, is_langchain, request);
    request.out.name("content");
    let from = request.out.len();
    let has_text = !within.is_empty() && write_contents(&within, is_langchain, request);
    if !has_text {
        request.out.cut(from);
        // LiteLLM replaces an empty text by a sentence.
        if is_langchain { request.out.written(b"") } else { request.out.raw(b"null") }
    }
    let signed = contents.iter().find(|content| {
        !is_call(content)
            && !is_langchain
            && signature(content, request).is_some()
            && !matches!(place(content, request), Some(Place::Listed(_)))
    });
    if !has_text && ahead.is_empty() && calls.is_empty() && signed.is_none() {
        // Everything was left out.
        return request.out.cut(mark);
    }
    write_calls(&calls, has_blocks, is_langchain, request);
    let beside = if is_langchain { Some(request.open_member("additional_kwargs")) } else { None };
    write_ahead(&ahead, request);
    if is_langchain {
        write_signatures(&calls, request);
    }
    beside.into_iter().for_each(|beside| request.close_member(beside));
    if let Some(content) = signed {
        let start = request.out.len();
        request.out.name("provider_specific_fields");
        request.out.open(b'{');
        request.out.name("thought_signatures");
        request.out.open(b'[');
        signature(content, request).into_iter().for_each(|signature| request.out.raw(signature.raw()));
        request.out.close(b']');
        request.out.close(b'}');
        if matches!(content.kind, ContentKind::Thought) {
            request.placed(content, start);
        }
    }
    if is_langchain && !name.is_empty() {
        request.out.name("response_metadata");
        request.out.open(b'{');
        request.out.member("model_provider", name);
        request.out.close(b'}');
    }
    request.out.close(b'}');
}

fn write_calls<'d>(calls: &[&Content<'d>], has_blocks: bool, is_langchain: bool, request: &mut RequestWriter<'_, 'd>) {
    if calls.is_empty() {
        return;
    }
    request.out.name("tool_calls");
    request.out.open(b'[');
    for content in calls {
        let ContentKind::Call(call) = &content.kind else { continue };
        let start = request.out.len();
        request.out.open(b'{');
        request.string("id", call.id.as_deref().unwrap_or_default());
        if is_langchain {
            let noted = request.notes.all.len();
            let args = request.call_object(content, &call.input);
            if has_blocks {
                request.notes.all.truncate(noted);
            }
            request.out.member("type", "tool_call");
            request.string("name", &call.name);
            request.json("args", &args);
        } else {
            request.out.member("type", "function");
            request.out.name("function");
            request.out.open(b'{');
            request.string("name", &call.name);
            match &call.input {
                CallInput::Json(json) => request.quoted("arguments", json),
                CallInput::Text(text) => request.string("arguments", text),
            }
            request.out.close(b'}');
            if let Some(signature) = signature(content, request) {
                request.out.name("provider_specific_fields");
                request.out.open(b'{');
                request.json("thought_signature", signature.raw());
                request.out.close(b'}');
            }
            write_cache(content.cache, request);
        }
        request.out.close(b'}');
        if !has_blocks {
            request.placed(content, start);
        }
    }
    request.out.close(b']');
}

/// Writes a call as Anthropic's block.
pub(super) fn write_call_block<'d>(content: &Content<'d>, call: &ToolCall<'d>, request: &mut RequestWriter<'_, 'd>) {
    let input = request.call_object(content, &call.input);
    request.out.open(b'{');
    request.out.member("type", "tool_use");
    request.string("id", call.id.as_deref().unwrap_or_default());
    request.string("name", &call.name);
    request.json("input", &input);
    write_cache(content.cache, request);
    request.out.close(b'}');
}

/// Writes the signatures of calls in the member of Google's package.
fn write_signatures<'d>(calls: &[&Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    let member = request.open_member(SIGNATURES);
    for content in calls {
        if let (ContentKind::Call(call), Some(signature)) = (&content.kind, signature(content, request)) {
            request.out.name(&String::from_utf8_lossy(&plain(call.id.as_deref().unwrap_or_default())));
            request.out.raw(signature.raw());
        }
    }
    request.close_member(member);
}

/// Writes the thoughts beside the content: lists of them, or one.
fn write_ahead<'d>(ahead: &[(Place, &Content<'d>)], request: &mut RequestWriter<'_, 'd>) {
    for name in ["thinking_blocks", "reasoning_items", "reasoning_details"] {
        let mut listed = ahead.iter().filter(|(place, _)| *place == Place::Listed(name)).peekable();
        if listed.peek().is_none() {
            continue;
        }
        request.out.name(name);
        request.out.open(b'[');
        for (_, content) in listed {
            let start = request.out.len();
            write_thought(content, request);
            request.placed(content, start);
        }
        request.out.close(b']');
    }
    for (place, content) in ahead {
        let Place::Alone(name) = place else { continue };
        request.out.name(name);
        let start = request.out.len();
        if *name == "reasoning" {
            write_thought(content, request)
        } else {
            request.out.written(&visible(content))
        }
        request.placed(content, start);
    }
}

/// Writes a thought as a block or an item. One that is already in its issuer's form is copied.
pub(super) fn write_thought<'d>(content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    let Some(thinking) = &content.thinking else { return };
    let is_native = request.decision(content) == Some(Decision::Native);
    let wire = request.issuer(content).word("wire");
    let own = match wire {
        "anthropic-messages" => "type=thinking|redacted_thinking",
        "openai-responses" => "type=reasoning summary:a",
        "mistral-chat" => "type=thinking thinking:a",
        _ => "never",
    };
    if is_native && content.value.fits(own) {
        return request.out.raw(content.value.raw());
    }
    if is_native && wire == "openrouter-chat" {
        return write_detail(content, request);
    }
    let handle = thinking.handles.first().filter(|_| is_native).copied();
    let is_redacted = thinking.kind == ThinkingKind::Redacted && is_native;
    let [name, text, seal] = match wire {
        _ if !is_native => ["reasoning", "reasoning", ""],
        "openai-responses" => return write_item(content, request),
        "bedrock-converse" if is_redacted && request.profile.fits("wire=langchain") => ["reasoning_content", "", "redactedContent"],
        "bedrock-converse" if request.profile.fits("wire=langchain") => ["reasoning", "reasoning", "signature"],
        _ if is_redacted => ["redacted_thinking", "", "data"],
        _ => ["thinking", "thinking", "signature"],
    };
    request.out.open(b'{');
    request.out.member("type", name);
    if !text.is_empty() {
        request.string(text, &visible(content));
    }
    if let Some(handle) = handle {
        request.json(seal, handle.raw());
    }
    request.out.close(b'}');
}
