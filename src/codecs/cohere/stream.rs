//! The stream of Cohere's Chat: items and calls start, grow and end; the plan only grows.

use super::super::{Fold, News};
use crate::json::{Draft, Kind, Value};

#[derive(Default)]
pub(super) struct Chat {
    body: Option<Draft>,
    message: Option<Draft>,
    items: Vec<Item>,
    calls: Vec<Item>,
    /// The plan has begun, and nothing has come after it.
    plans: bool,
    ended: bool,
}

/// An item of the content, or a call.
struct Item {
    /// The number that the stream calls it by.
    index: Vec<u8>,
    draft: Draft,
    thinks: bool,
    ended: bool,
}

impl Fold for Chat {
    fn event(&mut self, name: Option<&str>, data: Value<'_>, news: &mut News) {
        let kind = data.get("type").and_then(Value::text).and_then(|kind| kind.to_str());
        let delta = data.get("delta");
        let of_message = |name: &str| delta?.get("message")?.get(name);
        let kind = kind.as_deref().or(name).unwrap_or_default();
        if kind != "tool-plan-delta" && std::mem::take(&mut self.plans) {
            news.thought_ended();
        }
        match kind {
            "message-start" => self.start(data),
            "content-start" => {
                let Some(piece) = of_message("content") else { return };
                let mut item = Item::new(data, Draft::object());
                item.grow(piece, news);
                self.items.push(item);
            }
            "content-delta" => {
                let Some(piece) = of_message("content") else { return };
                if last(&mut self.items, data).is_none() {
                    // Nothing started it, so nothing said its type: its one member names it.
                    let mut draft = Draft::object();
                    draft.put("type", Draft::text(if piece.get("thinking").is_some() { "thinking" } else { "text" }));
                    self.items.push(Item::new(data, draft));
                }
                if let Some(item) = last(&mut self.items, data) {
                    item.grow(piece, news);
                }
            }
            "content-end" => {
                if let Some(item) = last(&mut self.items, data) {
                    item.ended = true;
                    if item.thinks {
                        news.thought_ended();
                    };
                }
            }
            "tool-plan-delta" => {
                let Some(piece) = of_message("tool_plan") else { return };
                self.plans = true;
                self.message.get_or_insert_with(Draft::object).lengthen("tool_plan", piece);
                news.thinking(Some(piece));
            }
            "tool-call-start" => self.calls.extend(of_message("tool_calls").map(|call| Item::new(data, Draft::of(call)))),
            "tool-call-delta" => {
                let arguments = of_message("tool_calls").and_then(|call| call.get("function")?.get("arguments"));
                let function = last(&mut self.calls, data).and_then(|call| call.draft.member("function"));
                if let (Some(function), Some(piece)) = (function, arguments) {
                    function.lengthen("arguments", piece);
                }
            }
            "tool-call-end" => {
                if let Some(call) = last(&mut self.calls, data) {
                    call.ended = true;
                }
            }
            "citation-start" => self.message.get_or_insert_with(Draft::object).push("citations", of_message("citations")),
            "message-end" => {
                if let Some(delta) = delta {
                    self.body.get_or_insert_with(Draft::object).merge(delta);
                }
                self.ended = true;
            }
            _ => {}
        }
    }

    fn body(&self) -> Draft {
        let mut message = self.message.clone().unwrap_or_else(Draft::object);
        let list = |items: &[Item]| Draft::List(items.iter().map(|item| item.draft.clone()).collect());
        // A message of calls, or of a plan for them, has no content; any other has one, be it empty.
        if !self.items.is_empty() || (self.calls.is_empty() && message.member("tool_plan").is_none()) {
            message.put("content", list(&self.items));
        }
        if !self.calls.is_empty() {
            message.put("tool_calls", list(&self.calls));
        }
        let mut body = self.body.clone().unwrap_or_else(Draft::object);
        body.put("message", message);
        body
    }

    fn unfinished(&self) -> Vec<String> {
        let open = |items: &[Item], list: &str| -> Vec<String> {
            let open = items.iter().enumerate().filter(|(_, item)| !item.ended);
            open.map(|(nth, _)| format!("/message/{list}/{nth}")).collect()
        };
        let mut unfinished = open(&self.items, "content");
        unfinished.extend(self.plans.then(|| "/message/tool_plan".to_owned()));
        unfinished.extend(open(&self.calls, "tool_calls"));
        unfinished
    }

    fn ended(&self) -> bool {
        self.ended
    }
}

impl Chat {
    /// The message starts with every member it might have, empty; a call without streaming leaves out what stays empty.
    fn start(&mut self, data: Value<'_>) {
        let body = self.body.get_or_insert_with(Draft::object);
        for (name, value) in data.members().filter(|(name, _)| *name != *"type" && *name != *"delta") {
            body.put(&name.lossy(), Draft::closed(value));
        }
        // Its place is known from here on, and its value at the end.
        body.put("message", Draft::object());
        let message = self.message.get_or_insert_with(Draft::object);
        for (name, value) in data.get("delta").and_then(|delta| delta.get("message")).into_iter().flat_map(Value::members) {
            let is_list = value.kind() == Kind::Array && value.elements().next().is_none();
            if !is_list && value.text().is_none_or(|text| !text.is_empty()) {
                message.put(&name.lossy(), Draft::closed(value));
            }
        }
    }
}

impl Item {
    fn new(data: Value<'_>, draft: Draft) -> Self {
        let index = data.get("index").map(|index| index.raw().to_vec()).unwrap_or_default();
        Item { index, draft, thinks: false, ended: false }
    }

    fn grow(&mut self, piece: Value<'_>, news: &mut News) {
        for (name, value) in piece.members() {
            match &*name.lossy() {
                "thinking" => {
                    self.thinks = true;
                    self.draft.lengthen("thinking", value);
                    news.thinking(Some(value));
                }
                "text" => {
                    self.draft.lengthen("text", value);
                    news.text(Some(value));
                }
                name => self.draft.put(name, Draft::closed(value)),
            }
        }
    }
}

/// What an event speaks of. Cohere has numbered the text like the thinking before it, so it is the last of that number.
fn last<'i>(items: &'i mut [Item], data: Value<'_>) -> Option<&'i mut Item> {
    let index = data.get("index").map(|index| index.raw()).unwrap_or_default();
    items.iter_mut().rev().find(|item| item.index == index)
}
