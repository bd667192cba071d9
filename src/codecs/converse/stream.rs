//! The stream of Converse: a message starts, blocks grow and stop. Only calls, results and images start; a block of text
//! or of reasoning opens at its first delta.
//!
//! The name of an event is in its frame, or is the only key of its line. Every event may carry `p`, padding against the
//! measuring of lengths, which is no part of the message.

use super::super::{Fold, News, base64};
use crate::json::{Draft, Kind, Value, scan};

#[derive(Default)]
pub(super) struct Converse {
    message: Option<Draft>,
    blocks: Vec<Block>,
    /// What stands beside the message: the stop reason, usage, metrics.
    rest: Option<Draft>,
    ended: bool,
}

struct Block {
    /// The number that the stream calls it by.
    index: Vec<u8>,
    draft: Draft,
    /// The input of a tool call, which arrives as pieces of JSON text.
    input: Vec<u8>,
    /// The strings of `redactedContent`, with their quotes.
    sealed: Vec<Vec<u8>>,
    citations: Vec<Draft>,
    thinks: bool,
    stopped: bool,
}

impl Fold for Converse {
    fn event(&mut self, name: Option<&str>, data: Value<'_>, news: &mut News) {
        let inner = data.members().find_map(|(key, value)| Some((*EVENTS.iter().find(|event| key == ***event)?, value)));
        let Some((name, data)) = inner.or(name.map(|name| (name, data))) else { return };
        match name {
            "messageStart" => merge(self.message.get_or_insert_with(Draft::object), data),
            "contentBlockStart" => {
                let start = data.get("start").filter(|start| start.kind() == Kind::Object);
                self.open(data, start.map_or_else(Draft::object, Draft::of));
            }
            "contentBlockDelta" => {
                let Some(delta) = data.get("delta") else { return };
                if self.block(data).is_none() {
                    self.open(data, Draft::object());
                }
                if let Some(block) = self.block(data) {
                    block.grow(delta, news);
                }
            }
            "contentBlockStop" => {
                if let Some(block) = self.block(data) {
                    block.stop(news);
                }
            }
            "messageStop" => {
                merge(self.rest.get_or_insert_with(Draft::object), data);
                self.ended = true;
            }
            "metadata" => merge(self.rest.get_or_insert_with(Draft::object), data),
            _ => {}
        }
    }

    fn body(&self) -> Draft {
        let mut message = self.message.clone().unwrap_or_else(Draft::object);
        message.put("content", Draft::List(self.blocks.iter().map(Block::whole).collect()));
        let mut output = Draft::object();
        output.put("message", message);
        let mut body = Draft::object();
        body.put("output", output);
        if let (Draft::Object(members), Some(Draft::Object(rest))) = (&mut body, &self.rest) {
            members.extend(rest.iter().cloned());
        }
        body
    }

    fn unfinished(&self) -> Vec<String> {
        let open = self.blocks.iter().enumerate().filter(|(_, block)| !block.stopped);
        open.map(|(nth, _)| format!("/output/message/content/{nth}")).collect()
    }

    fn ended(&self) -> bool {
        self.ended
    }
}

impl Converse {
    fn open(&mut self, data: Value<'_>, draft: Draft) {
        let (input, sealed, citations) = (Vec::new(), Vec::new(), Vec::new());
        self.blocks.push(Block { index: index(data).to_vec(), draft, input, sealed, citations, thinks: false, stopped: false });
    }

    /// The block that an event speaks of: the last of its number, unless that has stopped.
    fn block(&mut self, data: Value<'_>) -> Option<&mut Block> {
        self.blocks.iter_mut().rev().find(|block| block.index == index(data)).filter(|block| !block.stopped)
    }
}

