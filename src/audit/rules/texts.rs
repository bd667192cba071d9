//! Texts that fixes write and sentences quote.

use crate::audit::{Facts, Finding};
use crate::json::{Value, decimal};

/// Writes, as a JSON string, the text that stands for lost reasoning. Each message gets another text, because a host takes a repeated
/// text for a mark of its own.
#[inline(never)]
pub(super) fn lost_reasoning_text(facts: &Facts<'_>, finding: &Finding<'_>) -> Vec<u8> {
    let nth = facts.holder(finding.place).unwrap_or_default();
    ["\"(The reasoning of message ", &decimal(nth), " was not kept.)\""].concat().into_bytes()
}

/// Joins strings of the request into one JSON string.
#[inline(never)]
pub(super) fn join_texts(texts: &[Value<'_>]) -> Vec<u8> {
    let mut whole = vec![b'"'];
    for text in texts {
        whole.extend_from_slice(text.text().map(|text| text.raw()).unwrap_or_default());
    }
    whole.push(b'"');
    whole
}

/// Appends a word to a list inside a sentence.
#[inline(never)]
pub(super) fn append_word(words: &mut String, word: &str) {
    if !words.is_empty() {
        words.push_str(", ");
    }
    words.push_str(word);
}
