//! The marks that a view writes. They distinguish a copy for people from a body that can be sent.
//!
//! `[REDACTED:kind]` replaces removed text. A kind has small letters, digits and hyphens. `[CUT:length:digest]` is in the middle of a string that was too
//! long, with its length in bytes and the SHA-256 of its canonical text. Views write the marks and the audit detects them, with this one grammar.

use crate::json::find_bytes;

/// The beginning of a mark for removed text.
pub const REDACTED: &str = "[REDACTED:";
/// The beginning of a mark for shortened text.
pub const CUT: &str = "[CUT:";
/// The maximum length of a kind.
const LONGEST: usize = 40;

/// Returns the mark for removed text of a kind.
#[must_use]
pub fn redacted(kind: &str) -> String {
    [REDACTED, kind, "]"].concat()
}

/// Returns `true` if a word may name a kind.
#[must_use]
pub fn is_kind(kind: &[u8]) -> bool {
    (1..=LONGEST).contains(&kind.len()) && kind.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-')
}

/// Returns `true` if a text contains a mark, and so is not the original. A mark has no characters to escape, so the result is the same for escaped and plain
/// texts.
#[must_use]
pub fn is_redacted(text: &[u8]) -> bool {
    has(text, REDACTED, is_kind) || has(text, CUT, is_cut)
}

/// Returns `true` if a text contains a mark with this beginning whose content, up to the bracket, fits.
fn has(text: &[u8], begin: &str, fits: fn(&[u8]) -> bool) -> bool {
    let mut rest = text;
    while let Some(after) = find_bytes(rest, begin.as_bytes()).and_then(|at| rest.get(at + begin.len()..)) {
        let end = after.iter().take(100).position(|byte| *byte == b']');
        if end.and_then(|end| after.get(..end)).is_some_and(fits) {
            return true;
        }
        rest = after;
    }
    false
}

fn is_cut(inside: &[u8]) -> bool {
    let colon = inside.iter().position(|byte| *byte == b':').unwrap_or(0);
    let (length, digest) = inside.split_at_checked(colon).unwrap_or_default();
    !length.is_empty()
        && length.iter().all(u8::is_ascii_digit)
        && digest.len() == 65
        && digest.iter().skip(1).all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_mark_is_known_wherever_it_stands_and_nothing_else_is() {
        let cut = format!("head[CUT:1234:{}]tail", "0a".repeat(32));
        for text in ["[REDACTED:email]", "a [REDACTED: [REDACTED:aws-access-key] b", &redacted("x"), &cut] {
            assert!(is_redacted(text.as_bytes()), "{text}");
        }
        for text in ["[REDACTED]", "[REDACTED:]", "[REDACTED:E-Mail]", "[REDACTED:email", "[CUT:1:ff]", "[CUT::]", "", "redacted:email"] {
            assert!(!is_redacted(text.as_bytes()), "{text}");
        }
        assert!(!is_redacted(format!("[REDACTED:{}]", "a".repeat(41)).as_bytes()));
    }
}
