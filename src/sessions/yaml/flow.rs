//! Flow collections: `{a: b}` and `[a, b]`. JSON is a subset of them.

use super::parser::{Frame, Parser};
use super::properties::Properties;
use crate::error::Error;

/// The token that may come next.
#[derive(Clone, Copy, PartialEq)]
enum NextToken {
    /// An item, a key, or the end.
    Item,
    /// The value of the key just read.
    Value,
    /// A comma or the end.
    Comma,
}

/// The column of a map of one member in a list without braces: `[a: b]`. It is not a column of the text.
const PAIR: usize = usize::MAX;

impl<'t> Parser<'t> {
    /// Reads the flow collection that begins here.
    pub(super) fn flow(&mut self, properties: Properties<'t>) -> Result<(), Error> {
        let start = self.cursor;
        let mut open: Vec<Frame<'t>> = Vec::new();
        let mut next = NextToken::Value;
        let mut properties = properties;
        loop {
            self.cursor.skip();
            if self.cursor.marker() {
                return Err(start.fail("a list or a map in brackets that does not end"));
            }
            let Some(byte) = self.cursor.peek() else { return Err(start.fail("a list or a map in brackets that does not end")) };
            if properties.is_empty() && next != NextToken::Comma {
                properties = self.cursor.properties()?;
                if !properties.is_empty() {
                    continue;
                }
            }
            let here = std::mem::take(&mut properties);
            let in_map = open.last().is_some_and(|frame| frame.bracket == b'{');
            match byte {
                b',' | b']' | b'}' if next == NextToken::Value || !here.is_empty() => {
                    if in_map && next == NextToken::Item {
                        self.text.clear();
                        self.key(Properties::default())?;
                    }
                    here.write(b"", true, &self.cursor, &mut self.out)?;
                    next = NextToken::Comma;
                }
                b',' | b']' | b'}' if open.last().is_some_and(|frame| frame.column == PAIR) => {
                    open.pop().iter().for_each(|frame| self.end(frame));
                }
                b',' if next == NextToken::Comma => {
                    self.cursor.at += 1;
                    next = NextToken::Item;
                }
                b']' | b'}' => {
                    let Some(frame) = open.pop().filter(|frame| (frame.bracket == b'[') == (byte == b']')) else {
                        return Err(self.cursor.fail("a bracket that does not fit the open one"));
                    };
                    self.end(&frame);
                    self.cursor.at += 1;
                    if open.is_empty() {
                        return Ok(());
                    }
                    next = NextToken::Comma;
                }
                _ if next == NextToken::Comma => return Err(self.cursor.fail("expected a comma or the closing bracket")),
                b'?' if in_map && next == NextToken::Item && self.cursor.blank_after(1) => self.cursor.at += 1,
                b'[' | b'{' if next == NextToken::Value || !in_map => {
                    let frame = self.frame(byte, 0, here, self.depth() + open.len())?;
                    open.push(frame);
                    self.cursor.at += 1;
                    next = NextToken::Item;
                }
                b'*' if next == NextToken::Value || !in_map => {
                    let at = self.cursor.at;
                    let name = self.cursor.word();
                    self.out.alias(name).map_err(|error| error.at(at))?;
                    next = NextToken::Comma;
                }
                _ => {
                    let plain = self.scalar(true)?;
                    if next == NextToken::Value {
                        here.write(&self.text, plain, &self.cursor, &mut self.out)?;
                        next = NextToken::Comma;
                        continue;
                    }
                    self.cursor.skip();
                    let colon = self.cursor.peek() == Some(b':');
                    if !in_map && !colon {
                        here.write(&self.text, plain, &self.cursor, &mut self.out)?;
                        next = NextToken::Comma;
                        continue;
                    }
                    if !in_map {
                        let frame = self.frame(b'{', PAIR, Properties::default(), self.depth() + open.len())?;
                        open.push(frame);
                    }
                    self.key(here)?;
                    if colon {
                        self.cursor.at += 1;
                        next = NextToken::Value;
                    } else {
                        self.out.begin();
                        self.out.push(b"null");
                        next = NextToken::Comma;
                    }
                }
            }
        }
    }
}
