//! Ollama's own chat (`/api/chat`). Its `/v1` addresses speak OpenAI's wires.
//!
//! - Opaque: nothing. Reasoning is plain text without a signature, in `thinking` beside `content`. Where the server does not
//!   take it out (older versions, `think` unset) it stands in the content between tags, and is read from there.
//! - To be echoed byte for byte: `message`, as one message: the request takes `thinking`, `content` and `tool_calls` (with
//!   their `id` and `index`) as they came.
//! - Not read on purpose: images, and the arguments of calls, which are JSON and not text.

use super::channels::{self, Opening};
use super::news::Tags;
use super::{Codec, Fold, News, Note, Side, Sighting, array, missing, role, text};
use crate::error::Error;
use crate::json::{Changes, Draft, Kind, Value};
use crate::model::{Attachment, Diagnostic, Entry, History, Part, PartKind, Role, Target, Thinking, ThinkingKind, Turn, Wire};

/// The codec of `ollama-chat`.
pub(super) struct OllamaChat;

impl Codec for OllamaChat {
    fn wire(&self) -> Wire {
        Wire::OLLAMA_CHAT
    }

    fn recognise(&self, body: Value<'_>) -> Option<Sighting> {
        if body.get("message").is_some_and(|message| message.kind() == Kind::Object) && body.get("done").is_some() {
            return Some(Sighting { side: Side::Response, certainty: 98 });
        }
        let messages = body.get("messages").filter(|messages| messages.kind() == Kind::Array)?;
        let model = body.get("model").and_then(Value::text)?.lossy();
        // A field of its own, and arguments that are no string.
        let own = |message: Value<'_>| {
            let arguments = |call: Value<'_>| call.get("function").and_then(|function| function.get("arguments")).map(Value::kind);
            message.get("thinking").is_some_and(|text| text.kind() == Kind::String)
                || message.get("tool_calls").into_iter().flat_map(Value::elements).any(|call| arguments(call) == Some(Kind::Object))
        };
        let certainty = match () {
            () if OPTIONS.iter().any(|name| body.get(name).is_some()) || messages.elements().any(own) => 90,
            () if FOREIGN.iter().any(|name| body.get(name).is_some()) => return None,
            // `qwen3:4b`: a name and a tag. The same request fits OpenAI's wire at Ollama, and two of three recorded were that.
            () if model.contains(':') && !model.contains('/') && !model.starts_with("ft:") => 35,
            () => 5,
        };
        Some(Sighting { side: Side::Request, certainty })
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        // What it cost stands among the members of the body, not in a value of its own.
        let mut turn = Turn { model: text(body, "model"), ..Turn::default() };
        match body.get("message").filter(|message| message.kind() == Kind::Object) {
            Some(message) => turn.parts = parts(message, true, &mut turn.diagnostics),
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
                _ => parts(message, role == Some(Role::Assistant), &mut history.diagnostics),
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
        Box::new(Chat { body: Draft::object(), growing: None, tags: Tags::default(), ended: false })
    }
}

/// Thinking, content, calls: the order in which they are emitted, whatever the order of the keys.
fn parts<'d>(message: Value<'d>, from_model: bool, diagnostics: &mut Vec<Diagnostic<'d>>) -> Vec<Part<'d>> {
    let mut parts = Vec::new();
    let field = |name: &str| message.get(name).filter(|value| !value.is_null() && value.text().is_none_or(|text| !text.is_empty()));
    let thinking = field("thinking");
    if let Some(text) = thinking {
        let thinking = Thinking::new(ThinkingKind::Text, Attachment::Field { name: "thinking".to_owned() }).text(Some(text));
        if thinking.texts.is_empty() {
            diagnostics.push(Diagnostic { value: text, reason: "thinking that is no text" });
        }
        parts.push(Part::new(text, PartKind::Thought).with(thinking));
    }
    match field("content") {
        // Reasoning has one channel: where it has a field of its own, tags in the text are text.
        Some(text) if text.kind() == Kind::String && from_model && thinking.is_none() => {
            parts.extend(channels::parts(text, Opening::Either));
        }
        Some(text) if text.kind() == Kind::String => parts.push(Part::new(text, PartKind::Text)),
        Some(other) => {
            diagnostics.push(Diagnostic { value: other, reason: "content that is no text" });
            parts.push(Part::new(other, PartKind::Other));
        }
        None => {}
    }
    if field("tool_calls").is_some() {
        parts.extend(array(message, "tool_calls", diagnostics).into_iter().map(|call| Part::new(call, PartKind::Call)));
    }
    parts
}

/// The stream: lines like the whole body, each with a little more of the message; of everything else the last word counts.
struct Chat {
    body: Draft,
    /// The text that was the last to grow.
    growing: Option<&'static str>,
    tags: Tags,
    ended: bool,
}

impl Fold for Chat {
    fn event(&mut self, _: Option<&str>, data: Value<'_>, news: &mut News) {
        for (name, value) in data.members() {
            match &*name.lossy() {
                "message" => self.grow(value, news),
                "error" => {}
                name => self.body.put(name, Draft::closed(value)),
            }
        }
        if data.get("done").and_then(Value::boolean) == Some(true) {
            self.turn_to(None, news);
            self.tags.stop(news);
            self.ended = true;
        }
    }

    fn body(&self) -> Draft {
        self.body.clone()
    }

    fn unfinished(&self) -> Vec<String> {
        self.growing.map(|name| format!("/message/{name}")).into_iter().collect()
    }

    fn ended(&self) -> bool {
        self.ended
    }
}

impl Chat {
    fn grow(&mut self, piece: Value<'_>, news: &mut News) {
        for (name, value) in piece.members() {
            let is_filled = value.text().is_some_and(|text| !text.is_empty());
            let name = name.lossy();
            match &*name {
                "thinking" if is_filled => self.turn_to(Some("thinking"), news),
                "content" if is_filled => self.turn_to(Some("content"), news),
                "tool_calls" => self.turn_to(None, news),
                _ => {}
            }
            let Some(message) = self.body.member_or("message", Draft::object) else { return };
            match &*name {
                "thinking" => {
                    message.lengthen("thinking", value);
                    if is_filled {
                        self.tags.stop(news);
                    }
                    news.thinking(Some(value));
                }
                "content" => {
                    message.lengthen("content", value);
                    self.tags.text(value, news);
                }
                // Calls come whole, one or several at a time.
                "tool_calls" if value.kind() == Kind::Array => value.elements().for_each(|call| message.push("tool_calls", Some(call))),
                name => message.put(name, Draft::closed(value)),
            }
        }
    }

    /// Another text grows from here on, or none.
    fn turn_to(&mut self, text: Option<&'static str>, news: &mut News) {
        if self.growing == Some("thinking") && text != self.growing {
            news.thought_ended();
        }
        self.growing = text;
    }
}

/// What no other chat asks for.
const OPTIONS: [&str; 4] = ["options", "think", "keep_alive", "format"];
/// What Ollama's own chat has among its `options`, or not at all.
const FOREIGN: [&str; 6] = ["temperature", "max_tokens", "max_completion_tokens", "stream_options", "response_format", "tool_choice"];
