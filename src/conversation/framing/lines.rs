//! Server-sent events and lines of JSON.
//!
//! The rules are those of the HTML standard (line breaks of three kinds, comments, fields, a byte order mark), and two of practice. A stream may end without
//! its last line break. A line that starts with `{` or `[` is an event by itself: Ollama streams this way, and an error body in place of a stream looks like
//! this. If such a body has several lines, its first line leaves brackets open, and the whole body is one event.

use super::each::Each;
use crate::json::{line_end, lossy};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    /// The line that has not ended yet.
    line: Vec<u8>,
    /// The last line ended with a carriage return: a line feed right after it belongs to it.
    after_return: bool,
    started: bool,
    /// True if this is one body over several lines, not a stream.
    body: bool,
    /// The event that has not ended yet. The texts keep their memory from event to event.
    name: String,
    data: Vec<u8>,
    has_name: bool,
    has_data: bool,
}

impl Lines {
    pub(super) fn push(&mut self, bytes: &[u8], each: Each<'_>) {
        let mut rest = bytes;
        while let Some((line, after)) = line_end(rest).and_then(|end| rest.split_at_checked(end)) {
            let Some((end, after)) = after.split_first() else { break };
            self.end(line, *end, each);
            rest = after;
        }
        self.line.extend_from_slice(rest);
    }

    /// Reads the rest of a line, and the break that ends it.
    fn end(&mut self, rest: &[u8], end: u8, each: Each<'_>) {
        let after_return = std::mem::replace(&mut self.after_return, end == b'\r');
        if !self.line.is_empty() {
            let mut line = std::mem::take(&mut self.line);
            line.extend_from_slice(rest);
            self.take(&line, each);
        } else if !(after_return && end == b'\n' && rest.is_empty()) {
            self.take(rest, each);
        }
    }

    pub(super) fn finish(&mut self, each: Each<'_>) {
        let line = std::mem::take(&mut self.line);
        self.take(&line, each);
        self.dispatch(each);
    }

    fn take(&mut self, line: &[u8], each: Each<'_>) {
        let first = !std::mem::replace(&mut self.started, true);
        let line = if first { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
        self.body |= first && line.starts_with(b"{") && !line.trim_ascii_end().ends_with(b"}");
        if self.body {
            return self.lengthen(line);
        }
        if let [b'{' | b'[', ..] = line {
            return each(None, line);
        }
        let (field, value) = match line.iter().position(|byte| *byte == b':') {
            Some(colon) => (line.get(..colon).unwrap_or_default(), line.get(colon + 1..).unwrap_or_default()),
            None => (line, &[][..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"" if line.is_empty() => self.dispatch(each),
            b"event" => {
                self.has_name = true;
                // Most events have the same name as the previous one.
                if self.name.as_bytes() != value {
                    self.name.clear();
                    self.name.push_str(&lossy(value));
                }
            }
            b"data" => self.lengthen(value),
            _ => {}
        }
    }

    fn lengthen(&mut self, line: &[u8]) {
        if std::mem::replace(&mut self.has_data, true) {
            self.data.push(b'\n');
        }
        self.data.extend_from_slice(line);
    }

    fn dispatch(&mut self, each: Each<'_>) {
        let has_name = std::mem::take(&mut self.has_name);
        if std::mem::take(&mut self.has_data) {
            each(has_name.then_some(self.name.as_str()), &self.data);
        }
        self.data.clear();
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::events;

    #[test]
    fn events_are_the_same_wherever_the_stream_is_cut() {
        let stream = "\u{feff}: hello\r\nevent: one\r\ndata: {\"a\":1}\r\n\r\ndata:{\"b\":\rdata: 2}\r\r: ping\n\nid: 7\nretry: 1\ndata\n\ndata: [DONE]\n\n{\"line\":1}\n[{\"error\":1}]\nevent: last\ndata: é".as_bytes();
        let whole = events(&[stream]);
        assert_eq!(whole, ["one={\"a\":1}", "={\"b\":\n2}", "=", "=[DONE]", "={\"line\":1}", "=[{\"error\":1}]", "last=é"]);
        for cut in 0..=stream.len() {
            assert_eq!(events(&[&stream[..cut], &stream[cut..]]), whole, "cut at {cut}");
        }
        assert_eq!(events(&stream.chunks(1).collect::<Vec<_>>()), whole);
    }

    #[test]
    fn a_body_over_several_lines_is_one_event_and_lines_of_json_are_one_each() {
        let body = "\u{feff}{\r\n  \"error\": {\r\n\r\n    \"message\": \"data: no\"\r\n  }\r\n}\r\n".as_bytes();
        for cut in 0..=body.len() {
            assert_eq!(
                events(&[&body[..cut], &body[cut..]]),
                ["={\n  \"error\": {\n\n    \"message\": \"data: no\"\n  }\n}\n"],
                "cut at {cut}"
            );
        }
        assert_eq!(events(&[b"{\"a\":1} \n{\"b\":\n{\"c\":3}"]), ["={\"a\":1} ", "={\"b\":", "={\"c\":3}"]);
    }
}
