//! The optional tag and anchor before a value.

use super::cursor::Cursor;
use super::output::Output;
use super::resolve::resolve;
use crate::error::Error;
use crate::json::base64;
use crate::json::quote_wtf8;

/// A tag and an anchor, if there are any.
#[derive(Clone, Copy, Default)]
pub(super) struct Properties<'t> {
    pub(super) tag: Option<&'t [u8]>,
    pub(super) anchor: Option<&'t [u8]>,
}

impl<'t> Cursor<'t> {
    /// Reads the properties here, and the blanks after them.
    pub(super) fn properties(&mut self) -> Result<Properties<'t>, Error> {
        let mut found = Properties::default();
        loop {
            let place = match self.peek() {
                Some(b'!') => &mut found.tag,
                Some(b'&') => &mut found.anchor,
                _ => return Ok(found),
            };
            if place.is_some() {
                return Err(self.fail("two tags or two anchors of one value"));
            }
            *place = Some(self.word());
            self.blanks();
        }
    }

    /// Reads an anchor, an alias or a tag and returns it without its sign.
    pub(super) fn word(&mut self) -> &'t [u8] {
        let start = self.at + 1;
        self.at = start;
        // A tag in full, `!<tag:…>`, may hold commas.
        let full = self.peek() == Some(b'<');
        while !self.blank_after(0) && (full || !matches!(self.peek(), Some(b',' | b'[' | b']' | b'{' | b'}'))) {
            self.at += 1;
            if full && self.text.get(self.at - 1) == Some(&b'>') {
                break;
            }
        }
        self.text.get(start..self.at).unwrap_or_default()
    }
}

impl<'t> Properties<'t> {
    pub(super) fn is_empty(self) -> bool {
        self.tag.is_none() && self.anchor.is_none()
    }

    /// Adds the properties of an earlier line.
    pub(super) fn or(self, earlier: Properties<'t>) -> Self {
        Self { tag: self.tag.or(earlier.tag), anchor: self.anchor.or(earlier.anchor) }
    }

    /// Writes a scalar that has these properties.
    pub(super) fn write(self, text: &[u8], plain: bool, at: &Cursor<'_>, out: &mut Output<'t>) -> Result<(), Error> {
        let start = out.begin();
        let tag = self.tag.map(|tag| {
            let tag = tag.strip_prefix(b"<tag:yaml.org,2002:").unwrap_or(tag);
            let tag = tag.strip_suffix(b">").unwrap_or(tag);
            tag.strip_prefix(b"!").unwrap_or(tag)
        });
        match tag {
            None if plain => out.push(&resolve(text)),
            Some(b"int" | b"float" | b"bool" | b"null") => out.push(&resolve(text)),
            Some(b"binary") => {
                let digits: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
                let bytes = base64::decode(&digits).ok_or_else(|| at.fail("a binary that is not base64"))?;
                if std::str::from_utf8(&bytes).is_ok() {
                    out.push(&quote_wtf8(&bytes));
                } else {
                    out.push(&[br#"{"base64_string":"#, &quote_wtf8(&digits)[..], b"}"].concat());
                }
            }
            _ => out.push(&quote_wtf8(text)),
        }
        if let Some(name) = self.anchor {
            out.anchor(name, start).map_err(|error| error.at(at.at))?;
            out.close(name, start);
        }
        Ok(())
    }
}
