//! Patterns that cost no more than the text is long: a part of JavaScript's regular expressions, and an engine without backtracking.
//!
//! A pattern means what it means to `RegExp` with the flag `u`; with `i`, letters of ASCII have no case. It may have literals, `.`, classes,
//! `\d \w \s \b` and their opposites, groups with and without names, alternatives, `? * + {m,n}` greedy or lazy, `^` and `$`. Back-references and
//! lookaround are refused with their place and the reason: an engine without backtracking has neither.
//!
//! Properties of Unicode and letters beyond ASCII without case take tables larger than the engine, and every JavaScript engine has them. So the caller
//! may give the set of characters that a part of the pattern matches, [`GivenSet`], and no table is here.
//!
//! Own code and no library, because of size: of those that are linear, `regex-lite` is the smallest and 27.5 kB gzip.

mod class;
mod parse;
mod program;
mod search;

use crate::error::Error;
use crate::json::{Span, find_bytes};
pub use class::GivenSet;
use program::Program;

/// A pattern, ready to search.
#[derive(Clone, Debug)]
pub struct Pattern {
    program: Program,
    /// A text that every match has in it; empty where none is known.
    needed: Vec<u8>,
}

impl Pattern {
    /// Reads a pattern. Of the flags `i`, `m`, `s` and `y` mean what they mean to `RegExp`; every match is searched for, with or without `g`. Where a set is
    /// given, it is taken for what stands there.
    ///
    /// # Errors
    /// A text that is not a pattern, uses syntax that is not supported, or is too large, with the byte of the pattern.
    pub fn new(source: &str, flags: &str, given: &[GivenSet]) -> Result<Self, Error> {
        let program = parse::parse(source, flags, given)?;
        let needed = program.needed();
        Ok(Self { program, needed })
    }

    /// Finds all matches from left to right, as `matchAll` does, without the empty ones. The text is UTF-8 or WTF-8.
    #[must_use]
    pub fn find_all(&self, text: &[u8]) -> Vec<Span> {
        if !self.needed.is_empty() && find_bytes(text, &self.needed).is_none() {
            return Vec::new();
        }
        search::find_all(&self.program, text)
    }
}
