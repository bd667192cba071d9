//! The events of a stream, in the order in which they come.

use super::channels::{Opening, Piece, Splitter, StretchKind};
use super::citation::Citation;
use crate::json::{Text, Value, quote_wtf8};

/// Something new in a stream. Text is as JSON writes it, between its quotes: a pair of surrogates that was cut in two is
/// whole again when the pieces are put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamEvent {
    /// More of a thought that can be read.
    ThinkingDelta(Vec<u8>),
    /// A thought has ended.
    ThinkingEnd,
    /// More of the visible text.
    TextDelta(Vec<u8>),
    /// More of the text with which the model declines, on wires that mark it. Told only if calls are; else it is visible text.
    RefusalDelta(Vec<u8>),
    /// The next piece of a thought begins: a new part of its summary. Told only if calls are.
    ThinkingBreak,
    /// The visible text cites a web page. Told only if calls are.
    Citation(Citation),
    /// A stretch of visible text has ended. Told only if calls are, and if the wire says so.
    TextEnd,
    /// A call begins. Told only if calls are.
    CallBegin {
        /// The number of the call in the answer, or the place that the stream calls it by.
        nth: usize,
        /// Its id; nothing, if the wire gives none.
        id: Vec<u8>,
        /// The tool.
        name: Vec<u8>,
    },
    /// More of the arguments of a call: of a text that is JSON, as JSON writes that text. Told only if calls are.
    CallDelta {
        /// The number of the call.
        nth: usize,
        /// The piece.
        text: Vec<u8>,
    },
    /// A call has ended. Told only if calls are, and if the wire says so.
    CallEnd {
        /// The number of the call.
        nth: usize,
    },
    /// An error, as the provider put it, inside a stream that began well.
    Error(Vec<u8>),
}

/// The events of a piece of a stream.
#[derive(Debug, Default)]
pub struct EventSink {
    pub(crate) list: Vec<StreamEvent>,
    /// True if calls and ends are told too. Most readers look at calls when they are whole.
    pub(crate) tells_calls: bool,
}

impl EventSink {
    /// More of a thought, if it is a string.
    pub(crate) fn thinking(&mut self, piece: Option<Value<'_>>) {
        piece.and_then(Value::text).into_iter().for_each(|piece| self.piece(true, piece));
    }

    /// More of the visible text, if it is a string.
    pub(crate) fn text(&mut self, piece: Option<Value<'_>>) {
        piece.and_then(Value::text).into_iter().for_each(|piece| self.piece(false, piece));
    }

    /// More of a thought or of the visible text, if it is not empty.
    pub(crate) fn piece(&mut self, thinks: bool, piece: Text<'_>) {
        let text = piece.raw().to_vec();
        if !text.is_empty() {
            self.list.push(if thinks { StreamEvent::ThinkingDelta(text) } else { StreamEvent::TextDelta(text) });
        }
    }

    /// The visible text cites something. Only web pages are told.
    pub(crate) fn citation(&mut self, citation: Value<'_>) {
        if self.tells_calls {
            self.list.extend(Citation::read(citation).map(StreamEvent::Citation));
        }
    }

    /// More of the text with which the model declines.
    pub(crate) fn refusal(&mut self, piece: Text<'_>) {
        if self.tells_calls && !piece.is_empty() {
            self.list.push(StreamEvent::RefusalDelta(piece.raw().to_vec()));
        } else {
            self.piece(false, piece);
        }
    }

    pub(crate) fn thought_ended(&mut self) {
        self.list.push(StreamEvent::ThinkingEnd);
    }

    /// A call begins.
    pub(crate) fn call_began(&mut self, nth: usize, id: Option<Value<'_>>, name: Option<Value<'_>>) {
        if self.tells_calls {
            let [id, name] = [id, name].map(|value| value.and_then(Value::text).map(|text| text.raw().to_vec()).unwrap_or_default());
            self.list.push(StreamEvent::CallBegin { nth, id, name });
        }
    }

    /// More of the arguments of a call.
    pub(crate) fn call_piece(&mut self, nth: usize, piece: Text<'_>) {
        if self.tells_calls && !piece.is_empty() {
            self.list.push(StreamEvent::CallDelta { nth, text: piece.raw().to_vec() });
        }
    }

    /// More of the arguments of a call, if it is a string.
    pub(crate) fn call_text(&mut self, nth: usize, piece: Option<Value<'_>>) {
        piece.and_then(Value::text).into_iter().for_each(|piece| self.call_piece(nth, piece));
    }

    /// All arguments of a call at once, which are JSON and no string.
    pub(crate) fn call_json(&mut self, nth: usize, arguments: Option<Value<'_>>) {
        arguments.into_iter().for_each(|arguments| self.call_written(nth, arguments.raw()));
    }

    /// A stretch of the JSON of a call's arguments, as it is written.
    pub(crate) fn call_written(&mut self, nth: usize, json: &[u8]) {
        if self.tells_calls {
            let quoted = quote_wtf8(json);
            let text = quoted.get(1..quoted.len() - 1).unwrap_or_default().to_vec();
            self.list.push(StreamEvent::CallDelta { nth, text });
        }
    }

    /// A call, a text or a piece of a thought has ended.
    pub(crate) fn ended(&mut self, event: StreamEvent) {
        if self.tells_calls {
            self.list.push(event);
        }
    }

    pub(crate) fn error(&mut self, error: Value<'_>) {
        self.list.push(StreamEvent::Error(error.raw().to_vec()));
    }
}

/// Tells thoughts between tags from the visible text around them, until a place of its own for reasoning says that there is no
/// need to: native and prompted reasoning are never mixed.
pub(crate) struct Tags {
    splitter: Option<Splitter>,
    /// The text is inside a thought.
    inside: bool,
}

impl Default for Tags {
    fn default() -> Self {
        Self { splitter: Some(Splitter::new(Opening::Either)), inside: false }
    }
}

impl Tags {
    /// More of the visible text.
    pub(crate) fn text(&mut self, text: Text<'_>, events: &mut EventSink) {
        match &mut self.splitter {
            Some(splitter) => {
                let pieces = splitter.push(&text.wtf8());
                self.tell(pieces, events);
            }
            None => events.piece(false, text),
        }
    }

    /// No tag will come any more: what was held back is told.
    pub(crate) fn stop(&mut self, events: &mut EventSink) {
        if let Some(splitter) = self.splitter.take() {
            self.tell(splitter.finish().0, events);
        }
    }

    fn tell(&mut self, pieces: Vec<Piece>, events: &mut EventSink) {
        for (kind, text) in pieces {
            if std::mem::replace(&mut self.inside, kind == StretchKind::Thought) && !self.inside {
                events.thought_ended();
            }
            let text = quote_wtf8(&text);
            let text = text.get(1..text.len() - 1).unwrap_or_default().to_vec();
            match kind {
                StretchKind::Thought => events.list.push(StreamEvent::ThinkingDelta(text)),
                StretchKind::Visible => events.list.push(StreamEvent::TextDelta(text)),
                StretchKind::Delimiter => {}
            }
        }
    }
}
