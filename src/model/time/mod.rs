//! Points in time, read from the text of a log, a database or a header.
//!
//! A thought's `createdAt` may be any value that Luxon parses. This parser accepts and refuses the same texts as Luxon 3.7.2, edge cases included:
//! `tests/time/run.mjs` compares both with one list. The forms are tried in this order, and the first that gives a moment counts:
//!
//! 1. ISO 8601: `2026-11-15T02:08:33.5+01:00`, `20261115`, `2026-W46-7`, `2026-319`, `+012026-11`, `09:24`
//! 2. SQL: `2026-11-15 02:08:33.5 Europe/Paris`
//! 3. RFC 2822: `Sun, 15 Nov 26 02:08 EST (a comment)`
//! 4. HTTP: `Sunday, 15-Nov-26 02:08:33 GMT`, `Sun Nov 15 02:08:33 2026`
//!
//! One difference is intended. **A text without an offset is UTC**, but Luxon uses the zone of the machine: the same text must be the same moment everywhere.
//! (Luxon does the same with `{zone: "utc"}`, and the tests compare with that.)
//!
//! The caller's [`Clock`] provides the day of `09:24` and the offset of `Europe/Paris`, which no text contains. [`NoClock`] provides neither, and such texts
//! are then an error.

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

/// Reads a text in any of the forms above, in time proportional to its length.
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
/// If a form matches but is not a moment (a month 13), the problem with it; otherwise the place where the form that matched furthest stopped.
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
