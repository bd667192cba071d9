//! Numbers by their text: two texts of the same value have one canonical form, and two values never share one.
//!
//! The form is that of RFC 8785 (ECMAScript's) wherever a double holds the number to its last digit. Where it does not,
//! as with 9007199254740993 or 1e400, RFC 8785 rounds or refuses; here the digits stay, laid out the same way.

use std::borrow::Cow;

/// The canonical text of a number that the scan has accepted.
pub(super) fn canonical(raw: &[u8]) -> Cow<'_, [u8]> {
    // Most numbers are small whole ones, and those are canonical as they stand.
    if raw.len() <= 21 && raw.iter().all(u8::is_ascii_digit) { Cow::Borrowed(raw) } else { Cow::Owned(normal(raw).into_bytes()) }
}

fn normal(raw: &[u8]) -> String {
    let (sign, unsigned) = match raw {
        [b'-', rest @ ..] => ("-", rest),
        rest => ("", rest),
    };
    let (mantissa, exponent) = match unsigned.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (unsigned.get(..at).unwrap_or_default(), unsigned.get(at + 1..).unwrap_or_default()),
        None => (unsigned, &b"0"[..]),
    };
    let whole = mantissa.iter().position(|byte| *byte == b'.').unwrap_or(mantissa.len());
    let all: String = mantissa.iter().filter(|byte| **byte != b'.').map(|byte| char::from(*byte)).collect();
    let significant = all.trim_start_matches('0');
    let digits = significant.trim_end_matches('0');
    if digits.is_empty() {
        return "0".to_owned();
    }
    let leading = all.len() - significant.len();
    // The place of the decimal point, counted from the first significant digit.
    let point = std::str::from_utf8(exponent).ok().and_then(|text| text.parse::<i64>().ok()).and_then(|exponent| {
        let shift = i64::try_from(whole).ok()?.checked_sub(i64::try_from(leading).ok()?)?;
        exponent.checked_add(shift)
    });
    match point {
        Some(point) => format!("{sign}{}", lay_out(digits, point)),
        // An exponent beyond 64 bits: its text is as canonical as it gets.
        None => String::from_utf8_lossy(raw).into_owned(),
    }
}

/// ECMAScript's Number::toString over decimal digits `0.digits × 10^point`.
fn lay_out(digits: &str, point: i64) -> String {
    let count = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
    match point {
        _ if count <= point && point <= 21 => format!("{digits}{}", zeros(point - count)),
        1..=21 => {
            let (before, after) = digits.split_at_checked(usize::try_from(point).unwrap_or(0)).unwrap_or((digits, ""));
            format!("{before}.{after}")
        }
        -5..=0 => format!("0.{}{digits}", zeros(-point)),
        _ => {
            let exponent = point - 1;
            let sign = if exponent < 0 { '-' } else { '+' };
            let (first, rest) = digits.split_at_checked(1).unwrap_or((digits, ""));
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{first}{dot}{rest}e{sign}{}", exponent.unsigned_abs())
        }
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn canonical(text: &str) -> String {
        String::from_utf8(super::canonical(text.as_bytes()).into_owned()).unwrap()
    }

    #[test]
    fn equal_values_have_one_text_and_it_is_javascripts() {
        for (texts, canon) in [
            (&["0", "-0", "0.0", "-0e5", "0E400"][..], "0"),
            (&["1", "1.0", "1e0", "10e-1", "0.1E+1", "100e-2"], "1"),
            (&["-1.5", "-15e-1", "-0.0150e2"], "-1.5"),
            (&["1e2", "100", "1E+2", "100.000"], "100"),
            (&["123456789012345680000", "12345678901234568e4"], "123456789012345680000"),
            (&["999999999999999999999"], "999999999999999999999"),
            (&["1000000000000000000000", "1e21"], "1e+21"),
            (&["1e21", "1000000000000000000000"], "1e+21"),
            (&["1e-6", "0.000001"], "0.000001"),
            (&["1e-7", "0.0000001"], "1e-7"),
            (&["1.5e-7"], "1.5e-7"),
            (&["4.35", "435e-2"], "4.35"),
        ] {
            for text in texts {
                assert_eq!(canonical(text), canon, "{text}");
            }
        }
    }

    #[test]
    fn numbers_that_a_double_cannot_hold_keep_their_digits() {
        assert_eq!(canonical("9007199254740993"), "9007199254740993");
        assert_eq!(canonical("1e400"), "1e+400");
        assert_eq!(canonical("123456789012345678901234567890"), "1.2345678901234567890123456789e+29");
        assert_eq!(canonical("1e99999999999999999999"), "1e99999999999999999999");
    }
}
