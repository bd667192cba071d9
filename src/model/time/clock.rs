//! The clock of the caller: the present and the offsets of named zones. No text contains them.

use super::calendar::{MINUTE, Parts, parts};
use super::error::{TODAY, TimeError, UNKNOWN_ZONE};
use super::moment::Moment;

/// Provides the present and the offsets of named zones. No text contains them.
pub trait Clock {
    /// Returns the present. A text with a time but no date means this day, in the text's zone.
    fn now(&self) -> Option<Moment>;

    /// Returns the milliseconds that the clocks of a zone, such as `America/New_York`, are ahead of UTC at a moment. The name is copied from the text, in
    /// upper or lower case. Returns `None` if there is no zone of that name.
    fn offset(&self, zone: &str, at: Moment) -> Option<i64>;
}

/// Provides nothing: a time without a date and a named zone other than UTC are errors.
#[derive(Clone, Copy, Debug)]
pub struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Option<Moment> {
        None
    }

    fn offset(&self, _: &str, _: Moment) -> Option<i64> {
        None
    }
}

/// The zone of a text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Zone<'t> {
    /// Milliseconds ahead of UTC, at any moment.
    Fixed(i64),
    /// A name and its place in the text.
    Named(&'t str, usize),
}

impl<'t> Zone<'t> {
    pub(super) const UTC: Self = Zone::Fixed(0);

    /// Makes a zone from a name. The usual names of UTC need no clock.
    pub(super) fn named(name: &'t str, at: usize) -> Self {
        let is_utc = ["UTC", "GMT", "Etc/UTC", "Etc/GMT"].iter().any(|utc| utc.eq_ignore_ascii_case(name));
        if is_utc { Self::UTC } else { Zone::Named(name, at) }
    }

    /// Returns the present as the zone's clocks show it.
    pub(super) fn now(self, clock: &dyn Clock) -> Result<Parts, TimeError> {
        let now = clock.now().ok_or(TimeError::at(0, TODAY))?;
        let local = Moment::new(now.millis().saturating_add(self.offset(now, clock)?))?;
        Ok(parts(local.millis()))
    }

    /// Returns the moment when the zone's clocks show a time, given as if it were UTC.
    ///
    /// When clocks are set back, a time occurs twice. Luxon uses the one with the offset of the present, if either has it. When they are set forward, some
    /// times do not exist. They are read with the earlier offset, which gives a moment after the gap.
    pub(super) fn moment(self, local: Moment, clock: &dyn Clock) -> Result<Moment, TimeError> {
        let with = |offset: i64| Moment::new(local.millis().saturating_sub(offset));
        let guess = self.offset(clock.now().unwrap_or(local), clock)?;
        let first = self.offset(with(guess)?, clock)?;
        if first == guess {
            return with(guess);
        }
        let second = self.offset(with(first)?, clock)?;
        with(first.min(second))
    }

    fn offset(self, at: Moment, clock: &dyn Clock) -> Result<i64, TimeError> {
        match self {
            Zone::Fixed(offset) => Ok(offset),
            Zone::Named(name, place) => clock.offset(name, at).ok_or(TimeError::at(place, UNKNOWN_ZONE)),
        }
    }
}

/// Returns the offset of `+05:30`. Its sign is that of the hours, `-00:30` included.
pub(super) fn fixed(sign: u8, hours: i64, minutes: i64) -> Zone<'static> {
    let ahead = (hours * 60 + minutes) * MINUTE;
    Zone::Fixed(if sign == b'-' { -ahead } else { ahead })
}
