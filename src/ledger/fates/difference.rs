//! Finds the first difference between the sent and the emitted text.

use crate::json::{Kind, Text, Value, lossy, scan};
use crate::ledger::{EmittedPart, Side};
use crate::request::digits;

/// The first difference.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the first different byte, in the decoded text.
    pub byte: usize,
    /// The emitted text around it.
    pub emitted: String,
    /// The sent text around it.
    pub sent: String,
}

impl Difference {
    /// Compares a part of a request with the recorded part. Returns `None` if that was not kept or is the same. If the wire allows two alphabets for bytes,
    /// `loose` treats both as equal.
    #[must_use]
    pub fn of(side: Side, now: Value<'_>, emitted: &EmittedPart, loose: bool) -> Option<Self> {
        let then = scan(&emitted.raw).ok()?;
        let plain = |text: Option<Vec<u8>>| text.map(|text| if loose { digits(&text) } else { text }).unwrap_or_default();
        let (then, now) = (plain(side.of(then.root())), plain(side.of(now)));
        let byte = then.iter().zip(&now).position(|(then, now)| then != now).unwrap_or(then.len().min(now.len()));
        (then != now).then(|| Self { byte, emitted: around(&then, byte), sent: around(&now, byte) })
    }
}

/// Returns the first byte in the body at which values differ from the emitted ones. Spacing and escapes do not count. Returns `None` if there is no difference.
#[must_use]
pub fn first_byte(then: &[Value<'_>], now: &[Value<'_>]) -> Option<usize> {
    for (then, now) in then.iter().zip(now) {
        let mut rest = then.within();
        for now in now.within() {
            let Some(then) = rest.next().filter(|then| then.kind() == now.kind()) else { return Some(now.span().start) };
            if let Some((then, text)) = then.text().zip(now.text()) {
                let (then, value) = (then.wtf8(), text.wtf8());
                if then != value {
                    let mut byte = then.iter().zip(&*value).take_while(|(then, now)| then == now).count();
                    // Never inside a character.
                    while value.get(byte).is_some_and(|byte| byte & 0xc0 == 0x80) {
                        byte -= 1;
                    }
                    // After the opening quote.
                    return Some(now.span().start + 1 + written(text.raw(), byte));
                }
            } else if !matches!(now.kind(), Kind::Array | Kind::Object) && then.raw() != now.raw() {
                return Some(now.span().start);
            }
        }
        if rest.next().is_some() {
            return Some(now.span().end);
        }
    }
    let more = now.get(then.len()).map(|more| more.span().start);
    more.or_else(|| now.last().filter(|_| now.len() < then.len()).map(|last| last.span().end))
}

/// Returns the position in the written text of a byte of its value.
fn written(raw: &[u8], byte: usize) -> usize {
    let (mut at, mut value) = (0, 0);
    while value < byte {
        let rest = raw.get(at..).unwrap_or_default();
        let length = match rest {
            // The two halves of a surrogate pair are one letter.
            [b'\\', b'u', b'd' | b'D', b'8'..=b'f', _, _, b'\\', b'u', ..] => 12,
            [b'\\', b'u', ..] => 6,
            [b'\\', ..] => 2,
            _ => 1,
        };
        value += Text::written(rest.get(..length).unwrap_or_default()).wtf8().len().max(1);
        at += if value > byte { 0 } else { length };
    }
    at
}

/// Returns a short piece of a text around a byte.
fn around(text: &[u8], byte: usize) -> String {
    let is_inner = |at: usize| text.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let (mut from, mut to) = (byte.saturating_sub(NEAR), byte.saturating_add(NEAR).min(text.len()));
    // Never inside a character.
    while is_inner(from) {
        from -= 1;
    }
    while is_inner(to) {
        to += 1;
    }
    let piece = lossy(text.get(from..to).unwrap_or_default());
    [if from > 0 { "…" } else { "" }, &piece, if to < text.len() { "…" } else { "" }].concat()
}

