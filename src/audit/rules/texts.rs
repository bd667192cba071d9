//! Texts for fixes and details.

use crate::audit::{Facts, Finding};
use crate::json::{Value, decimal};

/// Writes, as a JSON string, the text that replaces lost reasoning. Each message gets another text, because a host may interpret a repeated
/// text as its own placeholder.
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

/// Reads a string of the request. Another value has no text.
pub(super) fn read_text(value: Value<'_>) -> String {
    value.text().map(|text| text.lossy().into_owned()).unwrap_or_default()
}
