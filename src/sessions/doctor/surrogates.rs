//! Halves of characters: escapes of a surrogate without its other half. JSON of JavaScript may hold them, and providers refuse a request with one.

use crate::json::Span;

/// The escape that replaces a lone surrogate.
pub const REPLACEMENT: &[u8] = b"\\ufffd";

/// Finds the lone surrogates of a JSON text.
pub fn lone_surrogates(text: &[u8]) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(skipped) = text.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'\\')) {
        let start = at + skipped;
        let escape = escape_at(text, start);
        at = start + if escape.is_some() { LENGTH } else { 2 };
        match escape {
            Some(HIGH_FIRST..=HIGH_LAST) if matches!(escape_at(text, at), Some(LOW_FIRST..=LOW_LAST)) => at += LENGTH,
            Some(HIGH_FIRST..=LOW_LAST) => found.push(Span { start, end: at }),
            _ => {}
        }
    }
    found
}

const HIGH_FIRST: u32 = 0xd800;
const HIGH_LAST: u32 = 0xdbff;
const LOW_FIRST: u32 = 0xdc00;
const LOW_LAST: u32 = 0xdfff;

/// The length of an escape, `\ud83d`.
const LENGTH: usize = 6;

/// Reads the escape of a code unit at a byte.
fn escape_at(text: &[u8], at: usize) -> Option<u32> {
    let digits = text.get(at..at + LENGTH)?.strip_prefix(b"\\u")?;
    u32::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn halves_are_found_and_whole_characters_are_not() {
        let found = |text: &str| lone_surrogates(text.as_bytes()).iter().map(|span| span.start).collect::<Vec<_>>();
        assert_eq!(found(r#""a\ud83d""#), [2]);
        assert_eq!(found(r#""\ud83d\ude00\ude00\uD83D\ud83d\ude00""#), [13, 19]);
        assert_eq!(found(r#""\\ud83d \u00e9 \n \\\ud83d""#), [21]);
        assert!(found(r#""\ud8""#).is_empty() && found("\\").is_empty());
    }
}
