//! From bytes to a tape of spans, in one pass without recursion.
//!
//! The grammar is RFC 8259, to the letter, over UTF-8 that is checked on the way. Nothing is converted: a node says where
//! its text stands, and the text stays what it is. The only addition is a byte order mark before the value, which is
//! remembered and kept.

use super::document::{Document, Node};
use super::error;
use super::lane;
use super::limits::Limits;
use super::span::Kind;
use crate::error::Error;

/// Reads a text with the default [`Limits`].
///
/// # Errors
/// What breaks the grammar, the encoding or a limit, with the byte at which it does.
pub fn scan(source: &[u8]) -> Result<Document<'_>, Error> {
    scan_within(source, Limits::default())
}

/// Reads a text with limits of the caller's choice.
///
/// # Errors
/// What breaks the grammar, the encoding or a limit, with the byte at which it does.
pub fn scan_within(source: &[u8], limits: Limits) -> Result<Document<'_>, Error> {
    if source.len() > limits.bytes || u32::try_from(source.len()).is_err() {
        return Err(error::too_long(source.len(), limits.bytes));
    }
    let mut scanner = Scanner { source, at: 0, nodes: Vec::with_capacity(source.len() / 32 + 4), open: Vec::with_capacity(16), limits };
    if source.starts_with(BOM) {
        scanner.at = BOM.len();
    }
    scanner.text()?;
    Ok(Document::new(source, scanner.nodes))
}

struct Scanner<'s> {
    source: &'s [u8],
    at: usize,
    nodes: Vec<Node>,
    /// The containers that are still open, as indices of `nodes`.
    open: Vec<u32>,
    limits: Limits,
}

