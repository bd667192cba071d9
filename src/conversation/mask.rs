//! Handles over which a recorder wrote something else.

use crate::json::{Value, find_bytes, is_base64};

/// Words that recorders write in place of a secret.
const WORDS: [&str; 8] = ["redacted", "removed", "masked", "hidden", "omitted", "stripped", "trimmed", "truncated"];

/// Marks that recorders write in place of a secret, or of a part of it.
const MARKS: [&str; 5] = ["…", "***", "[...]", "•••", "███"];

/// Returns `true` if a handle is a mask: `REDACTED`, `<secret>`, `***`, `xxx`, a text that is cut with `…`. Another character that no handle has is not enough: a blank or
/// a line break is damage.
pub(crate) fn is_mask(handle: &[u8]) -> bool {
    let has_word = |lower: &[u8]| WORDS.iter().any(|word| find_bytes(lower, word.as_bytes()).is_some());
    let is_word = handle.len() < 64 && has_word(&handle.to_ascii_lowercase());
    // No mark has a letter of base64, and nearly all handles have nothing else: they are not searched.
    let is_plain = is_base64(handle);
    let is_marked = !is_plain && (MARKS.iter().any(|mark| find_bytes(handle, mark.as_bytes()).is_some()) || handle.ends_with(b"..."));
    let is_filler = handle.len() > 2 && handle.iter().all(|byte| b"xX#._-".contains(byte));
    let is_enclosed = matches!(handle, [b'<', .., b'>'] | [b'[', .., b']']);
    is_word || is_marked || is_filler || is_enclosed
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
        for mask in [
            "REDACTED",
            "[REDACTED]",
            "***",
            "gAAA…5pIq",
            "EqQB...",
            "EqQB[...]xw==",
            "<removed>",
            "<redacted>",
            "<secret>",
            "[trimmed for fixture]",
            "xxx",
            "XXXXXXXX",
            "••••••",
            "████",
            "####",
        ] {
            assert!(is_mask(mask.as_bytes()), "{mask}");
        }
        for handle in ["EqQB CkYIBxgCKkA=", "EqQBCkYI\nBxgCKkA=\n", "\"EqQBCkYIBxgCKkA=\"", "xxxxy", "E", ""] {
            assert!(!is_mask(handle.as_bytes()), "{handle}: damaged");
        }
        for handle in ["EqQBCkYIBxgCKkA=", "gAAAAABo_-x", "rsn_0a1b", "5e1f0000-0000-4000-8000-000000000001"] {
            assert!(!is_mask(handle.as_bytes()), "{handle}");
        }
    }
}
