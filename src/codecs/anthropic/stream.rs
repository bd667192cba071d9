//! The stream of Anthropic's Messages: a message that starts empty, blocks that start, grow and stop.

use super::super::{Fold, News};
use crate::json::{Draft, Kind, Value};

#[derive(Default)]
pub(super) struct Messages {
    message: Option<Draft>,
    blocks: Vec<Block>,
    ended: bool,
}

struct Block {
    /// The number that the stream calls it by.
    index: Vec<u8>,
    draft: Draft,
    /// The input of a tool call, which arrives as pieces of JSON text.
    input: Vec<u8>,
    stopped: bool,
}

impl Fold for Messages {
    fn event(&mut self, _: Option<&str>, data: Value<'_>, news: &mut News) {
        let kind = data.get("type").and_then(Value::text).and_then(|kind| kind.to_str());
        match kind.as_deref() {
            Some("message_start") => self.message = data.get("message").map(Draft::of),
            Some("content_block_start") => {
                if let (Some(index), Some(block)) = (data.get("index"), data.get("content_block")) {
                    let block = Block { index: index.raw().to_vec(), draft: Draft::of(block), input: Vec::new(), stopped: false };
                    self.blocks.push(block);
                }
            }
            Some("content_block_delta") => {
                if let (Some(block), Some(delta)) = (self.block(data), data.get("delta")) {
                    block.grow(delta, news);
                }
            }
            Some("content_block_stop") => {
                if let Some(block) = self.block(data) {
                    block.stop(news);
                }
            }
            Some("message_delta") => self.amend(data),
            Some("message_stop") => self.ended = true,
            _ => {}
        }
    }

    fn body(&self) -> Draft {
        let mut message = self.message.clone().unwrap_or_else(Draft::object);
        let blocks = self.blocks.iter().map(|block| block.draft.clone()).collect();
        message.put("content", Draft::List(blocks));
        message
    }

    fn unfinished(&self) -> Vec<String> {
        let open = self.blocks.iter().enumerate().filter(|(_, block)| !block.stopped);
        open.map(|(nth, _)| format!("/content/{nth}")).collect()
    }

    fn ended(&self) -> bool {
        self.ended
    }
}

impl Messages {
    /// The block that an event speaks of: of several with one number the last, since a fallback may start over.
    fn block(&mut self, data: Value<'_>) -> Option<&mut Block> {
        let index = data.get("index")?.raw();
        self.blocks.iter_mut().rev().find(|block| block.index == index)
    }

    /// What is known only at the end: the stop reason, the final usage.
    fn amend(&mut self, data: Value<'_>) {
        let Some(message) = &mut self.message else { return };
        for (name, value) in data.members() {
            match &*name.lossy() {
                "type" => {}
                "delta" => message.merge(value),
                "usage" if value.kind() == Kind::Object => {
                    if let Some(usage) = message.member_or("usage", Draft::object) {
                        usage.merge(value);
                    }
                }
                other => message.put(other, Draft::closed(value)),
            }
        }
    }
}

impl Block {
    fn grow(&mut self, delta: Value<'_>, news: &mut News) {
        let kind = delta.get("type").and_then(Value::text).and_then(|kind| kind.to_str());
        match kind.as_deref() {
            Some("input_json_delta") => {
                let piece = delta.get("partial_json").and_then(Value::text);
                self.input.extend(piece.map(|piece| piece.wtf8().into_owned()).unwrap_or_default());
            }
            Some("citations_delta") => {
                self.draft.push("citations", delta.get("citation"));
            }
            Some("thinking_delta") => news.thinking(delta.get("thinking")),
            Some("text_delta") => news.text(delta.get("text")),
            _ => {}
        }
        if matches!(kind.as_deref(), Some("input_json_delta" | "citations_delta")) {
            return;
        }
        for (name, value) in delta.members() {
            match &*name.lossy() {
                "type" => {}
                // Visible text comes in pieces; whatever else a delta brings, it brings whole.
                name @ ("text" | "thinking") => self.draft.lengthen(name, value),
                name => self.draft.put(name, Draft::closed(value)),
            }
        }
    }

    fn stop(&mut self, news: &mut News) {
        self.stopped = true;
        if !self.input.is_empty() {
            self.draft.put("input", Draft::pieced(&std::mem::take(&mut self.input)));
        }
        if matches!(self.draft.member("type"), Some(Draft::Text(kind)) if kind.ends_with(b"thinking")) {
            news.thought_ended();
        }
    }
}
