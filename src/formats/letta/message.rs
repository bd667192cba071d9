//! A message of Letta's, written.

use super::refused;
use crate::error::{Code, Error};
use crate::json::{Kind, Value, Writer};
use crate::model::ThinkingKind;
use crate::model::time::{Moment, NoClock, read};

/// The members around the reasoning: those of the first value, or those of the second where the first has none.
#[derive(Clone, Copy)]
pub(super) struct Envelope<'d>(pub(super) Value<'d>, pub(super) Value<'d>);

/// Returns the place of a message in a stream: that of its record, or counted from the given one.
pub(super) fn sequence(record: Option<Value<'_>>, given: Value<'_>, nth: usize) -> Option<i64> {
    let whole = |from: Value<'_>| from.get("seq_id").and_then(Value::whole);
    record.and_then(whole).or_else(|| whole(given)?.checked_add(i64::try_from(nth).ok()?))
}

/// The reasoning itself. Strings are JSON.
pub(super) struct Content<'t> {
    pub(super) kind: ThinkingKind,
    pub(super) native: bool,
    pub(super) text: Option<Vec<u8>>,
    pub(super) handle: Option<&'t [u8]>,
}

/// Checks a caller's envelope.
///
/// # Errors
/// A value that is not an object; a date that cannot be read.
pub(in crate::formats) fn check_envelope(envelope: Value<'_>) -> Result<(), Error> {
    if envelope.kind() != Kind::Object {
        return Err(refused(Code::Input, "an envelope is an object", "/envelope"));
    }
    let has_date = DATES.iter().any(|name| envelope.get(name).is_some_and(|date| !date.is_null()));
    if has_date { Envelope(envelope, envelope).date().map(|_| ()).map_err(|error| error.in_member("envelope")) } else { Ok(()) }
}

/// Returns a date as Letta writes it: to the second, in UTC.
pub(super) fn written_date(moment: Moment) -> String {
    let mut iso = moment.to_iso();
    iso.truncate(iso.len().saturating_sub(".000Z".len()));
    iso.push_str("+00:00");
    iso
}

impl<'d> Envelope<'d> {
    /// Returns a member, if it exists and is not null.
    pub(super) fn get(&self, name: &str) -> Option<Value<'d>> {
        [self.0, self.1].into_iter().find_map(|from| from.get(name).filter(|value| !value.is_null()))
    }

    /// Returns the date as Letta writes it: to the second, and in UTC if it has no offset.
    pub(super) fn date(&self) -> Result<String, Error> {
        let wrong = |reason: &'static str| refused(Code::Input, reason, "/date");
        let date_in = |from: Value<'d>| DATES.iter().find_map(|name| from.get(name).filter(|value| !value.is_null()));
        let date = date_in(self.0).or_else(|| date_in(self.1));
        let date = date.ok_or_else(|| wrong("a message needs a date, and the body has none: give one"))?;
        let moment = match date.text() {
            Some(text) => read(&text.lossy(), &NoClock).map_err(|error| refused(Code::Time, error.reason, "/date"))?,
            None => seconds(date).ok_or_else(|| wrong("a date must be a text, or a number of seconds"))?,
        };
        Ok(written_date(moment))
    }

    /// Opens a message: its id, its date and its type, and the members of the envelope.
    pub(super) fn open(&self, out: &mut Writer, [id, date, kind]: [&str; 3], otid: Option<&str>, sequence: Option<i64>) {
        out.open(b'{');
        out.member("id", id);
        out.member("date", date);
        self.text(out, "name");
        out.member("message_type", kind);
        out.member_if("otid", otid);
        self.text(out, "sender_id");
        self.text(out, "step_id");
        if self.get("is_err").and_then(Value::boolean) == Some(true) {
            out.name("is_err");
            out.flag(true);
        }
        if let Some(number) = sequence {
            out.name("seq_id");
            out.integer(number);
        }
        self.text(out, "run_id");
    }

    /// Writes a message. A member that is null or absent is left out, and so is `is_err` unless it is true.
    pub(super) fn write(&self, out: &mut Writer, [id, date]: [&str; 2], otid: Option<&str>, sequence: Option<i64>, content: &Content<'_>) {
        let hidden = content.text.is_none();
        self.open(out, [id, date, if hidden { "hidden_reasoning_message" } else { "reasoning_message" }], otid, sequence);
        match &content.text {
            Some(text) => {
                out.member("source", if content.native { "reasoner_model" } else { "non_reasoner_model" });
                out.name("reasoning");
                out.raw(text);
            }
            None => out.member("state", if content.kind == ThinkingKind::Redacted { "redacted" } else { "omitted" }),
        }
        if let Some(handle) = content.handle {
            out.name(if hidden { "hidden_reasoning" } else { "signature" });
            out.raw(handle);
        }
        out.close(b'}');
    }

    fn text(&self, out: &mut Writer, name: &str) {
        if let Some(value) = self.get(name).filter(|value| value.text().is_some()) {
            out.name(name);
            out.raw(value.raw());
        }
    }
}

/// Returns the moment of a number of seconds since 1970, the form on the wires. Some have a fraction.
fn seconds(number: Value<'_>) -> Option<Moment> {
    let mut whole = 0_u32;
    for digit in number.raw().iter().take_while(|byte| **byte != b'.') {
        whole = whole.checked_mul(10)?.checked_add(u32::from(digit.wrapping_sub(b'0'))).filter(|_| digit.is_ascii_digit())?;
    }
    Moment::from_millis(f64::from(whole) * 1000.0).ok()
}

/// The names of the date in messages, in stored messages and most responses, and in chats.
const DATES: [&str; 3] = ["date", "created_at", "created"];
