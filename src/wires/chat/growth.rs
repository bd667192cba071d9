//! Assembles text from pieces, or from snapshots that each repeat the whole text.
//!
//! MiniMax documents snapshots but was measured to send pieces. Each of its streams, and each stream without a model name, is judged by its content. All others
//! send pieces: a text may begin with a repeated word. A piece that starts with the whole previous piece, if that was not short, proves snapshots. A piece that
//! does not proves pieces, and nothing else is compared. Short texts prove nothing: "10" may follow "1".

use super::message::FIELDS;
use crate::conversation::events::{EventSink, StreamEvent, Tags};
use crate::json::{JsonBuilder, Text};

#[derive(Default)]
pub(super) struct Growth {
    /// The events of the latest piece.
    pub(super) events: EventSink,
    /// True if the piece belongs to the first choice. Only this choice is the turn and creates events.
    pub(super) listens: bool,
    tags: Tags,
    thinking: bool,
    /// The member of the reasoning in the latest event.
    thought: Option<&'static str>,
    /// The latest text of every growing member, while they may be snapshots.
    latest: Vec<(Vec<u8>, usize, Vec<u8>)>,
    pieces: bool,
    snapshots: bool,
}

/// The least length that two consecutive pieces hardly share by chance.
const TELLING: usize = 8;

const MANY: usize = 64;

impl Growth {
    /// Adds a piece to the text of a member, or of an element of one.
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

    /// Emits the event of an added text. One thought under two names, as OpenRouter and others send it, is reported once.
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

    /// Reports the beginning of a call, which has a name and may have some arguments.
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

    /// Reports more arguments of a call.
    pub(super) fn call_piece(&mut self, nth: usize, piece: Text<'_>) {
        if self.listens {
            self.events.call_piece(nth, piece);
        }
    }

    /// Reads the name of the model. Only MiniMax's models may send snapshots.
    pub(super) fn note_model(&mut self, name: &str) {
        self.pieces |= !name.to_ascii_lowercase().contains("minimax");
    }

    /// Returns `true` if texts are known to arrive in pieces. Then the next piece is added without a comparison.
    pub(super) fn is_known(&self) -> bool {
        self.pieces
    }

    /// Begins another event.
    pub(super) fn begin(&mut self, listens: bool) {
        (self.thought, self.listens) = (None, listens);
    }

    /// Ends the open thought, if any.
    pub(super) fn thought_ended(&mut self) {
        if std::mem::take(&mut self.thinking) {
            self.events.thought_ended();
        }
    }

    /// Ends the message.
    pub(super) fn ended(&mut self) {
        self.thought_ended();
        self.tags.stop(&mut self.events);
    }

    /// Returns the text that a snapshot adds to the previous one, or `None` if the piece is not a snapshot.
    fn snapshot(&mut self, name: &[u8], nth: usize, raw: &[u8]) -> Option<Vec<u8>> {
        let Some((_, _, latest)) = self.latest.iter_mut().find(|(place, number, _)| place == name && *number == nth) else {
            self.latest.push((name.to_vec(), nth, raw.to_vec()));
            // No host with snapshots sends so many, and searching them all takes time.
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

/// Returns the raw text, or an empty one if it is not a text.
fn written(text: Option<&mut JsonBuilder>) -> Vec<u8> {
    match text {
        Some(JsonBuilder::Text(text)) => text.clone(),
        _ => Vec::new(),
    }
}
