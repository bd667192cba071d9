//! The second look at the file: removes the planned parts from their lines, and gives the children of a removed line another parent. Each edit is a stretch of
//! the original file and its new text. Memory is bounded by the longest line and the edits.

use std::collections::{BTreeMap, HashMap};

use super::broken_line::BrokenLines;
use super::line_edit::{LineEdit, edit_line};
use super::line_form::LineForm;
use super::removal::Removal;
use super::splice::Splice;
use crate::json::{Document, Edit, Limits, Span, line_end, scan};
use crate::sessions::cut::{Cut, Cutter};
use crate::sessions::reader::two_values;
use crate::sessions::record::Piece;

/// Reads the file again, as it arrives.
pub struct Surgery {
    pieces: Pieces,
    work: Work,
}

/// The pieces of the file: lines with their line feeds, the elements of a list, or the whole document.
enum Pieces {
    Document(Vec<u8>),
    Lines { held: Vec<u8>, line: usize, offset: usize, broken: BrokenLines },
    Elements(Box<Cutter>),
}

struct Work {
    form: &'static LineForm,
    /// The removals by the first byte of their line.
    removals: BTreeMap<usize, Vec<Removal>>,
    /// The parents of the removed lines, by the names of these lines.
    parents: HashMap<Vec<u8>, Vec<u8>>,
    edits: Vec<Splice>,
    /// The removals whose part was found.
    found: Vec<Removal>,
    /// The end of the last element that stays, and the first element if it is removed with the comma after it.
    end: Option<usize>,
    pending: Option<Splice>,
}

impl Surgery {
    pub fn new(form: &'static LineForm, cut: Cut, removals: Vec<Removal>) -> Self {
        let mut by_line: BTreeMap<usize, Vec<Removal>> = BTreeMap::new();
        for removal in removals {
            by_line.entry(removal.source.offset).or_default().push(removal);
        }
        let pieces = match cut {
            Cut::Elements(_) => Pieces::Elements(Box::new(Cutter::new(cut, Limits::default().bytes))),
            Cut::Whole => Pieces::Document(Vec::new()),
            _ => Pieces::Lines { held: Vec::new(), line: 1, offset: 0, broken: BrokenLines::default() },
        };
        let work =
            Work { form, removals: by_line, parents: HashMap::new(), edits: Vec::new(), found: Vec::new(), end: None, pending: None };
        Self { pieces, work }
    }

    pub fn push(&mut self, mut bytes: &[u8]) {
        let work = &mut self.work;
        match &mut self.pieces {
            Pieces::Document(held) => held.extend_from_slice(bytes),
            Pieces::Elements(cutter) => cutter.push(bytes, &mut |piece| piece.iter().for_each(|piece| work.element(*piece))),
            Pieces::Lines { held, line, offset, broken } => {
                while let Some((first, rest)) = line_end(bytes).and_then(|end| bytes.split_at_checked(end + 1)) {
                    held.extend_from_slice(first);
                    work.line(Piece { line: *line, offset: *offset, text: held }, broken);
                    (*line, *offset, bytes) = (*line + 1, *offset + held.len(), rest);
                    held.clear();
                }
                held.extend_from_slice(bytes);
            }
        }
    }

    /// Ends the file. Returns the edits in order, and the removals that they make.
    pub fn finish(mut self) -> (Vec<Splice>, Vec<Removal>) {
        let work = &mut self.work;
        match &mut self.pieces {
            Pieces::Document(held) => work.document(held),
            Pieces::Elements(cutter) => {
                cutter.finish(&mut |piece| piece.iter().for_each(|piece| work.element(*piece)));
            }
            Pieces::Lines { held, line, offset, broken } => work.line(Piece { line: *line, offset: *offset, text: held }, broken),
        }
        let pending = work.pending.take();
        work.edits.extend(pending);
        self.work.edits.sort_by_key(|edit| edit.span);
        (self.work.edits, self.work.found)
    }
}

