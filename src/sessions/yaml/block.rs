//! Block scalars: `|` keeps its lines, `>` folds them.

use super::cursor::Cursor;
use crate::error::Error;

impl Cursor<'_> {
    /// Reads the block scalar whose header begins here, in a collection whose entries are indented to `floor` at least.
    pub(super) fn block(&mut self, floor: usize, out: &mut Vec<u8>) -> Result<(), Error> {
        let folded = self.peek() == Some(b'>');
        let (chomp, width) = self.header()?;
        let floor = floor.max(1);
        // The breaks since the last line. The next line decides their meaning.
        let mut breaks = Vec::new();
        let indent = match width {
            Some(width) => floor + width - 1,
            None => self.widest(&mut breaks).max(floor),
        };
        self.empty_lines(indent, &mut breaks);
        let mut last: &[u8] = b"";
        while self.column() == indent && self.peek().is_some() {
            out.append(&mut breaks);
            let spaced = matches!(self.peek(), Some(b' ' | b'\t'));
            let start = self.at;
            self.pass_line();
            out.extend_from_slice(self.text.get(start..self.at).unwrap_or_default());
            if self.peek().is_none() {
                last = b"";
                break;
            }
            last = self.take_break();
            self.empty_lines(indent, &mut breaks);
            if self.column() != indent || self.peek().is_none() {
                break;
            }
            if !folded || last != b"\n" || spaced || matches!(self.peek(), Some(b' ' | b'\t')) {
                out.extend_from_slice(last);
            } else if breaks.is_empty() {
                out.push(b' ');
            }
        }
        if chomp != Some(b'-') {
            out.extend_from_slice(last);
        }
        if chomp == Some(b'+') {
            out.append(&mut breaks);
        }
        Ok(())
    }

    /// Reads the signs after `|` or `>`: the chomping of the end, and the indentation of the text.
    fn header(&mut self) -> Result<(Option<u8>, Option<usize>), Error> {
        self.at += 1;
        let (mut chomp, mut width) = (None, None);
        while let Some(byte) = self.peek() {
            match byte {
                b'+' | b'-' if chomp.is_none() => chomp = Some(byte),
                b'1'..=b'9' if width.is_none() => width = Some(usize::from(byte - b'0')),
                _ => break,
            }
            self.at += 1;
        }
        if !self.blank_after(0) {
            return Err(self.fail("expected the end of the line after the sign of a block text"));
        }
        self.blanks();
        if self.peek() == Some(b'#') {
            self.pass_line();
        }
        if self.peek().is_some() && self.line_break() == 0 {
            return Err(self.fail("expected the end of the line after the sign of a block text"));
        }
        if self.peek().is_some() {
            self.take_break();
        }
        Ok((chomp, width))
    }

    /// Skips the empty lines before the text. Returns the widest indentation in them and before the text.
    fn widest(&mut self, breaks: &mut Vec<u8>) -> usize {
        let mut widest = 0;
        loop {
            while self.peek() == Some(b' ') {
                self.at += 1;
            }
            widest = widest.max(self.column());
            if self.line_break() == 0 {
                return widest;
            }
            breaks.extend_from_slice(self.take_break());
        }
    }

    /// Skips empty lines, and the indentation of the next one that is not empty.
    fn empty_lines(&mut self, indent: usize, breaks: &mut Vec<u8>) {
        loop {
            while self.peek() == Some(b' ') && self.column() < indent {
                self.at += 1;
            }
            if self.line_break() == 0 {
                return;
            }
            breaks.extend_from_slice(self.take_break());
        }
    }
}
