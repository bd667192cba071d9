//! The error of the time parser, and all its sentences.

use std::fmt;

/// The reason why a text, a number or a set of fields is not a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeError {
    /// A sentence that does not change between releases.
    pub reason: &'static str,
    /// The byte of the text where reading stopped, or where the refused number starts. 0 without a text.
    pub offset: usize,
}

impl TimeError {
    pub(super) fn at(offset: usize, reason: &'static str) -> Self {
        Self { reason, offset }
    }

    /// Returns the error with the larger offset, because it says most. If both are equal, it is the earlier one.
    pub(super) fn furthest(known: Option<Self>, new: Self) -> Self {
        match known {
            Some(known) if known.offset >= new.offset => known,
            _ => new,
        }
    }
}

impl fmt::Display for TimeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} (at byte {})", self.reason, self.offset)
    }
}

impl std::error::Error for TimeError {}

// The text has no known form.
pub(super) const FORM: &str = "the text is in no known form of a time";
pub(super) const DIGIT: &str = "a digit is expected";
pub(super) const NAME: &str = "the name of a month or of a day of the week is expected";
pub(super) const MARK: &str = "another character is expected";
pub(super) const GAP: &str = "white space is expected";
pub(super) const ZONE: &str = "a zone or an offset is expected";
pub(super) const END: &str = "something follows the time";

// The text has a known form, but is not a moment.
pub(super) const NUMBER: &str = "the number is not finite";
pub(super) const RANGE: &str = "the moment is more than 8.64e15 milliseconds away from 1970";
pub(super) const YEAR: &str = "the year is not a whole number in the range of dates";
pub(super) const MONTH: &str = "the month is not a whole number from 1 to 12";
pub(super) const DAY: &str = "the month has no such day";
pub(super) const ORDINAL: &str = "the year has no such day";
pub(super) const WEEK: &str = "the year has no such week";
pub(super) const WEEKDAY: &str = "the day of the week is not a whole number from 1 to 7";
pub(super) const HOUR: &str = "the hour is not a whole number from 0 to 23, nor 24 with nothing after it";
pub(super) const MINUTE: &str = "the minute is not a whole number from 0 to 59";
pub(super) const SECOND: &str = "the second is not a whole number from 0 to 59";
pub(super) const MILLISECOND: &str = "the millisecond is not a whole number from 0 to 999";
pub(super) const MISMATCH: &str = "the date falls on another day of the week";
pub(super) const MIXED_WEEK: &str = "a week does not go with a year, a month, a day or an ordinal";
pub(super) const MIXED_ORDINAL: &str = "an ordinal does not go with a month or a day";

// The clock does not provide it.
pub(super) const TODAY: &str = "a time without a date needs a clock with the present time";
pub(super) const UNKNOWN_ZONE: &str = "the clock does not have this zone";
