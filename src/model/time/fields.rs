//! From numbers to a moment: the rules of Luxon's `DateTime.fromObject`.

use super::calendar::{self, Parts};
use super::clock::{Clock, Zone};
use super::error::{self, TimeError};
use super::moment::{Moment, count};

/// A date and time in parts, as `DateTime.fromObject` accepts it. Parts that are larger than the largest given one are those of the present. Smaller parts
/// that are missing have their smallest value.
///
/// A date has year, month and day; or year and ordinal; or week year, week number and weekday.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Fields {
    /// The year of the Gregorian calendar. 0 is the year before year 1.
    pub year: Option<f64>,
    /// From 1.
    pub month: Option<f64>,
    /// The day of the month, from 1.
    pub day: Option<f64>,
    /// The day of the year, from 1.
    pub ordinal: Option<f64>,
    /// The year of the week.
    pub week_year: Option<f64>,
    /// The ISO week, from 1.
    pub week_number: Option<f64>,
    /// From 1 for Monday to 7. With a year, month or day it selects nothing, but must agree.
    pub weekday: Option<f64>,
    /// From 0 to 23, or 24 for the end of the day.
    pub hour: Option<f64>,
    /// From 0.
    pub minute: Option<f64>,
    /// From 0. There is no second 60.
    pub second: Option<f64>,
    /// From 0.
    pub millisecond: Option<f64>,
}

impl Fields {
    /// Luxon's names of the parts, in the order above.
    pub const NAMES: [&'static str; 11] =
        ["year", "month", "day", "ordinal", "weekYear", "weekNumber", "weekday", "hour", "minute", "second", "millisecond"];

    /// Returns the part of that name, if there is one.
    pub fn named(&mut self, name: &str) -> Option<&mut Option<f64>> {
        let nth = Self::NAMES.iter().position(|known| *known == name)?;
        let parts = [
            &mut self.year,
            &mut self.month,
            &mut self.day,
            &mut self.ordinal,
            &mut self.week_year,
            &mut self.week_number,
            &mut self.weekday,
            &mut self.hour,
            &mut self.minute,
            &mut self.second,
            &mut self.millisecond,
        ];
        parts.into_iter().nth(nth)
    }
}

/// Returns the moment of the fields, in UTC.
///
/// # Errors
///
/// If a number is not finite, is out of its range, or contradicts the others; or if the present is needed and the clock does not provide it.
pub fn from_fields(fields: &Fields, clock: &dyn Clock) -> Result<Moment, TimeError> {
    let mut units = Units::default();
    let mut fields = *fields;
    for (part, name) in Fields::NAMES.iter().enumerate() {
        let Some(&mut Some(number)) = fields.named(name) else { continue };
        if !number.is_finite() {
            return Err(TimeError::at(0, error::NUMBER));
        }
        units.set(part, Unit { value: count(number), at: 0 });
    }
    resolve(&units, Zone::UTC, clock)
}

// The parts of a date, in the order of units, ranges and calendars.
pub(super) const YEAR: usize = 0;
pub(super) const MONTH: usize = 1;
pub(super) const DAY: usize = 2;
pub(super) const ORDINAL: usize = 3;
pub(super) const WEEK_YEAR: usize = 4;
pub(super) const WEEK_NUMBER: usize = 5;
pub(super) const WEEKDAY: usize = 6;
pub(super) const HOUR: usize = 7;
pub(super) const MINUTE: usize = 8;
pub(super) const SECOND: usize = 9;
pub(super) const MILLISECOND: usize = 10;

/// A number and its place in the text.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    pub(super) value: i64,
    pub(super) at: usize,
}

/// The parts in a text or an object.
#[derive(Default)]
pub(super) struct Units([Option<Unit>; 11]);

impl Units {
    pub(super) fn set(&mut self, part: usize, unit: Unit) {
        if let Some(place) = self.0.get_mut(part) {
            *place = Some(unit);
        }
    }

    /// Returns the first of several parts that is present.
    fn first(&self, parts: &[usize]) -> Option<Unit> {
        parts.iter().find_map(|part| *self.0.get(*part)?)
    }

    /// Returns the first of several parts that is present and not 0. Luxon ignores a week year, week or weekday of 0.
    fn first_but_zero(&self, parts: &[usize]) -> Option<Unit> {
        parts.iter().find_map(|part| self.first(&[*part]).filter(|unit| unit.value != 0))
    }
}

/// Returns the moment of the parts in a zone.
pub(super) fn resolve(units: &Units, zone: Zone<'_>, clock: &dyn Clock) -> Result<Moment, TimeError> {
    let gregorian = units.first(&[YEAR, MONTH, DAY]).is_some();
    let calendar = Calendar::of(units, gregorian)?;
    let largest = if let Calendar::Week = calendar { WEEK_YEAR } else { YEAR };
    let now = if units.first(&[largest]).is_some() { Parts::default() } else { zone.now(clock)? };

    let mut fill = Fill { units, now, found: false };
    let days = calendar.days(&mut fill)?;
    let local = Moment::new(days * calendar::DAY + time(&mut fill, days)?)?;

    match units.first_but_zero(&[WEEKDAY]) {
        Some(weekday) if gregorian && weekday.value != shown_weekday(local) => Err(TimeError::at(weekday.at, error::MISMATCH)),
        _ => zone.moment(local, clock),
    }
}

