//! The stream of a chat: a message in pieces, each a message of its own that is added to what was there.

use super::super::{Fold, News, is};
use super::growth::Growth;
use super::message::parts;
use super::pieces::{List, absorb, set};
use crate::json::{Draft, Kind, Value, scan};

#[derive(Default)]
pub(super) struct Completion {
    body: Option<Draft>,
    choices: Vec<Choice>,
    growth: Growth,
    done: bool,
    /// An error came before the end: what was there then is not whole, whatever is said after it.
    failed: bool,
}

struct Choice {
    index: Vec<u8>,
    /// All of it but the message.
    rest: Draft,
    /// The message, but for its lists.
    message: Draft,
    lists: Vec<List>,
    finished: bool,
}

/// What hosts send with each piece and not with a whole message: padding, and tokens by number or once more as text.
const PADDING: [&str; 6] = ["obfuscation", "p", "token_id", "token_ids", "channel", "text"];

impl Fold for Completion {
    fn event(&mut self, _: Option<&str>, data: Value<'_>, news: &mut News) {
        self.failed |= !self.ended() && data.get("error").is_some_and(|error| error.kind() == Kind::Object);
        // Without choices it is no piece of a completion, but an error or a host's own news.
        let Some(choices) = data.get("choices") else { return };
        let body = self.body.get_or_insert_with(Draft::object);
        for (name, value) in data.members() {
            match &*name.lossy() {
                // They come later, in this place.
                "choices" => {
                    body.member_or("choices", || Draft::List(Vec::new()));
                }
                "object" => {
                    body.member_or("object", || Draft::text("chat.completion"));
                }
                // It is told apart from the body.
                "error" => {}
                name if PADDING.contains(&name) => {}
                name => set(body, name, value),
            }
        }
        for choice in choices.elements() {
            self.choice(choice);
        }
        news.said.append(&mut self.growth.news.said);
    }

    fn done(&mut self, news: &mut News) {
        self.done = true;
        self.growth.ended();
        news.said.append(&mut self.growth.news.said);
    }

    fn body(&self) -> Draft {
        let mut body = self.body.clone().unwrap_or_else(Draft::object);
        body.put("choices", Draft::List(self.choices.iter().map(Choice::whole).collect()));
        body
    }

    /// Nothing in a chat says that a part has ended: all are open until the message is.
    fn unfinished(&self) -> Vec<String> {
        if self.ended() && !self.failed {
            return Vec::new();
        }
        let body = self.body().emit();
        let Ok(document) = scan(&body) else { return Vec::new() };
        let parts = super::answer(document.root()).map(|message| parts(message, &mut Vec::new())).unwrap_or_default();
        parts.iter().map(|part| document.place(part.value).pointer).collect()
    }

    fn ended(&self) -> bool {
        self.done || self.choices.first().is_some_and(|choice| choice.finished)
    }
}

impl Completion {
    fn choice(&mut self, data: Value<'_>) {
        let index = data.get("index").map_or(&b"0"[..], Value::raw);
        let nth = self.choices.iter().position(|choice| choice.index == index).unwrap_or(self.choices.len());
        if nth == self.choices.len() {
            self.choices.push(Choice::new(index));
        }
        let Some(choice) = self.choices.get_mut(nth) else { return };
        self.growth.begin(nth == 0);
        choice.take(data, &mut self.growth);
        self.failed |= is(data, "finish_reason", "error");
        // The turn is that of the first choice, and so is the news.
        if nth == 0 {
            let calls = data.get("delta").and_then(|delta| delta.get("tool_calls"));
            if calls.is_some_and(|calls| calls.element(0).is_some()) {
                self.growth.thought_ended();
            }
            if choice.finished {
                self.growth.ended();
            }
        }
    }
}

impl Choice {
    fn new(index: &[u8]) -> Self {
        Self { index: index.to_vec(), rest: Draft::object(), message: Draft::object(), lists: Vec::new(), finished: false }
    }

    fn whole(&self) -> Draft {
        let (mut choice, mut message) = (self.rest.clone(), self.message.clone());
        for list in &self.lists {
            message.put(&list.name, list.whole());
        }
        // Not every stream says it, and no message goes without it.
        message.member_or("role", || Draft::text("assistant"));
        choice.put("message", message);
        choice
    }

    fn take(&mut self, data: Value<'_>, growth: &mut Growth) {
        for (name, value) in data.members() {
            match &*name.lossy() {
                // Perplexity sends the message so far beside each piece of it.
                "message" if data.get("delta").is_some() => {}
                "delta" | "message" => {
                    self.rest.member_or("message", Draft::object);
                    self.grow(value, growth);
                }
                "logprobs" if value.kind() == Kind::Object => self.probable(value),
                name if PADDING.contains(&name) => {}
                name => {
                    self.finished |= name == "finish_reason" && !value.is_null();
                    set(&mut self.rest, name, value);
                }
            }
        }
    }

    /// Adds a piece to the message.
    fn grow(&mut self, delta: Value<'_>, growth: &mut Growth) {
        for (name, value) in delta.members() {
            let name = &*name.lossy();
            // Mistral writes its content as chunks while it thinks, and then as a string.
            let goes_on = || name == "content" && value.kind() == Kind::String && self.lists.iter().any(|list| list.name == name);
            if value.kind() == Kind::Array || goes_on() {
                self.list(name, value, growth);
            } else if !PADDING.contains(&name) {
                absorb(&mut self.message, ("", 0), name, value, growth);
            }
        }
    }

    /// Adds pieces to the elements of a list.
    fn list(&mut self, name: &str, pieces: Value<'_>, growth: &mut Growth) {
        if !self.lists.iter().any(|list| list.name == name) {
            // A content that was a string so far becomes the first of its chunks.
            let before = self.message.member(name).filter(|draft| matches!(draft, Draft::Text(text) if !text.is_empty())).cloned();
            self.message.put(name, Draft::List(Vec::new()));
            self.lists.push(List::new(name, before));
        }
        if let Some(list) = self.lists.iter_mut().find(|list| list.name == name) {
            list.grow(pieces, growth);
        }
    }

    /// The probabilities of tokens, which are lists that go on from piece to piece.
    fn probable(&mut self, value: Value<'_>) {
        if let Some(all) = self.rest.member_or("logprobs", Draft::object) {
            for (name, tokens) in value.members() {
                for token in tokens.elements() {
                    all.push(&name.lossy(), Some(token));
                }
            }
        }
    }
}
