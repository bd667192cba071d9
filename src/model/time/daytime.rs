//! The time of day and its zone, which ISO 8601 and SQL share: `02:08:33,5`, `020833`, `02`, `+01:00`, `Europe/Paris`.

use super::clock::{Zone, fixed};
use super::cursor::Cursor;
use super::error::{DIGIT, TimeError, ZONE};
use super::fields::{Unit, Units};
use super::moment::truncated;

/// Midnight, which a date without a time has.
pub(super) fn midnight(units: Units) -> Units {
    let zero = Some(Unit::default());
    Units { hour: zero, minute: zero, second: zero, ..units }
}

/// Takes a time of day: hours, then perhaps minutes, seconds and a fraction of the second. Colons are optional, each one.
pub(super) fn time(cursor: &mut Cursor<'_>, units: Units) -> Result<Units, TimeError> {
    let mut units = midnight(units);
    units.hour = Some(cursor.pair()?);
    let Some(minute) = cursor.next_pair(b':')? else {
        return Ok(units);
    };
    units.minute = Some(minute);
    let Some(second) = cursor.next_pair(b':')? else {
        return Ok(units);
    };
    units.second = Some(second);
    if cursor.take(b".,").is_some() {
        let at = cursor.at();
        let digits = cursor.run(FRACTION, |byte| byte.is_ascii_digit());
        let value = milliseconds(digits).ok_or(cursor.miss(DIGIT))?;
        units.millisecond = Some(Unit { value, at });
    }
    Ok(units)
}

/// Takes an offset, if there is one: `Z`, `+01`, `+0100` or `+01:00`, to 99 hours and 99 minutes.
pub(super) fn offset(cursor: &mut Cursor<'_>) -> Result<Option<Zone<'static>>, TimeError> {
    if cursor.take(b"Zz").is_some() {
        return Ok(Some(Zone::UTC));
    }
    let Some(sign) = cursor.take(b"+-") else {
        return Ok(None);
    };
    let hours = cursor.pair()?;
    let minutes = cursor.next_pair(b':')?.unwrap_or_default();
    Ok(Some(fixed(sign == b'-', hours.value, minutes.value)))
}

/// Takes what could be the name of a zone: up to three parts, digits only after the first.
pub(super) fn zone<'t>(cursor: &mut Cursor<'t>) -> Result<Zone<'t>, TimeError> {
    let (at, rest) = (cursor.at(), cursor.rest());
    part(cursor, |byte| byte.is_ascii_alphabetic())?;
    let before = *cursor;
    if cursor.take(b":").is_some() && !cursor.rest().starts_with('/') {
        *cursor = before;
    }
    for _ in 0..2 {
        if cursor.take(b"/").is_none() {
            break;
        }
        part(cursor, |byte| byte.is_ascii_alphanumeric())?;
    }
    let name = rest.get(..cursor.at().saturating_sub(at)).unwrap_or_default();
    Ok(Zone::named(name, at))
}

fn part(cursor: &mut Cursor<'_>, accept: impl Fn(u8) -> bool) -> Result<(), TimeError> {
    let part = cursor.run(NAME_PART, |byte| accept(byte) || b"_+-".contains(&byte));
    if part.is_empty() { Err(cursor.miss(ZONE)) } else { Ok(()) }
}

/// The milliseconds in a fraction of a second, as JavaScript gets them: the nearest double, times 1000, rounded down.
/// So sixteen nines are a thousand milliseconds, which no second has.
fn milliseconds(digits: &str) -> Option<i64> {
    let numerator = digits.parse().ok()?;
    let denominator = 10_u128.checked_pow(u32::try_from(digits.len()).ok()?)?;
    truncated(nearest(numerator, denominator) * 1_000.0)
}

/// The double nearest to a fraction below 1 whose denominator is below 2^126, by long division in binary.
/// (The standard library parses decimals too, but brings a table of 10 kB.)
fn nearest(numerator: u128, denominator: u128) -> f64 {
    if numerator == 0 {
        return 0.0;
    }
    let mut rest = numerator;
    let mut exponent = 1_023_u64;
    while rest < denominator {
        rest *= 2;
        exponent -= 1;
    }
    // The leading one is not stored; 52 bits follow it.
    rest -= denominator;
    let mut bits = exponent;
    for _ in 0..52 {
        rest *= 2;
        let bit = rest >= denominator;
        rest -= if bit { denominator } else { 0 };
        bits = bits << 1 | u64::from(bit);
    }
    let odd = bits & 1 == 1;
    let up = rest * 2 > denominator || rest * 2 == denominator && odd;
    f64::from_bits(bits + u64::from(up))
}

/// The most digits that a fraction may have.
const FRACTION: usize = 30;
/// The most characters that one part of a zone's name may have.
const NAME_PART: usize = 256;

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::nearest;

    #[test]
    fn the_nearest_double_is_the_one_that_std_parses() {
        let mut seed = 1_u64;
        for round in 0..20_000_u32 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let length = round % 30 + 1;
            let denominator = 10_u128.pow(length);
            let numerator = (u128::from(seed) << 64 | u128::from(seed.rotate_left(29))) % denominator;
            let text = format!("0.{numerator:0width$}", width = usize::try_from(length).unwrap_or(0));
            assert_eq!(Ok(nearest(numerator, denominator)), text.parse(), "{text}");
        }
    }
}