impl Work {
    /// Edits a line, with its line feed.
    fn line(&mut self, line: Piece<'_>, broken: &mut BrokenLines) {
        let whole = Span { start: line.offset, end: line.offset + line.text.len() };
        let marked = if line.offset == 0 { line.text.strip_prefix(b"\xef\xbb\xbf") } else { None };
        let text = marked.unwrap_or(line.text).trim_ascii_end();
        let mark = if marked.is_some() { 3 } else { 0 };
        let mut rest = Piece { text, offset: line.offset + mark, ..line };
        self.edits.extend(broken.edits(Piece { text: line.text.get(mark..).unwrap_or_default(), ..rest }));
        if self.removals.is_empty() || text.is_empty() {
            return;
        }
        let mut is_alone = true;
        loop {
            if let Ok(document) = scan(rest.text) {
                // The reader calls the first line by its first byte, also if a mark precedes it.
                let name = if rest.offset == mark { 0 } else { rest.offset };
                let span = if is_alone { whole } else { Span { start: rest.offset, end: rest.offset + rest.text.len() } };
                return self.value(&document, rest, name, span);
            }
            let Some((first, second)) = two_values(rest) else { return };
            is_alone = false;
            if let Ok(document) = scan(first.text) {
                let name = if first.offset == mark { 0 } else { first.offset };
                self.value(&document, first, name, Span { start: first.offset, end: second.offset });
            }
            rest = second;
        }
    }

    /// Edits a document that is one piece. It is not removed as a whole.
    fn document(&mut self, file: &[u8]) {
        let text = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
        let offset = file.len() - text.len();
        if let Ok(document) = scan(text) {
            self.value(&document, Piece { line: 1, offset, text }, 0, Span { start: 0, end: file.len() });
        }
    }

    /// Edits an element of a list. If it is removed, a comma beside it is removed too.
    fn element(&mut self, piece: Piece<'_>) {
        let end = piece.offset + piece.text.len();
        if let Some(pending) = self.pending.take() {
            self.edits.push(Splice { span: Span { end: piece.offset, ..pending.span }, ..pending });
        }
        let before = self.edits.len();
        let whole = Span { start: self.end.unwrap_or(piece.offset), end };
        if let Ok(document) = scan(piece.text) {
            self.value(&document, piece, piece.offset, whole);
        }
        let is_removed = self.edits.get(before).is_some_and(|edit| edit.span == whole && edit.text.is_empty());
        if !is_removed {
            self.end = Some(end);
        } else if self.end.is_none() {
            self.pending = self.edits.pop();
        }
    }

    fn value(&mut self, document: &Document<'_>, piece: Piece<'_>, name: usize, whole: Span) {
        let removals = self.removals.get(&name).cloned().unwrap_or_default();
        let root = document.root();
        match edit_line(self.form, document, &removals, &mut self.found) {
            LineEdit::Whole => {
                if let (Some(id), Some(parent)) = (root.get(self.form.id), self.form.parents.first().and_then(|name| root.get(name))) {
                    let parent = self.parents.get(parent.raw()).cloned().unwrap_or_else(|| parent.raw().to_vec());
                    self.parents.insert(id.raw().to_vec(), parent);
                }
                self.edits.push(Splice { line: piece.line, span: whole, text: Vec::new() });
            }
            LineEdit::Parts(mut edits) => {
                for parent in self.form.parents.iter().filter_map(|name| root.get(name)) {
                    if let Some(other) = self.parents.get(parent.raw()) {
                        edits.push(Edit { span: parent.span(), text: other.clone() });
                    }
                }
                edits.sort_by_key(|edit| edit.span);
                let moved = |span: Span| Span { start: span.start + piece.offset, end: span.end + piece.offset };
                let in_file = |edit: Edit| Splice { line: piece.line, span: moved(edit.span), text: edit.text };
                self.edits.extend(edits.into_iter().map(in_file));
            }
        }
    }
}
