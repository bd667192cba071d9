//! From numbers to a moment: the rules of Luxon's `DateTime.fromObject`.

use super::calendar::{self, Civil, DAY, WEEK_YEARS, YEARS};
use super::clock::{Clock, Zone};
use super::error::{self, TimeError};
use super::moment::{Moment, count};
use std::ops::RangeInclusive;

/// A date and time in parts, as `DateTime.fromObject` takes it. Parts larger than the largest one given are those of the
/// present; smaller ones that are missing are the smallest there are.
///
/// A date is given by year, month and day; or year and ordinal; or week year, week number and weekday.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Fields {
    /// Of the Gregorian calendar; 0 is the year before year 1.
    pub year: Option<f64>,
    /// From 1.
    pub month: Option<f64>,
    /// Of the month, from 1.
    pub day: Option<f64>,
    /// The day of the year, from 1.
    pub ordinal: Option<f64>,
    /// The year that the week belongs to.
    pub week_year: Option<f64>,
    /// The ISO week, from 1.
    pub week_number: Option<f64>,
    /// From 1 for Monday to 7. Beside a year, month or day it chooses nothing, and must agree.
    pub weekday: Option<f64>,
    /// From 0 to 23, or 24 for the end of the day.
    pub hour: Option<f64>,
    /// From 0.
    pub minute: Option<f64>,
    /// From 0; there is no second 60.
    pub second: Option<f64>,
    /// From 0.
    pub millisecond: Option<f64>,
}

/// The moment that the fields name, in UTC.
///
/// # Errors
///
/// If a number is not finite, is out of its range, or does not go with the others; or if the clock is asked for the present
/// and does not know it.
pub fn from_fields(fields: &Fields, clock: &dyn Clock) -> Result<Moment, TimeError> {
    let unit = |field: Option<f64>| match field {
        Some(number) if !number.is_finite() => Err(TimeError::at(0, error::NUMBER)),
        _ => Ok(field.map(|number| Unit { value: count(number), at: 0 })),
    };
    let units = Units {
        year: unit(fields.year)?,
        month: unit(fields.month)?,
        day: unit(fields.day)?,
        ordinal: unit(fields.ordinal)?,
        week_year: unit(fields.week_year)?,
        week_number: unit(fields.week_number)?,
        weekday: unit(fields.weekday)?,
        hour: unit(fields.hour)?,
        minute: unit(fields.minute)?,
        second: unit(fields.second)?,
        millisecond: unit(fields.millisecond)?,
    };
    resolve(&units, Zone::UTC, clock)
}

/// A number and where in the text it starts.
#[derive(Clone, Copy, Default)]
pub(super) struct Unit {
    pub(super) value: i64,
    pub(super) at: usize,
}

impl Unit {
    fn within(self, range: RangeInclusive<i64>, reason: &'static str) -> Result<i64, TimeError> {
        if range.contains(&self.value) { Ok(self.value) } else { Err(TimeError::at(self.at, reason)) }
    }
}

/// The parts that a text or an object gives.
#[derive(Clone, Copy, Default)]
pub(super) struct Units {
    pub(super) year: Option<Unit>,
    pub(super) month: Option<Unit>,
    pub(super) day: Option<Unit>,
    pub(super) ordinal: Option<Unit>,
    pub(super) week_year: Option<Unit>,
    pub(super) week_number: Option<Unit>,
    pub(super) weekday: Option<Unit>,
    pub(super) hour: Option<Unit>,
    pub(super) minute: Option<Unit>,
    pub(super) second: Option<Unit>,
    pub(super) millisecond: Option<Unit>,
}

/// The moment that the parts name in a zone.
pub(super) fn resolve(units: &Units, zone: Zone<'_>, clock: &dyn Clock) -> Result<Moment, TimeError> {
    let gregorian = units.year.or(units.month).or(units.day).is_some();
    let calendar = Calendar::of(units, gregorian)?;
    let first = if let Calendar::Week = calendar { units.week_year } else { units.year };
    let now = if first.is_some() { Civil::default() } else { zone.now(clock)? };

    let mut fill = Fill { found: false };
    let days = calendar.days(units, &now, &mut fill)?;
    let local = days.checked_mul(DAY).zip(time(units, &now, &mut fill, days)?);
    let local = local.and_then(|(date, time)| date.checked_add(time)).and_then(Moment::new);
    let local = local.ok_or(TimeError::at(0, error::RANGE))?;

    match units.weekday.filter(not_zero) {
        Some(weekday) if gregorian && weekday.value != shown_weekday(local) => Err(TimeError::at(weekday.at, error::MISMATCH)),
        _ => zone.moment(local, clock),
    }
}

