//! From bytes to a tape of spans, in one pass without recursion.
//!
//! The grammar is exactly RFC 8259, over UTF-8, which the scan checks. Nothing is converted: a node holds the place of its text, and the text stays unchanged.
//! The only addition is a byte order mark before the value, which is kept.

use super::document::{Document, Node, narrow, offset};
use super::error::{self, Fault, Stop};
use super::limits::Limits;
use super::simd;
use super::span::Kind;
use crate::error::Error;

/// Reads a text with the default [`Limits`].
///
/// # Errors
/// A text that breaks the grammar, the encoding or a limit, with the byte at which it does.
pub fn scan(source: &[u8]) -> Result<Document<'_>, Error> {
    #[cfg(all(test, not(target_arch = "wasm32")))]
    super::work::note(super::work::Work::Scan, source);
    scan_within(source, Limits::default())
}

/// Reads a text with the caller's limits.
///
/// # Errors
/// A text that breaks the grammar, the encoding or a limit, with the byte at which it does.
pub fn scan_within(source: &[u8], limits: Limits) -> Result<Document<'_>, Error> {
    if source.len() > limits.bytes || u32::try_from(source.len()).is_err() {
        return Err(error::too_long(source.len(), limits.bytes));
    }
    // A long text may be one string. A node for every 32 bytes would need half as much memory again.
    let nodes = vec![Node::NOTHING; (source.len() / 32).min(16_384) + 4];
    let mut scanner = Scanner { source, nodes, count: 0, depth: 0, open: u32::MAX, inside: Kind::Null, limits };
    match scanner.text() {
        Ok(()) => {
            scanner.nodes.truncate(scanner.count);
            Ok(Document::new(source, scanner.nodes))
        }
        Err(stop) => Err(stop.explain(limits)),
    }
}

/// The state of a scan. Positions are passed between functions and not stored here, so that they stay in registers.
struct Scanner<'s> {
    source: &'s [u8],
    /// The tape, with space for more nodes: one call for each node would cost as much as reading it.
    nodes: Vec<Node>,
    /// The number of nodes.
    count: usize,
    /// The number of open containers.
    depth: usize,
    /// The innermost open container, as an index of `nodes`. Until it closes, its `next` is the index of the container around it.
    open: u32,
    /// Its kind. `Null` outside all containers.
    inside: Kind,
    limits: Limits,
}

