//! Messages of __title__: one text each, thoughts in `thinking` and calls in `calls`.
//!
//! ```json
//! {"role":"assistant","content":"Hello","thinking":[{"text":"A greeting.","signature":"EqQB"}],"calls":[{"id":"a","name":"look","input":{}}]}
//! {"role":"tool","content":"21","callId":"a","tool":"look"}
//! ```
//!
//! A redacted thought has its data in `signature` and the type `redacted_thinking`. A thought with a signature is Claude's, unless the source names another
//! host or model. The data that OpenAI and Gemini need is in `providerMeta`, and that of a text in `contentMeta`.

use super::flat::{self, FlatShape, META, holds, read_messages};
use super::format::MessageFormat;
use super::options;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::{Reader, call, call_input, content, result, written};
use crate::conversation::writer::RequestWriter;
use crate::error::Error;
use crate::json::Value;
use crate::model::{Content, ContentKind, Conversation, Output, Speaker, ThinkingKind};

/// The format.
pub(super) static MESSAGES: MessageFormat = MessageFormat { name: "__kebab__", read, write, holds };

const SHAPE: FlatShape =
    FlatShape { thoughts: write_thoughts, calls: write_calls, result: ["callId", "tool"], text_meta: "contentMeta", medium: None };

fn read<'d>(body: Value<'d>, reader: &mut Reader<'d>) -> Result<(), Error> {
    read_messages(body, &["messages"], reader, read_message)
}

fn read_message<'d>(message: Value<'d>, speaker: Speaker, reader: &mut Reader<'d>) {
    let text = message.get("content");
    if speaker == Speaker::Tool {
        let kind = result(message.get("callId"), message.get("tool"), false, Output::Text(written(text)));
        return reader.say(speaker, content(message, message, kind));
    }
    for thought in message.list("thinking") {
        flat::read_block((thought, message), "text", None, reader);
    }
    if let Some(text) = text {
        flat::read_text((text, message), speaker, &SHAPE, reader);
    }
    for one in message.list("calls") {
        let mut said = content(one, message, call(one.get("id"), one.get("name"), call_input(one.get("input"))));
        options::read_handle(&mut said, one.get(META), reader);
        reader.say(Speaker::Assistant, said);
    }
}

fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    flat::write(conversation, &SHAPE, request);
}

fn write_thoughts<'d>(thoughts: &[&Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    request.out.name("thinking");
    flat::write_blocks(thoughts, "text", request, |content, request| {
        let Some(thinking) = &content.thinking else { return };
        let handle = thinking.handles.first().filter(|_| request.decision(content) == Some(Decision::Native));
        if thinking.kind == ThinkingKind::Redacted && handle.is_some() {
            request.out.member("type", "redacted_thinking");
        }
        request.string("text", &visible(content));
        match handle {
            Some(handle) => request.json("signature", handle.raw()),
            None if thinking.kind == ThinkingKind::Summary => request.json("summary", b"true"),
            None => {}
        }
    });
}

fn write_calls<'d>(calls: &[&Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    request.out.name("calls");
    request.out.open(b'[');
    for content in calls {
        let ContentKind::Call(call) = &content.kind else { continue };
        let start = request.out.len();
        let input = request.call_object(content, &call.input);
        request.out.open(b'{');
        request.string("id", call.id.as_deref().unwrap_or_default());
        request.string("name", &call.name);
        request.json("input", &input);
        if content.thinking.is_some() && request.decision(content) == Some(Decision::Native) {
            options::write_options(META, content, request);
        }
        request.out.close(b'}');
        request.placed(content, start);
    }
    request.out.close(b']');
}
