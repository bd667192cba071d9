//! OpenAI's Responses: the first-party API, and as Azure, xAI, OpenRouter, DeepSeek, Ollama, Bedrock, Codex and Copilot carry it.
//!
//! - Opaque: `encrypted_content` of `reasoning` and `compaction` items, OpenRouter's `signature` beside it, `fingerprint` of a
//!   `program`. Ollama's `encrypted_content` is plain text and is still the only thing that it reads back, so it is a handle
//!   as well. Without any of them the item's `id` stands for what the provider has stored, and is complete.
//! - To be echoed byte for byte: every item of `output`, in its order, with whatever it holds (`status`, `phase`, `format`,
//!   nulls, unknown types). Recorded replays that did so were accepted.
//! - Not read on purpose: the inside of messages and of the tools that a provider runs itself; an item is one part.

mod stream;

use super::{Codec, Fold, Note, Side, Sighting, array, is, missing, text};
use crate::error::Error;
use crate::json::{Changes, Draft, Kind, Value};
use crate::model::{Attachment, Diagnostic, Entry, History, Part, PartKind, Role, Target, Thinking, ThinkingKind, Turn, Wire};

/// The codec of `openai-responses`.
pub(super) struct OpenAiResponses;

impl Codec for OpenAiResponses {
    fn wire(&self) -> Wire {
        Wire::OPENAI_RESPONSES
    }

    fn recognise(&self, body: Value<'_>) -> Option<Sighting> {
        let kind = |name: &str| body.get(name).map(Value::kind);
        let has = |names: &[&str]| names.iter().any(|name| body.get(name).is_some());
        let items = |name: &str| body.get(name).into_iter().flat_map(Value::elements);
        let typed = |item: Value<'_>| is(item, "type", "message") || is(item, "type", "reasoning") || item.get("call_id").is_some();
        if kind("output") == Some(Kind::Array) {
            let certainty = match () {
                () if is(body, "object", "response") || is(body, "object", "response.compaction") => 100,
                () if items("output").any(typed) => 70,
                () => return None,
            };
            return Some(Sighting { side: Side::Response, certainty });
        }
        // Gemini's Interactions have an `input` as well, and a chat may have anything beside its messages.
        if has(&["messages", "contents", "generation_config", "previous_interaction_id"]) {
            return None;
        }
        let certainty = match kind("input") {
            Some(Kind::Array) if items("input").any(typed) => 95,
            // Interactions once had turns with roles, the assistant's being `model`.
            Some(Kind::Array) if items("input").any(|item| is(item, "role", "model")) => return None,
            Some(Kind::Array) if items("input").any(|item| item.get("role").is_some()) => 85,
            Some(Kind::Array | Kind::String) if has(&["previous_response_id", "max_output_tokens", "reasoning", "include", "store"]) => 90,
            // A text to be embedded or spoken looks the same.
            Some(Kind::String) if !has(&["voice", "dimensions", "encoding_format"]) => 30,
            None | Some(Kind::Null) if has(&["previous_response_id"]) || kind("prompt") == Some(Kind::Object) => 70,
            _ => return None,
        };
        Some(Sighting { side: Side::Request, certainty })
    }

