//! How events are cut out of a stream of bytes: the same for every wire, and known from the first bytes.

mod aws;
mod each;
mod elements;
mod lines;

use aws::Frames;
use elements::Elements;
use lines::Lines;

pub(crate) use aws::write_frame;
pub use each::Each;

/// Cuts a stream into events, however the bytes arrive: lines are taken one by one, elements byte by byte, frames as soon as
/// they are whole, and nothing but what stands here is carried from one to the next.
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
    /// Takes bytes, gives the events that are complete.
    pub fn push(&mut self, bytes: &[u8], each: Each<'_>) {
        let Some(first) = bytes.first() else { return };
        // A frame starts with its length in four bytes, and none is 16 MiB long; no text starts with a zero.
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

    /// The end of the stream: gives what was complete but for its last line break.
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
