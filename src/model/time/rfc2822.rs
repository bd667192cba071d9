//! RFC 2822, the date of an e-mail: `Sun, 15 Nov 2026 02:08:33 +0100 (a comment)`.
//!
//! - Any white space, comments included, stands for any other, and may surround the whole. A comment holds no parenthesis:
//!   Luxon takes nested ones out only from inside, once, and then fails on what is left.
//! - A year of two digits is of this century up to 60, of the last one from 61; one of three is taken as it stands.
//! - The old American zones and `GMT` are read; of the military ones only `Z`. `UT` is not: Luxon has the name but not its
//!   offset, and refuses the date.
//! - Names are in their usual case only. A day of the week must be the right one.

use super::Reading;
use super::clock::{Zone, fixed};
use super::cursor::Cursor;
use super::error::{GAP, TimeError, ZONE};
use super::fields::{Unit, Units};

pub(super) fn read(text: &str) -> Result<Reading<'_>, TimeError> {
    let mut cursor = Cursor::new(text);
    skip_gap(&mut cursor);
    let weekday = cursor.name(&DAYS).ok();
    if weekday.is_some() {
        cursor.mark(b',')?;
        gap(&mut cursor)?;
    }
    let day = cursor.number(1, 2)?;
    gap(&mut cursor)?;
    let month = cursor.name(&MONTHS)?;
    gap(&mut cursor)?;
    let year = year(&mut cursor)?;
    gap(&mut cursor)?;
    let hour = cursor.pair()?;
    cursor.mark(b':')?;
    let minute = cursor.pair()?;
    let second = match cursor.take(b":") {
        Some(_) => Some(cursor.pair()?),
        None => None,
    };
    gap(&mut cursor)?;
    let zone = zone(&mut cursor)?;
    skip_gap(&mut cursor);
    let units = Units {
        year: Some(year),
        month: Some(month),
        day: Some(day),
        weekday,
        hour: Some(hour),
        minute: Some(minute),
        second,
        ..Units::default()
    };
    cursor.end(units, zone)
}

/// The year that two digits mean.
pub(super) fn century(year: Unit) -> Unit {
    let before = if year.value > 60 { 1_900 } else { 2_000 };
    Unit { value: before + year.value, ..year }
}

fn year(cursor: &mut Cursor<'_>) -> Result<Unit, TimeError> {
    let year = cursor.number(2, 4)?;
    let digits = cursor.at().saturating_sub(year.at);
    Ok(if digits == 2 { century(year) } else { year })
}

fn zone(cursor: &mut Cursor<'_>) -> Result<Zone<'static>, TimeError> {
    if let Some((name, hours)) = ZONES.iter().find(|(name, _)| cursor.rest().starts_with(name)) {
        cursor.skip(name.len());
        return Ok(fixed(true, *hours, 0));
    }
    let sign = cursor.take(b"+-").ok_or(cursor.miss(ZONE))?;
    let (hours, minutes) = (cursor.pair()?, cursor.pair()?);
    Ok(fixed(sign == b'-', hours.value, minutes.value))
}

fn gap(cursor: &mut Cursor<'_>) -> Result<(), TimeError> {
    let before = cursor.at();
    skip_gap(cursor);
    if cursor.at() > before { Ok(()) } else { Err(cursor.miss(GAP)) }
}

fn skip_gap(cursor: &mut Cursor<'_>) {
    loop {
        let rest = cursor.rest();
        let length = match rest.chars().next() {
            Some('(') => comment(rest),
            Some(space) if is_space(space) => space.len_utf8(),
            _ => 0,
        };
        if length == 0 {
            return;
        }
        cursor.skip(length);
    }
}

/// The length of the comment that a text starts with, or 0.
fn comment(text: &str) -> usize {
    let inside = text.bytes().skip(1).position(|byte| byte == b'(' || byte == b')');
    let length = inside.map_or(0, |inside| inside.saturating_add(2));
    if text.get(..length).is_some_and(|comment| comment.ends_with(')')) { length } else { 0 }
}

/// What `\s` is in JavaScript: Unicode's white space, with the byte order mark, without U+0085.
fn is_space(character: char) -> bool {
    character == '\u{feff}' || character.is_whitespace() && character != '\u{85}'
}

pub(super) const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

pub(super) const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Zones by name, and how many hours they are behind UTC.
const ZONES: [(&str, i64); 11] =
    [("GMT", 0), ("Z", 0), ("z", 0), ("EDT", 4), ("EST", 5), ("CDT", 5), ("CST", 6), ("MDT", 6), ("MST", 7), ("PDT", 7), ("PST", 8)];