/// The number of bytes that are shown on either side.
const NEAR: usize = 16;

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::ledger::Ledger;
    use crate::model::{Target, Wire};

    fn emitted(response: &str, wire: Wire) -> EmittedPart {
        let mut ledger = Ledger::default();
        ledger.record(&Target::new(wire), b"{}", response.as_bytes()).unwrap();
        ledger.answer(0).unwrap().parts.remove(0)
    }

    fn between(side: Side, now: &str, emitted: &EmittedPart, loose: bool) -> Option<Difference> {
        Difference::of(side, scan(now.as_bytes()).unwrap().root(), emitted, loose)
    }

    #[test]
    fn the_first_byte_that_differs_is_told_with_both_sides() {
        let response = r#"{"content":[{"type":"thinking","thinking":"Gr\u00f6\u00dfe zuerst, dann alles andere.","signature":"EqQB"}]}"#;
        let then = emitted(response, Wire::ANTHROPIC_MESSAGES);
        let now = r#"{"thinking":"Größe zuerst, dann Alles andere.","signature":"EqQB"}"#;
        let found = between(Side::Text, now, &then, false).unwrap();
        let sides = ["…ße zuerst, dann alles andere.", "…ße zuerst, dann Alles andere."].map(str::to_owned);
        assert_eq!(found.byte, 21, "bytes of what is decoded, not of how it is escaped");
        assert_eq!([found.emitted, found.sent], sides);
        assert_eq!(between(Side::Handle, now, &then, false), None, "each side is judged apart");
        let cut = between(Side::Handle, r#"{"signature":"Eq"}"#, &then, false).unwrap();
        assert_eq!((cut.byte, cut.emitted.as_str(), cut.sent.as_str()), (2, "EqQB", "Eq"));
    }

    #[test]
    fn the_first_byte_is_counted_in_the_body_and_not_by_spacing_or_escapes() {
        let at = |then: &str, now: &str| {
            let [then, now] = [then, now].map(str::as_bytes);
            first_byte(&[scan(then).unwrap().root()], &[scan(now).unwrap().root()])
        };
        assert_eq!(at(r#"{"a":[1,"x"]}"#, r#" { "a" : [ 1 , "\u0078" ] } "#), None);
        assert_eq!(at(r#"{"a":[1,"x"]}"#, r#"{"a": [2,"x"]}"#), Some(7));
        assert_eq!(at(r#"{"a":1}"#, r#"{"a":1,"b":2}"#), Some(7), "what is more begins there");
        assert_eq!(at(r#"{"a":1,"b":2}"#, r#"{"a":1}"#), Some(7), "what is less ends there");
        // A letter of one, two, three and four bytes, in full and as an escape; then the one that differs.
        for (letter, escape) in
            [("n", "\\u006E"), ("ü", "\\u00fc"), ("€", "\\u20ac"), ("😀", "\\ud83d\\uDE00"), ("\u{7ff}", "\\u07ff"), ("/", "\\/")]
        {
            for written in [letter, escape] {
                let (then, now) = (format!("\"{letter}a\""), format!("\"{written}b\""));
                assert_eq!(at(&then, &now), Some(1 + written.len()), "{written}");
            }
        }
        assert_eq!(at(r#""\ud83d""#, r#""\ud83dx""#), Some(7), "half of a pair is three bytes");
        assert_eq!(at(r#""€""#, r#""₭""#), Some(1), "never into a letter");
    }

    #[test]
    fn bytes_in_the_other_alphabet_are_the_same_where_that_is_allowed() {
        let then = emitted(r#"{"candidates":[{"content":{"parts":[{"text":"a","thoughtSignature":"Eg+/AQ=="}]}}]}"#, Wire::GEMINI_GENERATE);
        let now = r#"{"text":"a","thoughtSignature":"Eg-_AQ"}"#;
        assert_eq!(between(Side::Handle, now, &then, true), None);
        assert_eq!(between(Side::Handle, now, &then, false).unwrap().byte, 2);
    }

    #[test]
    fn of_what_was_not_kept_nothing_is_shown() {
        let then = emitted(r#"{"content":[{"type":"thinking","thinking":"A","signature":"Eq"}]}"#, Wire::ANTHROPIC_MESSAGES);
        let digests = EmittedPart { raw: Vec::new(), ..then };
        assert_eq!(between(Side::Text, r#"{"thinking":"B","signature":"Eq"}"#, &digests, false), None);
    }
}
