//! `LLMMessage`s of agentfootprint. Thoughts stand in `thinkingBlocks`, Gemini's signatures in the `providerMeta` of a call. The flags `ephemeral` and
//! `injectedBy` are about the framework's own history, so a message is sent without them.
//!
//! A sealed thought has its data in `signature`, because a block has no other place for it. Blocks do not name an issuer: those with a signature are Claude's,
//! unless the source names another host or model.

use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::{Reader, call, call_input, content, result, written};
use crate::conversation::travel::Hold;
use crate::conversation::writer::RequestWriter;
use crate::error::Error;
use crate::formats::flat::{FlatShape, claude_thought, filled, holds_claude, read_messages};
use crate::formats::format::{MessageFormat, carried};
use crate::json::Value;
use crate::model::{Content, ContentKind, Conversation, Issued, Output, Speaker, Target, ThinkingKind, Wire};

/// The format.
pub(crate) static MESSAGES: MessageFormat = MessageFormat { name: "agentfootprint", read, write, holds };

const SHAPE: FlatShape = FlatShape { thoughts: write_thoughts, calls: write_calls, result: ["toolCallId", "toolName"], medium: None };

fn holds(issuer: Value<'_>, content: &Content<'_>) -> Hold {
    // A call has a place for a signature of Gemini, and none for the service that gave it.
    let is_gemini = issuer.fits("wire=gemini-generate|openai-chat wire=gemini-generate,dialect=gemini !surface=vertex");
    match &content.kind {
        ContentKind::Call(_) if is_gemini => Hold::Whole,
        _ => holds_claude(issuer, content),
    }
}

fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    read_messages(body, &["messages", "history"], reader, read_message)
}

fn read_message<'d>(message: Value<'d>, speaker: Speaker, reader: &mut Reader<'d>) {
    let text = message.get("content");
    if speaker == Speaker::Tool {
        let kind = result(message.get("toolCallId"), message.get("toolName"), false, Output::Text(written(text)));
        return reader.say(speaker, content(message, message, kind));
    }
    for block in message.list("thinkingBlocks") {
        let handle = filled(block, "signature").or_else(|| filled(block, "data"));
        let (thinking, issued) = claude_thought(block, [block.get("content"), handle], None, reader);
        let said = Content { thinking: Some(thinking), issued, ..content(block, message, ContentKind::Thought) };
        reader.say(Speaker::Assistant, said);
    }
    if let Some(text) = text.filter(|text| text.text().is_some_and(|text| !text.is_empty())) {
        reader.say(speaker, content(text, message, ContentKind::Text(written(Some(text)))));
    }
    for one in message.list("toolCalls") {
        let kind = call(one.get("id"), one.get("name"), call_input(one.get("args")));
        let mut said = content(one, message, kind);
        if let Some(signature) = one.path("providerMeta.thoughtSignature") {
            let source = reader.source.as_ref().map_or((None, None), |source| (source.host.clone(), source.model.clone()));
            let issuer = reader.issuer(Some(Target { host: source.0, model: source.1, ..Target::new(Wire::GEMINI_GENERATE) }));
            said.thinking = Some(carried(&said.kind, signature));
            said.issued = issuer.map(|issuer| Issued { issuer, id: None, is_native: false });
        } else if let Some(meta) = one.get("providerMeta") {
            reader.unread(meta, "only its provider knows it");
        }
        reader.say(Speaker::Assistant, said);
    }
}

fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    crate::formats::flat::write(conversation, &SHAPE, request);
}

fn write_thoughts<'d>(thoughts: &[&Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    request.out.name("thinkingBlocks");
    request.out.open(b'[');
    for content in thoughts {
        let Some(thinking) = &content.thinking else { continue };
        let start = request.out.len();
        let handle = if request.decision(content) == Some(Decision::Native) { thinking.handles.first() } else { None };
        let is_redacted = thinking.kind == ThinkingKind::Redacted && handle.is_some();
        request.out.open(b'{');
        request.out.member("type", if is_redacted { "redacted_thinking" } else { "thinking" });
        request.string("content", &visible(content));
        match handle {
            Some(handle) => request.json("signature", handle.raw()),
            None if thinking.kind == ThinkingKind::Summary => request.json("summary", b"true"),
            None => {}
        }
        request.out.close(b'}');
        request.placed(content, start);
    }
    request.out.close(b']');
}

fn write_calls<'d>(calls: &[&Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    request.out.name("toolCalls");
    request.out.open(b'[');
    for content in calls {
        let ContentKind::Call(call) = &content.kind else { continue };
        let start = request.out.len();
        let input = request.call_object(content, &call.input);
        request.out.open(b'{');
        request.string("id", call.id.as_deref().unwrap_or_default());
        request.string("name", &call.name);
        request.json("args", &input);
        let handle = content.thinking.as_ref().and_then(|thinking| thinking.handles.first());
        if let Some(handle) = handle
            && request.decision(content) == Some(Decision::Native)
        {
            let meta = request.open_member("providerMeta");
            request.json("thoughtSignature", handle.raw());
            request.close_member(meta);
        }
        request.out.close(b'}');
        request.placed(content, start);
    }
    request.out.close(b']');
}
