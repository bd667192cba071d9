//! The beginning of a transcript, used to recognise its format. It may be cut anywhere, and its first lines may be broken.

use std::cell::OnceCell;

use crate::json::{Value, line_end, scan};

/// Returns `true` if a key exists.
pub type HasKey<'h> = &'h dyn Fn(&str) -> bool;

/// The keys of a value, from the outside in, with their depth: 1 for those of the outermost object.
type Keys<'s> = Vec<(usize, &'s [u8])>;

/// The beginning of a transcript, before its format is known.
pub struct Sample<'s> {
    /// Its bytes.
    pub text: &'s [u8],
    /// The keys of its first value.
    pub keys: Keys<'s>,
    /// True if the text has lines: the first value ends with its line.
    pub is_line: bool,
    /// The value of the text, if it is one line that was scanned before.
    line: Option<Value<'s>>,
    /// The number of lines that are checked.
    most_lines: usize,
    /// The keys of those lines. Many formats need them, so they are computed once.
    line_keys: OnceCell<Vec<Keys<'s>>>,
}

impl<'s> Sample<'s> {
    /// The number of lines that are checked, since the first may be broken.
    const LINES: usize = 40;

    pub(super) fn of(text: &'s [u8]) -> Self {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
        let (keys, end) = keys(text);
        let line = line_end(text).unwrap_or(text.len());
        // If the first line is broken, the second decides: in a document over several lines no line begins with a bracket.
        let again = text.get(line + 1..).is_some_and(|rest| rest.starts_with(b"{"));
        Self {
            text,
            keys,
            is_line: again || end <= line || line == text.len(),
            line: None,
            most_lines: Self::LINES,
            line_keys: OnceCell::new(),
        }
    }

    /// Samples one scanned line. The text is its beginning.
    pub(super) fn of_line(text: &'s [u8], line: Value<'s>) -> Self {
        Self { line: Some(line), ..Self::of(text) }
    }

    /// Samples all lines of a text, from the first that is an object. Earlier lines belong to something else, such as the log of a server.
    pub(super) fn of_objects(text: &'s [u8]) -> Self {
        let mut rest = text;
        while !rest.starts_with(b"{") {
            let Some(end) = line_end(rest) else { break };
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        Self { is_line: true, most_lines: usize::MAX, ..Self::of(rest) }
    }

    /// Returns `true` if that is the first byte that is not a space.
    #[must_use]
    pub fn opens_with(&self, byte: u8) -> bool {
        self.text.first() == Some(&byte)
    }

    /// Returns `true` if the first value has a key at a depth.
    #[must_use]
    pub fn has(&self, depth: usize, key: &str) -> bool {
        has(&self.keys, depth, key)
    }

    /// Returns `true` if one of the first lines is an object with all of these keys.
    #[must_use]
    pub fn has_line(&self, wanted: &[&str]) -> bool {
        self.lines().any(|keys| wanted.iter().all(|key| has(keys, 1, key)))
    }

    /// Returns `true` if one of the first lines is an object whose keys pass a test.
    #[must_use]
    pub fn any_line(&self, fits: fn(HasKey<'_>) -> bool) -> bool {
        self.lines().any(|keys| fits(&|key| has(keys, 1, key)))
    }

    /// Returns the first lines that are objects and not cut. Empty if the text has no lines.
    pub fn whole_lines(&self) -> impl Iterator<Item = &'s [u8]> {
        self.raw_lines().map(<[u8]>::trim_ascii).filter(|line| line.starts_with(b"{") && line.ends_with(b"}"))
    }

    /// Returns `true` if one of the first lines is a whole object that passes a test.
    #[must_use]
    pub fn any_object(&self, fits: fn(Value<'_>) -> bool) -> bool {
        match self.line {
            Some(line) => fits(line),
            None => self.whole_lines().any(|line| scan(line).is_ok_and(|document| fits(document.root()))),
        }
    }

    /// Returns the keys of the first lines. Empty if the text has no lines.
    fn lines(&self) -> impl Iterator<Item = &Keys<'s>> {
        self.line_keys.get_or_init(|| self.raw_lines().map(|line| keys(line).0).collect()).iter()
    }

    fn raw_lines(&self) -> impl Iterator<Item = &'s [u8]> {
        let lines = self.text.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        lines.take(if self.is_line { self.most_lines } else { 0 })
    }
}

fn has(keys: &[(usize, &[u8])], depth: usize, key: &str) -> bool {
    keys.iter().any(|(at, known)| *at == depth && *known == key.as_bytes())
}

/// Returns the keys of the value at the beginning of a text, and its end: the text's end, if it is cut.
fn keys(text: &[u8]) -> (Keys<'_>, usize) {
    let (mut found, mut depth, mut at) = (Vec::new(), 0_usize, 0);
    while let Some(byte) = text.get(at) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let inside = text.get(at + 1..).unwrap_or_default();
                let end = string_end(inside);
                let after = inside.get(end + 1..).unwrap_or_default();
                if after.trim_ascii_start().first() == Some(&b':') {
                    found.push((depth, inside.get(..end).unwrap_or_default()));
                }
                at += end + 1;
            }
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    (found, at.min(text.len()))
}

/// Returns the end of a string whose opening quote was before the text.
fn string_end(text: &[u8]) -> usize {
    let mut escaped = false;
    let closing = text.iter().position(|byte| {
        let closes = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        closes
    });
    closing.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn keys_have_their_depth_even_where_the_text_is_cut() {
        let sample = Sample::of(br#"{"log": {"version": "1.2", "entries": [{"request": {"url": "a:"#);
        let keys: Vec<_> = sample.keys.iter().map(|(depth, key)| (*depth, str::from_utf8(key).unwrap())).collect();
        assert_eq!(keys, [(1, "log"), (2, "version"), (2, "entries"), (4, "request"), (5, "url")]);
    }

    #[test]
    fn a_line_is_a_value_that_ends_with_it() {
        assert!(Sample::of(b"{\"a\":1}\n{\"b\":2}\n").is_line);
        assert!(Sample::of(b"{\"a\":\"cut").is_line);
        assert!(!Sample::of(b"{\n\"a\":1}").is_line);
        assert!(Sample::of(b"{broken\n{\"type\":1,\"payload\":{}}\n").has_line(&["type", "payload"]));
        assert!(!Sample::of(b"{\n  \"type\":1,\n  \"payload\":{}}\n").has_line(&["type", "payload"]));
    }
}
