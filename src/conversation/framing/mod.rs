//! Cuts events out of a stream of bytes. This is the same for every wire, and the first bytes decide the kind.

mod aws;
mod each;
mod elements;
mod lines;

use aws::Frames;
use elements::Elements;
use lines::Lines;

pub(crate) use aws::write_frame;
pub use each::Each;

/// Cuts a stream into events, however the bytes arrive: by line, by element, or by complete frame. The fields hold all state between two calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Framing {
    kind: Option<Kind>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// Server-sent events, and JSON line by line.
    Lines(Lines),
    /// AWS's event stream, in binary frames.
    Frames(Frames),
    /// One JSON array.
    Elements(Elements),
}

impl Framing {
    /// Reads bytes and returns the events that are complete.
    pub fn push(&mut self, bytes: &[u8], each: Each<'_>) {
        let Some(first) = bytes.first() else { return };
        // A frame starts with its length in four bytes, and its length is below 16 MiB. A text never starts with a zero.
        let kind = self.kind.get_or_insert_with(|| match first {
            0 => Kind::Frames(Frames::default()),
            b'[' => Kind::Elements(Elements::default()),
            _ => Kind::Lines(Lines::default()),
        });
        match kind {
            Kind::Lines(lines) => lines.push(bytes, each),
            Kind::Frames(frames) => frames.push(bytes, each),
            Kind::Elements(elements) => elements.push(bytes, each),
        }
    }

    /// Ends the stream. Returns the event that lacks only its last line break.
    pub fn finish(&mut self, each: Each<'_>) {
        match &mut self.kind {
            Some(Kind::Lines(lines)) => lines.finish(each),
            Some(Kind::Elements(elements)) => elements.finish(each),
            _ => {}
        }
    }
}

/// The events of a stream that comes in pieces, as text: for tests.
#[cfg(test)]
fn events(pieces: &[&[u8]]) -> Vec<String> {
    let mut events = Vec::new();
    let mut each = |name: Option<&str>, data: &[u8]| events.push(format!("{}={}", name.unwrap_or_default(), String::from_utf8_lossy(data)));
    let mut framing = Framing::default();
    for piece in pieces {
        framing.push(piece, &mut each);
    }
    framing.finish(&mut each);
    events
}
