//! The proleptic Gregorian calendar and the ISO week calendar, as arithmetic on days since 1970-01-01.
//!
//! The caller limits the year to those of a JavaScript date, or one beyond. No step is near the limits of an `i64`.

/// Milliseconds of a day.
pub(super) const DAY: i64 = 86_400_000;
/// Milliseconds of a minute.
pub(super) const MINUTE: i64 = 60_000;
/// The range of a JavaScript date on either side of 1970, in milliseconds.
pub(super) const REACH: i64 = 8_640_000_000_000_000;
/// The parts of a date and of a time of day, in the order of `super::fields`.
pub(super) type Parts = [i64; 11];

/// Returns the date and the time of day for a number of milliseconds since 1970.
pub(super) fn parts(millis: i64) -> Parts {
    let (days, time) = (millis.div_euclid(DAY), millis.rem_euclid(DAY));
    let (year, month, day) = date(days);
    let (week_year, week) = week(days);
    let ordinal = days - self::days(year, 1, 1) + 1;
    [year, month, day, ordinal, week_year, week, weekday(days), time / 3_600_000, time / MINUTE % 60, time / 1_000 % 60, time % 1_000]
}

/// Returns the days from 1970-01-01 to a date. Years are counted from March, so that the leap day comes last.
pub(super) fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let since_march = (month + 9) % 12;
    let before_month = (153 * since_march + 2) / 5;
    let before_year = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    before_year + before_month + day - 1 - MARCH_OF_YEAR_ZERO
}

/// Returns the date for a number of days since 1970-01-01.
pub(super) fn date(days: i64) -> (i64, i64, i64) {
    let days = days + MARCH_OF_YEAR_ZERO;
    let (era, rest) = (days.div_euclid(DAYS_OF_400_YEARS), days.rem_euclid(DAYS_OF_400_YEARS));
    let year_of_era = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365;
    let day_of_year = rest - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let since_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * since_march + 2) / 5 + 1;
    let month = (since_march + 2) % 12 + 1;
    let year = 400 * era + year_of_era + i64::from(month <= 2);
    (year, month, day)
}

/// Returns the day of the week, 1 for Monday to 7 for Sunday.
pub(super) fn weekday(days: i64) -> i64 {
    (days + 3).rem_euclid(7) + 1
}

pub(super) fn days_in_year(year: i64) -> i64 {
    days(year + 1, 1, 1) - days(year, 1, 1)
}

pub(super) fn days_in_month(year: i64, month: i64) -> i64 {
    let (next_year, next) = if month < 12 { (year, month + 1) } else { (year + 1, 1) };
    days(next_year, next, 1) - days(year, month, 1)
}

/// Returns the Monday of a year's first week, which is the week with January 4.
pub(super) fn first_monday(week_year: i64) -> i64 {
    let fourth = days(week_year, 1, 4);
    fourth - weekday(fourth) + 1
}

pub(super) fn weeks_in_year(week_year: i64) -> i64 {
    (first_monday(week_year + 1) - first_monday(week_year)) / 7
}

/// Returns the week year and the week of a day: those of its Thursday.
pub(super) fn week(day: i64) -> (i64, i64) {
    let (year, _, _) = date(day - weekday(day) + 4);
    (year, (day - first_monday(year)).div_euclid(7) + 1)
}

/// Days from 0000-03-01 to 1970-01-01.
const MARCH_OF_YEAR_ZERO: i64 = 719_468;
const DAYS_OF_400_YEARS: i64 = 146_097;
