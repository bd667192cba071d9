//! Text channels: reasoning in the visible text, between delimiters.
//!
//! Wires do not have these. They come from a model's template or from a prompt. They are read from the decoded text, and the record is lossless: the stretches
//! follow one another without a gap. They restore the exact text, delimiters and white space included. A text that arrives in pieces gives the same record
//! wherever it is cut.
//!
//! - An opening tag may have attributes and any case. Inside a thought, a delimiter of another name neither opens nor closes. One of the same name nests, and
//!   is text of the thought.
//! - A thought that is never closed is reasoning to the end, and is recorded as not closed. If it is open only because the thought mentions its opening tag,
//!   the last closing tag ends it. The answer must not become part of the thought.
//! - A closing delimiter without an opening one is text, unless only white space precedes it or [`Opening`] says more.
//! - Code is not changed: a fenced block of the visible text, and a tag right after a backtick.

mod code_fence;
mod delimiter;
mod place;
#[cfg(test)]
mod tests;

use crate::json::Span;
use code_fence::CodeFence;
use delimiter::{CHANNELS, DelimiterMatch, LONGEST, match_delimiter};

pub use place::parts;

/// Where the reasoning of a text may begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// Only in the text itself.
    #[default]
    Written,
    /// In the text or before it. If the first delimiter is a closing one, everything before it is reasoning.
    Either,
    /// Before the text, in the prompt's template (DeepSeek R1, QwQ). The text starts as reasoning of that name.
    Prompt(&'static str),
}

/// A stretch of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Its kind.
    pub kind: StretchKind,
    /// Its bytes in the decoded text.
    pub span: Span,
    /// The name of the delimiter, such as `think`. Empty in visible text.
    pub name: &'static str,
    /// True if it ended. A thought without a closing delimiter did not.
    pub closed: bool,
}

/// The kind of a stretch of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StretchKind {
    /// Visible text.
    Visible,
    /// Reasoning.
    Thought,
    /// A delimiter.
    Delimiter,
}

/// Cuts a text into its stretches.
#[must_use]
pub fn split(text: &[u8], opening: Opening) -> Vec<Stretch> {
    let mut splitter = Splitter::new(opening);
    splitter.push(text);
    splitter.finish().1
}

/// Cuts a text that arrives in pieces. If the end of a piece may begin a delimiter, it is held back until this is decided.
#[derive(Debug)]
pub struct Splitter {
    opening: Opening,
    stretches: Vec<Stretch>,
    /// Undecided text, and where it begins.
    held: Vec<u8>,
    at: usize,
    /// The open channel, and its depth.
    open: Option<(usize, usize)>,
    /// The last closing delimiter inside the open thought, if no opening one follows it.
    inner: Option<Span>,
    /// True if the text so far is only white space.
    blank: bool,
    /// True if the text so far has a delimiter.
    marked: bool,
    fence: CodeFence,
}

/// A piece of text and its provisional kind. The record at the end is final.
pub type Piece = (StretchKind, Vec<u8>);

impl Splitter {
    /// Begins to cut a text.
    #[must_use]
    pub fn new(opening: Opening) -> Self {
        let open = match opening {
            Opening::Prompt(name) => CHANNELS.iter().position(|channel| channel.name == name).map(|channel| (channel, 1)),
            _ => None,
        };
        let (stretches, held) = (Vec::new(), Vec::new());
        Self { opening, stretches, held, at: 0, open, inner: None, blank: true, marked: false, fence: CodeFence::default() }
    }

    /// Reads a piece of the text, cut anywhere, and returns the pieces that are decided.
    pub fn push(&mut self, text: &[u8]) -> Vec<Piece> {
        self.held.extend_from_slice(text);
        self.advance(false)
    }

    /// Ends the text. Returns the pieces that were held back, and the complete record.
    #[must_use]
    pub fn finish(mut self) -> (Vec<Piece>, Vec<Stretch>) {
        let pieces = self.advance(true);
        self.settle();
        (pieces, self.stretches)
    }