/// The three ways to name a day.
enum Calendar {
    Gregorian,
    Ordinal,
    Week,
}

impl Calendar {
    /// Which one is meant. To Luxon a week year, week or weekday of 0 is as good as none at this point.
    fn of(units: &Units, gregorian: bool) -> Result<Self, TimeError> {
        let week = units.week_year.filter(not_zero).or(units.week_number.filter(not_zero));
        match (week, units.ordinal) {
            (Some(week), ordinal) if gregorian || ordinal.is_some() => Err(TimeError::at(week.at, error::MIXED_WEEK)),
            (_, Some(ordinal)) if units.month.or(units.day).is_some() => Err(TimeError::at(ordinal.at, error::MIXED_ORDINAL)),
            (Some(_), _) => Ok(Calendar::Week),
            // Even beside an ordinal, which is then not looked at.
            _ if !gregorian && units.weekday.filter(not_zero).is_some() => Ok(Calendar::Week),
            (_, Some(_)) => Ok(Calendar::Ordinal),
            _ => Ok(Calendar::Gregorian),
        }
    }

    fn days(&self, units: &Units, now: &Civil, fill: &mut Fill) -> Result<i64, TimeError> {
        match self {
            Calendar::Gregorian => {
                let year = fill.unit(units.year, now.year, 1).within(YEARS, error::YEAR)?;
                let month = fill.unit(units.month, now.month, 1).within(1..=12, error::MONTH)?;
                let last = calendar::days_in_month(year, month);
                let day = fill.unit(units.day, now.day, 1).within(1..=last, error::DAY)?;
                Ok(calendar::days(year, month, day))
            }
            Calendar::Ordinal => {
                let year = fill.unit(units.year, now.year, 1).within(YEARS, error::YEAR)?;
                let last = calendar::days_in_year(year);
                let ordinal = fill.unit(units.ordinal, 1, 1).within(1..=last, error::ORDINAL)?;
                Ok(calendar::days(year, 1, 1) + ordinal - 1)
            }
            Calendar::Week => {
                let (now_year, now_week) = calendar::week(now.days());
                let year = fill.unit(units.week_year, now_year, 1).within(WEEK_YEARS, error::YEAR)?;
                let last = calendar::weeks_in_year(year);
                let week = fill.unit(units.week_number, now_week, 1).within(1..=last, error::WEEK)?;
                let weekday = fill.unit(units.weekday, 1, 1).within(1..=7, error::WEEKDAY)?;
                Ok(calendar::first_monday(year) + 7 * (week - 1) + weekday - 1)
            }
        }
    }
}

/// Gives missing parts their value: that of the present until one is found, the smallest after that.
struct Fill {
    found: bool,
}

impl Fill {
    fn unit(&mut self, unit: Option<Unit>, now: i64, least: i64) -> Unit {
        self.found |= unit.is_some();
        unit.unwrap_or(Unit { value: if self.found { least } else { now }, at: 0 })
    }
}

/// Milliseconds into the day.
fn time(units: &Units, now: &Civil, fill: &mut Fill, days: i64) -> Result<Option<i64>, TimeError> {
    let hour = fill.unit(units.hour, now.hour, 0);
    let minute = fill.unit(units.minute, now.minute, 0).within(0..=59, error::MINUTE)?;
    let second = fill.unit(units.second, now.second, 0).within(0..=59, error::SECOND)?;
    let millisecond = fill.unit(units.millisecond, now.millisecond, 0).within(0..=999, error::MILLISECOND)?;
    let rest = (minute * 60 + second) * 1_000 + millisecond;
    let hour = hour.within(0..=if rest == 0 { 24 } else { 23 }, error::HOUR)?;
    // In the years 0 to 99 Luxon sets the date once more after the hour 24 has moved it, so that 24 is 0 there.
    let hour = if (0..=99).contains(&calendar::date(days).0) { hour % 24 } else { hour };
    Ok(hour.checked_mul(3_600_000).and_then(|hours| hours.checked_add(rest)))
}

/// The day of the week that Luxon gives a date. It looks years below 100 up in the 1900s, and 1900 has no leap day.
fn shown_weekday(local: Moment) -> i64 {
    let date = Civil::new(local.millis());
    let leap_day = (date.year, date.month, date.day) == (0, 2, 29);
    calendar::weekday(date.days() + i64::from(leap_day))
}

fn not_zero(unit: &Unit) -> bool {
    unit.value != 0
}
