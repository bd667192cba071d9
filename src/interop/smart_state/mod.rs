//! @cognipeer/agent-sdk: its `ReasoningConfig`, held to its rules, filled in by its presets and put into a provider's request.
//!
//! The meaning is that of version 0.9.2, which the tests run beside this. What it does not know (kinds of thinking and
//! words of effort that newer models want) comes only when it is asked for, with the [`profile`](crate::audit::profile) of a target.
//!
//! The snapshots of its state and its reflections are live JavaScript objects and strings counted in UTF-16: they are read and
//! written in the package, by `snapshot.js` and `smart-state.js`.

mod config;
mod params;

pub use config::{Efforts, resolve, validate};
pub use params::ask;

use crate::error::Error;
use crate::json::{Changes, Kind, Value, Writer, canonical, scan};

/// An object of our own with the members of another put over it, each in its place if it is there.
fn merged(own: Vec<u8>, over: Option<Value<'_>>) -> Result<Vec<u8>, Error> {
    let Some(over) = over.filter(|over| over.kind() == Kind::Object) else { return Ok(own) };
    let document = scan(&own)?;
    let mut changes = Changes::new(&document);
    for (name, value) in over.members() {
        changes.set(document.root(), &name.lossy(), value.raw())?;
    }
    changes.apply()
}

/// An object of one member.
fn object(name: &str, json: &[u8]) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.name(name);
    out.raw(json);
    out.close(b'}');
    out.finish()
}

/// The whole part of a number that is not negative, as far as 64 bits go; of anything else there is none. By its digits: reading
/// and writing floating point would be 20 kB of wasm.
fn whole(value: Value<'_>) -> Option<u64> {
    let text = (value.kind() == Kind::Number).then(|| canonical(value))?;
    if text.first() == Some(&b'-') {
        return None;
    }
    let exponent = text.iter().position(|byte| *byte == b'e').and_then(|at| text.get(at + 1));
    match exponent {
        Some(b'-') => return Some(0),
        Some(_) => return Some(u64::MAX),
        None => {}
    }
    let digits = text.iter().take_while(|byte| **byte != b'.');
    Some(digits.fold(0, |sum: u64, digit| sum.saturating_mul(10).saturating_add(u64::from(digit.saturating_sub(b'0')))))
}

/// What JavaScript takes for true.
fn truthy(value: Value<'_>) -> bool {
    match value.kind() {
        Kind::Null | Kind::False => false,
        Kind::Number => canonical(value) != b"0",
        _ => value.text().is_none_or(|text| !text.is_empty()),
    }
}
