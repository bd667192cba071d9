//! How many tokens a text is, by the caller's counter or by a stated estimate.
//!
//! Vocabularies are megabytes and differ by model, so none is carried here.

/// Something that counts tokens: a real tokenizer, or any closure.
pub trait TokenCounter {
    /// How many tokens the text is.
    fn count(&self, text: &str) -> usize;
}

impl<F: Fn(&str) -> usize> TokenCounter for F {
    fn count(&self, text: &str) -> usize {
        self(text)
    }
}

/// The estimate used where no counter is given: a token for every four UTF-16 code units, rounded up.
///
/// @nhtio/adk falls back to the same estimate. For English prose it errs by a tenth; for Chinese or code by half.
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
