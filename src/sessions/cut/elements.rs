//! The elements of one list inside a JSON document, found by brackets, quotes and the names on the path.

use crate::json::quote_or_escape;

/// The place of the last byte in the document.
#[derive(Debug, Default)]
pub(super) struct Elements {
    /// The names on the path to the list. Each may be one of several.
    path: &'static str,
    /// The number of matched names, and the depth of the open list.
    matched: usize,
    list: Option<usize>,
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// The last string, as far as it can be a name on the path, and whether a colon follows it.
    name: Vec<u8>,
    named: bool,
    /// True if an element without a bracket has begun.
    bare: bool,
    /// The text around the elements.
    around: Vec<u8>,
}

/// The maximum number of bytes around the list that are kept.
const AROUND: usize = 1 << 20;

impl Elements {
    pub(super) fn new(path: &'static str) -> Self {
        Self { path, ..Self::default() }
    }

    /// Reads consecutive values of a text: a list without brackets.
    pub(super) fn bare() -> Self {
        Self { list: Some(0), ..Self::default() }
    }

    /// Returns the text around the elements: a document with an empty list in it, unless it was too long.
    pub(super) fn around(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.around)
    }

    /// Returns the number of bytes in one run, whether they belong to an element, and whether it ends with them.
    pub(super) fn run(&mut self, bytes: &[u8]) -> (usize, bool, bool) {
        let inside = self.is_inside();
        if inside && !self.bare {
            let (length, ends) = self.bracketed(bytes);
            return (length, true, ends);
        }
        for (at, byte) in bytes.iter().enumerate() {
            if !inside && self.begins(*byte) {
                return if at > 0 { (at, false, false) } else { self.first(*byte) };
            }
            if inside && self.bare && !self.in_string && matches!(byte, b',' | b']' | b' ' | b'\t' | b'\n' | b'\r') {
                self.bare = false;
                return (at, true, true);
            }
            if !inside {
                self.surround(*byte);
            }
            self.step(*byte);
            if inside && !self.is_inside() {
                return (at + 1, true, true);
            }
        }
        (bytes.len(), inside, false)
    }

    /// Returns the number of bytes that belong to an element with brackets, and whether it ends with them. Nearly all of a transcript is read here.
    fn bracketed(&mut self, bytes: &[u8]) -> (usize, bool) {
        let (list, mut at) = (self.list.unwrap_or_default(), 0);
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            if std::mem::take(&mut self.escaped) {
                at += 1;
                continue;
            }
            let found = if self.in_string { quote_or_escape(rest) } else { rest.iter().position(|byte| is_mark(*byte)) };
            let Some((place, byte)) = found.and_then(|place| Some((place, rest.get(place)?))) else { break };
            at += place + 1;
            match byte {
                b'"' => self.in_string = !self.in_string,
                b'\\' => self.escaped = true,
                b'{' | b'[' => self.depth += 1,
                _ => self.depth = self.depth.saturating_sub(1),
            }
            if self.depth == list {
                return (at, true);
            }
        }
        (bytes.len(), false)
    }

    /// Reads the first byte of an element.
    fn first(&mut self, byte: u8) -> (usize, bool, bool) {
        self.bare = !matches!(byte, b'{' | b'[');
        self.step(byte);
        (1, true, false)
    }

    fn is_inside(&self) -> bool {
        self.bare || self.list.is_some_and(|list| self.depth > list)
    }

    /// Returns `true` if a byte outside of elements is the first of one.
    fn begins(&self, byte: u8) -> bool {
        self.list == Some(self.depth) && !self.in_string && !matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r')
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.in_string = byte != b'"' || self.escaped;
            self.escaped = byte == b'\\' && !self.escaped;
            if self.in_string && self.list.is_none() && self.name.len() <= self.path.len() {
                self.name.push(byte);
            }
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.name.clear();
            }
            b':' => self.named = true,
            b',' => self.named = false,
            b'{' | b'[' => self.down(byte),
            b'}' | b']' => self.up(),
            _ => {}
        }
    }

    fn down(&mut self, byte: u8) {
        let way = || self.path.split('.').filter(|name| !name.is_empty());
        if self.list.is_none() && self.matched == self.depth.saturating_sub(usize::from(way().count() > 0)) {
            let here = way().nth(self.matched);
            let is_next = here.is_some_and(|names| self.named && names.split('|').any(|name| name.as_bytes() == self.name));
            let (all, next) = (way().count(), self.matched + usize::from(is_next));
            if byte == b'[' && next == all && (is_next || all == 0) {
                self.list = Some(self.depth + 1);
            } else if is_next {
                self.matched = next;
            }
        }
        self.depth += 1;
        self.named = false;
    }

    fn up(&mut self) {
        if self.list == Some(self.depth) && self.depth > 0 {
            self.list = None;
            // There is one list. Nothing after it is read as another.
            self.matched = usize::MAX;
        }
        self.depth = self.depth.saturating_sub(1);
        self.named = false;
    }

    /// Keeps the text around the elements, without the commas between them.
    fn surround(&mut self, byte: u8) {
        let between = self.list == Some(self.depth) && byte == b',';
        if !between && self.around.len() < AROUND {
            self.around.push(byte);
        }
    }
}

