//! Numbers by their text: two texts of the same value have one canonical form, and two values never have the same one.
//!
//! The form is that of RFC 8785 (ECMAScript's) if a double holds the number to its last digit. If not, as with 9007199254740993 or 1e400, RFC 8785 rounds or
//! refuses. Here the digits stay, in the same layout.

use super::string::append;
use super::writer::write_decimal;

/// Writes the canonical text of a number that the scan has accepted.
pub(super) fn write(raw: &[u8], out: &mut Vec<u8>) {
    // Most numbers are small whole numbers, which are already canonical.
    if raw.len() <= 21 && raw.iter().all(u8::is_ascii_digit) {
        return append(out, raw);
    }
    let (negative, unsigned) = match raw {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    // The significant digits, and the position of the decimal point, counted from the first digit.
    let mut digits = Vec::new();
    let mut point: i64 = 0;
    let mut whole = true;
    let mut exponent: &[u8] = b"0";
    for (at, byte) in unsigned.iter().enumerate() {
        match byte {
            b'.' => whole = false,
            b'e' | b'E' => {
                exponent = unsigned.get(at + 1..).unwrap_or_default();
                break;
            }
            b'0' if digits.is_empty() => point -= i64::from(!whole),
            digit => {
                digits.push(*digit);
                point += i64::from(whole);
            }
        }
    }
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    if digits.is_empty() {
        return out.push(b'0');
    }
    match integer(exponent).and_then(|exponent| exponent.checked_add(point)) {
        Some(point) if point > i64::MIN => {
            if negative {
                out.push(b'-');
            }
            lay_out(&digits, point, out);
        }
        // An exponent beyond 64 bits: its text is kept unchanged.
        _ => append(out, raw),
    }
}

/// Returns a whole number with or without a sign, if it has at most 64 bits.
pub(super) fn integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let mut number: u64 = 0;
    for digit in digits {
        let digit = u64::from(digit - b'0');
        if number > (u64::MAX - digit) / 10 {
            return None;
        }
        number = number * 10 + digit;
    }
    if negative { 0_i64.checked_sub_unsigned(number) } else { i64::try_from(number).ok() }
}

/// Writes decimal digits `0.digits × 10^point` like ECMAScript's Number::toString.
fn lay_out(digits: &[u8], point: i64, out: &mut Vec<u8>) {
    let count = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    let (before, zeros) = match point {
        -5..=0 => (0, -point),
        1..=21 => (point, point - count),
        _ => (1, 0),
    };
    let (before, after) = digits.split_at_checked(usize::try_from(before).unwrap_or(0)).unwrap_or((digits, &[]));
    append(out, if before.is_empty() { b"0." } else { before });
    for _ in 0..zeros {
        out.push(b'0');
    }
    if !before.is_empty() && !after.is_empty() {
        out.push(b'.');
    }
    append(out, after);
    if !(-5..=21).contains(&point) {
        let exponent = point - 1;
        append(out, if exponent < 0 { b"e-" } else { b"e+" });
        write_decimal(exponent.unsigned_abs(), out);
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn canonical(text: &str) -> String {
        let mut out = Vec::new();
        super::write(text.as_bytes(), &mut out);
        String::from_utf8(out).unwrap()
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
