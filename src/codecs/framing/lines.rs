//! Server-sent events and lines of JSON.
//!
//! The rules are those of the HTML standard (line breaks of three kinds, comments, fields, a byte order mark), and two of
//! practice: a stream may end without its last line break, and a line that starts with `{` or `[` is an event by itself,
//! which is how Ollama streams and how an error body looks where a stream was meant.

use super::Event;

#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The line that has not ended yet.
    line: Vec<u8>,
    /// The last byte was a carriage return: a line feed right after it belongs to it.
    after_return: bool,
    started: bool,
    name: Option<String>,
    data: Option<Vec<u8>>,
}

impl Lines {
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        let mut rest = bytes;
        if std::mem::take(&mut self.after_return) && rest.first() == Some(&b'\n') {
            rest = rest.get(1..).unwrap_or_default();
        }
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let (line, after) = rest.split_at_checked(end).unwrap_or((rest, &[]));
            self.line.extend_from_slice(line);
            let line = std::mem::take(&mut self.line);
            events.extend(self.line(&line));
            rest = match after {
                [b'\r', b'\n', rest @ ..] | [_, rest @ ..] => rest,
                [] => after,
            };
            self.after_return = after == b"\r";
        }
        self.line.extend_from_slice(rest);
        events
    }

    pub(super) fn finish(&mut self) -> Vec<Event> {
        let line = std::mem::take(&mut self.line);
        let mut events: Vec<Event> = self.line(&line).into_iter().collect();
        events.extend(self.dispatch());
        events
    }

    fn line(&mut self, line: &[u8]) -> Option<Event> {
        let line = if std::mem::replace(&mut self.started, true) { line } else { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) };
        if line.is_empty() {
            return self.dispatch();
        }
        if let [b'{' | b'[', ..] = line {
            return Some(Event { name: None, data: line.to_vec() });
        }
        let (field, value) = match line.iter().position(|byte| *byte == b':') {
            Some(colon) => (line.get(..colon).unwrap_or_default(), line.get(colon + 1..).unwrap_or_default()),
            None => (line, &[][..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"event" => self.name = Some(String::from_utf8_lossy(value).into_owned()),
            b"data" => match &mut self.data {
                Some(data) => {
                    data.push(b'\n');
                    data.extend_from_slice(value);
                }
                None => self.data = Some(value.to_vec()),
            },
            _ => {}
        }
        None
    }

    fn dispatch(&mut self) -> Option<Event> {
        let name = self.name.take();
        self.data.take().map(|data| Event { name, data })
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::Framing;

    fn events(pieces: &[&[u8]]) -> Vec<String> {
        let mut framing = Framing::default();
        let mut events: Vec<_> = pieces.iter().flat_map(|piece| framing.push(piece)).collect();
        events.extend(framing.finish());
        events.into_iter().map(|event| format!("{}={}", event.name.unwrap_or_default(), String::from_utf8_lossy(&event.data))).collect()
    }

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
}
