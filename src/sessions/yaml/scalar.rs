//! Quoted and plain scalars: folded over lines, with their escapes resolved, in WTF-8.

use super::cursor::Cursor;
use crate::error::Error;

impl Cursor<'_> {
    /// Reads the quoted scalar that begins here.
    pub(super) fn quoted(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let start = *self;
        let quote = self.peek();
        self.at += 1;
        // Blanks before a break are dropped. The text up to here always stays.
        let mut kept = out.len();
        while let Some(byte) = self.peek() {
            if matches!(byte, b' ' | b'\t') {
                out.push(byte);
                self.at += 1;
                continue;
            }
            if Some(byte) == quote {
                self.at += 1;
                if byte == b'"' || self.peek() != quote {
                    return Ok(());
                }
                self.at += 1;
                out.push(byte);
            } else if byte == b'\\' && quote == Some(b'"') {
                self.escape(out)?;
            } else if self.line_break() > 0 {
                out.truncate(kept);
                self.fold(out);
                if self.marker() {
                    break;
                }
            } else {
                self.at += 1;
                out.push(byte);
            }
            kept = out.len();
        }
        Err(start.fail("a quoted text that does not end"))
    }

    /// Reads the plain scalar that begins here. In block context it continues over lines indented to `floor` at least.
    pub(super) fn plain(&mut self, flow: bool, floor: usize, out: &mut Vec<u8>) {
        let mut kept = out.len();
        let mut blank = false;
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' => {
                    out.push(byte);
                    self.at += 1;
                    blank = true;
                    continue;
                }
                b'#' if blank => break,
                b':' if self.blank_after(1) => break,
                b':' if flow && matches!(self.rest(), [_, b',' | b'[' | b']' | b'{' | b'}', ..]) => break,
                b',' | b'[' | b']' | b'{' | b'}' if flow => break,
                _ if self.line_break() > 0 => {
                    out.truncate(kept);
                    let before = *self;
                    self.fold(out);
                    if self.ended() || self.peek() == Some(b'#') || (!flow && self.column() < floor) {
                        *self = before;
                        break;
                    }
                    blank = true;
                    continue;
                }
                _ => {
                    out.push(byte);
                    self.at += 1;
                }
            }
            blank = false;
            kept = out.len();
        }
        out.truncate(kept);
    }

    /// Returns `true` if a plain scalar may begin here.
    pub(super) fn begins_plain(&self) -> bool {
        match self.peek() {
            Some(b'-' | b'?' | b':') => !self.blank_after(1),
            Some(byte) => !b",[]{}#&*!|>'\"%@`".contains(&byte),
            None => false,
        }
    }

    /// Skips a break, and the breaks and blanks after it: one break is a space, each further one a newline.
    fn fold(&mut self, out: &mut Vec<u8>) {
        let first = self.take_break();
        let start = out.len();
        if first != b"\n" {
            out.extend_from_slice(first);
        }
        self.breaks(out);
        if out.len() == start {
            out.push(b' ');
        }
    }

    /// Skips blanks and breaks, and keeps the breaks.
    fn breaks(&mut self, out: &mut Vec<u8>) {
        loop {
            self.blanks();
            if self.line_break() == 0 {
                return;
            }
            out.extend_from_slice(self.take_break());
        }
    }

    fn escape(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let start = *self;
        self.at += 1;
        if self.line_break() > 0 {
            self.take_break();
            self.breaks(out);
            return Ok(());
        }
        let escape = self.peek().unwrap_or_default();
        self.at += 1;
        let length = match escape {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            _ => 0,
        };
        if length > 0 {
            let digits = self.rest().get(..length).and_then(|digits| std::str::from_utf8(digits).ok());
            let point = digits.filter(|digits| !digits.starts_with('+')).and_then(|digits| u32::from_str_radix(digits, 16).ok());
            self.at += length;
            return point.filter(|point| *point <= 0x10_ffff).map(|point| push(point, out)).ok_or_else(|| start.fail("no such escape"));
        }
        match ESCAPES.iter().find(|(name, _)| *name == escape) {
            Some((_, text)) => out.extend_from_slice(text.as_bytes()),
            None => return Err(start.fail("no such escape")),
        }
        Ok(())
    }
}

/// Appends a code point. Half of a surrogate pair is written as three bytes. Two consecutive halves are one character again in the JSON.
fn push(point: u32, out: &mut Vec<u8>) {
    match char::from_u32(point) {
        Some(char) => out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
        None => {
            let six = |shift: u32| u8::try_from(point >> shift & 0x3f).unwrap_or(0) | 0x80;
            out.extend_from_slice(&[0xed, six(6), six(0)]);
        }
    }
}

const ESCAPES: &[(u8, &str)] = &[
    (b'"', "\""),
    (b'\\', "\\"),
    (b'/', "/"),
    (b' ', " "),
    (b'\t', "\t"),
    (b'n', "\n"),
    (b't', "\t"),
    (b'r', "\r"),
    (b'0', "\0"),
    (b'a', "\x07"),
    (b'b', "\x08"),
    (b'e', "\x1b"),
    (b'f', "\x0c"),
    (b'v', "\x0b"),
    (b'N', "\u{85}"),
    (b'_', "\u{a0}"),
    (b'L', "\u{2028}"),
    (b'P', "\u{2029}"),
];