/// Returns `true` for the bytes that begin a string, or begin or end a list or an object.
fn is_mark(byte: u8) -> bool {
    matches!(byte, b'"' | b'{' | b'[' | b'}' | b']')
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::{Cut, Cutter};

    fn cut(cut: Cut, chunks: &[&[u8]]) -> (Vec<(usize, usize, String)>, String) {
        let (mut cutter, mut found) = (Cutter::new(cut, 1000), Vec::new());
        let mut each = |piece: Result<crate::sessions::record::Piece<'_>, crate::sessions::record::Fault>| match piece {
            Ok(piece) => found.push((piece.line, piece.offset, String::from_utf8_lossy(piece.text).into_owned())),
            Err(fault) => found.push((fault.line, fault.offset, fault.reason)),
        };
        chunks.iter().for_each(|chunk| cutter.push(chunk, &mut each));
        let around = cutter.finish(&mut each);
        (found, String::from_utf8(around).unwrap())
    }

    #[test]
    fn elements_are_the_same_wherever_the_text_is_cut() {
        let text = r#"{"version":"1","entries":[1],"log":{"pages":[{"entries":[]}],"x":"entries",
 "entries":[ {"a":"]}\"","b":[1,{}]},
 "s, t",7,[2,[3]] , {"c":{"entries":[9]}}],"y":{"entries":[5]}}}"#;
        let whole = cut(Cut::Elements("log.entries"), &[text.as_bytes()]);
        let texts: Vec<&str> = whole.0.iter().map(|(_, _, text)| text.as_str()).collect();
        assert_eq!(texts, [r#"{"a":"]}\"","b":[1,{}]}"#, r#""s, t""#, "7", "[2,[3]]", r#"{"c":{"entries":[9]}}"#]);
        assert_eq!(whole.0[0].0, 2);
        assert_eq!(&text[whole.0[1].1..whole.0[1].1 + 3], "\"s,");
        let around = crate::json::scan(whole.1.as_bytes()).unwrap();
        assert_eq!(around.find("/log/entries").unwrap().elements().count(), 0);
        assert_eq!(around.find("/log/y/entries/0").unwrap().raw(), b"5");
        for at in 0..=text.len() {
            assert_eq!(cut(Cut::Elements("log.entries"), &[&text.as_bytes()[..at], &text.as_bytes()[at..]]), whole, "cut at {at}");
        }
        assert_eq!(cut(Cut::Elements("log.entries"), &text.as_bytes().chunks(1).collect::<Vec<_>>()), whole);
    }

    #[test]
    fn values_are_the_same_wherever_the_text_is_cut() {
        let text = "{\n  \"a\": \"}\\\\\",\n  \"b\": {}\n}\n{\"c\":[\"\\\"\"]} ] [1,2]\nrest";
        let whole = cut(Cut::Values, &[text.as_bytes()]);
        let texts: Vec<&str> = whole.0.iter().map(|(_, _, text)| text.as_str()).collect();
        assert_eq!(texts, ["{\n  \"a\": \"}\\\\\",\n  \"b\": {}\n}", "{\"c\":[\"\\\"\"]}", "[1,2]", "rest"]);
        assert_eq!(whole.0.iter().map(|(line, ..)| *line).collect::<Vec<_>>(), [1, 5, 5, 6]);
        for at in 0..=text.len() {
            assert_eq!(cut(Cut::Values, &[&text.as_bytes()[..at], &text.as_bytes()[at..]]), whole, "cut at {at}");
        }
    }

    #[test]
    fn a_list_is_the_document_where_no_path_is_given() {
        assert_eq!(cut(Cut::Elements(""), &[b"[{\"a\":1},{\"b\":[2]}]"]).0.len(), 2);
        assert_eq!(cut(Cut::Elements("a|b"), &[b"{\"c\":[1],\"b\":[2,3]}"]).0.len(), 2);
    }

    #[test]
    fn lines_are_the_same_wherever_the_text_is_cut_and_a_long_one_is_a_fault() {
        let long = "x".repeat(2000);
        let text = format!("\u{feff}{{\"a\":1}}\r\n\n{long}\n  \n{{\"b\":2}}");
        let whole = cut(Cut::Lines, &[text.as_bytes()]);
        assert_eq!(whole.0.iter().map(|(line, ..)| *line).collect::<Vec<_>>(), [1, 3, 5]);
        assert_eq!(whole.0[1].2, "it is longer than 64 MiB");
        for at in 0..text.len() {
            assert_eq!(cut(Cut::Lines, &[&text.as_bytes()[..at], &text.as_bytes()[at..]]), whole, "cut at {at}");
        }
    }
}