/// The three ways to specify a day.
enum Calendar {
    Gregorian,
    Ordinal,
    Week,
}

impl Calendar {
    /// Returns the calendar of the units.
    fn of(units: &Units, gregorian: bool) -> Result<Self, TimeError> {
        match (units.first_but_zero(&[WEEK_YEAR, WEEK_NUMBER]), units.first(&[ORDINAL])) {
            (Some(week), ordinal) if gregorian || ordinal.is_some() => Err(TimeError::at(week.at, error::MIXED_WEEK)),
            (_, Some(ordinal)) if units.first(&[MONTH, DAY]).is_some() => Err(TimeError::at(ordinal.at, error::MIXED_ORDINAL)),
            (Some(_), _) => Ok(Calendar::Week),
            // This applies even with an ordinal, which is then ignored.
            _ if !gregorian && units.first_but_zero(&[WEEKDAY]).is_some() => Ok(Calendar::Week),
            (_, Some(_)) => Ok(Calendar::Ordinal),
            _ => Ok(Calendar::Gregorian),
        }
    }

    fn days(&self, fill: &mut Fill<'_>) -> Result<i64, TimeError> {
        match self {
            Calendar::Gregorian => {
                let year = fill.part(YEAR, LAST_YEAR)?;
                let month = fill.part(MONTH, 12)?;
                let day = fill.part(DAY, calendar::days_in_month(year, month))?;
                Ok(calendar::days(year, month, day))
            }
            Calendar::Ordinal => {
                let year = fill.part(YEAR, LAST_YEAR)?;
                let ordinal = fill.part(ORDINAL, calendar::days_in_year(year))?;
                Ok(calendar::days(year, 1, 1) + ordinal - 1)
            }
            Calendar::Week => {
                let year = fill.part(WEEK_YEAR, LAST_YEAR - 1)?;
                let week = fill.part(WEEK_NUMBER, calendar::weeks_in_year(year))?;
                let weekday = fill.part(WEEKDAY, 7)?;
                Ok(calendar::first_monday(year) + 7 * (week - 1) + weekday - 1)
            }
        }
    }
}

/// Fills missing parts: from the present until one is found, with the smallest value after that.
struct Fill<'u> {
    units: &'u Units,
    now: Parts,
    found: bool,
}

impl Fill<'_> {
    fn part(&mut self, part: usize, most: i64) -> Result<i64, TimeError> {
        let unit = self.unit(part);
        within(unit, part, most)
    }

    fn unit(&mut self, part: usize) -> Unit {
        let given = self.units.first(&[part]);
        self.found |= given.is_some();
        let missing = if self.found { RANGES.get(part).map(|range| range.0) } else { self.now.get(part).copied() };
        given.unwrap_or(Unit { value: missing.unwrap_or_default(), at: 0 })
    }
}

fn within(unit: Unit, part: usize, most: i64) -> Result<i64, TimeError> {
    match RANGES.get(part) {
        Some(&(least, reason)) if !(least..=most).contains(&unit.value) => Err(TimeError::at(unit.at, reason)),
        _ => Ok(unit.value),
    }
}

/// Returns the milliseconds since the day began.
fn time(fill: &mut Fill<'_>, days: i64) -> Result<i64, TimeError> {
    let hour = fill.unit(HOUR);
    let minute = fill.part(MINUTE, 59)?;
    let second = fill.part(SECOND, 59)?;
    let millisecond = fill.part(MILLISECOND, 999)?;
    let rest = (minute * 60 + second) * 1_000 + millisecond;
    let hour = within(hour, HOUR, if rest == 0 { 24 } else { 23 })?;
    // In the years 0 to 99 Luxon sets the date again after the hour 24 has moved it, so 24 is 0 there.
    let hour = if (0..=99).contains(&calendar::date(days).0) { hour % 24 } else { hour };
    Ok(hour * 3_600_000 + rest)
}

/// Returns the day of the week that Luxon computes for a date. It uses the 1900s for years below 100, and 1900 has no leap day.
fn shown_weekday(local: Moment) -> i64 {
    let days = local.millis().div_euclid(calendar::DAY);
    let leap_day = calendar::date(days) == (0, 2, 29);
    calendar::weekday(days + i64::from(leap_day))
}

/// The last year of a JavaScript date, which is not complete. Luxon counts the weeks of a year by its January and the next one. A week year therefore ends one
/// year earlier, and begins one later.
const LAST_YEAR: i64 = 275_760;

/// The minimum of each part, and the message if it is out of range.
const RANGES: [(i64, &str); 11] = [
    (-271_821, error::YEAR),
    (1, error::MONTH),
    (1, error::DAY),
    (1, error::ORDINAL),
    (-271_820, error::YEAR),
    (1, error::WEEK),
    (1, error::WEEKDAY),
    (0, error::HOUR),
    (0, error::MINUTE),
    (0, error::SECOND),
    (0, error::MILLISECOND),
];
