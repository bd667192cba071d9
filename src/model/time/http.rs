//! The older dates of an HTTP header: `Sunday, 15-Nov-26 02:08:33 GMT` (RFC 850) and `Sun Nov 15 02:08:33 2026` (asctime).
//!
//! The third and usual one, `Sun, 15 Nov 2026 02:08:33 GMT`, is a case of RFC 2822 and was tried before this.
//! Here a space is one space, and an asctime day below 10 has one in place of its first digit.

use super::Reading;
use super::clock::Zone;
use super::cursor::Cursor;
use super::error::TimeError;
use super::fields::Units;
use super::rfc2822::{DAYS, MONTHS, century};

pub(super) fn read(text: &str) -> Result<Reading<'_>, TimeError> {
    rfc850(Cursor::new(text)).or_else(|missed| {
        let asctime = asctime(Cursor::new(text));
        asctime.map_err(|error| TimeError::furthest(Some(missed), error))
    })
}

fn rfc850(mut cursor: Cursor<'_>) -> Result<Reading<'_>, TimeError> {
    let weekday = cursor.name(&LONG_DAYS)?;
    words(&mut cursor, ", ")?;
    let day = cursor.pair()?;
    cursor.mark(b'-')?;
    let month = cursor.name(&MONTHS)?;
    cursor.mark(b'-')?;
    let year = century(cursor.pair()?);
    cursor.mark(b' ')?;
    let units = time(&mut cursor)?;
    words(&mut cursor, " GMT")?;
    finish(cursor, Units { weekday: Some(weekday), day: Some(day), month: Some(month), year: Some(year), ..units })
}

fn asctime(mut cursor: Cursor<'_>) -> Result<Reading<'_>, TimeError> {
    let weekday = cursor.name(&DAYS)?;
    cursor.mark(b' ')?;
    let month = cursor.name(&MONTHS)?;
    cursor.mark(b' ')?;
    let day = match cursor.take(b" ") {
        Some(_) => cursor.number(1, 1)?,
        None => cursor.pair()?,
    };
    cursor.mark(b' ')?;
    let units = time(&mut cursor)?;
    cursor.mark(b' ')?;
    let year = cursor.number(4, 4)?;
    finish(cursor, Units { weekday: Some(weekday), day: Some(day), month: Some(month), year: Some(year), ..units })
}

fn time(cursor: &mut Cursor<'_>) -> Result<Units, TimeError> {
    let hour = cursor.pair()?;
    cursor.mark(b':')?;
    let minute = cursor.pair()?;
    cursor.mark(b':')?;
    let second = cursor.pair()?;
    Ok(Units { hour: Some(hour), minute: Some(minute), second: Some(second), ..Units::default() })
}

fn words(cursor: &mut Cursor<'_>, expected: &str) -> Result<(), TimeError> {
    expected.bytes().try_for_each(|byte| cursor.mark(byte))
}

fn finish(cursor: Cursor<'_>, units: Units) -> Result<Reading<'_>, TimeError> {
    cursor.end(units, Zone::UTC)
}

const LONG_DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