    fn response<'d>(&self, body: Value<'d>) -> Turn<'d> {
        let mut turn = Turn { id: text(body, "id"), model: text(body, "model"), usage: body.get("usage"), ..Turn::default() };
        let items = array(body, "output", &mut turn.diagnostics);
        turn.parts = parts(&items, &mut turn.diagnostics);
        turn
    }

    fn request<'d>(&self, body: Value<'d>) -> History<'d> {
        let mut history = History::default();
        if let Some(text) = body.get("input").filter(|input| input.kind() == Kind::String) {
            history.entries.push(Entry { value: text, role: Some(Role::User), parts: vec![Part::new(text, PartKind::Text)] });
            return history;
        }
        let items = array(body, "input", &mut history.diagnostics);
        let parts = parts(&items, &mut history.diagnostics);
        history.entries = parts.into_iter().map(|part| Entry { value: part.value, role: role(&part), parts: vec![part] }).collect();
        history
    }

    fn replay(&self, response: Value<'_>, request: Value<'_>, _: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error> {
        let output = response.get("output").filter(|output| output.kind() == Kind::Array);
        let output = output.ok_or_else(|| missing("the response has no output"))?;
        let input = request.get("input").filter(|input| !input.is_null());
        let reason = match input {
            // The window that `/responses/compact` returns is the next input, whole: it repeats the messages that it keeps.
            Some(input) if is(response, "object", "response.compaction") => {
                changes.replace(input, output.raw())?;
                "a compacted window takes the place of the input"
            }
            Some(input) if input.kind() == Kind::String => {
                let mut list = vec![Draft::Raw([b"{\"role\":\"user\",\"content\":", input.raw(), b"}"].concat())];
                list.extend(output.elements().map(Draft::closed));
                changes.replace(input, &Draft::List(list).emit())?;
                "the input was a text and is now a list, with that text as the user's message"
            }
            Some(input) => {
                for item in output.elements() {
                    changes.append(input, item.raw())?;
                }
                return Ok(Vec::new());
            }
            // What a stored prompt says comes before the input, so the turn can be all of it.
            None if request.get("prompt").is_some_and(|prompt| prompt.kind() == Kind::Object) => {
                changes.set(request, "input", output.raw())?;
                "the request had no input beside its prompt, and now has the turn"
            }
            None => return Err(missing("the request has no input to put the turn into: the provider holds the conversation")),
        };
        Ok(vec![Note { pointer: "/output".to_owned(), reason }])
    }

    fn fold(&self) -> Box<dyn Fold> {
        Box::new(stream::Response::default())
    }
}

/// Items of a response's output or of a request's input: each is a part.
fn parts<'d>(items: &[Value<'d>], diagnostics: &mut Vec<Diagnostic<'d>>) -> Vec<Part<'d>> {
    let following = items.iter().skip(1).copied().map(Some).chain([None]);
    items.iter().zip(following).map(|(item, next)| part(*item, next, diagnostics)).collect()
}

fn part<'d>(item: Value<'d>, next: Option<Value<'d>>, diagnostics: &mut Vec<Diagnostic<'d>>) -> Part<'d> {
    let kind = item.get("type").and_then(Value::text).and_then(|kind| kind.to_str());
    // A tool that the caller runs is told from the provider's own by its call id.
    let answered = item.get("call_id").and_then(Value::text).is_some();
    match kind.as_deref() {
        Some("reasoning") => Part::new(item, PartKind::Thought).with(reasoning(item, next, diagnostics)),
        // "Carries forward key prior state and reasoning": sealed, and nothing follows from it by order.
        Some("compaction" | "compaction_summary") => {
            let thinking = Thinking::new(ThinkingKind::Encrypted, Attachment::Block).handle(item.get("encrypted_content"));
            Part::new(item, PartKind::Other).with(thinking.signed())
        }
        Some("message") => Part::new(item, PartKind::Text),
        Some(kind) if answered && kind.ends_with("_call") => Part::new(item, PartKind::Call),
        Some(kind) if answered && (kind.ends_with("_call_output") || kind == "tool_search_output") => Part::new(item, PartKind::Result),
        Some(_) => Part::new(item, PartKind::Other),
        None if item.get("role").is_some() => Part::new(item, PartKind::Text),
        None => {
            // In a request, an id by itself refers to a stored item.
            if item.get("id").is_none() {
                diagnostics.push(Diagnostic { value: item, reason: "an item without a type" });
            }
            Part::new(item, PartKind::Other)
        }
    }
}

