//! The stream of OpenAI's Responses: a response that starts empty, items that are added, grow and are done.
//!
//! One reasoning item comes three times, each time with another ciphertext. In `output_item.added` it is a stub with no
//! reasoning in it, which a provider takes back without an error and without effect: it is never kept. Those of
//! `output_item.done` and `response.completed` are both whole. The one of `done` is taken: of the recorded replays 41 sent
//! it and none the other, Codex closes with an empty `output`, and OpenRouter names the item anew at the end. The closing
//! event gives all the rest of the response, and the items that were never said to be done.

use super::super::{Fold, News, is};
use crate::json::{Draft, Kind, Value};

#[derive(Default)]
pub(super) struct Response {
    /// All but the output, as it was last said.
    envelope: Option<Draft>,
    /// In the order they were added; of several responses in one stream, which a recorder may join, those of all.
    items: Vec<Item>,
    ended: bool,
}

struct Item {
    /// The place that the stream calls it by.
    index: Vec<u8>,
    /// Its id, as written.
    id: Vec<u8>,
    draft: Draft,
    /// The list, and the place in it as the stream calls it, of the piece that grows.
    open: (&'static str, Vec<u8>),
    done: bool,
}

impl Fold for Response {
    fn event(&mut self, _: Option<&str>, data: Value<'_>, news: &mut News) {
        let kind = data.get("type").and_then(Value::text).and_then(|kind| kind.to_str());
        let kind = kind.as_deref().unwrap_or_default();
        if let Some(response) = data.get("response").filter(|response| response.kind() == Kind::Object) {
            self.envelope = Some(Draft::of(response));
            if ENDS.contains(&kind) {
                self.ended = true;
                self.complete(response);
            }
        }
        let index = data.get("output_index").map(Value::raw).unwrap_or_default();
        match (kind, data.get("item")) {
            ("response.output_item.added", Some(item)) => self.items.push(Item::added(index, item)),
            ("response.output_item.done", Some(item)) => {
                match self.open(index, id(item, "id")) {
                    Some(open) => open.finish(item),
                    None => self.items.push(Item::done(index, item)),
                }
                if is(item, "type", "reasoning") {
                    news.thought_ended();
                }
            }
            _ => {
                if let Some(item) = self.open(index, id(data, "item_id")) {
                    item.grow(kind, data, news);
                }
            }
        }
    }

    fn body(&self) -> Draft {
        let mut response = self.envelope.clone().unwrap_or_else(Draft::object);
        response.put("output", Draft::List(self.items.iter().map(|item| item.draft.clone()).collect()));
        response
    }

    fn unfinished(&self) -> Vec<String> {
        let open = self.items.iter().enumerate().filter(|(_, item)| !item.done);
        open.map(|(nth, _)| format!("/output/{nth}")).collect()
    }

    fn ended(&self) -> bool {
        self.ended
    }
}

impl Response {
    /// The item that an event speaks of, which still grows. Gateways give several the same place (litellm#36375), so the
    /// id counts first; hosts that change the id on the way keep the place.
    fn open(&mut self, index: &[u8], id: &[u8]) -> Option<&mut Item> {
        let last = |same: &dyn Fn(&Item) -> bool| self.items.iter().rposition(|item| !item.done && same(item));
        let found = last(&|item| !id.is_empty() && item.id == id).or_else(|| last(&|item| item.index == index));
        found.and_then(|nth| self.items.get_mut(nth))
    }

    /// Takes from the closing event the items that the stream has not said to be done.
    fn complete(&mut self, response: Value<'_>) {
        for (nth, item) in response.get("output").into_iter().flat_map(Value::elements).enumerate() {
            match self.items.get_mut(nth) {
                Some(open) if !open.done => open.finish(item),
                Some(_) => {}
                None => self.items.push(Item::done(b"", item)),
            }
        }
    }
}

impl Item {
    fn done(index: &[u8], item: Value<'_>) -> Self {
        Self { index: index.to_vec(), id: id(item, "id").to_vec(), draft: Draft::closed(item), open: ("", Vec::new()), done: true }
    }

    fn added(index: &[u8], item: Value<'_>) -> Self {
        let mut draft = Draft::of(item);
        for name in ["encrypted_content", "signature"] {
            if let Some(stub) = draft.member(name) {
                *stub = Draft::Raw(b"null".to_vec());
            }
        }
        Self { draft, done: false, ..Self::done(index, item) }
    }

    fn finish(&mut self, item: Value<'_>) {
        self.draft = Draft::closed(item);
        self.done = true;
    }

    /// More of an item that is not done, for the case that the stream breaks off: once it is done all this is replaced.
    fn grow(&mut self, kind: &str, data: Value<'_>, news: &mut News) {
        if let Some(part) = data.get("part").filter(|_| kind.ends_with("part.added")) {
            let list = if data.get("summary_index").is_some() { "summary" } else { "content" };
            self.begin(list, data, Draft::closed(part));
            return;
        }
        let Some(delta) = data.get("delta") else { return };
        let (list, part, field) = match kind {
            "response.output_text.delta" => ("content", "output_text", "text"),
            "response.refusal.delta" => ("content", "refusal", "refusal"),
            "response.reasoning_text.delta" => ("content", "reasoning_text", "text"),
            "response.reasoning_summary_text.delta" => ("summary", "summary_text", "text"),
            "response.function_call_arguments.delta" | "response.mcp_call_arguments.delta" => {
                return self.draft.lengthen("arguments", delta);
            }
            "response.custom_tool_call_input.delta" => return self.draft.lengthen("input", delta),
            "response.code_interpreter_call_code.delta" => return self.draft.lengthen("code", delta),
            _ => return,
        };
        let tell = if part == "output_text" || part == "refusal" { News::text } else { News::thinking };
        tell(news, Some(delta));
        if self.open.0 != list || self.open.1 != place(data) {
            let mut draft = Draft::object();
            draft.put("type", Draft::text(part));
            self.begin(list, data, draft);
        }
        if let Some(part) = self.draft.member(list).and_then(Draft::list).and_then(|parts| parts.last_mut()) {
            part.lengthen(field, delta);
        }
    }

    fn begin(&mut self, list: &'static str, data: Value<'_>, part: Draft) {
        if self.draft.member(list).and_then(Draft::list).is_none() {
            self.draft.put(list, Draft::List(Vec::new()));
        }
        if let Some(parts) = self.draft.member(list).and_then(Draft::list) {
            parts.push(part);
        }
        self.open = (list, place(data));
    }
}

/// An id without its quotes; nothing where there is none.
fn id<'d>(object: Value<'d>, name: &str) -> &'d [u8] {
    object.get(name).and_then(Value::text).map(|id| id.raw()).unwrap_or_default()
}

/// What the stream calls the place of a piece. Bedrock counts on from the item before, so it is a name and no index.
fn place(data: Value<'_>) -> Vec<u8> {
    let place = data.get("summary_index").or_else(|| data.get("content_index"));
    place.map(|place| place.raw().to_vec()).unwrap_or_default()
}

/// The events that close a stream, each with the whole response.
const ENDS: &[&str] = &["response.completed", "response.incomplete", "response.failed", "response.cancelled"];
