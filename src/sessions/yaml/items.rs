//! Cuts a cassette into its recordings while it arrives.
//!
//! A cassette is a map with a list in it: `interactions:` (VCR.py, go-vcr) or `http_interactions:` (VCR). Or it is the list itself, as in the first versions
//! of VCR.py, or several documents, as in httpmock. Only one recording and the lines beside the list are held.

use super::cursor::Cursor;
use super::line::{Lines, is_blank};

/// The text of one recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YamlItem {
    /// The line on which it begins, counted from 1.
    pub line: usize,
    /// The byte at which that line begins.
    pub offset: usize,
    /// Its original lines, with a space in place of the dash. It is a separate document, in which an offset counts from [`YamlItem::offset`].
    pub text: Vec<u8>,
}

/// The rest of a cassette at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct YamlRest {
    /// The recordings that ended with the text.
    pub items: Vec<YamlItem>,
    /// The lines beside the list, such as `version: 1`. It is the whole text if there is no list in it. The key of the list is among them.
    pub rest: Vec<u8>,
}

/// Reads a cassette in pieces and returns its recordings.
///
/// ```
/// use rethought::sessions::yaml::{YamlItems, to_json};
///
/// let mut items = YamlItems::default();
/// // It ends when the line after it is whole.
/// let first = items.push(b"interactions:\n- request: 'a\n- b'\n- request: c\n  resp");
/// assert_eq!(to_json(&first[0].text)?, br#"{"request":"a - b"}"#);
/// let last = items.finish();
/// assert_eq!((last.items[0].line, last.rest), (4, b"interactions:\n".to_vec()));
/// # Ok::<(), rethought::Error>(())
/// ```
#[derive(Debug)]
pub struct YamlItems {
    /// The line that is not complete yet.
    held: Vec<u8>,
    line: usize,
    offset: usize,
    lines: Lines,
    /// The open item.
    item: Option<YamlItem>,
    list: ListState,
    /// The document so far, outside its list.
    document: YamlItem,
    /// True if documents were returned as items.
    several: bool,
    rest: Vec<u8>,
    done: Vec<YamlItem>,
}

/// The state of a document's list.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ListState {
    /// Only blanks were read: the document may be the list itself.
    First,
    /// The list has not begun.
    Before,
    /// Its key was read.
    Key,
    /// Its items are at this column.
    At(usize),
    /// It is over.
    After,
}

impl Default for YamlItems {
    fn default() -> Self {
        Self {
            held: Vec::new(),
            line: 1,
            offset: 0,
            lines: Lines::default(),
            item: None,
            list: ListState::First,
            document: YamlItem { line: 1, offset: 0, text: Vec::new() },
            several: false,
            rest: Vec::new(),
            done: Vec::new(),
        }
    }
}