impl Scanner<'_> {
    fn text(&mut self) -> Result<(), Error> {
        loop {
            // Each round reads one value; a container that has members only opens here and goes round again.
            if !self.value()? && self.unwind()? {
                break;
            }
        }
        self.space();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(error::trailing(self.at)),
        }
    }

    /// Reads a scalar, an empty container, or the opening of a container with members (then answers `true`).
    #[inline]
    fn value(&mut self) -> Result<bool, Error> {
        self.space();
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string(Kind::String)?,
            Some(b'{') => {
                self.enter(Kind::Object)?;
                self.space();
                if self.peek() != Some(b'}') {
                    self.member()?;
                    return Ok(true);
                }
                self.leave();
            }
            Some(b'[') => {
                self.enter(Kind::Array)?;
                self.space();
                if self.peek() != Some(b']') {
                    return Ok(true);
                }
                self.leave();
            }
            Some(b'-' | b'0'..=b'9') => {
                self.number()?;
                self.push(Kind::Number, start, 0)?;
            }
            Some(b't') => self.literal(b"true", Kind::True)?,
            Some(b'f') => self.literal(b"false", Kind::False)?,
            Some(b'n') => self.literal(b"null", Kind::Null)?,
            Some(_) => return Err(error::expected("a value", start)),
            None => return Err(error::truncated("a value", start)),
        }
        Ok(false)
    }

    /// After a value: closes what closes, and stops before the next value or, answering `true`, after the last.
    #[inline]
    fn unwind(&mut self) -> Result<bool, Error> {
        loop {
            let Some(container) = self.innermost() else { return Ok(true) };
            self.space();
            match (self.peek(), container) {
                (Some(b','), Kind::Object) => {
                    self.at += 1;
                    self.space();
                    self.member()?;
                    return Ok(false);
                }
                (Some(b','), _) => {
                    self.at += 1;
                    return Ok(false);
                }
                (Some(b'}'), Kind::Object) | (Some(b']'), Kind::Array) => self.leave(),
                (Some(_), Kind::Object) => return Err(error::expected("',' or '}'", self.at)),
                (Some(_), _) => return Err(error::expected("',' or ']'", self.at)),
                (None, Kind::Object) => return Err(error::truncated("',' or '}'", self.at)),
                (None, _) => return Err(error::truncated("',' or ']'", self.at)),
            }
        }
    }

    /// Reads a key and its colon.
    #[inline]
    fn member(&mut self) -> Result<(), Error> {
        match self.peek() {
            Some(b'"') => self.string(Kind::Key)?,
            Some(_) => return Err(error::expected("a key", self.at)),
            None => return Err(error::truncated("a key", self.at)),
        }
        self.space();
        match self.peek() {
            Some(b':') => self.at += 1,
            Some(_) => return Err(error::expected("':'", self.at)),
            None => return Err(error::truncated("':'", self.at)),
        }
        Ok(())
    }

    fn innermost(&self) -> Option<Kind> {
        let index = self.open.last()?;
        self.nodes.get(offset(*index)).map(|node| node.kind)
    }

    fn enter(&mut self, kind: Kind) -> Result<(), Error> {
        if self.open.len() >= self.limits.depth {
            return Err(error::too_deep(self.limits.depth, self.at));
        }
        let start = self.at;
        self.at += 1;
        self.open.push(narrow(self.nodes.len()));
        self.push(kind, start, 0)
    }

    /// Steps over the closing bracket and writes the container's end and extent into its node.
    fn leave(&mut self) {
        self.at += 1;
        let after = narrow(self.nodes.len());
        if let Some(node) = self.open.pop().and_then(|index| self.nodes.get_mut(offset(index))) {
            node.end = narrow(self.at);
            node.next = after;
        }
    }

    #[inline]
    fn push(&mut self, kind: Kind, start: usize, flags: u8) -> Result<(), Error> {
        let index = self.nodes.len();
        if index >= self.limits.nodes {
            return Err(error::too_many(self.limits.nodes, start));
        }
        self.nodes.push(Node { start: narrow(start), end: narrow(self.at), next: narrow(index + 1), kind, flags });
        Ok(())
    }

    #[inline]
    fn string(&mut self, kind: Kind) -> Result<(), Error> {
        let start = self.at;
        let mut flags = 0;
        self.at += 1;
        loop {
            self.plain();
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return self.push(kind, start, flags);
                }
                Some(b'\\') => flags |= self.escape()?,
                Some(byte) if byte >= 0x80 => self.character()?,
                Some(_) => return Err(error::control(self.at)),
                None => return Err(error::truncated("the end of a string", self.at)),
            }
        }
    }

    /// Steps over plain ASCII, sixteen bytes at a time while there are sixteen.
    #[inline]
    fn plain(&mut self) {
        while let Some(lane) = self.source.get(self.at..).and_then(|rest| rest.first_chunk::<{ lane::WIDTH }>()) {
            let run = lane::plain(lane);
            self.at += run;
            if run < lane::WIDTH {
                return;
            }
        }
        while let Some(0x20 | 0x21 | 0x23..=0x5b | 0x5d..=0x7f) = self.peek() {
            self.at += 1;
        }
    }

    /// Steps over one escape; answers the flags it sets.
    fn escape(&mut self) -> Result<u8, Error> {
        let start = self.at;
        match self.source.get(start + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 2;
                Ok(Node::ESCAPED)
            }
            Some(b'u') => {
                let unit = self.unit(start)?;
                self.at += 6;
                match unit {
                    0xd800..=0xdbff => {
                        if self.peek() == Some(b'\\')
                            && self.source.get(self.at + 1) == Some(&b'u')
                            && matches!(self.unit(self.at)?, 0xdc00..=0xdfff)
                        {
                            self.at += 6;
                            Ok(Node::ESCAPED)
                        } else {
                            Ok(Node::ESCAPED | Node::LONE)
                        }
                    }
                    0xdc00..=0xdfff => Ok(Node::ESCAPED | Node::LONE),
                    _ => Ok(Node::ESCAPED),
                }
            }
            Some(_) => Err(error::escape(start)),
            None => Err(error::truncated("an escape", start + 1)),
        }
    }

    /// The code unit of the `\uXXXX` that starts at `start`.
    fn unit(&self, start: usize) -> Result<u32, Error> {
        let mut unit = 0;
        for at in start + 2..start + 6 {
            let byte = *self.source.get(at).ok_or_else(|| error::truncated("a hexadecimal digit", at))?;
            let digit = char::from(byte).to_digit(16).ok_or_else(|| error::expected("a hexadecimal digit", at))?;
            unit = unit << 4 | digit;
        }
        Ok(unit)
    }

    /// Steps over the characters outside ASCII that stand here, checking that they are UTF-8.
    fn character(&mut self) -> Result<(), Error> {
        while let Some(&lead) = self.source.get(self.at).filter(|byte| **byte >= 0x80) {
            // The second byte's range is what rules out overlong forms, surrogates and everything past U+10FFFF.
            let (low, high, more) = match lead {
                0xc2..=0xdf => (0x80, 0xbf, 0),
                0xe0 => (0xa0, 0xbf, 1),
                0xe1..=0xec | 0xee..=0xef => (0x80, 0xbf, 1),
                0xed => (0x80, 0x9f, 1),
                0xf0 => (0x90, 0xbf, 2),
                0xf1..=0xf3 => (0x80, 0xbf, 2),
                0xf4 => (0x80, 0x8f, 2),
                _ => return Err(error::utf8(self.at)),
            };
            self.continuation(1, low, high)?;
            for next in 2..2 + more {
                self.continuation(next, 0x80, 0xbf)?;
            }
            self.at += 2 + more;
        }
        Ok(())
    }

    #[inline]
    fn continuation(&self, ahead: usize, low: u8, high: u8) -> Result<(), Error> {
        match self.source.get(self.at + ahead) {
            Some(byte) if (low..=high).contains(byte) => Ok(()),
            Some(_) => Err(error::utf8(self.at)),
            None => Err(error::truncated("the rest of a character", self.at + ahead)),
        }
    }

    fn number(&mut self) -> Result<(), Error> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Error> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        match self.peek() {
            _ if self.at > start => Ok(()),
            Some(_) => Err(error::expected("a digit", start)),
            None => Err(error::truncated("a digit", start)),
        }
    }

    fn literal(&mut self, word: &'static [u8], kind: Kind) -> Result<(), Error> {
        let start = self.at;
        for expected in word {
            match self.peek() {
                Some(byte) if byte == *expected => self.at += 1,
                Some(_) => return Err(error::expected("true, false or null", start)),
                None => return Err(error::truncated("true, false or null", self.at)),
            }
        }
        self.push(kind, start, 0)
    }

    #[inline]
    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.source.get(self.at).copied()
    }
}

const BOM: &[u8] = b"\xef\xbb\xbf";

/// A place of the tape as it is stored. The length was checked against `u32` before the scan, so nothing is cut.
#[inline]
pub(super) fn narrow(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// A stored place as an index.
#[inline]
pub(super) fn offset(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}
