//! A moment and its text.

use super::calendar::{REACH, parts};
use super::error::{NUMBER, RANGE, TimeError};

/// A moment in time, to the millisecond, within the range of a JavaScript `Date`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment {
    millis: i64,
}

impl Moment {
    /// Returns the moment that many milliseconds after 1970-01-01T00:00Z.
    ///
    /// Luxon keeps a fraction of a millisecond but never shows it. Like `Date`, this drops it, towards 1970.
    ///
    /// # Errors
    ///
    /// If the number is not finite, or beyond 8.64e15 either way.
    pub fn from_millis(millis: f64) -> Result<Self, TimeError> {
        if !millis.is_finite() {
            return Err(TimeError::at(0, NUMBER));
        }
        Self::new(truncated(millis).unwrap_or(i64::MAX))
    }

    /// Returns the moment for a whole number of milliseconds.
    ///
    /// # Errors
    ///
    /// If it is beyond 8.64e15 either way.
    pub fn new(millis: i64) -> Result<Self, TimeError> {
        if (-REACH..=REACH).contains(&millis) { Ok(Self { millis }) } else { Err(TimeError::at(0, RANGE)) }
    }

    /// Returns the milliseconds since 1970-01-01T00:00Z.
    #[must_use]
    pub fn millis(self) -> i64 {
        self.millis
    }

    /// Returns the moment in UTC, such as `2026-11-15T02:08:33.000Z`: the text of `Date.prototype.toISOString`.
    #[must_use]
    pub fn to_iso(self) -> String {
        let [year, month, day, _, _, _, _, hour, minute, second, millisecond] = parts(self.millis);
        let (sign, width) = match year {
            0..=9_999 => ("", 4),
            10_000.. => ("+", 6),
            _ => ("-", 6),
        };
        let mut out = sign.to_owned();
        digits(&mut out, year.abs(), width);
        let rest = [month, day, hour, minute, second, millisecond];
        for (number, mark) in rest.iter().zip("--T::.".chars()) {
            out.push(mark);
            digits(&mut out, *number, if mark == '.' { 3 } else { 2 });
        }
        out.push('Z');
        out
    }
}

/// Writes the last `width` digits of a number.
fn digits(out: &mut String, number: i64, width: u32) {
    for place in (0..width).rev() {
        let digit = u8::try_from(number / 10_i64.pow(place) % 10).unwrap_or_default();
        out.push(char::from(b'0' + digit));
    }
}

/// Returns the whole part of a number below 2^53, from its bits: Rust has no such conversion except `as`.
pub(super) fn truncated(number: f64) -> Option<i64> {
    if number.abs() < 1.0 {
        return Some(0);
    }
    let bits = number.abs().to_bits();
    let places = 1_075_u64.checked_sub(bits >> 52).and_then(|places| u32::try_from(places).ok())?;
    let significand = bits & ((1 << 52) - 1) | 1 << 52;
    let whole = i64::try_from(significand.checked_shr(places)?).ok()?;
    Some(if number.is_sign_negative() { -whole } else { whole })
}

/// Returns a number that should be whole. One that is not, or is beyond 2^53, becomes `i64::MAX`, which is in no unit's range.
pub(super) fn count(number: f64) -> i64 {
    match truncated(number) {
        Some(whole) if number.fract() == 0.0 => whole,
        _ => i64::MAX,
    }
}
