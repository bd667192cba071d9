//! How a reply is written as the stream of a wire: events, as they come.

use super::shape::ReplyHead;
use crate::json::Writer;
use crate::model::{Stop, Usage};

/// Writes the events of a wire. The caller opens one thought or text at a time and closes it before the next; calls may be open beside each other.
pub(in crate::convert) trait ReplyWriter {
    /// The reply begins.
    fn begin(&mut self, head: ReplyHead, out: &mut Events);

    /// A part begins.
    fn open(&mut self, part: ReplyPart<'_>, out: &mut Events);

    /// More of a part that is open: a text as it is written between quotes; of a call, its JSON as it is written in a string.
    fn piece(&mut self, part: OpenPart, text: &[u8], out: &mut Events);

    /// A part ends.
    fn close(&mut self, part: OpenPart, out: &mut Events);

    /// The reply ends.
    fn finish(&mut self, stop: Option<Stop>, usage: &Usage, out: &mut Events);
}

/// A part that begins.
#[derive(Clone, Copy, Debug)]
pub(in crate::convert) enum ReplyPart<'p> {
    /// A thought that can be read.
    Thought,
    /// Visible text.
    Text,
    /// A call: its number, its id and the tool.
    Call(usize, &'p [u8], &'p [u8]),
}

/// A part that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::convert) enum OpenPart {
    /// The thought.
    Thought,
    /// The text.
    Text,
    /// The call of that number.
    Call(usize),
}

/// Events under construction, as server-sent events.
#[derive(Default)]
pub(in crate::convert) struct Events {
    /// The bytes.
    pub(in crate::convert) bytes: Vec<u8>,
}

impl Events {
    /// Writes an event with a name and an object of JSON.
    pub(in crate::convert) fn named(&mut self, name: &str, data: Writer) {
        self.bytes.extend_from_slice(b"event: ");
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.push(b'\n');
        self.data(data);
    }

    /// Writes an event without a name.
    pub(in crate::convert) fn data(&mut self, data: Writer) {
        self.line(&data.finish());
    }

    /// Writes an event of a text.
    pub(in crate::convert) fn line(&mut self, data: &[u8]) {
        self.bytes.extend_from_slice(b"data: ");
        self.bytes.extend_from_slice(data);
        self.bytes.extend_from_slice(b"\n\n");
    }
}
