//! The stream of Anthropic's Messages: a message that starts empty, blocks that start, grow and stop.

use super::super::blocks::{Block, Blocks, Grows};
use super::super::{Fold, Folded, News};
use crate::json::{Draft, Text, Value};

#[derive(Default)]
pub(super) struct Messages {
    message: Draft,
    /// Of several with one number the last is meant, since a fallback may start over.
    blocks: Blocks,
    ended: bool,
}

impl Fold for Messages {
    fn event(&mut self, _: Option<&str>, data: Value<'_>, news: &mut News) {
        let index = data.get("index");
        match data.word("type") {
            "message_start" => self.message = data.get("message").map(Draft::of).unwrap_or_default(),
            "content_block_start" => {
                if let Some(block) = data.get("content_block") {
                    self.blocks.open(index, Draft::of(block));
                }
            }
            "content_block_delta" => {
                if let (Some(block), Some(delta)) = (self.blocks.find(index), data.get("delta")) {
                    grow(block, delta, news);
                }
            }
            "content_block_stop" => {
                if let Some(block) = self.blocks.find(index) {
                    stop(block, news);
                }
            }
            // What is known only at the end: the stop reason, the final usage.
            "message_delta" => {
                self.message.absorb(data, &[], &[b"type", b"delta", b"usage"]);
                data.get("delta").into_iter().for_each(|delta| self.message.merge(delta));
                if let (Some(usage), Some(news)) = (self.message.member_or(b"usage", Draft::default()), data.get("usage")) {
                    usage.merge(news);
                }
            }
            "message_stop" => self.ended = true,
            _ => {}
        }
    }

    fn pieces<'d>(&mut self, data: Value<'d>, pieces: &mut Vec<Value<'d>>) {
        self.blocks.pieces(data, "index", GROWS, pieces);
    }

    fn more(&mut self, pieces: &[Text<'_>], news: &mut News) {
        self.blocks.more(pieces, news);
    }

    fn finish(mut self: Box<Self>) -> Folded {
        let mut unfinished = Vec::new();
        self.message.put(b"content", self.blocks.finish("/content", &mut unfinished));
        Folded { body: self.message, unfinished, ended: self.ended }
    }
}

const GROWS: &[Grows] = &[
    ("delta.type=thinking_delta", "delta.thinking", &[b"thinking"], true),
    ("delta.type=text_delta", "delta.text", &[b"text"], false),
    ("delta.type=input_json_delta", "delta.partial_json", &[], false),
];

fn grow(block: &mut Block, delta: Value<'_>, news: &mut News) {
    match delta.word("type") {
        "input_json_delta" => return block.piece(delta.get("partial_json")),
        "citations_delta" => {
            return delta.get("citation").into_iter().for_each(|citation| block.draft.push(b"citations", Draft::closed(citation)));
        }
        "thinking_delta" => news.thinking(delta.get("thinking")),
        "text_delta" => news.text(delta.get("text")),
        _ => {}
    }
    // Visible text comes in pieces; whatever else a delta brings, it brings whole.
    block.draft.absorb(delta, &[b"text", b"thinking"], &[b"type"]);
}

fn stop(block: &mut Block, news: &mut News) {
    block.stopped = true;
    if !block.pieces.is_empty() {
        block.draft.put(b"input", Draft::pieced(&block.pieces));
    }
    if matches!(block.draft.member(b"type"), Some(Draft::Text(kind)) if kind.ends_with(b"thinking")) {
        news.thought_ended();
    }
}
