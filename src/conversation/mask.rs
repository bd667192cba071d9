//! Handles over which a recorder wrote something else.

use crate::json::{Value, find_bytes};

/// Words that recorders write in place of a secret.
const WORDS: [&str; 8] = ["redacted", "removed", "masked", "hidden", "omitted", "stripped", "trimmed", "truncated"];

/// Returns `true` if a handle is a mask: `REDACTED`, `***`, a text that is cut with `…`. Handles of all vendors have only letters, digits and `+/-_=`, and none
/// of them is a word.
pub(crate) fn is_mask(handle: &[u8]) -> bool {
    let has_word = |lower: &[u8]| WORDS.iter().any(|word| find_bytes(lower, word.as_bytes()).is_some());
    let is_word = handle.len() < 64 && has_word(&handle.to_ascii_lowercase());
    let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/-_=|:.".contains(byte);
    !handle.is_empty() && (is_word || !handle.iter().all(is_sign) || handle.ends_with(b"..."))
}

/// Returns `true` if a request has a masked handle in one of its messages.
pub(crate) fn masks_handles(request: Value<'_>) -> bool {
    let entries = ["messages", "input", "contents", "steps"].iter().flat_map(|list| request.list(list));
    let lists = |entry: Value<'_>| ["content", "parts", "reasoning_details"].into_iter().any(|list| entry.list(list).any(holds_mask));
    entries.into_iter().any(|entry| has_mask(entry) || lists(entry))
}

/// Returns `true` if a block has a masked handle, in itself or in the member of Converse.
fn holds_mask(block: Value<'_>) -> bool {
    let inner = block.get("reasoningContent");
    let converse = [inner, inner.and_then(|inner| inner.get("reasoningText"))];
    let redacted = inner.and_then(|inner| inner.get("redactedContent")).is_some_and(is_masked);
    redacted || has_mask(block) || converse.into_iter().flatten().any(has_mask)
}

/// Returns `true` if a block or an item has a masked handle.
pub(crate) fn has_mask(block: Value<'_>) -> bool {
    ["signature", "data", "encrypted_content", "thoughtSignature"].iter().any(|name| block.get(name).is_some_and(is_masked))
}

/// Returns `true` if a string is a mask.
pub(crate) fn is_masked(handle: Value<'_>) -> bool {
    handle.text().is_some_and(|text| is_mask(&text.wtf8()))
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_mask_is_told_from_a_handle() {
        for mask in ["REDACTED", "[REDACTED]", "***", "gAAA…5pIq", "EqQB...", "<removed>", "[trimmed for fixture]"] {
            assert!(is_mask(mask.as_bytes()), "{mask}");
        }
        for handle in ["", "EqQBCkYIBxgCKkA=", "gAAAAABo_-x", "rsn_0a1b", "5e1f0000-0000-4000-8000-000000000001"] {
            assert!(!is_mask(handle.as_bytes()), "{handle}");
        }
    }
}
