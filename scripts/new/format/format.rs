//! Messages of __title__: one text each, thoughts in `thinking` and calls in `calls`.
//!
//! ```json
//! {"role":"assistant","content":"Hello","thinking":[{"text":"A greeting.","signature":"EqQB"}],"calls":[{"id":"a","name":"look","input":{}}]}
//! {"role":"tool","content":"21","callId":"a","tool":"look"}
//! ```
//!
//! A redacted thought has its data in `signature` and the type `redacted_thinking`. Thoughts do not name an issuer: those with a signature are
//! Claude's, unless the source names another host or model.

use super::flat::{FlatShape, claude_thought, filled, holds, read_messages};
use super::format::MessageFormat;
use crate::conversation::plan::{Decision, visible};
use crate::conversation::reader::{Reader, call, call_input, content, result, written};
use crate::conversation::writer::RequestWriter;
use crate::error::Error;
use crate::json::Value;
use crate::model::{Content, ContentKind, Conversation, Output, Speaker, ThinkingKind};

/// The format.
pub(super) static MESSAGES: MessageFormat = MessageFormat { name: "__kebab__", read, write, holds };

const SHAPE: FlatShape = FlatShape { thoughts: write_thoughts, calls: write_calls, result: ["callId", "tool"], text_meta: "", medium: None };

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
        let (thinking, issued) = claude_thought(thought, [thought.get("text"), filled(thought, "signature")], None, reader);
        let said = Content { thinking: Some(thinking), issued, ..content(thought, message, ContentKind::Thought) };
        reader.say(Speaker::Assistant, said);
    }
    if let Some(text) = text.filter(|text| text.text().is_some_and(|text| !text.is_empty())) {
        reader.say(speaker, content(text, message, ContentKind::Text(written(Some(text)))));
    }
    for one in message.list("calls") {
        let kind = call(one.get("id"), one.get("name"), call_input(one.get("input")));
        reader.say(Speaker::Assistant, content(one, message, kind));
    }
}

fn write<'d>(conversation: &Conversation<'d>, request: &mut RequestWriter<'_, 'd>) {
    super::flat::write(conversation, &SHAPE, request);
}

fn write_thoughts<'d>(thoughts: &[&Content<'d>], request: &mut RequestWriter<'_, 'd>) {
    request.out.name("thinking");
    request.out.open(b'[');
    for content in thoughts {
        let Some(thinking) = &content.thinking else { continue };
        let start = request.out.len();
        let handle = thinking.handles.first().filter(|_| request.decision(content) == Some(Decision::Native));
        request.out.open(b'{');
        if thinking.kind == ThinkingKind::Redacted && handle.is_some() {
            request.out.member("type", "redacted_thinking");
        }
        request.string("text", &visible(content));
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
        request.out.close(b'}');
        request.placed(content, start);
    }
    request.out.close(b']');
}
