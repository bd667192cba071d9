//! Cursors of a run's stream: the messages after one, and the first gap.
//!
//! Letta counts the chunks of a run; `starting_after` asks for those with a greater `seq_id`. A ping repeats the last one.

use super::read::elements;
use super::refused;
use crate::error::{Code, Error};
use crate::json::{Document, Value};

/// The messages after a cursor.
#[derive(Debug, Default)]
pub struct After<'d> {
    /// The messages after it, in order, without pings.
    pub following: Vec<Value<'d>>,
    /// The cursor of the next reading: the greatest `seq_id` without a gap before it, or the cursor if there is none.
    pub last: Option<i64>,
    /// The messages without a `seq_id`, whose place is unknown.
    pub unnumbered: Vec<Value<'d>>,
    /// The first message that is out of order.
    pub fault: Option<SequenceFault<'d>>,
}

/// A message that is out of order.
#[derive(Clone, Copy, Debug)]
pub struct SequenceFault<'d> {
    /// The message.
    pub value: Value<'d>,
    /// `gap`, `back` or `repeat`.
    pub kind: &'static str,
    /// The expected `seq_id`.
    pub expected: i64,
    /// The received one.
    pub found: i64,
}

/// Returns the messages of one run after a cursor. Without a cursor it returns all of them.
///
/// # Errors
/// A message of another run, which is counted separately, with its pointer.
pub fn after<'d>(document: &'d Document<'d>, cursor: Option<i64>) -> Result<After<'d>, Error> {
    let mut found = After { last: cursor, ..After::default() };
    let (mut run, mut before) = ("", None);
    for message in elements(document.root()) {
        let own = message.word("run_id");
        if !own.is_empty() && !run.is_empty() && own != run {
            let pointer = [&document.place(message).pointer, "/run_id"].concat();
            return Err(refused(Code::Input, "give the messages of one run", &pointer));
        }
        run = if own.is_empty() { run } else { own };
        let Some(number) = message.get("seq_id").and_then(Value::whole) else {
            found.unnumbered.push(message);
            continue;
        };
        let is_ping = message.fits("message_type=ping");
        // Messages before the cursor are compared only with each other.
        let expected = match before {
            Some(before) => Some(next(before)),
            None => cursor.filter(|cursor| number > *cursor).map(next),
        };
        let kind = match expected {
            Some(expected) if number > expected => Some("gap"),
            Some(expected) if next(number) == expected && !is_ping => Some("repeat"),
            Some(expected) if next(number) < expected => Some("back"),
            _ => None,
        };
        if let (Some(kind), Some(expected), None) = (kind, expected, &found.fault) {
            found.fault = Some(SequenceFault { value: message, kind, expected, found: number });
        }
        if cursor.is_none_or(|cursor| number > cursor) && !is_ping {
            found.following.push(message);
        }
        if found.fault.is_none() {
            found.last = found.last.max(Some(number));
        }
        before = before.max(Some(number));
    }
    Ok(found)
}

fn next(number: i64) -> i64 {
    number.saturating_add(1)
}
