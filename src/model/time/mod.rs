//! Points in time, read from whatever a log, a database or a header calls one.
//!
//! A thought's `createdAt` may be any value that Luxon parses, so this parser takes what Luxon 3.7.2 takes and refuses what
//! it refuses, odd corners included: `tests/time/run.mjs` holds both to one list. The forms are tried in this order, and
//! the first that names a moment wins:
//!
//! 1. ISO 8601: `2026-11-15T02:08:33.5+01:00`, `20261115`, `2026-W46-7`, `2026-319`, `+012026-11`, `09:24`
//! 2. SQL: `2026-11-15 02:08:33.5 Europe/Paris`
//! 3. RFC 2822: `Sun, 15 Nov 26 02:08 EST (a comment)`
//! 4. HTTP: `Sunday, 15-Nov-26 02:08:33 GMT`, `Sun Nov 15 02:08:33 2026`
//!
//! One thing differs on purpose. **A text without an offset is UTC**, where Luxon takes the zone of the machine: the same
//! text must be the same moment everywhere. (It is what Luxon does when told `{zone: "utc"}`, and so it is compared.)
//!
//! The caller's [`Clock`] knows the day of `09:24` and the offset of `Europe/Paris`, which no text has in it.
//! [`NoClock`] knows neither, and such texts are then an error.

mod calendar;
mod clock;
mod error;
mod fields;
mod forms;
mod fraction;
mod moment;
mod parser;

pub use clock::{Clock, NoClock};
pub use error::TimeError;
pub use fields::{Fields, from_fields};
pub use moment::Moment;

/// Reads a text in any of the forms above. Takes time in proportion to its length.
///
/// ```
/// use rethought::model::time::{NoClock, read};
///
/// let moment = read("Sun, 15 Nov 2026 02:08:33 +0000", &NoClock)?;
/// assert_eq!(moment.to_iso(), "2026-11-15T02:08:33.000Z");
/// assert_eq!(read("2026-11-31", &NoClock).unwrap_err().offset, 8);
/// # Ok::<(), rethought::model::time::TimeError>(())
/// ```
///
/// # Errors
///
/// If a form fits but names no moment (a month 13), what is wrong with it; else where the form that got furthest stopped.
pub fn read(text: &str, clock: &dyn Clock) -> Result<Moment, TimeError> {
    let mut refused = None;
    let mut missed = None;
    for form in forms::FORMS {
        match parser::parse(text, form) {
            Ok(parsed) => match fields::resolve(&parsed.units, parsed.zone, clock) {
                Ok(moment) => return Ok(moment),
                Err(error) => refused = refused.or(Some(error)),
            },
            Err(error) => missed = Some(TimeError::furthest(missed, error)),
        }
    }
    Err(refused.or(missed).unwrap_or(TimeError::at(0, error::FORM)))
}
