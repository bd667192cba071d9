//! Lines that are damaged as text: NUL bytes in them, two values on one line, one value on two lines.

use super::splice::Splice;
use crate::json::{Span, scan};
use crate::sessions::reader::two_values;
use crate::sessions::record::Piece;

/// The damaged line before the current one.
#[derive(Default)]
pub struct BrokenLines {
    before: Option<(usize, Span, Vec<u8>)>,
}

impl BrokenLines {
    /// Makes the edits that let the agent read a line, which comes with its line feed. A line that nobody can read stays.
    pub fn edits(&mut self, line: Piece<'_>) -> Vec<Splice> {
        let text = line.text.trim_ascii_end();
        let before = self.before.take();
        if text.is_empty() || scan(text).is_ok() {
            return Vec::new();
        }
        let without_nul = without_nul(line);
        if !without_nul.is_empty() {
            return without_nul;
        }
        let glued = glued(Piece { text, ..line });
        if !glued.is_empty() {
            return glued;
        }
        let feed = Span { start: line.offset + text.len(), end: line.offset + line.text.len() };
        if let Some((number, feed, first)) = before
            && scan(&[first.as_slice(), text].concat()).is_ok()
        {
            return vec![Splice { line: number, span: feed, text: Vec::new() }];
        }
        self.before = Some((line.line, feed, text.to_vec()));
        Vec::new()
    }
}

/// Removes the NUL bytes of a line, if a value or nothing is left.
fn without_nul(line: Piece<'_>) -> Vec<Splice> {
    let rest: Vec<u8> = line.text.iter().copied().filter(|byte| *byte != 0).collect();
    let is_mended = rest.len() < line.text.len() && (rest.trim_ascii().is_empty() || scan(rest.trim_ascii()).is_ok());
    if !is_mended {
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
