//! The events of a stream, in order.

use super::channels::{Opening, Piece, Splitter, StretchKind};
use super::citation::Citation;
use crate::json::{Text, Value, quote_wtf8};

/// One event of a stream. Text is as JSON writes it, between its quotes. A pair of surrogates that was cut in two is whole again when the pieces are joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamEvent {
    /// More of a thought that can be read.
    ThinkingDelta(Vec<u8>),
    /// A thought has ended.
    ThinkingEnd,
    /// More of the visible text.
    TextDelta(Vec<u8>),
    /// More of the refusal text of the model, on wires that separate it. Reported only when calls are; otherwise it is visible text.
    RefusalDelta(Vec<u8>),
    /// The next part of a thought's summary begins. Reported only when calls are.
    ThinkingBreak,
    /// The visible text cites a web page. Reported only when calls are.
    Citation(Citation),
    /// A stretch of visible text has ended. Reported only when calls are, and if the wire has such an event.
    TextEnd,
    /// A call begins. Reported only when calls are.
    CallBegin {
        /// The number of the call in the answer, or its index in the stream.
        nth: usize,
        /// Its id. Empty if the wire has none.
        id: Vec<u8>,
        /// The tool.
        name: Vec<u8>,
    },
    /// More of the arguments of a call: a piece of their JSON text, as JSON writes that text in a string. Reported only when calls are.
    CallDelta {
        /// The number of the call.
        nth: usize,
        /// The piece.
        text: Vec<u8>,
    },
    /// A call has ended. Reported only when calls are, and if the wire has such an event.
    CallEnd {
        /// The number of the call.
        nth: usize,
    },
    /// The provider's error, inside a stream that began without one.
    Error(Vec<u8>),
}

/// The events of a piece of a stream.
#[derive(Debug, Default)]
pub struct EventSink {
    pub(crate) list: Vec<StreamEvent>,
    /// True if calls and ends are reported too. Most readers use calls only when they are complete.
    pub(crate) tells_calls: bool,
}

impl EventSink {
    /// Adds more of a thought, if it is a string.
    pub(crate) fn thinking(&mut self, piece: Option<Value<'_>>) {
        piece.and_then(Value::text).into_iter().for_each(|piece| self.piece(true, piece));
    }

    /// Adds more of the visible text, if it is a string.
    pub(crate) fn text(&mut self, piece: Option<Value<'_>>) {
        piece.and_then(Value::text).into_iter().for_each(|piece| self.piece(false, piece));
    }

    /// Adds more of a thought or of the visible text, if it is not empty.
    pub(crate) fn piece(&mut self, thinks: bool, piece: Text<'_>) {
        let text = piece.raw().to_vec();
        if !text.is_empty() {
            self.list.push(if thinks { StreamEvent::ThinkingDelta(text) } else { StreamEvent::TextDelta(text) });
        }
    }

    /// Adds a citation in the visible text. Only web pages are reported.
    pub(crate) fn citation(&mut self, citation: Value<'_>) {
        if self.tells_calls {
            self.list.extend(Citation::read(citation).map(StreamEvent::Citation));
        }
    }

    /// Adds more of the text with which the model declines.
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

    /// Adds the beginning of a call.
    pub(crate) fn call_began(&mut self, nth: usize, id: Option<Value<'_>>, name: Option<Value<'_>>) {
        if self.tells_calls {
            let [id, name] = [id, name].map(|value| value.and_then(Value::text).map(|text| text.raw().to_vec()).unwrap_or_default());
            self.list.push(StreamEvent::CallBegin { nth, id, name });
        }
    }

    /// Adds more of the arguments of a call.
    pub(crate) fn call_piece(&mut self, nth: usize, piece: Text<'_>) {
        if self.tells_calls && !piece.is_empty() {
            self.list.push(StreamEvent::CallDelta { nth, text: piece.raw().to_vec() });
        }
    }

    /// Adds more of the arguments of a call, if it is a string.
    pub(crate) fn call_text(&mut self, nth: usize, piece: Option<Value<'_>>) {
        piece.and_then(Value::text).into_iter().for_each(|piece| self.call_piece(nth, piece));
    }

    /// Adds all arguments of a call at once, if they are JSON and not a string.
    pub(crate) fn call_json(&mut self, nth: usize, arguments: Option<Value<'_>>) {
        arguments.into_iter().for_each(|arguments| self.call_written(nth, arguments.raw()));
    }

    /// Adds a piece of the JSON of a call's arguments, as it is written.
    pub(crate) fn call_written(&mut self, nth: usize, json: &[u8]) {
        if self.tells_calls {
            let quoted = quote_wtf8(json);
            let text = quoted.get(1..quoted.len() - 1).unwrap_or_default().to_vec();
            self.list.push(StreamEvent::CallDelta { nth, text });
        }
    }

    /// Adds the end of a call, of a text or of a piece of a thought.
    pub(crate) fn ended(&mut self, event: StreamEvent) {
        if self.tells_calls {
            self.list.push(event);
        }
    }

    pub(crate) fn error(&mut self, error: Value<'_>) {
        self.list.push(StreamEvent::Error(error.raw().to_vec()));
    }
}

/// Separates thoughts between tags from the visible text around them. It stops when the wire has a separate place for reasoning: native and prompted reasoning
/// are never mixed.
pub(crate) struct Tags {
    splitter: Option<Splitter>,
    /// True if the text is inside a thought.
    inside: bool,
}

impl Default for Tags {
    fn default() -> Self {
        Self { splitter: Some(Splitter::new(Opening::Either)), inside: false }
    }
}

impl Tags {
    /// Reads more of the visible text.
    pub(crate) fn text(&mut self, text: Text<'_>, events: &mut EventSink) {
        match &mut self.splitter {
            Some(splitter) => {
                let pieces = splitter.push(&text.wtf8());
                self.emit(pieces, events);
            }
            None => events.piece(false, text),
        }
    }

    /// Stops looking for tags, and reports the text that was held back.
    pub(crate) fn stop(&mut self, events: &mut EventSink) {
        if let Some(splitter) = self.splitter.take() {
            self.emit(splitter.finish().0, events);
        }
    }

    fn emit(&mut self, pieces: Vec<Piece>, events: &mut EventSink) {
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
