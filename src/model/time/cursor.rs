//! A place in a text that moves forward over what it recognises, and says where it stopped.

use super::Reading;
use super::clock::Zone;
use super::error::{DIGIT, END, MARK, NAME, TimeError};
use super::fields::{Unit, Units};

#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// What is not read yet. The place is always between characters, since only whole ones are taken.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn miss(&self, reason: &'static str) -> TimeError {
        TimeError::at(self.at, reason)
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes);
    }

    /// Takes one of the (ASCII) bytes, if one is next.
    pub(super) fn take(&mut self, marks: &[u8]) -> Option<u8> {
        let next = self.text.as_bytes().get(self.at).copied().filter(|byte| marks.contains(byte))?;
        self.skip(1);
        Some(next)
    }

    pub(super) fn mark(&mut self, mark: u8) -> Result<(), TimeError> {
        self.take(&[mark]).map(|_| ()).ok_or(self.miss(MARK))
    }

    /// Takes the longest run of such bytes, up to a length.
    pub(super) fn run(&mut self, most: usize, accept: impl Fn(u8) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.bytes().take(most).take_while(|byte| byte.is_ascii() && accept(*byte)).count();
        self.skip(length);
        rest.get(..length).unwrap_or_default()
    }

    /// Takes a number of that many digits. Only 0 to 9 are digits, in no other script.
    pub(super) fn number(&mut self, least: usize, most: usize) -> Result<Unit, TimeError> {
        let at = self.at;
        let digits = self.run(most, |byte| byte.is_ascii_digit());
        match digits.parse() {
            Ok(value) if digits.len() >= least => Ok(Unit { value, at }),
            _ => Err(self.miss(DIGIT)),
        }
    }

    /// Takes two digits.
    pub(super) fn pair(&mut self) -> Result<Unit, TimeError> {
        self.number(2, 2)
    }

    /// Takes two digits if there is a digit next, or the separator; whoever has begun must go through with it, since
    /// nothing else that may follow here starts with either.
    pub(super) fn next_pair(&mut self, separator: u8) -> Result<Option<Unit>, TimeError> {
        let separated = self.take(&[separator]).is_some();
        if separated || self.rest().starts_with(|next: char| next.is_ascii_digit()) { self.pair().map(Some) } else { Ok(None) }
    }

    /// Takes one of the names, and gives its place in the list, counted from 1.
    pub(super) fn name(&mut self, names: &[&str]) -> Result<Unit, TimeError> {
        let at = self.at;
        let found = (1..).zip(names).find(|(_, name)| self.rest().starts_with(**name));
        let (value, name) = found.ok_or(self.miss(NAME))?;
        self.skip(name.len());
        Ok(Unit { value, at })
    }

    /// What was read, if nothing is left of the text.
    pub(super) fn end(&self, units: Units, zone: Zone<'t>) -> Result<Reading<'t>, TimeError> {
        if self.rest().is_empty() { Ok(Reading { units, zone }) } else { Err(self.miss(END)) }
    }
}