fn reasoning<'d>(item: Value<'d>, next: Option<Value<'d>>, diagnostics: &mut Vec<Diagnostic<'d>>) -> Thinking<'d> {
    let partner = next.and_then(|next| next.get("id")).and_then(Value::text).map(|id| id.lossy().into_owned());
    let sealed = item.get("encrypted_content").filter(|sealed| !sealed.is_null());
    let mut thinking = Thinking::new(ThinkingKind::Omitted, Attachment::Item { partner }).handle(sealed);
    if !thinking.handles.is_empty() {
        thinking.kind = ThinkingKind::Encrypted;
    }
    if let Some(sealed) = sealed.filter(|sealed| sealed.text().is_none()) {
        thinking.complete = false;
        diagnostics.push(Diagnostic { value: sealed, reason: "sealed content that is no string" });
    }
    for (name, kind) in [("summary", ThinkingKind::Summary), ("content", ThinkingKind::Text)] {
        if item.get(name).is_none_or(Value::is_null) {
            continue;
        }
        for piece in array(item, name, diagnostics) {
            // OpenRouter's own pages show a summary of bare strings.
            let text = piece.get("text").unwrap_or(piece);
            match text.text() {
                Some(text) if !text.is_empty() => thinking.kind = kind,
                Some(_) => {}
                None => diagnostics.push(Diagnostic { value: piece, reason: "a piece of reasoning without its text" }),
            }
            thinking = thinking.text(Some(text));
        }
    }
    thinking = thinking.handle(item.get("signature"));
    // Cut off by the limit of tokens, or by a host that stopped.
    thinking.complete &= !is(item, "status", "in_progress") && !is(item, "status", "incomplete");
    if thinking.texts.is_empty() && thinking.handles.is_empty() && item.get("id").is_none() {
        thinking.complete = false;
        diagnostics.push(Diagnostic { value: item, reason: "a reasoning item with nothing in it" });
    }
    thinking
}

/// Who an item is from: the role it names, or else by what it is.
fn role(part: &Part<'_>) -> Option<Role> {
    let text = |name: &str| part.value.get(name).and_then(Value::text).map(|text| text.lossy());
    match part.kind {
        PartKind::Thought | PartKind::Call => Some(Role::Assistant),
        PartKind::Result => Some(Role::Tool),
        _ if text("type").is_some_and(|kind| kind.ends_with("_call")) => Some(Role::Assistant),
        _ => text("role").and_then(|role| Role::named(&role)),
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::{StreamDecoder, replay};
    use super::*;
    use crate::json::scan;

    const TURN: &[u8] = br#"{"object":"response","output":[{"type":"reasoning","id":"rs_1","summary":[]}]}"#;

    fn notes(request: &str) -> Result<Vec<Note>, Error> {
        replay(request.as_bytes(), TURN, &Target::new(Wire::OPENAI_RESPONSES)).map(|replayed| replayed.notes)
    }

    #[test]
    fn a_replay_says_what_it_changed_and_where_it_cannot_go() {
        assert!(notes(r#"{"input":[]}"#).is_ok_and(|notes| notes.is_empty()));
        assert!(notes(r#"{"input":"Hello"}"#).is_ok_and(|notes| notes.len() == 1));
        assert!(notes(r#"{"input":null,"prompt":{"id":"pmpt_1"}}"#).is_ok_and(|notes| notes.len() == 1));
        assert!(notes(r#"{"previous_response_id":"resp_0"}"#).is_err());
        assert!(notes(r#"{"input":{"type":"text"}}"#).is_err());
    }

    #[test]
    fn a_history_says_who_each_item_is_from() {
        let request = br#"{"input":[{"role":"developer","content":"A"},{"type":"message","role":"user","content":[]},{"id":"rs_0"},
            {"type":"reasoning","summary":[]},{"type":"web_search_call"},{"type":"function_call","call_id":"1"},
            {"type":"function_call_output","call_id":"1"},{"type":"tool_search_output","call_id":"2"},{"type":"tool_search_output","call_id":null}]}"#;
        let document = scan(request).ok();
        let history = document.as_ref().map(|document| OpenAiResponses.request(document.root())).unwrap_or_default();
        let roles: Vec<_> = history.entries.iter().map(|entry| entry.role).collect();
        let (assistant, tool) = (Some(Role::Assistant), Some(Role::Tool));
        assert_eq!(roles, [Some(Role::System), Some(Role::User), None, assistant, assistant, assistant, tool, tool, None]);
    }

    #[test]
    fn a_stream_tells_of_an_error_that_has_no_name() {
        for stream in [r#"data: {"type":"error","message":"Overloaded"}"#, r#"data: {"type":"response.failed","response":{"error":{}}}"#] {
            let mut decoder = StreamDecoder::new(&OpenAiResponses);
            decoder.push(stream.as_bytes());
            assert!(decoder.finish().1.error.is_some(), "{stream}");
        }
    }
}