impl Scanner<'_> {
    fn text(&mut self) -> Result<(), Stop> {
        let mut at = self.space(self.mark()?);
        loop {
            // Each pass reads one value, after its key if it is a member. A container that is not empty only opens here.
            if self.inside == Kind::Object {
                at = self.member(at)?;
            }
            let (after, opened) = self.value(at)?;
            at = after;
            if !opened {
                let (after, done) = self.unwind(at)?;
                at = after;
                if done {
                    break;
                }
            }
        }
        if at == self.source.len() { Ok(()) } else { Err(Stop::at(at, Fault::Trailing)) }
    }

    /// Skips a byte order mark.
    fn mark(&self) -> Result<usize, Stop> {
        match self.source {
            [0xef, 0xbb, 0xbf, ..] => Ok(3),
            [0xef] | [0xef, 0xbb] => Err(Stop::at(self.source.len(), Fault::Truncated("the rest of a byte order mark"))),
            _ => Ok(0),
        }
    }

    /// Reads a scalar or an empty container, or opens a container that is not empty. In the last case the flag is set, and the returned place is that of its
    /// first child.
    #[inline(always)]
    fn value(&mut self, at: usize) -> Result<(usize, bool), Stop> {
        let after = match self.byte(at) {
            Some(b'"') => self.string(at, Kind::String)?,
            Some(open @ (b'{' | b'[')) => {
                let (kind, close) = if open == b'{' { (Kind::Object, b'}') } else { (Kind::Array, b']') };
                let inside = self.enter(at, kind)?;
                // `unwind`, which runs after every value, closes an empty container.
                return Ok((inside, self.byte(inside) != Some(close)));
            }
            Some(b'-' | b'0'..=b'9') => {
                let after = self.number(at)?;
                self.push(Kind::Number, at, after, 0)?
            }
            Some(b't') => self.literal(at, b"true", Kind::True)?,
            Some(b'f') => self.literal(at, b"false", Kind::False)?,
            Some(b'n') => self.literal(at, b"null", Kind::Null)?,
            _ => return Err(self.missing("a value", at)),
        };
        Ok((after, false))
    }

    /// Closes the containers that end after a value. Stops at the next key or value or, with the flag set, after the last.
    #[inline(always)]
    fn unwind(&mut self, mut at: usize) -> Result<(usize, bool), Stop> {
        loop {
            at = self.space(at);
            match (self.inside, self.byte(at)) {
                (Kind::Object | Kind::Array, Some(b',')) => return Ok((self.space(at + 1), false)),
                (Kind::Object, Some(b'}')) | (Kind::Array, Some(b']')) => at = self.leave(at),
                (Kind::Object, _) => return Err(self.missing("',' or '}'", at)),
                (Kind::Array, _) => return Err(self.missing("',' or ']'", at)),
                _ => return Ok((at, true)),
            }
        }
    }

    /// Reads a key and its colon, up to the value.
    #[inline(always)]
    fn member(&mut self, at: usize) -> Result<usize, Stop> {
        if self.byte(at) != Some(b'"') {
            return Err(self.missing("a key", at));
        }
        let after = self.string(at, Kind::Key)?;
        let colon = self.space(after);
        if self.byte(colon) != Some(b':') {
            return Err(self.missing("':'", colon));
        }
        Ok(self.space(colon + 1))
    }

    /// Opens a container. Returns the place of its first child.
    #[inline(always)]
    fn enter(&mut self, at: usize, kind: Kind) -> Result<usize, Stop> {
        if self.depth >= self.limits.depth {
            return Err(Stop::at(at, Fault::Depth));
        }
        let index = narrow(self.count);
        let first = self.push(kind, at, at + 1, 0)?;
        if let Some(node) = self.nodes.get_mut(offset(index)) {
            node.next = self.open;
        }
        self.depth += 1;
        self.open = index;
        self.inside = kind;
        Ok(self.space(first))
    }

    /// Skips the closing bracket and writes the container's end and extent into its node.
    #[inline(always)]
    fn leave(&mut self, at: usize) -> usize {
        let after = narrow(self.count);
        if let Some(node) = self.nodes.get_mut(offset(self.open)) {
            self.open = node.next;
            node.end = narrow(at + 1);
            node.next = after;
        }
        self.depth -= 1;
        self.inside = self.nodes.get(offset(self.open)).map_or(Kind::Null, |node| node.kind);
        at + 1
    }

    /// Adds a node. Returns its end.
    #[inline(always)]
    fn push(&mut self, kind: Kind, start: usize, end: usize, flags: u8) -> Result<usize, Stop> {
        let index = self.count;
        if index >= self.limits.nodes {
            return Err(Stop::at(start, Fault::Nodes));
        }
        if index == self.nodes.len() {
            self.grow();
        }
        if let Some(node) = self.nodes.get_mut(index) {
            *node = Node { start: narrow(start), end: narrow(end), next: narrow(index + 1), kind, flags };
        }
        self.count += 1;
        Ok(end)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.nodes.resize(2 * self.nodes.len(), Node::NOTHING);
    }

    #[inline(always)]
    fn string(&mut self, start: usize, kind: Kind) -> Result<usize, Stop> {
        let mut flags = 0;
        let mut at = start + 1;
        loop {
            at = self.plain(at);
            match self.byte(at) {
                Some(b'"') => return self.push(kind, start, at + 1, flags),
                Some(b'\\') => {
                    let (after, found) = self.escape(at)?;
                    at = after;
                    flags |= found;
                }
                Some(byte) if byte >= 0x80 => at = self.characters(at)?,
                Some(_) => return Err(Stop::at(at, Fault::Control)),
                None => return Err(self.missing("the end of a string", at)),
            }
        }
    }

    /// Skips plain ASCII, sixteen bytes at a time while there are sixteen.
    #[inline(always)]
    fn plain(&self, mut at: usize) -> usize {
        let (lanes, _) = self.source.get(at..).unwrap_or_default().as_chunks::<{ simd::WIDTH }>();
        for lane in lanes {
            let run = simd::plain(lane);
            at += run;
            if run < simd::WIDTH {
                return at;
            }
        }
        while let Some(0x20 | 0x21 | 0x23..=0x5b | 0x5d..=0x7f) = self.byte(at) {
            at += 1;
        }
        at
    }

    /// Skips one escape. Returns the flags that it sets.
    #[inline(always)]
    fn escape(&self, at: usize) -> Result<(usize, u8), Stop> {
        match self.byte(at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok((at + 2, Node::ESCAPED)),
            Some(b'u') => self.unicode(at),
            Some(_) => Err(Stop::at(at, Fault::Escape)),
            None => Err(self.missing("an escape", at + 1)),
        }
    }

    /// Skips `\uXXXX`, and a second one that completes a surrogate pair.
    fn unicode(&self, at: usize) -> Result<(usize, u8), Stop> {
        match self.unit(at)? {
            0xd800..=0xdbff => {
                let second = at + 6;
                let escape = self.byte(second) == Some(b'\\') && self.byte(second + 1) == Some(b'u');
                if escape && matches!(self.unit(second)?, 0xdc00..=0xdfff) {
                    Ok((second + 6, Node::ESCAPED))
                } else {
                    Ok((second, Node::ESCAPED | Node::LONE))
                }
            }
            0xdc00..=0xdfff => Ok((at + 6, Node::ESCAPED | Node::LONE)),
            _ => Ok((at + 6, Node::ESCAPED)),
        }
    }

    /// Returns the code unit of the `\uXXXX` at a place.
    fn unit(&self, at: usize) -> Result<u32, Stop> {
        let mut unit = 0;
        for at in at + 2..at + 6 {
            let (digit, zero) = match self.byte(at) {
                Some(digit @ b'0'..=b'9') => (digit, b'0'),
                Some(digit @ b'a'..=b'f') => (digit, b'a' - 10),
                Some(digit @ b'A'..=b'F') => (digit, b'A' - 10),
                _ => return Err(self.missing("a hexadecimal digit", at)),
            };
            unit = unit << 4 | u32::from(digit - zero);
        }
        Ok(unit)
    }

    /// Skips the characters outside ASCII at a place, and checks that they are UTF-8.
    #[inline(always)]
    fn characters(&self, mut at: usize) -> Result<usize, Stop> {
        loop {
            // The range of the second byte excludes overlong forms, surrogates and everything past U+10FFFF.
            at += match self.source.get(at..).unwrap_or_default() {
                [0xc2..=0xdf, 0x80..=0xbf, ..] => 2,
                [0xe0, 0xa0..=0xbf, 0x80..=0xbf, ..] => 3,
                [0xe1..=0xec | 0xee..=0xef, 0x80..=0xbf, 0x80..=0xbf, ..] => 3,
                [0xed, 0x80..=0x9f, 0x80..=0xbf, ..] => 3,
                [0xf0, 0x90..=0xbf, 0x80..=0xbf, 0x80..=0xbf, ..] => 4,
                [0xf1..=0xf3, 0x80..=0xbf, 0x80..=0xbf, 0x80..=0xbf, ..] => 4,
                [0xf4, 0x80..=0x8f, 0x80..=0xbf, 0x80..=0xbf, ..] => 4,
                [0x80..=0xff, ..] => return Err(self.broken(at)),
                _ => return Ok(at),
            };
        }
    }

    /// Returns the fault of bytes that are not a character: they are not UTF-8, or the text ends too early.
    #[cold]
    fn broken(&self, at: usize) -> Stop {
        let rest = self.source.get(at..).unwrap_or_default();
        match std::str::from_utf8(rest) {
            Err(error) if error.valid_up_to() == 0 && error.error_len().is_none() => {
                self.missing("the rest of a character", self.source.len())
            }
            _ => Stop::at(at, Fault::Utf8),
        }
    }

    #[inline(always)]
    fn number(&self, mut at: usize) -> Result<usize, Stop> {
        if self.byte(at) == Some(b'-') {
            at += 1;
        }
        at = if self.byte(at) == Some(b'0') { at + 1 } else { self.digits(at)? };
        if self.byte(at) == Some(b'.') {
            at = self.digits(at + 1)?;
        }
        if let Some(b'e' | b'E') = self.byte(at) {
            let sign = matches!(self.byte(at + 1), Some(b'+' | b'-'));
            at = self.digits(at + 1 + usize::from(sign))?;
        }
        Ok(at)
    }

    #[inline(always)]
    fn digits(&self, start: usize) -> Result<usize, Stop> {
        let mut at = start;
        while let Some(b'0'..=b'9') = self.byte(at) {
            at += 1;
        }
        if at > start { Ok(at) } else { Err(self.missing("a digit", at)) }
    }

    #[inline(always)]
    fn literal(&mut self, start: usize, word: &'static [u8], kind: Kind) -> Result<usize, Stop> {
        for (at, expected) in (start..).zip(word) {
            match self.byte(at) {
                Some(byte) if byte == *expected => {}
                Some(_) => return Err(self.missing("true, false or null", start)),
                None => return Err(self.missing("true, false or null", at)),
            }
        }
        self.push(kind, start, start + word.len(), 0)
    }

    #[inline(always)]
    fn space(&self, mut at: usize) -> usize {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte(at) {
            at += 1;
        }
        at
    }

    #[inline(always)]
    fn byte(&self, at: usize) -> Option<u8> {
        self.source.get(at).copied()
    }

    /// Returns the fault of a place where `what` is missing: something else is there, or the text has ended.
    #[cold]
    fn missing(&self, what: &'static str, at: usize) -> Stop {
        Stop::at(at, if at < self.source.len() { Fault::Expected(what) } else { Fault::Truncated(what) })
    }
}
