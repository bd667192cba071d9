//! `LLMMessage`s of agentfootprint. Thoughts are in `thinkingBlocks`, Gemini's signatures in the `providerMeta` of a call. The flags `ephemeral` and
//! `injectedBy` concern only the framework's history, so a message is sent without them.
//!
//! The data of a redacted block is in `signature`, because a block has no other place for it. A block with a signature is Claude's, unless the source names
//! another host or model. The data that OpenAI, Gemini and OpenRouter need is in the `providerMeta` of the block, which is not sent to Claude.

use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::{Reader, call, call_input, content, result, written};
use crate::conversation::travel::Hold;
use crate::conversation::writer::RequestWriter;
use crate::error::Error;
use crate::formats::flat::{self, FlatShape, META, read_messages};
use crate::formats::format::{MessageFormat, carried};
use crate::formats::options;
use crate::json::Value;
use crate::model::{Content, ContentKind, Conversation, Issued, Output, Speaker, Target, ThinkingKind, Wire};

/// The format.
pub(crate) static MESSAGES: MessageFormat = MessageFormat { name: "agentfootprint", read, write, holds };

const SHAPE: FlatShape =
    FlatShape { thoughts: write_thoughts, calls: write_calls, result: ["toolCallId", "toolName"], text_meta: "", medium: None };

fn holds(issuer: Value<'_>, content: &Content<'_>) -> Hold {
    match &content.kind {
        ContentKind::Call(_) if issuer.fits("wire=openai-chat dialect=gemini") => Hold::Whole,
        _ => flat::holds(issuer, content),
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
        flat::read_block((block, message), "content", None, reader);
    }
    if let Some(text) = text {
        flat::read_text((text, message), speaker, &SHAPE, reader);
    }
    for one in message.list("toolCalls") {
        let kind = call(one.get("id"), one.get("name"), call_input(one.get("args")));
        let mut said = content(one, message, kind);
        if let Some(signature) = one.path("providerMeta.thoughtSignature") {
            let source = reader.source.as_ref().map_or((None, None), |source| (source.host.clone(), source.model.clone()));
            let issuer = reader.issuer(Some(Target { host: source.0, model: source.1, ..Target::new(Wire::GEMINI_GENERATE) }));
            said.thinking = Some(carried(&said.kind, signature));
            said.issued = issuer.map(|issuer| Issued { issuer, id: None, is_native: false });
        } else if let Some(meta) = one.get(META) {
            options::read_handle(&mut said, Some(meta), reader);
            if said.thinking.is_none() {
                reader.unread(meta, "only its provider supports it");
            }
        }
        reader.say(Speaker::Assistant, said);
    }
}

fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    flat::write(conversation, &SHAPE, request);
}

fn write_thoughts<'d>(thoughts: &[&Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    request.out.name("thinkingBlocks");
    flat::write_blocks(thoughts, "content", request, |content, request| {
        let Some(thinking) = &content.thinking else { return };
        let handle = if request.decision(content) == Some(Decision::Native) { thinking.handles.first() } else { None };
        let is_redacted = thinking.kind == ThinkingKind::Redacted && handle.is_some();
        request.out.member("type", if is_redacted { "redacted_thinking" } else { "thinking" });
        request.string("content", &visible(content));
        match handle {
            Some(handle) => request.json("signature", handle.raw()),
            None if thinking.kind == ThinkingKind::Summary => request.json("summary", b"true"),
            None => {}
        }
    });
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
            // The framework has one place for Google's signatures. Those of Vertex are valid only there.
            if request.issuer(content).fits("surface=vertex") {
                options::write_options(META, content, request);
            } else {
                let meta = request.open_member(META);
                request.json("thoughtSignature", handle.raw());
                request.close_member(meta);
            }
        }
        request.out.close(b'}');
        request.placed(content, start);
    }
    request.out.close(b']');
}
