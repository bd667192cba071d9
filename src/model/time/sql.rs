//! SQL, as databases print it: `2026-11-15`, `2026-11-15 02:08:33.5 +01:00`, `02:08 Europe/Paris`.
//!
//! Against ISO 8601 the date is only this one, a space stands for the `T`, and one more may stand before the offset or the
//! zone, which has no brackets. Luxon allows that second space even if nothing follows it.

use super::Reading;
use super::clock::Zone;
use super::cursor::Cursor;
use super::daytime;
use super::error::TimeError;
use super::fields::Units;

pub(super) fn read(text: &str) -> Result<Reading<'_>, TimeError> {
    dated(Cursor::new(text)).or_else(|missed| {
        let alone = time(Cursor::new(text), Units::default());
        alone.map_err(|error| TimeError::furthest(Some(missed), error))
    })
}

fn dated(mut cursor: Cursor<'_>) -> Result<Reading<'_>, TimeError> {
    let year = cursor.number(4, 4)?;
    cursor.mark(b'-')?;
    let month = cursor.pair()?;
    cursor.mark(b'-')?;
    let day = cursor.pair()?;
    let date = Units { year: Some(year), month: Some(month), day: Some(day), ..Units::default() };
    match cursor.take(b" ") {
        Some(_) => time(cursor, date),
        None => cursor.end(daytime::midnight(date), Zone::UTC),
    }
}

fn time(mut cursor: Cursor<'_>, date: Units) -> Result<Reading<'_>, TimeError> {
    let units = daytime::time(&mut cursor, date)?;
    cursor.take(b" ");
    if cursor.rest().is_empty() {
        return cursor.end(units, Zone::UTC);
    }
    // `Z` is an offset, `Zulu` a zone.
    offset(cursor, units).or_else(|missed| {
        let zoned = zone(cursor, units);
        zoned.map_err(|error| TimeError::furthest(Some(missed), error))
    })
}

fn offset(mut cursor: Cursor<'_>, units: Units) -> Result<Reading<'_>, TimeError> {
    let zone = daytime::offset(&mut cursor)?.unwrap_or(Zone::UTC);
    cursor.end(units, zone)
}

fn zone(mut cursor: Cursor<'_>, units: Units) -> Result<Reading<'_>, TimeError> {
    let zone = daytime::zone(&mut cursor)?;
    cursor.end(units, zone)
}
