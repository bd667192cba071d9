//! The number of tokens of a text, by the caller's counter or by an estimate.
//!
//! Vocabularies have megabytes and differ by model, so this crate contains none.

/// Something that counts tokens: a real tokenizer, or any closure.
pub trait TokenCounter {
    /// Returns the number of tokens of a text.
    fn count(&self, text: &str) -> usize;
}

impl<F: Fn(&str) -> usize> TokenCounter for F {
    fn count(&self, text: &str) -> usize {
        self(text)
    }
}

/// Estimates the tokens of a text without a counter: one for every four UTF-16 code units, rounded up.
///
/// @nhtio/adk uses the same estimate as its fallback. For English prose the error is a tenth; for Chinese or code a half.
#[must_use]
pub fn estimate_tokens(text: &str) -> usize {
    text.encode_utf16().count().div_ceil(4)
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn the_estimate_is_a_quarter_of_what_javascript_calls_length() {
        assert_eq!([0, 1, 4, 5].map(|length| estimate_tokens(&"x".repeat(length))), [0, 1, 1, 2]);
        assert_eq!(estimate_tokens("😀😀"), 1, "four code units");
    }

    #[test]
    fn a_closure_is_a_counter() {
        let words = |text: &str| text.split_whitespace().count();
        assert_eq!(TokenCounter::count(&words, "one two three"), 3);
    }
}
