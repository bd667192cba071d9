//! How events are cut out of a stream of bytes: the same for every wire, and known from the first bytes.

mod aws;
mod elements;
mod lines;

use aws::Frames;
use elements::Elements;
use lines::Lines;

/// One event of a stream: its name, where the framing gives it one, and its JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The name, such as `content_block_delta`.
    pub name: Option<String>,
    /// The data, as received.
    pub data: Vec<u8>,
}

/// Cuts a stream into events, however the bytes arrive.
#[derive(Debug, Default)]
pub struct Framing {
    kind: Option<Kind>,
}

#[derive(Debug)]
enum Kind {
    /// Server-sent events, and JSON line by line.
    Lines(Lines),
    /// AWS's event stream, in binary frames.
    Frames(Frames),
    /// One JSON array.
    Elements(Elements),
}

impl Framing {
    /// Takes bytes, gives the events that are complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Event> {
        let Some(first) = bytes.first() else { return Vec::new() };
        // A frame starts with its length in four bytes, and none is 16 MiB long; no text starts with a zero.
        let kind = self.kind.get_or_insert_with(|| match first {
            0 => Kind::Frames(Frames::default()),
            b'[' => Kind::Elements(Elements::default()),
            _ => Kind::Lines(Lines::default()),
        });
        match kind {
            Kind::Lines(lines) => lines.push(bytes),
            Kind::Frames(frames) => frames.push(bytes),
            Kind::Elements(elements) => elements.push(bytes),
        }
    }

    /// The end of the stream: gives what was complete but for its last line break.
    pub fn finish(&mut self) -> Vec<Event> {
        match &mut self.kind {
            Some(Kind::Lines(lines)) => lines.finish(),
            Some(Kind::Elements(elements)) => elements.finish().into_iter().collect(),
            _ => Vec::new(),
        }
    }
}
