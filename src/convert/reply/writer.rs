//! How a reply is written as the stream of a wire: events, as they come.

use super::shape::ReplyHead;
use crate::codecs::write_frame;
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

    /// The reply breaks off with an error, in the envelope of the wire.
    fn error(&mut self, error: &[u8], out: &mut Events) {
        out.line(error);
    }
}

/// A part that begins.
#[derive(Clone, Copy, Debug)]
pub(in crate::convert) enum ReplyPart<'p> {
    /// A thought that can be read.
    Thought,
    /// Visible text.
    Text,
    /// A call: its id and the tool.
    Call(&'p [u8], &'p [u8]),
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

/// How an event stands in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::convert) enum EventFraming {
    /// As a server-sent event with a name.
    Named,
    /// As a server-sent event without a name.
    Unnamed,
    /// As a frame of AWS's event stream.
    Frame,
    /// As a line.
    Line,
}

/// Events under construction.
#[derive(Default)]
pub(in crate::convert) struct Events {
    /// The bytes.
    pub(in crate::convert) bytes: Vec<u8>,
    /// The number of the part that begins, grows or ends, among all parts of the reply.
    pub(in crate::convert) nth: usize,
}

impl Events {
    /// Writes an event.
    pub(in crate::convert) fn event(&mut self, framing: EventFraming, name: &[u8], data: &[u8]) {
        match framing {
            EventFraming::Frame => write_frame(name, data, &mut self.bytes),
            EventFraming::Unnamed => self.line(data),
            EventFraming::Line => self.bytes.extend([data, b"\n"].concat()),
            EventFraming::Named => {
                [b"event: ", name, b"\n"].iter().for_each(|text| self.bytes.extend_from_slice(text));
                self.line(data);
            }
        }
    }

    /// Writes a server-sent event of a text.
    pub(in crate::convert) fn line(&mut self, data: &[u8]) {
        [b"data: ", data, b"\n\n"].iter().for_each(|text| self.bytes.extend_from_slice(text));
    }
}
