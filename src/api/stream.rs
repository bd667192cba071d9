//! A stream: its events as they arrive, and what is left to say at its end.

use super::convert::noted;
use super::records::json_of;
use super::write_texts;
use crate::conversation::{ConversionNote, StreamEvent};
use crate::json::{Writer, lossy};
use crate::wires::Streamed;

/// Writes a string for each event. Its first letter names the kind: `k` for thinking, `e` for the end of thinking, `t` for text. An error is a
/// list with the error in it.
///
/// The text of an event is JSON already and goes out as it came in. Events have no member names, because a turn has thousands of them.
#[must_use]
pub fn write_stream_events(events: &[StreamEvent]) -> Vec<u8> {
    let mut out = Vec::with_capacity(events.len() * 32);
    out.push(b'[');
    for event in events {
        let (head, text, tail): (&[u8], &[u8], &[u8]) = match event {
            StreamEvent::ThinkingDelta(text) => (b"\"k", text, b"\""),
            StreamEvent::ThinkingEnd => (b"\"e", b"", b"\""),
            StreamEvent::TextDelta(text) => (b"\"t", text, b"\""),
            StreamEvent::Error(error) => (b"[", error, b"]"),
            // Nobody asked for the rest.
            _ => continue,
        };
        if out.len() > 1 {
            out.push(b',');
        }
        for piece in [head, text, tail] {
            out.extend_from_slice(piece);
        }
    }
    out.push(b']');
    out
}

/// Writes whether a converted answer is complete, the error in it, and the notes on it.
#[must_use]
pub fn write_reply_end(ended: bool, error: Option<&[u8]>, notes: &[ConversionNote]) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    write_end(ended, error, &mut out);
    out.name("notes");
    out.raw(&json_of(&noted(notes)));
    out.close(b'}');
    out.finish()
}

fn write_end(ended: bool, error: Option<&[u8]>, out: &mut Writer) {
    out.name("ended");
    out.flag(ended);
    if let Some(error) = error {
        out.name("error");
        out.raw(error);
    }
}

/// Writes how a stream ended. The body crosses beside it.
#[must_use]
pub fn write_stream_end(streamed: &Streamed) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    write_texts("unfinished", &mut streamed.unfinished.iter().map(String::as_str), &mut out);
    write_end(streamed.ended, streamed.error.as_deref(), &mut out);
    out.name("unread");
    out.open(b'[');
    streamed.unread.iter().for_each(|event| out.text(&lossy(event)));
    out.close(b']');
    out.close(b'}');
    out.finish()
}
