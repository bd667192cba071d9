//! Cohere's Chat, version 2.
//!
//! - Opaque: nothing. Reasoning is plain text without a signature: `thinking` items of the content, and `tool_plan`, a
//!   plan that is asked for before calls and stands beside the content.
//! - To be echoed byte for byte: `message`, as one message: the request takes the same items, `tool_plan` and citations.
//!   Sending reasoning back is optional; leaving it out of tool turns was accepted (observed §9).
//! - Not read on purpose: citations, documents, and the arguments of calls, which are JSON in a string.

mod stream;

use super::{Codec, Fold, Note, Side, Sighting, array, missing, role, text};
use crate::error::Error;
use crate::json::{Changes, Kind, Value};
use crate::model::{Attachment, Diagnostic, Entry, History, Part, PartKind, Role, Target, Thinking, ThinkingKind, Turn, Wire};

/// The codec of `cohere-chat`.
pub(super) struct CohereChat;

impl Codec for CohereChat {
    fn wire(&self) -> Wire {
        Wire::COHERE_CHAT
    }

    fn recognise(&self, body: Value<'_>) -> Option<Sighting> {
        let is_array = |value: Value<'_>, name: &str| value.get(name).is_some_and(|list| list.kind() == Kind::Array);
        if let Some(message) = body.get("message")
            && (is_array(message, "content") || is_array(message, "tool_calls"))
        {
            let certainty = if body.get("finish_reason").is_some() && body.get("id").is_some() { 98 } else { 60 };
            return Some(Sighting { side: Side::Response, certainty });
        }
        if !is_array(body, "messages") {
            return None;
        }
        let model = body.get("model").and_then(Value::text).map(|model| model.lossy());
        let plans = || body.get("messages").into_iter().flat_map(Value::elements).any(|message| message.get("tool_plan").is_some());
        let certainty = match () {
            () if model.as_ref().is_some_and(|model| MODELS.iter().any(|family| model.starts_with(family))) => 97,
            () if plans() || OPTIONS.iter().any(|name| body.get(name).is_some()) => 90,
            // Else it could be any chat.
            () if model.is_some() => 5,
            () => return None,
        };
        Some(Sighting { side: Side::Request, certainty })
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        let mut turn = Turn { id: text(body, "id"), usage: body.get("usage"), ..Turn::default() };
        match body.get("message").filter(|message| message.kind() == Kind::Object) {
            Some(message) => turn.parts = parts(message, &mut turn.diagnostics),
            None => turn.diagnostics.push(Diagnostic { value: body, reason: "a response without its message" }),
        }
        turn
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        let mut history = History::default();
        for message in array(body, "messages", &mut history.diagnostics) {
            let role = role(message);
            let parts = match role {
                Some(Role::Tool) => vec![Part::new(message.get("content").unwrap_or(message), PartKind::Result)],
                _ => parts(message, &mut history.diagnostics),
            };
            history.entries.push(Entry { value: message, role, parts });
        }
        history
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let message = response.get("message").ok_or_else(|| missing("the response has no message"))?;
        let messages = request.get("messages").ok_or_else(|| missing("the request has no messages"))?;
        changes.append(messages, message.raw())?;
        Ok(Vec::new())
    }

    fn fold(&self) -> Box<dyn Fold> {
        Box::new(stream::Chat::default())
    }
}

/// The items of the content, the plan, the calls: the order in which they are emitted, whatever the order of the keys.
fn parts<'d>(message: Value<'d>, diagnostics: &mut Vec<Diagnostic<'d>>) -> Vec<Part<'d>> {
    let mut parts = match message.get("content") {
        Some(text) if text.kind() == Kind::String => vec![Part::new(text, PartKind::Text)],
        Some(null) if null.is_null() => Vec::new(),
        _ => array(message, "content", diagnostics).into_iter().map(|item| part(item, diagnostics)).collect(),
    };
    let plan = message.get("tool_plan").filter(|plan| !plan.is_null() && plan.text().is_none_or(|plan| !plan.is_empty()));
    if let Some(plan) = plan {
        let thinking = Thinking::new(ThinkingKind::Text, Attachment::Field { name: "tool_plan".to_owned() }).text(Some(plan));
        if thinking.texts.is_empty() {
            diagnostics.push(Diagnostic { value: plan, reason: "a plan that is no text" });
        }
        parts.push(Part::new(plan, PartKind::Thought).with(thinking));
    }
    if message.get("tool_calls").is_some_and(|calls| !calls.is_null()) {
        parts.extend(array(message, "tool_calls", diagnostics).into_iter().map(|call| Part::new(call, PartKind::Call)));
    }
    parts
}

fn part<'d>(item: Value<'d>, diagnostics: &mut Vec<Diagnostic<'d>>) -> Part<'d> {
    let mut wrong = |reason: &'static str| diagnostics.push(Diagnostic { value: item, reason });
    let kind = item.get("type").and_then(Value::text).and_then(|kind| kind.to_str());
    match kind.as_deref() {
        Some("thinking") => {
            let thinking = Thinking::new(ThinkingKind::Text, Attachment::Block).text(item.get("thinking"));
            if thinking.texts.is_empty() {
                wrong("a thinking item without its text");
            }
            Part::new(item, PartKind::Thought).with(thinking)
        }
        Some("text") => Part::new(item, PartKind::Text),
        Some(_) => Part::new(item, PartKind::Other),
        None => {
            wrong("an item without a type");
            Part::new(item, PartKind::Other)
        }
    }
}

/// How the names of Cohere's models begin.
const MODELS: [&str; 2] = ["command-", "c4ai-"];
/// What no other chat asks for.
const OPTIONS: [&str; 4] = ["citation_options", "strict_tools", "safety_mode", "documents"];
