//! ISO 8601, as far as Luxon goes: `2026-11-15T02:08:33.5+01:00[Europe/Paris]` and everything shorter.
//!
//! - A date is a year, month and day, an ordinal or a week; hyphens are optional, each one. Month and day may be missing.
//! - A year has four digits, or a sign and six.
//! - `T` and `Z` may be small, the `W` of a week may not.
//! - A zone in brackets wins over the offset before it.
//! - A time may stand alone, but without its `T`, and only if it does not look like a date: `0924` is a year, and `1234-05`
//!   a month.

use super::Reading;
use super::clock::Zone;
use super::cursor::Cursor;
use super::daytime;
use super::error::{FORM, TimeError};
use super::fields::{Unit, Units};

pub(super) fn read(text: &str) -> Result<Reading<'_>, TimeError> {
    let mut missed = None;
    for form in [gregorian, week, ordinal, time_alone] {
        match form(Cursor::new(text)) {
            Err(error) => missed = Some(TimeError::furthest(missed, error)),
            reading => return reading,
        }
    }
    Err(missed.unwrap_or(TimeError::at(0, FORM)))
}

fn gregorian(mut cursor: Cursor<'_>) -> Result<Reading<'_>, TimeError> {
    let year = year(&mut cursor)?;
    let month = cursor.next_pair(b'-')?;
    let day = if month.is_some() { cursor.next_pair(b'-')? } else { None };
    time_after(cursor, Units { year: Some(year), month, day, ..Units::default() })
}

fn year(cursor: &mut Cursor<'_>) -> Result<Unit, TimeError> {
    let at = cursor.at();
    match cursor.take(b"+-") {
        None => cursor.number(4, 4),
        Some(sign) => {
            let Unit { value, .. } = cursor.number(6, 6)?;
            Ok(Unit { value: if sign == b'-' { -value } else { value }, at })
        }
    }
}

fn week(mut cursor: Cursor<'_>) -> Result<Reading<'_>, TimeError> {
    let year = cursor.number(4, 4)?;
    cursor.take(b"-");
    cursor.mark(b'W')?;
    let number = cursor.pair()?;
    let weekday = match cursor.take(b"-") {
        Some(_) => Some(cursor.number(1, 1)?),
        None => cursor.number(1, 1).ok(),
    };
    time_after(cursor, Units { week_year: Some(year), week_number: Some(number), weekday, ..Units::default() })
}

fn ordinal(mut cursor: Cursor<'_>) -> Result<Reading<'_>, TimeError> {
    let year = cursor.number(4, 4)?;
    cursor.take(b"-");
    let ordinal = cursor.number(3, 3)?;
    time_after(cursor, Units { year: Some(year), ordinal: Some(ordinal), ..Units::default() })
}

fn time_alone(mut cursor: Cursor<'_>) -> Result<Reading<'_>, TimeError> {
    let units = daytime::time(&mut cursor, Units::default())?;
    zone_after(cursor, units)
}

fn time_after(mut cursor: Cursor<'_>, date: Units) -> Result<Reading<'_>, TimeError> {
    if cursor.take(b"Tt").is_none() {
        return cursor.end(daytime::midnight(date), Zone::UTC);
    }
    let units = daytime::time(&mut cursor, date)?;
    zone_after(cursor, units)
}

fn zone_after(mut cursor: Cursor<'_>, units: Units) -> Result<Reading<'_>, TimeError> {
    let mut zone = daytime::offset(&mut cursor)?.unwrap_or(Zone::UTC);
    if cursor.take(b"[").is_some() {
        zone = daytime::zone(&mut cursor)?;
        cursor.mark(b']')?;
    }
    cursor.end(units, zone)
}
