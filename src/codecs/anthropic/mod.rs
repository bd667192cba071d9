//! Anthropic's Messages: the first-party API, and as Bedrock InvokeModel, Vertex, Azure and compatible hosts carry it.
//!
//! - Opaque: `signature` of a `thinking` block, `data` of a `redacted_thinking` block, and in `compaction` blocks
//!   `encrypted_content` and `signature`. An empty `thinking` with a signature is the usual shape since 2026, and complete.
//! - To be echoed byte for byte: the whole `content` array, in its order. Blocks are never hoisted, merged or dropped.
//! - Not read on purpose: the inside of server tools and of unknown blocks; they are kept as they are.

mod stream;

use super::{Codec, Fold, Note, Side, Sighting, array, is, missing, role, text};
use crate::error::Error;
use crate::json::{Changes, Kind, Value};
use crate::model::{Attachment, Diagnostic, Entry, History, Part, PartKind, Target, Thinking, ThinkingKind, Turn, Wire};

/// The codec of `anthropic-messages`.
pub(super) struct AnthropicMessages;

impl Codec for AnthropicMessages {
    fn wire(&self) -> Wire {
        Wire::ANTHROPIC_MESSAGES
    }

    fn recognise(&self, body: Value<'_>) -> Option<Sighting> {
        let is_array = |name: &str| body.get(name).is_some_and(|value| value.kind() == Kind::Array);
        if is(body, "type", "message") && is(body, "role", "assistant") && is_array("content") {
            return Some(Sighting { side: Side::Response, certainty: 100 });
        }
        if !is_array("messages") {
            return None;
        }
        let block = |wanted: &[&str]| {
            let messages = body.get("messages").into_iter().flat_map(Value::elements);
            let mut blocks = messages.flat_map(|message| message.get("content").into_iter().flat_map(Value::elements));
            blocks.any(|block| wanted.iter().any(|kind| is(block, "type", kind)))
        };
        let tools = || body.get("tools").into_iter().flat_map(Value::elements).any(|tool| tool.get("input_schema").is_some());
        let certainty = match () {
            () if body.get("anthropic_version").is_some()
                || tools()
                || block(&["thinking", "redacted_thinking", "tool_use", "tool_result"]) =>
            {
                95
            }
            () if body.get("system").is_some() || body.get("thinking").and_then(|thinking| thinking.get("budget_tokens")).is_some() => 80,
            // Other wires put a vendor before the name.
            () if body.get("model").and_then(Value::text).is_some_and(|model| model.raw().starts_with(b"claude")) => 85,
            () if body.get("max_tokens").is_some() => 30,
            () => return None,
        };
        Some(Sighting { side: Side::Request, certainty })
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        let mut turn = Turn { id: text(body, "id"), model: text(body, "model"), usage: body.get("usage"), ..Turn::default() };
        turn.parts = parts(body, &mut turn.diagnostics);
        turn
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        let mut history = History::default();
        for message in array(body, "messages", &mut history.diagnostics) {
            let parts = match message.get("content") {
                Some(text) if text.kind() == Kind::String => vec![Part::new(text, PartKind::Text)],
                _ => parts(message, &mut history.diagnostics),
            };
            let role = role(message);
            history.entries.push(Entry { value: message, role, parts });
        }
        history
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let content = response.get("content").ok_or_else(|| missing("the response has no content"))?;
        let messages = request.get("messages").ok_or_else(|| missing("the request has no messages"))?;
        let turn = [b"{\"role\":\"assistant\",\"content\":", content.raw(), b"}"].concat();
        changes.append(messages, &turn)?;
        Ok(Vec::new())
    }

    fn fold(&self) -> Box<dyn Fold> {
        Box::new(stream::Messages::default())
    }
}

/// The blocks of a message's content, in a response or in a request.
fn parts<'d>(message: Value<'d>, diagnostics: &mut Vec<Diagnostic<'d>>) -> Vec<Part<'d>> {
    let blocks = array(message, "content", diagnostics);
    let mut wrong = |value: Value<'d>, reason: &'static str| diagnostics.push(Diagnostic { value, reason });
    blocks.into_iter().map(|block| part(block, &mut wrong)).collect()
}

fn part<'d>(block: Value<'d>, wrong: &mut impl FnMut(Value<'d>, &'static str)) -> Part<'d> {
    let kind = block.get("type").and_then(Value::text).and_then(|kind| kind.to_str());
    match kind.as_deref() {
        Some("thinking") => {
            let text = block.get("thinking");
            let visible = text.and_then(Value::text).is_some_and(|text| !text.is_empty());
            let kind = if visible { ThinkingKind::Text } else { ThinkingKind::Omitted };
            let thinking = Thinking::new(kind, Attachment::Block).text(text).handle(block.get("signature"));
            if thinking.texts.is_empty() {
                wrong(block, "a thinking block without its text");
            }
            Part::new(block, PartKind::Thought).with(thinking)
        }
        Some("redacted_thinking") => {
            let thinking = Thinking::new(ThinkingKind::Redacted, Attachment::Block).handle(block.get("data"));
            if thinking.handles.is_empty() {
                wrong(block, "a redacted block without its data");
            }
            Part::new(block, PartKind::Thought).with(thinking.signed())
        }
        Some("text") => Part::new(block, PartKind::Text),
        Some("tool_use") => Part::new(block, PartKind::Call),
        Some("tool_result") => Part::new(block, PartKind::Result),
        Some(_) => Part::new(block, PartKind::Other),
        None => {
            wrong(block, "a block without a type");
            Part::new(block, PartKind::Other)
        }
    }
}
