//! What a stream says as it comes, in the order it comes.

use super::channels::{Opening, Piece, Splitter, StretchKind};
use crate::json::{Text, Value, quote_wtf8};

/// What a stream has just said. Text is as JSON writes it, between its quotes: a pair of surrogates that was cut in two is
/// whole again when the pieces are put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// More of a thought that can be read.
    ThinkingDelta(Vec<u8>),
    /// A thought has ended.
    ThinkingEnd,
    /// More of the visible text.
    TextDelta(Vec<u8>),
    /// An error, as the provider put it, inside a stream that began well.
    Error(Vec<u8>),
}

/// The news of a piece of a stream.
#[derive(Debug, Default)]
pub struct News {
    pub(super) said: Vec<Said>,
}

impl News {
    /// More of a thought, if it is a string.
    pub(super) fn thinking(&mut self, piece: Option<Value<'_>>) {
        piece.and_then(Value::text).into_iter().for_each(|piece| self.piece(true, piece));
    }

    /// More of the visible text, if it is a string.
    pub(super) fn text(&mut self, piece: Option<Value<'_>>) {
        piece.and_then(Value::text).into_iter().for_each(|piece| self.piece(false, piece));
    }

    /// More of a thought or of the visible text, if it is not empty.
    pub(super) fn piece(&mut self, thinks: bool, piece: Text<'_>) {
        let text = piece.raw().to_vec();
        if !text.is_empty() {
            self.said.push(if thinks { Said::ThinkingDelta(text) } else { Said::TextDelta(text) });
        }
    }

    pub(super) fn thought_ended(&mut self) {
        self.said.push(Said::ThinkingEnd);
    }

    pub(super) fn error(&mut self, error: Value<'_>) {
        self.said.push(Said::Error(error.raw().to_vec()));
    }
}

/// Tells thoughts between tags from the visible text around them, until a place of its own for reasoning says that there is no
/// need to: native and prompted reasoning are never mixed.
pub(super) struct Tags {
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
    pub(super) fn text(&mut self, text: Text<'_>, news: &mut News) {
        match &mut self.splitter {
            Some(splitter) => {
                let pieces = splitter.push(&text.wtf8());
                self.tell(pieces, news);
            }
            None => news.piece(false, text),
        }
    }

    /// No tag will come any more: what was held back is told.
    pub(super) fn stop(&mut self, news: &mut News) {
        if let Some(splitter) = self.splitter.take() {
            self.tell(splitter.finish().0, news);
        }
    }

    fn tell(&mut self, pieces: Vec<Piece>, news: &mut News) {
        for (kind, text) in pieces {
            if std::mem::replace(&mut self.inside, kind == StretchKind::Thought) && !self.inside {
                news.thought_ended();
            }
            let text = quote_wtf8(&text);
            let text = text.get(1..text.len() - 1).unwrap_or_default().to_vec();
            match kind {
                StretchKind::Thought => news.said.push(Said::ThinkingDelta(text)),
                StretchKind::Visible => news.said.push(Said::TextDelta(text)),
                StretchKind::Mark => {}
            }
        }
    }
}
