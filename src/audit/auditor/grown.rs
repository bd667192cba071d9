//! A text that grows at its end, kept in the pieces that it grew by.

use crate::json::is_same;

/// A text in pieces: what is there is not copied when more comes, and leaves no gap in memory.
#[derive(Default)]
pub(super) struct GrownText {
    pieces: Vec<Box<[u8]>>,
    length: usize,
}

impl GrownText {
    /// How long it is.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Adds a piece.
    pub(super) fn push(&mut self, piece: &[u8]) {
        self.length += piece.len();
        self.pieces.push(piece.into());
    }

    /// Returns `true` if a text begins with it. The last piece comes first: conversations begin alike more often than they end so.
    pub(super) fn begins(&self, text: &[u8]) -> bool {
        let mut end = self.length;
        self.pieces.iter().rev().all(|piece| {
            let start = end - piece.len();
            let same = text.get(start..end).is_some_and(|here| is_same(here, piece));
            end = start;
            same
        })
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::GrownText;

    #[test]
    fn a_text_begins_with_what_was_put_together() {
        let mut grown = GrownText::default();
        ["ab", "", "cde"].iter().for_each(|piece| grown.push(piece.as_bytes()));
        assert_eq!(grown.len(), 5);
        for (text, begins) in
            [("abcde", true), ("abcdef", true), ("abcd", false), ("abxde", false), ("xbcde", false), ("abcdx", false), ("", false)]
        {
            assert_eq!(grown.begins(text.as_bytes()), begins, "{text}");
        }
    }
}
