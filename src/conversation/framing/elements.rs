//! One JSON array, element by element: Gemini's stream format without server-sent events.
//!
//! The array is pretty-printed, so lines have no meaning. An element ends when its bracket closes. An error body of the form `[{"error":…}]` is read the same
//! way.

use super::each::Each;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Elements {
    /// The element that has not ended yet.
    element: Vec<u8>,
    /// The number of open brackets, the array's included.
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Elements {
    pub(super) fn push(&mut self, bytes: &[u8], each: Each<'_>) {
        for byte in bytes {
            let between = self.depth < 2 && !self.in_string;
            match byte {
                _ if self.in_string => {
                    self.in_string = *byte != b'"' || self.escaped;
                    self.escaped = *byte == b'\\' && !self.escaped;
                }
                b'"' => self.in_string = true,
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            // The array's brackets, commas and white space appear between elements.
            let own = between && self.depth < 2 && matches!(byte, b'[' | b']' | b',' | b' ' | b'\t' | b'\n' | b'\r');
            if !own {
                self.element.push(*byte);
            }
            if self.depth < 2 && (own || matches!(byte, b'}' | b']') && !self.in_string) {
                self.finish(each);
            }
        }
    }

    pub(super) fn finish(&mut self, each: Each<'_>) {
        if !self.element.is_empty() {
            each(None, &self.element);
        }
        self.element.clear();
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::{Framing, events as named};

    fn events(pieces: &[&[u8]]) -> Vec<String> {
        named(pieces).iter().map(|event| event[1..].to_owned()).collect()
    }

    #[test]
    fn elements_are_the_same_wherever_the_array_is_cut() {
        let stream = "[{\n  \"a\": [1, {\"b\": \"}]\\\\\\\"é,\"}]\n}\n,\r\n{\"c\": {}},7 , \"x, [\",[ ],\n{\"d\": 1".as_bytes();
        let whole = events(&[stream]);
        assert_eq!(whole, ["{\n  \"a\": [1, {\"b\": \"}]\\\\\\\"é,\"}]\n}", "{\"c\": {}}", "7", "\"x, [\"", "[ ]", "{\"d\": 1"]);
        for cut in 0..=stream.len() {
            assert_eq!(events(&[&stream[..cut], &stream[cut..]]), whole, "cut at {cut}");
        }
        assert_eq!(events(&stream.chunks(1).collect::<Vec<_>>()), whole);
        assert_eq!(events(&[b"[]"]), [""; 0]);
    }

    #[test]
    fn an_element_is_said_as_soon_as_its_bracket_closes() {
        let (mut framing, mut count) = (Framing::default(), 0);
        framing.push(b"[{\"a\":1}", &mut |_, _| count += 1);
        assert_eq!(count, 1);
    }
}
