//! An answer whose lines are being collected.

use std::rc::Rc;

use super::requests::SentRequest;
use super::thread::ExchangeStart;
use crate::json::{FastHash, Value, quote_wtf8};
use crate::sessions::history::join;
use crate::sessions::resumed::Source;

/// An answer that may continue.
#[derive(Default)]
pub struct PendingAnswer {
    pub id: Vec<u8>,
    pub start: ExchangeStart,
    pub label: Option<String>,
    pub model: Option<String>,
    /// The blocks, and the text before and after them in the last recorded message.
    pub content: Vec<u8>,
    pub head: Vec<u8>,
    pub tail: Vec<u8>,
    /// The messages after the start of the answer. The results of its calls may be between its blocks.
    pub after: Vec<u8>,
    pub after_start: Option<ExchangeStart>,
    /// The lines of the blocks, and of the messages after them.
    pub content_sources: Vec<Source>,
    pub after_sources: Vec<Source>,
    /// The recorded request that it answers.
    pub request: Option<Rc<SentRequest>>,
    /// True if messages after it are missing in the file.
    pub is_before_loss: bool,
    /// True if the client never sends it back.
    pub is_retracted: bool,
    /// True if it was interrupted. Its thinking is not sent back.
    pub is_aborted: bool,
    /// The length of `after` up to the last message that is more than results.
    pub plain: usize,
    /// The lines of these messages.
    pub places: Vec<(FastHash, Within)>,
}

#[derive(Clone, Copy)]
pub enum Within {
    Content(usize),
    After(usize),
}

impl PendingAnswer {
    /// Adds the blocks of a line, and its other members: the last line has the final stop reason and usage.
    pub fn take(&mut self, message: Value<'_>) {
        (self.head, self.tail) = (b"{".to_vec(), Vec::new());
        let mut seen = false;
        for (name, value) in message.members() {
            if name.plain() == Some("content") {
                seen = true;
                continue;
            }
            let side = if seen { &mut self.tail } else { &mut self.head };
            if seen || side.len() > 1 {
                side.push(b',');
            }
            side.push(b'"');
            side.extend_from_slice(name.raw());
            side.extend_from_slice(b"\":");
            side.extend_from_slice(value.raw());
        }
        if self.head.len() > 1 {
            self.head.push(b',');
        }
        self.head.extend_from_slice(b"\"content\":");
        self.tail.push(b'}');
        let Some(content) = message.get("content") else { return };
        match content.text() {
            Some(text) => {
                let text = [b"{\"type\":\"text\",\"text\":", quote_wtf8(&text.wtf8()).as_slice(), b"}"].concat();
                join(&mut self.content, &text);
            }
            None => content.elements().for_each(|block| join(&mut self.content, block.raw())),
        }
    }
}
