//! The block structure: maps and lists by indentation.
//!
//! No function is recursive: open collections are on a stack. Each step of the loop reads either the expected value or the next entry of an open collection.

use super::cursor::Cursor;
use super::output::Output;
use super::properties::Properties;
use crate::error::{Code, Error};
use crate::json::Limits;

/// A document that is being read.
pub(super) struct Parser<'t> {
    pub(super) cursor: Cursor<'t>,
    pub(super) out: Output<'t>,
    /// The scalar read last.
    pub(super) text: Vec<u8>,
    stack: Vec<Frame<'t>>,
    /// The properties of the expected value from an earlier line.
    earlier: Properties<'t>,
}

/// An open collection.
pub(super) struct Frame<'t> {
    pub(super) bracket: u8,
    pub(super) column: usize,
    pub(super) anchor: Option<(&'t [u8], usize)>,
}

/// The token that the loop expects.
#[derive(Clone, Copy, PartialEq)]
enum Awaited {
    /// A value, which may be a collection that begins on this line.
    Value,
    /// A value after a key. It may be such a collection only on a separate line.
    Member,
    /// An entry of an open collection, or the end.
    Entry,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t [u8], part: bool) -> Self {
        let cursor = Cursor::new(text);
        Self { cursor, out: Output::new(part), text: Vec::new(), stack: Vec::new(), earlier: Properties::default() }
    }

    /// Reads the only document.
    pub(super) fn document(mut self) -> Result<Vec<u8>, Error> {
        self.prologue();
        let mut awaited = Awaited::Value;
        loop {
            self.cursor.skip();
            awaited = match awaited {
                Awaited::Entry if self.cursor.ended() => break,
                Awaited::Entry => self.entry()?,
                _ if self.is_absent() => {
                    self.text.clear();
                    self.value(true, Properties::default())?
                }
                awaited => self.node(awaited)?,
            };
        }
        while self.close() {}
        while self.cursor.marker() {
            self.cursor.at += 3;
            self.cursor.skip();
        }
        if self.cursor.peek().is_some() {
            return Err(self.cursor.fail("a second document"));
        }
        Ok(self.out.finish())
    }

    /// Skips directives and the start marker of a document.
    fn prologue(&mut self) {
        self.cursor.skip();
        while self.cursor.column() == 0 && self.cursor.peek() == Some(b'%') {
            self.cursor.pass_line();
            self.cursor.skip();
        }
        if self.cursor.marker() && self.cursor.peek() == Some(b'-') {
            self.cursor.at += 3;
        }
    }

    /// Returns the minimum column of the expected value.
    fn floor(&self) -> usize {
        self.stack.last().map_or(0, |frame| frame.column + 1)
    }

    /// Returns `true` if the expected value is left out. A list may be below its key without indentation.
    fn is_absent(&self) -> bool {
        let cursor = &self.cursor;
        let list =
            self.stack.last().is_some_and(|frame| frame.bracket == b'{' && frame.column == cursor.column()) && cursor.indicator(b'-');
        cursor.ended() || (cursor.fresh() && cursor.column() < self.floor() && !list)
    }

    /// Reads the expected value, or enough of it to decide its kind.
    fn node(&mut self, awaited: Awaited) -> Result<Awaited, Error> {
        let start = self.cursor;
        let compact = awaited == Awaited::Value || start.fresh();
        if start.fresh() && start.tabbed() {
            return Err(start.fail("a tab in the indentation"));
        }
        let here = self.cursor.properties()?;
        if !here.is_empty() && (self.cursor.blank_after(0) || self.cursor.peek() == Some(b'#')) {
            self.earlier = here.or(self.earlier);
            return Ok(awaited);
        }
        let refused = "a list or a map cannot begin on the line of its key";
        match self.cursor.peek() {
            Some(b'-') if self.cursor.blank_after(1) => {
                if !compact {
                    return Err(start.fail(refused));
                }
                self.open(b'[', start.column(), here)?;
                self.cursor.at += 1;
                Ok(Awaited::Value)
            }
            Some(b'?') if compact && self.cursor.blank_after(1) => {
                self.open(b'{', start.column(), here)?;
                self.explicit()
            }
            Some(b'[' | b'{') => {
                let properties = here.or(std::mem::take(&mut self.earlier));
                self.flow(properties)?;
                Ok(Awaited::Entry)
            }
            Some(b'*') if here.is_empty() && self.earlier.is_empty() => {
                let name = self.cursor.word();
                self.out.alias(name).map_err(|error| error.at(start.at))?;
                Ok(Awaited::Entry)
            }
            Some(b'|' | b'>') => {
                self.text.clear();
                self.cursor.block(self.floor(), &mut self.text)?;
                self.value(false, here)
            }
            _ => {
                let plain = self.scalar(false)?;
                if !self.is_key(start.line)? {
                    return self.value(plain, here);
                }
                if !compact {
                    return Err(start.fail(refused));
                }
                self.open(b'{', start.column(), Properties::default())?;
                self.key(here)?;
                Ok(Awaited::Member)
            }
        }
    }

    /// Closes the collections that end here, and reads up to the value of the next entry.
    fn entry(&mut self) -> Result<Awaited, Error> {
        let start = self.cursor;
        let dash = start.indicator(b'-');
        if !start.fresh() || start.tabbed() {
            return Err(start.fail("something follows the value"));
        }
        while self
            .stack
            .last()
            .is_some_and(|top| top.column > start.column() || (top.column == start.column() && top.bracket == b'[' && !dash))
        {
            self.close();
        }
        let Some(top) = self.stack.last().filter(|top| top.column == start.column()) else {
            return Err(start.fail("the indentation is that of no open list or map"));
        };
        if top.bracket == b'[' {
            self.cursor.at += 1;
            return Ok(Awaited::Value);
        }
        if start.indicator(b'?') {
            return self.explicit();
        }
        let here = self.cursor.properties()?;
        self.scalar(false)?;
        if !self.is_key(start.line)? {
            return Err(start.fail("a key without its colon"));
        }
        self.key(here)?;
        Ok(Awaited::Member)
    }

    /// Reads a key after `?`, the form of long keys, and the colon below it.
    fn explicit(&mut self) -> Result<Awaited, Error> {
        self.cursor.at += 1;
        self.cursor.skip();
        let here = self.cursor.properties()?;
        self.cursor.skip();
        if matches!(self.cursor.peek(), Some(b'|' | b'>')) {
            self.text.clear();
            self.cursor.block(self.floor(), &mut self.text)?;
        } else {
            self.scalar(false)?;
        }
        self.key(here)?;
        self.cursor.skip();
        if self.cursor.fresh() && self.cursor.column() + 1 == self.floor() && self.cursor.indicator(b':') {
            self.cursor.at += 1;
            return Ok(Awaited::Value);
        }
        self.text.clear();
        self.value(true, Properties::default())
    }

    /// Reads a quoted or plain scalar. Returns `true` if it is plain.
    pub(super) fn scalar(&mut self, flow: bool) -> Result<bool, Error> {
        self.text.clear();
        match self.cursor.peek() {
            Some(b'"' | b'\'') => self.cursor.quoted(&mut self.text).map(|()| false),
            _ if self.cursor.begins_plain() => {
                let floor = self.floor();
                self.cursor.plain(flow, floor, &mut self.text);
                Ok(true)
            }
            _ => Err(self.cursor.fail("this cannot begin a value, or be a key")),
        }
    }

    /// Returns `true` if the last scalar is a key. The colon after it is then skipped.
    fn is_key(&mut self, line: usize) -> Result<bool, Error> {
        self.cursor.blanks();
        if !self.cursor.indicator(b':') {
            return Ok(false);
        }
        if self.cursor.line != line {
            return Err(self.cursor.fail("a key over several lines"));
        }
        self.cursor.at += 1;
        Ok(true)
    }

    /// Writes the last scalar as a key.
    pub(super) fn key(&mut self, here: Properties<'t>) -> Result<(), Error> {
        Properties { tag: Some(b""), ..here }.write(&self.text, false, &self.cursor, &mut self.out)?;
        self.out.push(b":");
        Ok(())
    }

    /// Writes the last scalar as the expected value.
    fn value(&mut self, plain: bool, here: Properties<'t>) -> Result<Awaited, Error> {
        let properties = here.or(std::mem::take(&mut self.earlier));
        properties.write(&self.text, plain, &self.cursor, &mut self.out)?;
        Ok(Awaited::Entry)
    }

    /// Opens a collection of the block structure.
    fn open(&mut self, bracket: u8, column: usize, here: Properties<'t>) -> Result<(), Error> {
        let properties = here.or(std::mem::take(&mut self.earlier));
        let frame = self.frame(bracket, column, properties, self.stack.len())?;
        self.stack.push(frame);
        Ok(())
    }

    /// Writes the opening bracket of a collection, and checks the depth.
    pub(super) fn frame(&mut self, bracket: u8, column: usize, properties: Properties<'t>, depth: usize) -> Result<Frame<'t>, Error> {
        if depth >= Limits::default().depth {
            return Err(Error::new(Code::JsonDepth, "nested deeper than the limit").at(self.cursor.at));
        }
        let start = self.out.begin();
        self.out.push(&[bracket]);
        if let Some(name) = properties.anchor {
            self.out.anchor(name, start).map_err(|error| error.at(self.cursor.at))?;
        }
        Ok(Frame { bracket, column, anchor: properties.anchor.map(|name| (name, start)) })
    }

    /// Writes the closing bracket.
    pub(super) fn end(&mut self, frame: &Frame<'t>) {
        self.out.push(if frame.bracket == b'[' { b"]" } else { b"}" });
        if let Some((name, start)) = frame.anchor {
            self.out.close(name, start);
        }
    }

    /// Closes the innermost collection, if one is open.
    fn close(&mut self) -> bool {
        let frame = self.stack.pop();
        frame.iter().for_each(|frame| self.end(frame));
        frame.is_some()
    }

    /// Returns the number of open collections of the block structure.
    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }
}