impl YamlItems {
    /// Reads the next bytes and returns the recordings that end in them.
    #[must_use]
    pub fn push(&mut self, bytes: &[u8]) -> Vec<YamlItem> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            if piece.last() != Some(&b'\n') {
                self.held.extend_from_slice(piece);
            } else if self.held.is_empty() {
                self.take(piece);
            } else {
                let mut line = std::mem::take(&mut self.held);
                line.extend_from_slice(piece);
                self.take(&line);
            }
        }
        std::mem::take(&mut self.done)
    }

    /// Ends the cassette.
    #[must_use]
    pub fn finish(mut self) -> YamlRest {
        let line = std::mem::take(&mut self.held);
        if !line.is_empty() {
            self.take(&line);
        }
        self.end_document(self.several);
        YamlRest { items: self.done, rest: self.rest }
    }

    /// Reads all up to a newline. It may contain other breaks, which do not count as lines.
    fn take(&mut self, text: &[u8]) {
        let mut cursor = Cursor { text, at: 0, line: 0 };
        if self.offset == 0 {
            cursor = Cursor::new(text);
            self.offset = cursor.at;
        }
        while cursor.peek().is_some() {
            let rest = cursor.rest();
            let start = cursor.at;
            cursor.pass_line();
            let length = cursor.at - start;
            cursor.take_break();
            let whole = rest.get(..cursor.at - start).unwrap_or_default();
            self.take_line(whole, whole.get(..length).unwrap_or_default());
            self.offset += whole.len();
        }
        self.line += 1;
    }

    /// Reads a line, with its break and without.
    fn take_line(&mut self, whole: &[u8], line: &[u8]) {
        let indent = line.iter().position(|byte| *byte != b' ').filter(|at| !is_blank(line.get(*at..).unwrap_or_default()));
        if matches!(line, [b'-', b'-', b'-', after @ ..] | [b'.', b'.', b'.', after @ ..] if is_blank(after)) {
            // Not even quotes may contain a marker. Anything open is damaged, and the damage ends here.
            self.end_document(true);
            // Text after a marker on its line belongs to the document.
            let after = line.get(3..).unwrap_or_default();
            let indent = after.iter().position(|byte| !matches!(byte, b' ' | b'\t'));
            let blanked = [b"   ", whole.get(3..).unwrap_or_default()].concat();
            let line = [b"   ", after].concat();
            if let Some(at) = indent.filter(|at| after.get(*at) != Some(&b'#')) {
                self.list = ListState::Before;
                self.lines.read(&line, Some(at + 3));
                self.keep(&blanked);
            }
        } else if self.list == ListState::First && line.starts_with(b"%") {
            self.keep(whole);
        } else {
            let comment = indent.is_some_and(|at| line.get(at) == Some(&b'#')) && !self.lines.is_enclosed();
            match indent.filter(|_| !comment && !self.lines.covers(indent)) {
                Some(at) if self.begins_item(at, line.get(at..).unwrap_or_default()) => {
                    self.done.extend(self.item.take());
                    self.item = Some(YamlItem { line: self.line, offset: self.offset, text: whole.to_vec() });
                    self.item.iter_mut().filter_map(|item| item.text.get_mut(at)).for_each(|dash| *dash = b' ');
                }
                _ => self.keep(whole),
            }
            self.lines.read(line, indent.filter(|_| !comment || self.lines.covers(indent)));
        }
    }

    /// Returns `true` if the token at this column, outside scalars, begins an item. Updates the state of the list.
    fn begins_item(&mut self, column: usize, token: &[u8]) -> bool {
        let dash = matches!(token, [b'-', after @ ..] if is_blank(after));
        match self.list {
            ListState::At(list) if column > list => return false,
            ListState::At(list) if column == list && dash => return true,
            ListState::At(_) => {
                self.done.extend(self.item.take());
                self.list = ListState::After;
            }
            ListState::Key if dash => self.list = ListState::At(column),
            ListState::First if dash => self.list = ListState::At(column),
            ListState::First | ListState::Key => self.list = ListState::Before,
            ListState::Before | ListState::After => (),
        }
        if self.list == ListState::Before && column == 0 && is_list_key(token) {
            self.list = ListState::Key;
        }
        matches!(self.list, ListState::At(_))
    }

    /// Adds a line to the open item or the document.
    fn keep(&mut self, line: &[u8]) {
        if self.document.text.is_empty() && self.item.is_none() {
            (self.document.line, self.document.offset) = (self.line, self.offset);
        }
        self.item.as_mut().unwrap_or(&mut self.document).text.extend_from_slice(line);
    }

    /// Ends a document. It is an item itself if it has no list and is not the only document.
    fn end_document(&mut self, several: bool) {
        self.done.extend(self.item.take());
        let text = std::mem::take(&mut self.document.text);
        let whole = matches!(self.list, ListState::Before);
        if whole && several {
            self.several = true;
            self.done.push(YamlItem { text, ..self.document });
        } else {
            self.rest.extend_from_slice(&text);
        }
        self.list = ListState::First;
        self.lines = Lines::default();
    }
}

/// Returns `true` if a line is only the key of the list. The list begins on a later line.
fn is_list_key(token: &[u8]) -> bool {
    let token = token.strip_prefix(b"http_").unwrap_or(token);
    token.strip_prefix(b"interactions:").is_some_and(|after| {
        let after = after.trim_ascii_start();
        after.is_empty() || after.starts_with(b"#")
    })
}
