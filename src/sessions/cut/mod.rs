//! A transcript in pieces: the lines of JSONL, the elements of one list of a JSON document, consecutive values, the recordings of a cassette, or the whole
//! text.
//!
//! The pieces are the same for any chunks. A piece longer than the limit is not kept: it becomes a fault, and reading continues after it.

mod elements;

use super::record::{Fault, Piece};
use super::yaml::{YamlItem, YamlItems};
use crate::json::{line_end, line_feeds};
use elements::Elements;

/// The pieces of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// One piece a line, without empty lines.
    Lines,
    /// The elements of the list at a path of names, `log.entries`, each name one of several, `a|b`. With an empty path the text itself is the list.
    Elements(&'static str),
    /// The consecutive values of a text, over several lines each.
    Values,
    /// The recordings of a cassette in YAML, or its documents.
    YamlItems,
    /// The whole text.
    Whole,
}

/// Receives each piece, or the fault of one that is too long.
pub type PieceSink<'e> = &'e mut dyn FnMut(Result<Piece<'_>, Fault>);

/// Cuts a text that arrives in chunks.
pub struct Cutter {
    cut: Cut,
    limit: usize,
    /// The unfinished piece, and its start.
    held: Vec<u8>,
    start: PieceStart,
    /// True if it is over the limit. The rest of it is not kept.
    over: bool,
    here: PieceStart,
    elements: Elements,
    items: YamlItems,
    /// True if a recording was returned.
    given: bool,
}

#[derive(Clone, Copy)]
struct PieceStart {
    line: usize,
    offset: usize,
}

impl Cutter {
    pub(super) fn new(cut: Cut, limit: usize) -> Self {
        let elements = match cut {
            Cut::Elements(path) => Elements::new(path),
            _ => Elements::bare(),
        };
        let start = PieceStart { line: 1, offset: 0 };
        Self { cut, limit, held: Vec::new(), start, over: false, here: start, elements, items: YamlItems::default(), given: false }
    }

    pub(super) fn push(&mut self, bytes: &[u8], each: PieceSink<'_>) {
        match self.cut {
            Cut::Whole => self.keep(bytes),
            Cut::Lines => self.lines(bytes, each),
            Cut::YamlItems => {
                let items = self.items.push(bytes);
                self.recordings(items, each);
            }
            Cut::Elements(_) | Cut::Values => self.elements(bytes, each),
        }
    }

    /// Ends the text: the rest of it is the last piece. Returns the text around the elements.
    pub(super) fn finish(&mut self, each: PieceSink<'_>) -> Vec<u8> {
        if self.cut == Cut::YamlItems {
            let left = std::mem::take(&mut self.items).finish();
            self.recordings(left.items, each);
            if self.given {
                return left.rest;
            }
            // The document has no list: the document is the recording.
            self.recordings(vec![YamlItem { line: 1, offset: 0, text: left.rest }], each);
        }
        self.end(each);
        self.elements.around()
    }

    fn recordings(&mut self, items: Vec<YamlItem>, each: PieceSink<'_>) {
        for YamlItem { line, offset, text } in items {
            self.given = true;
            let start = PieceStart { line, offset };
            if text.len() > self.limit {
                each(Err(too_long(start)));
            } else {
                give(start, &text, each);
            }
        }
    }

    fn lines(&mut self, mut bytes: &[u8], each: PieceSink<'_>) {
        while let Some((line, rest)) = line_end(bytes).and_then(|end| bytes.split_at_checked(end + 1)) {
            if self.held.is_empty() && !self.over && line.len() <= self.limit {
                // The usual case: the line is complete, and is not copied.
                self.start = self.here;
                self.pass(line);
                give(self.start, line.trim_ascii_end(), each);
            } else {
                self.keep(line);
                self.end(each);
            }
            bytes = rest;
        }
        self.keep(bytes);
    }

    fn elements(&mut self, mut bytes: &[u8], each: PieceSink<'_>) {
        while !bytes.is_empty() {
            let (length, inside, ends) = self.elements.run(bytes);
            let (run, rest) = bytes.split_at_checked(length).unwrap_or((bytes, &[]));
            if inside {
                self.keep(run);
            } else {
                self.pass(run);
            }
            if ends {
                self.end(each);
            }
            bytes = rest;
        }
    }

    /// Adds bytes to the unfinished piece.
    fn keep(&mut self, bytes: &[u8]) {
        if self.held.is_empty() && !self.over {
            self.start = self.here;
        }
        self.pass(bytes);
        self.over |= self.held.len() + bytes.len() > self.limit;
        if self.over {
            self.held = Vec::new();
        } else {
            self.held.extend_from_slice(bytes);
        }
    }

    fn pass(&mut self, bytes: &[u8]) {
        self.here.offset += bytes.len();
        self.here.line += match self.cut {
            // A line has one line feed, at its end.
            Cut::Lines => usize::from(bytes.last() == Some(&b'\n')),
            _ => line_feeds(bytes),
        };
    }

    fn end(&mut self, each: PieceSink<'_>) {
        let held = std::mem::take(&mut self.held);
        if std::mem::take(&mut self.over) {
            each(Err(too_long(self.start)));
        } else {
            // If text is missing at the end of a line, it is an error of that line.
            give(self.start, if self.cut == Cut::Lines { held.trim_ascii_end() } else { &held }, each);
        }
    }
}

fn too_long(start: PieceStart) -> Fault {
    Fault::new(start.line, start.offset, "it is longer than 64 MiB")
}

fn give(start: PieceStart, text: &[u8], each: PieceSink<'_>) {
    let text = if start.offset == 0 { text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text) } else { text };
    let (line, offset) = (start.line, start.offset);
    if !text.trim_ascii().is_empty() {
        each(Ok(Piece { line, offset, text }));
    }
}
