//! The meaning of a plain scalar: `null`, a truth value, a number or a text, like PyYAML.

use crate::json::{Writer, quote_wtf8};

/// Returns the JSON of a plain scalar.
pub(super) fn resolve(text: &[u8]) -> Vec<u8> {
    let of = |words: &[&str]| words.iter().any(|word| cased(text, word.as_bytes()));
    if text.is_empty() || text == b"~" || of(&["null"]) {
        b"null".to_vec()
    } else if of(&["true", "yes", "on"]) {
        b"true".to_vec()
    } else if of(&["false", "no", "off"]) {
        b"false".to_vec()
    } else {
        number(text).unwrap_or_else(|| quote_wtf8(text))
    }
}

/// Returns `true` if a text is a word in one of the three accepted spellings: `yes`, `Yes`, `YES`.
fn cased(text: &[u8], word: &[u8]) -> bool {
    let tail = text.get(1..).unwrap_or_default();
    text.eq_ignore_ascii_case(word) && (tail.iter().all(u8::is_ascii_lowercase) || text.iter().all(u8::is_ascii_uppercase))
}

/// Returns the JSON of a number. Its text is kept if it is already JSON, since 1.0 and 1 are not the same bytes.
fn number(text: &[u8]) -> Option<Vec<u8>> {
    let (sign, body) = match text {
        [b'-', body @ ..] => (&b"-"[..], body),
        [b'+', body @ ..] => (&b""[..], body),
        body => (&b""[..], body),
    };
    let value = match body {
        [b'0', b'b', digits @ ..] => radix(digits, 2),
        [b'0', b'x', digits @ ..] => radix(digits, 16),
        // PyYAML reads `.5` as a number and `-.5` as a text.
        [b'.', b'0'..=b'9', ..] if body.len() == text.len() => fraction(b"0", body.get(1..)?),
        [b'0'..=b'9', ..] => decimal(body),
        _ => None,
    }?;
    Some([sign, &value].concat())
}

fn decimal(body: &[u8]) -> Option<Vec<u8>> {
    let (whole, rest) = body.split_at(span(body));
    match rest {
        [] if whole.len() > 1 && whole.starts_with(b"0") => radix(whole, 8),
        [] => Some(without_marks(whole)),
        [b'.', rest @ ..] => fraction(whole, rest),
        [b':', ..] => sixties(whole, rest),
        _ => None,
    }
}

/// Reads `1.5e+3`. Without a sign it is not an exponent.
fn fraction(whole: &[u8], rest: &[u8]) -> Option<Vec<u8>> {
    let (part, exponent) = rest.split_at(span(rest));
    match exponent {
        [] => (),
        [b'e' | b'E', b'-' | b'+', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => (),
        _ => return None,
    }
    let whole = without_marks(whole);
    let zeros = whole.iter().take_while(|digit| **digit == b'0').count().min(whole.len().saturating_sub(1));
    let part = Some(without_marks(part)).filter(|part| !part.is_empty()).unwrap_or_else(|| b"0".to_vec());
    Some([whole.get(zeros..)?, b".", &part, exponent].concat())
}

/// Reads `1:30:00`, the base sixty numbers of YAML 1.1.
fn sixties(whole: &[u8], mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut total: u64 = std::str::from_utf8(&without_marks(whole)).ok()?.parse().ok()?;
    while let [b':', after @ ..] = rest {
        let (digit, after) = match after {
            [tens @ b'0'..=b'5', ones @ b'0'..=b'9', after @ ..] => ((tens - b'0') * 10 + ones - b'0', after),
            [ones @ b'0'..=b'9', after @ ..] => (ones - b'0', after),
            _ => return None,
        };
        total = total.checked_mul(60)?.checked_add(u64::from(digit))?;
        rest = after;
    }
    match rest {
        [] if !whole.starts_with(b"0") => Some(written(total)),
        [b'.', part @ ..] if span(part) == part.len() => fraction(&written(total), part),
        _ => None,
    }
}

fn radix(digits: &[u8], radix: u32) -> Option<Vec<u8>> {
    let digits = without_marks(digits);
    u64::from_str_radix(std::str::from_utf8(&digits).ok().filter(|digits| !digits.starts_with('+'))?, radix).ok().map(written)
}

fn written(number: u64) -> Vec<u8> {
    let mut out = Writer::default();
    out.long(number);
    out.finish()
}

/// Returns the number of digits, with `_` between them, at the start of a text.
fn span(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b'_')).count()
}

fn without_marks(digits: &[u8]) -> Vec<u8> {
    digits.iter().copied().filter(|digit| *digit != b'_').collect()
}
