//! Lines that are damaged as text: NUL bytes in them, two values on one line, one value on several lines.

use super::splice::Splice;
use crate::json::{Span, scan};
use crate::sessions::reader::two_values;
use crate::sessions::record::Piece;

/// The lines before the current one that may belong to one value.
#[derive(Default)]
pub struct BrokenLines {
    text: Vec<u8>,
    /// The line feeds after them, with the numbers of their lines.
    feeds: Vec<(usize, Span)>,
    state: Nesting,
}

/// The maximum length of a value on several lines. A longer one stays in pieces.
const MOST: usize = 8 << 20;

impl BrokenLines {
    /// Makes the edits that let the agent read a line, which comes with its line feed. A line that nobody can read stays.
    pub fn edits(&mut self, line: Piece<'_>) -> Vec<Splice> {
        let text = line.text.trim_ascii_end();
        if text.is_empty() {
            return Vec::new();
        }
        // Inside of a value, a line may itself be one: `{}`, `"a"`. A line of a session is an object with members.
        let is_piece = !self.feeds.is_empty() && !text.starts_with(b"{\"");
        if !is_piece && scan(text).is_ok() {
            self.forget();
            return Vec::new();
        }
        let without_nul = without_nul(line);
        if !without_nul.is_empty() {
            self.forget();
            return without_nul;
        }
        let glued = glued(Piece { text, ..line });
        if !glued.is_empty() {
            self.forget();
            return glued;
        }
        // A line that begins like a value is a new one, unless it ends the one before.
        let is_new = text.starts_with(b"{\"") && scan(&[self.text.as_slice(), text].concat()).is_err();
        if is_new || self.text.len() + text.len() > MOST {
            self.forget();
        }
        if self.feeds.is_empty() && !text.starts_with(b"{") {
            return Vec::new();
        }
        self.text.extend_from_slice(text);
        self.state.read(text);
        if self.state.is_closed() {
            let feeds = std::mem::take(&mut self.feeds);
            let is_whole = scan(&self.text).is_ok();
            self.forget();
            let join = |(line, span)| Splice { line, span, text: Vec::new() };
            return if is_whole { feeds.into_iter().map(join).collect() } else { Vec::new() };
        }
        self.feeds.push((line.line, Span { start: line.offset + text.len(), end: line.offset + line.text.len() }));
        Vec::new()
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}

/// The brackets and the string that are open after a text.
#[derive(Default)]
struct Nesting {
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
}

impl Nesting {
    fn read(&mut self, text: &[u8]) {
        for byte in text {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = self.is_in_string,
                b'"' => self.is_in_string = !self.is_in_string,
                b'{' | b'[' if !self.is_in_string => self.depth += 1,
                b'}' | b']' if !self.is_in_string => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    fn is_closed(&self) -> bool {
        self.depth == 0 && !self.is_in_string
    }
}

/// Removes the NUL bytes of a line, if a value or nothing is left.
fn without_nul(line: Piece<'_>) -> Vec<Splice> {
    let rest: Vec<u8> = line.text.iter().copied().filter(|byte| *byte != 0).collect();
    let is_readable = rest.len() < line.text.len() && (rest.trim_ascii().is_empty() || scan(rest.trim_ascii()).is_ok());
    if !is_readable {
        return Vec::new();
    }
    let mut start = line.offset;
    let mut edits = Vec::new();
    for run in line.text.chunk_by(|one, other| (*one == 0) == (*other == 0)) {
        let span = Span { start, end: start + run.len() };
        if run.first() == Some(&0) {
            edits.push(Splice { line: line.line, span, text: Vec::new() });
        }
        start = span.end;
    }
    edits
}

/// Separates the values of a line.
fn glued(line: Piece<'_>) -> Vec<Splice> {
    let (mut rest, mut edits) = (line, Vec::new());
    while let Some((_, second)) = two_values(rest) {
        edits.push(Splice { line: line.line, span: Span { start: second.offset, end: second.offset }, text: b"\n".to_vec() });
        if scan(second.text).is_ok() {
            return edits;
        }
        rest = second;
    }
    Vec::new()
}