    fn advance(&mut self, is_end: bool) -> Vec<Piece> {
        let held = std::mem::take(&mut self.held);
        let mut pieces = Vec::new();
        let (mut from, mut to) = (0, 0);
        while let Some(byte) = held.get(to).copied() {
            let rest = held.get(to..).unwrap_or_default();
            let is_code = self.open.is_none() && self.fence.is_code();
            match if is_code { DelimiterMatch::Nothing } else { match_delimiter(rest.get(..LONGEST).unwrap_or(rest), is_end) } {
                DelimiterMatch::Undecided => break,
                DelimiterMatch::Whole { channel, closes, length } if self.takes(channel, closes) => {
                    self.emit(held.get(from..to), self.kind(), &mut pieces);
                    self.turn(channel, closes);
                    self.mark(held.get(to..to + length), channel, &mut pieces);
                    to += length;
                    from = to;
                }
                DelimiterMatch::Whole { channel, closes, length } if self.open.is_some_and(|(open, _)| open == channel) => {
                    self.nest(closes, Span { start: self.at + to - from, end: self.at + to - from + length });
                    to += length;
                }
                _ => {
                    if self.open.is_none() {
                        self.fence.step(byte);
                    }
                    self.blank &= byte.is_ascii_whitespace();
                    to += 1;
                }
            }
        }
        self.emit(held.get(from..to), self.kind(), &mut pieces);
        self.held = held.get(to..).unwrap_or_default().to_vec();
        pieces
    }

    /// Returns `true` if a delimiter ends the stretch that contains it.
    fn takes(&self, channel: usize, closes: bool) -> bool {
        let known = CHANNELS.get(channel);
        match self.open {
            // A model may repeat the opening delimiter that the prompt already has.
            Some((open, depth)) => open == channel && depth == 1 && (closes || (self.blank && !self.marked)),
            None if closes => {
                let may_be_orphan = known.is_some_and(|channel| channel.orphan) && !self.marked;
                may_be_orphan && (self.blank || self.opening == Opening::Either)
            }
            None => true,
        }
    }

    /// Applies a delimiter. A closing one without an opening one turns all text before it into reasoning. An opening one that repeats the prompt's does not
    /// turn the white space before it into reasoning.
    fn turn(&mut self, channel: usize, closes: bool) {
        let known = CHANNELS.get(channel);
        if closes == self.open.is_none() {
            let (kind, name) =
                if closes { (StretchKind::Thought, known.map_or("", |channel| channel.name)) } else { (StretchKind::Visible, "") };
            for stretch in &mut self.stretches {
                (stretch.kind, stretch.name, stretch.closed) = (kind, name, true);
            }
        }
        if closes && let Some(thought) = self.stretches.last_mut() {
            thought.closed = true;
        }
        let is_mark = known.is_some_and(|channel| channel.close.is_empty());
        self.open = (!closes && !is_mark).then_some((channel, 1));
        (self.inner, self.blank, self.marked) = (None, false, true);
        self.fence = CodeFence::default();
    }

    /// Counts a delimiter of the open channel inside its thought.
    fn nest(&mut self, closes: bool, span: Span) {
        self.blank = false;
        self.inner = closes.then_some(span);
        if let Some((_, depth)) = &mut self.open {
            *depth = if closes { depth.saturating_sub(1) } else { *depth + 1 };
        }
    }

    /// Ends a thought that mentions its opening tag, and would never end, at its last closing delimiter.
    fn settle(&mut self) {
        let (Some(inner), Some(last)) = (self.inner, self.stretches.last().copied()) else { return };
        self.stretches.pop();
        let cut = |kind: StretchKind, start: usize, end: usize| Stretch { kind, span: Span { start, end }, closed: true, ..last };
        self.stretches.push(cut(StretchKind::Thought, last.span.start, inner.start));
        self.stretches.push(cut(StretchKind::Delimiter, inner.start, inner.end));
        if inner.end < last.span.end {
            self.stretches.push(Stretch { name: "", ..cut(StretchKind::Visible, inner.end, last.span.end) });
        }
    }

    fn kind(&self) -> StretchKind {
        if self.open.is_some() { StretchKind::Thought } else { StretchKind::Visible }
    }

    fn emit(&mut self, text: Option<&[u8]>, kind: StretchKind, pieces: &mut Vec<Piece>) {
        let name = self.open.and_then(|(channel, _)| CHANNELS.get(channel)).map_or("", |channel| channel.name);
        self.record(text, kind, name, pieces);
    }

    fn mark(&mut self, text: Option<&[u8]>, channel: usize, pieces: &mut Vec<Piece>) {
        let name = CHANNELS.get(channel).map_or("", |channel| channel.name);
        self.record(text, StretchKind::Delimiter, name, pieces);
    }

    fn record(&mut self, text: Option<&[u8]>, kind: StretchKind, name: &'static str, pieces: &mut Vec<Piece>) {
        let Some(text) = text.filter(|text| !text.is_empty()) else { return };
        pieces.push((kind, text.to_vec()));
        let span = Span { start: self.at, end: self.at + text.len() };
        self.at = span.end;
        match self.stretches.last_mut() {
            Some(last) if last.kind == kind && kind != StretchKind::Delimiter => last.span.end = span.end,
            _ => self.stretches.push(Stretch { kind, span, name, closed: kind != StretchKind::Thought }),
        }
    }
}
