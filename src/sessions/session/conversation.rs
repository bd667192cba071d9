//! The state of one conversation: its growing request.

use crate::model::Wire;
use crate::sessions::history::join;
use crate::sessions::record::Exchange;
use crate::wires::description;

/// A conversation. Its ledger may be that of another one.
#[derive(Default)]
pub struct ConversationState {
    /// The number of its auditor.
    pub auditor: usize,
    /// The last exchange.
    pub last: Option<usize>,
    /// The time of its last use.
    pub used: usize,
    /// The request so far, closed, if the transcript records messages instead of requests.
    text: Vec<u8>,
    /// The length of the request up to its list of messages.
    head: usize,
    /// The exchange with which the request began. Since then, messages were only appended.
    pub series: usize,
}

const END: &[u8] = b"]}";

impl ConversationState {
    pub fn new(auditor: usize) -> Self {
        Self { auditor, ..Self::default() }
    }

    /// Adds the messages of an exchange, by its number. Returns the request up to its list of messages, if it begins here.
    pub fn append(&mut self, nth: usize, record: &Exchange, wire: Option<&Wire>) -> Option<Vec<u8>> {
        if record.added.is_none() && record.opening.is_none() {
            return None;
        }
        let begins = record.opening.is_some() || self.text.is_empty();
        if begins {
            self.text = head_of(record.opening.as_deref().unwrap_or(b"{}"), wire);
            self.head = self.text.len();
            self.series = nth;
            self.text.extend_from_slice(END);
        }
        let head = begins.then(|| self.text.get(..self.head).unwrap_or_default().to_vec());
        self.grow(record.added.as_deref().unwrap_or_default());
        head
    }

    /// Adds the answer as the next request has it.
    pub fn append_reply(&mut self, record: &Exchange) {
        if !self.text.is_empty() {
            self.grow(record.reply.as_deref().unwrap_or_default());
        }
    }

    /// Returns the request so far.
    pub fn request(&self) -> Option<&[u8]> {
        (!self.text.is_empty()).then_some(&self.text)
    }

    fn grow(&mut self, messages: &[u8]) {
        self.text.truncate(self.text.len().saturating_sub(END.len()));
        if self.text.len() == self.head {
            self.text.extend_from_slice(messages);
        } else {
            join(&mut self.text, messages);
        }
        self.text.extend_from_slice(END);
    }
}

/// Returns a request up to its list of messages.
pub fn head_of(opening: &[u8], wire: Option<&Wire>) -> Vec<u8> {
    let list = wire.map_or("messages", |wire| description(wire).list);
    let opening = opening.trim_ascii_end();
    let opening = opening.strip_suffix(b"}").unwrap_or(opening).trim_ascii_end();
    let comma: &[u8] = if opening.ends_with(b"{") { b"" } else { b"," };
    [opening, comma, b"\"", list.as_bytes(), b"\":["].concat()
}
