//! A place in the text, and the bytes there.

use crate::error::{Code, Error};

/// The current position: a byte, and the byte at which its line begins.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    pub(super) line: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        let mark = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Self { text, at: mark, line: mark }
    }

    pub(super) fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    pub(super) fn column(&self) -> usize {
        self.at - self.line
    }

    /// Returns `true` if only blanks precede this place on its line.
    pub(super) fn fresh(&self) -> bool {
        self.before().iter().all(|byte| matches!(byte, b' ' | b'\t'))
    }

    /// Returns `true` if a tab precedes this place on its line.
    pub(super) fn tabbed(&self) -> bool {
        self.before().contains(&b'\t')
    }

    fn before(&self) -> &'t [u8] {
        self.text.get(self.line..self.at).unwrap_or_default()
    }

    /// Returns the length of the line break here, or 0. NEL, LS and PS are breaks in YAML 1.1.
    pub(super) fn line_break(&self) -> usize {
        line_break(self.rest())
    }

    /// Returns `true` if a blank, a break or the end follows after `length` bytes.
    pub(super) fn blank_after(&self, length: usize) -> bool {
        match self.text.get(self.at + length..) {
            None | Some([] | [b' ' | b'\t', ..]) => true,
            Some(rest) => line_break(rest) > 0,
        }
    }

    /// Returns `true` if this byte is an indicator here, with a blank after it.
    pub(super) fn indicator(&self, byte: u8) -> bool {
        self.peek() == Some(byte) && self.blank_after(1)
    }

    /// Reads a break and returns its text: LS and PS themselves, a newline for all others.
    pub(super) fn take_break(&mut self) -> &'t [u8] {
        let length = self.line_break();
        let taken = self.rest().get(..length).unwrap_or_default();
        self.at += length;
        self.line = self.at;
        if length == 3 { taken } else { b"\n" }
    }

    /// Skips blanks on this line.
    pub(super) fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Skips everything up to the next break.
    pub(super) fn pass_line(&mut self) {
        while let Some(stop) = self.rest().iter().position(|byte| matches!(byte, b'\n' | b'\r' | 0xc2 | 0xe2)) {
            self.at += stop;
            if self.line_break() > 0 {
                return;
            }
            self.at += 1;
        }
        self.at = self.text.len();
    }

    /// Skips blanks, breaks and comments.
    pub(super) fn skip(&mut self) {
        loop {
            self.blanks();
            if self.peek() == Some(b'#') {
                self.pass_line();
            }
            if self.line_break() == 0 {
                return;
            }
            self.take_break();
        }
    }

    /// Returns `true` if `---` or `...` is here.
    pub(super) fn marker(&self) -> bool {
        self.column() == 0 && matches!(self.rest(), [b'-', b'-', b'-', ..] | [b'.', b'.', b'.', ..]) && self.blank_after(3)
    }

    /// Returns `true` if the document ends here.
    pub(super) fn ended(&self) -> bool {
        self.peek().is_none() || self.marker()
    }

    /// Makes an error at this place.
    #[cold]
    pub(super) fn fail(&self, reason: &'static str) -> Error {
        Error::new(Code::Yaml, reason).at(self.at)
    }
}

fn line_break(rest: &[u8]) -> usize {
    match rest {
        [b'\r', b'\n', ..] | [0xc2, 0x85, ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        [0xe2, 0x80, 0xa8 | 0xa9, ..] => 3,
        _ => 0,
    }
}