impl Block {
    fn grow(&mut self, delta: Value<'_>, news: &mut News) {
        for (name, value) in delta.members() {
            match &*name.lossy() {
                "p" => {}
                "text" => {
                    news.text(Some(value));
                    self.draft.lengthen("text", value);
                }
                "reasoningContent" => self.think(value, news),
                "citation" => self.citations.push(Draft::closed(value)),
                "toolUse" => {
                    let piece = value.get("input").and_then(Value::text);
                    self.input.extend(piece.map(|piece| piece.wtf8().into_owned()).unwrap_or_default());
                }
                name => match self.draft.member_or(name, Draft::object) {
                    // The pieces of a server tool's result come as a list of contents.
                    Some(member) if value.kind() == Kind::Array => value.elements().for_each(|piece| member.push("content", Some(piece))),
                    Some(member) => member.merge(value),
                    None => {}
                },
            }
        }
    }

    fn think(&mut self, delta: Value<'_>, news: &mut News) {
        self.thinks = true;
        let Some(reasoning) = self.draft.member_or("reasoningContent", Draft::object) else { return };
        for (name, value) in delta.members() {
            match &*name.lossy() {
                "p" => {}
                "redactedContent" => {
                    reasoning.put("redactedContent", Draft::closed(value));
                    self.sealed.push(value.raw().to_vec());
                }
                "data" => {
                    if let Some(inner) = reasoning.member_or("redactedReasoning", Draft::object) {
                        inner.put("data", Draft::closed(value));
                    }
                }
                name => {
                    let Some(plain) = reasoning.member_or("reasoningText", Draft::object) else { continue };
                    // Text comes in pieces; a signature, or whatever else there may be, comes whole.
                    if name == "text" {
                        news.thinking(Some(value));
                        plain.lengthen(name, value);
                    } else {
                        plain.put(name, Draft::closed(value));
                    }
                }
            }
        }
    }

    fn stop(&mut self, news: &mut News) {
        self.stopped = true;
        if let Some(call) = self.draft.member("toolUse") {
            let input = std::mem::take(&mut self.input);
            let input = if input.is_empty() { Draft::object() } else { Draft::pieced(&input) };
            call.put("input", input);
        }
        if self.thinks {
            news.thought_ended();
        }
    }

    /// The block as a call without streaming would have returned it.
    fn whole(&self) -> Draft {
        let mut draft = self.draft.clone();
        if self.sealed.len() > 1
            && let Some(reasoning) = draft.member("reasoningContent")
        {
            reasoning.put("redactedContent", joined(&self.sealed));
        }
        if self.citations.is_empty() {
            return draft;
        }
        // Text that cites is a block of another name, with the text a level deeper.
        let mut cited = Draft::object();
        cited.put("content", Draft::List(vec![draft]));
        cited.put("citations", Draft::List(self.citations.clone()));
        let mut block = Draft::object();
        block.put("citationsContent", cited);
        block
    }
}

/// Bytes that came in several pieces, each in base64 by itself. As long as no piece but the last is padded the texts can be
/// put together as they are; otherwise only the bytes can, and are encoded again. What is not base64 is kept as it came.
fn joined(pieces: &[Vec<u8>]) -> Draft {
    let text = |piece: &Vec<u8>| scan(piece).ok().and_then(|document| Some(document.root().text()?.wtf8().into_owned()));
    let texts: Vec<_> = pieces.iter().filter_map(text).collect();
    let fits = |text: &Vec<u8>| text.len().is_multiple_of(4) && !text.ends_with(b"=");
    if !texts.iter().rev().skip(1).all(fits)
        && let Some(bytes) = texts.iter().map(|text| base64::decode(text)).collect::<Option<Vec<_>>>()
    {
        return Draft::text(&base64::encode(&bytes.concat()));
    }
    let inner = pieces.iter().filter_map(|piece| piece.get(1..piece.len().saturating_sub(1)));
    Draft::Text(inner.collect::<Vec<_>>().concat())
}

/// The number that an event speaks of; the same nothing where it names none.
fn index(data: Value<'_>) -> &[u8] {
    data.get("contentBlockIndex").map(Value::raw).unwrap_or_default()
}

fn merge(draft: &mut Draft, data: Value<'_>) {
    for (name, value) in data.members().filter(|(name, _)| *name != *"p") {
        draft.put(&name.lossy(), Draft::closed(value));
    }
}

const EVENTS: [&str; 6] = ["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata"];
