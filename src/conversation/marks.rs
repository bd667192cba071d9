//! Tags around a text whose meaning the target has no place for. A reader removes the tags that a writer adds, so a round trip is equal.

use std::borrow::Cow;

use crate::model::Written;

/// A tag: the text before and after the content.
pub(crate) struct Mark {
    open: &'static [u8],
    close: &'static [u8],
}

/// Instructions in the middle of a conversation.
pub(crate) const SYSTEM: Mark = Mark { open: b"<system_message>", close: b"</system_message>" };

/// The output of a call that failed.
pub(crate) const FAILED: Mark = Mark { open: b"<tool_error>", close: b"</tool_error>" };

/// The user text before a conversation that the model begins, for wires where the user must begin.
pub(crate) const OPENING: &[u8] = b"(The conversation begins with the model.)";

impl Mark {
    /// Returns the text with the tags around it.
    pub(crate) fn put(&self, text: &[u8]) -> Vec<u8> {
        [self.open, text, self.close].concat()
    }

    /// Returns the text without the tags, if it has them.
    pub(crate) fn take<'d>(&self, text: &Written<'d>) -> Option<Written<'d>> {
        let bare = |text: &[u8]| text.strip_prefix(self.open)?.strip_suffix(self.close).map(<[u8]>::len);
        let length = bare(text)?;
        let range = self.open.len()..self.open.len() + length;
        match text {
            Cow::Borrowed(text) => text.get(range).map(Cow::Borrowed),
            Cow::Owned(text) => text.get(range).map(|text| Cow::Owned(text.to_vec())),
        }
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn what_is_put_on_is_taken_off() {
        for text in ["", "a", "</tool_error>", "<tool_error>a</tool_error>"] {
            let marked: Written<'_> = Cow::Owned(FAILED.put(text.as_bytes()));
            assert_eq!(FAILED.take(&marked).as_deref(), Some(text.as_bytes()));
            assert_eq!(SYSTEM.take(&marked), None);
        }
        assert_eq!(FAILED.take(&Cow::Borrowed(b"<tool_error>half")), None);
    }
}
