//! How text grows: by pieces, or by snapshots that each begin from the beginning.
//!
//! MiniMax documents snapshots and was measured to send pieces, so each of its streams is judged by what it sends, and each that names no model. All others send pieces:
//! a text may well begin with a word twice.
//! A piece that begins with all of the one before it, and that one not short, proves snapshots; one that does not proves
//! pieces, and that is all that is ever compared. Short texts prove nothing: "1" may well be followed by "10".

use super::message::FIELDS;
use crate::conversation::events::{EventSink, StreamEvent, Tags};
use crate::json::{JsonBuilder, Text};

#[derive(Default)]
pub(super) struct Growth {
    /// The events that the latest piece brought.
    pub(super) events: EventSink,
    /// True if the piece is of the first choice. That choice is the turn, so only its pieces bring events.
    pub(super) listens: bool,
    tags: Tags,
    thinking: bool,
    /// The name under which the latest event brought reasoning.
    thought: Option<&'static str>,
    /// The latest text of every place that grows, as long as they may be snapshots.
    latest: Vec<(Vec<u8>, usize, Vec<u8>)>,
    pieces: bool,
    snapshots: bool,
}

/// The least that two pieces in a row hardly share by chance.
const TELLING: usize = 8;

const MANY: usize = 64;

impl Growth {
    /// Adds a piece to the text of a place: a member, or an element of one.
    pub(super) fn add(&mut self, text: &mut JsonBuilder, (name, nth): (&[u8], usize), piece: Text<'_>) {
        let raw = piece.raw();
        let added = if self.pieces || raw.is_empty() { None } else { self.snapshot(name, nth, raw) };
        match added {
            Some(added) => {
                *text = JsonBuilder::Text(raw.to_vec());
                self.emit(name, Text::written(&added));
            }
            None => {
                text.grow(piece);
                self.emit(name, piece);
            }
        }
    }

    /// Emits the event of a text that was added. One thought under two names, as OpenRouter and others send it, is told once.
    pub(super) fn emit(&mut self, name: &[u8], text: Text<'_>) {
        if text.is_empty() || !self.listens {
            return;
        }
        if name == b"content" {
            self.thought_ended();
            self.tags.text(text, &mut self.events);
        } else if name == b"refusal" && self.events.tells_calls {
            self.events.refusal(text);
        } else if let Some(name) = FIELDS.into_iter().chain(["reasoning_details"]).find(|known| known.as_bytes() == name)
            && *self.thought.get_or_insert(name) == name
        {
            self.tags.stop(&mut self.events);
            self.thinking = true;
            self.events.piece(true, text);
        }
    }

    /// A call begins, which is named and may have some of its arguments.
    pub(super) fn call_began(&mut self, nth: usize, call: &mut JsonBuilder) {
        if self.listens && self.events.tells_calls {
            let id = written(call.member(b"id"));
            let [name, text] =
                [&b"name"[..], b"arguments"].map(|name| written(call.member(b"function").and_then(|function| function.member(name))));
            self.thought_ended();
            self.events.list.push(StreamEvent::CallBegin { nth, id, name });
            self.events.call_piece(nth, Text::written(&text));
        }
    }

    /// More of the arguments of a call.
    pub(super) fn call_piece(&mut self, nth: usize, piece: Text<'_>) {
        if self.listens {
            self.events.call_piece(nth, piece);
        }
    }

    /// Takes the name of the model, which tells that texts come in pieces unless it is one of MiniMax's.
    pub(super) fn note_model(&mut self, name: &str) {
        self.pieces |= !name.to_ascii_lowercase().contains("minimax");
    }

    /// True if texts are known to come in pieces. Then the next piece is added without a look at the one before.
    pub(super) fn is_known(&self) -> bool {
        self.pieces
    }

    /// Another event begins.
    pub(super) fn begin(&mut self, listens: bool) {
        (self.thought, self.listens) = (None, listens);
    }

    /// Whatever was thought, something else follows.
    pub(super) fn thought_ended(&mut self) {
        if std::mem::take(&mut self.thinking) {
            self.events.thought_ended();
        }
    }

    /// The message is over.
    pub(super) fn ended(&mut self) {
        self.thought_ended();
        self.tags.stop(&mut self.events);
    }

    /// The text that a snapshot adds to the one before; nothing if the piece is no snapshot.
    fn snapshot(&mut self, name: &[u8], nth: usize, raw: &[u8]) -> Option<Vec<u8>> {
        let Some((_, _, latest)) = self.latest.iter_mut().find(|(place, number, _)| place == name && *number == nth) else {
            self.latest.push((name.to_vec(), nth, raw.to_vec()));
            // No host that sends snapshots sends so many, and to look through them all takes time.
            self.pieces = self.latest.len() > MANY;
            return None;
        };
        let before = std::mem::replace(latest, raw.to_vec());
        let added = raw.strip_prefix(before.as_slice());
        self.pieces = added.is_none();
        self.snapshots |= added.is_some_and(|added| !added.is_empty()) && before.len() >= TELLING;
        added.filter(|_| self.snapshots).map(<[u8]>::to_vec)
    }
}

/// A text as it is written; nothing if it is none.
fn written(text: Option<&mut JsonBuilder>) -> Vec<u8> {
    match text {
        Some(JsonBuilder::Text(text)) => text.clone(),
        _ => Vec::new(),
    }
}
