//! The plan and the notes of a conversion, and the policy that callers give.

use crate::conversation::ConversionNote;
use crate::convert::{Conversion, ForeignThoughts, Mode, PlannedThought, Policy, Window};
use crate::error::{Code, Error};
use crate::json::{Value, Writer};

/// Writes the fates of all thoughts, and everything else that a conversion changed.
#[must_use]
pub fn write_conversion(conversion: &Conversion) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.name("plan");
    out.raw(&write_plan(&conversion.plan.thoughts));
    out.name("notes");
    out.open(b'[');
    conversion.notes.iter().for_each(|note| write_note(note, &mut out));
    out.close(b']');
    out.name("sent");
    out.flag(conversion.is_sent);
    out.close(b'}');
    out.finish()
}

/// Writes the fates of thoughts.
#[must_use]
pub fn write_plan(thoughts: &[PlannedThought]) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    thoughts.iter().for_each(|thought| write_thought(thought, &mut out));
    out.close(b']');
    out.finish()
}

fn write_thought(thought: &PlannedThought, out: &mut Writer) {
    out.open(b'{');
    out.member("pointer", &thought.pointer);
    out.member_if("to", thought.to.as_deref());
    out.member("kind", thought.kind.name());
    out.member("fate", thought.fate.name());
    out.member("reason", thought.reason);
    out.close(b'}');
}

fn write_note(note: &ConversionNote, out: &mut Writer) {
    out.open(b'{');
    out.member_if("pointer", note.pointer.as_deref());
    out.member_if("to", note.to.as_deref());
    out.member("what", &note.what);
    out.member("why", &note.why);
    out.close(b'}');
}

/// Reads a policy: an object whose members were checked to be known.
///
/// # Errors
/// A word that is none of a member's, with its pointer.
pub fn read_policy(policy: Value<'_>) -> Result<Policy, Error> {
    let mut read = Policy::default();
    let word = |name: &str, words: &[&str]| -> Result<Option<usize>, Error> {
        let Some(value) = policy.get(name) else { return Ok(None) };
        let nth = value.text().and_then(|text| words.iter().position(|word| text == **word));
        let wrong = || Error::new(Code::Input, ["it is one of ", &words.join(", ")].concat()).in_value(["/policy/", name].concat());
        nth.map(Some).ok_or_else(wrong)
    };
    if let Some(nth) = word("foreign", &["drop", "envelope", "side-channel", "summary"])? {
        let all = [ForeignThoughts::Drop, ForeignThoughts::Envelope, ForeignThoughts::SideChannel, ForeignThoughts::Summary];
        read.foreign = all.get(nth).copied().unwrap_or(ForeignThoughts::Drop);
    }
    if let Some(nth) = word("window", &["round", "turn", "all"])? {
        read.window = [Window::Round, Window::Turn, Window::All].get(nth).copied().unwrap_or(Window::All);
    }
    if let Some(nth) = word("mode", &["off", "encrypted", "summary-only"])? {
        read.mode = [Mode::Off, Mode::Encrypted, Mode::SummaryOnly].get(nth).copied().unwrap_or(Mode::Encrypted);
    }
    read.placeholder = policy.get("placeholder").and_then(Value::boolean).unwrap_or(true);
    for (nth, mark) in policy.list("envelope").filter_map(Value::text).enumerate() {
        read.envelope.get_mut(nth).into_iter().for_each(|place| *place = mark.lossy().into_owned());
    }
    if let Some(name) = policy.get("sideChannel").and_then(Value::text) {
        read.side_channel = name.lossy().into_owned();
    }
    Ok(read)
}
