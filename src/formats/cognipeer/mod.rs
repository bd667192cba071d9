//! [@cognipeer/agent-sdk](https://github.com/Cognipeer/agent-sdk), a TypeScript SDK for agents with plans, approvals and traces. Its `ReasoningConfig` sets
//! how much a model reasons, and its `SmartState` keeps reasoning between the runs of an agent.
//!
//! This module checks a `ReasoningConfig`, applies its presets and writes it into a provider's request ([`validate`], [`resolve`], [`ask`]). The snapshots of
//! its state and its reflections are live JavaScript objects and strings counted in UTF-16, so the package reads and writes them (`snapshot.js`,
//! `smart-state.js`). The module `transcripts` reads its traces.
//!
//! An intended difference: the meaning is that of version 0.9.2, which the tests compare with. Thinking types and effort words that only newer models support
//! need the [`profile`](crate::knowledge::profile) of a target, and only if the caller asks for it.

mod config;
pub(super) mod conversation;
mod params;

pub use config::{Efforts, resolve, validate};
pub use params::ask;

use crate::error::Error;
use crate::json::{Changes, Kind, Value, canonical, scan};

/// Sets the members of another object in an object.
fn overlay(object: Value<'_>, over: Option<Value<'_>>, changes: &mut Changes<'_>) -> Result<(), Error> {
    let Some(over) = over else { return Ok(()) };
    for (name, value) in over.members() {
        changes.set(object, &name.lossy(), value.raw())?;
    }
    Ok(())
}

/// Returns the text of an object with the members of another set in it.
fn merged(object: &[u8], over: Option<Value<'_>>) -> Result<Vec<u8>, Error> {
    let document = scan(object)?;
    let mut changes = Changes::new(&document);
    overlay(document.root(), over, &mut changes)?;
    changes.apply()
}

/// Returns the whole part of a number that is not negative, up to the largest `usize`. `None` for anything else. It reads the digits, because floating point
/// would be 20 kB of wasm.
fn whole(value: Value<'_>) -> Option<usize> {
    let text = (value.kind() == Kind::Number).then(|| canonical(value))?;
    let mut sum = 0_usize;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'-' if at == 0 => return None,
            b'.' if !text.contains(&b'e') => break,
            // A number with an exponent is nearly zero, or larger than every `usize`.
            b'e' => return Some(if text.get(at + 1) == Some(&b'-') { 0 } else { usize::MAX }),
            digit => sum = sum.saturating_mul(10).saturating_add(usize::from(digit.saturating_sub(b'0'))),
        }
    }
    Some(sum)
}

/// Returns `true` if the value is truthy in JavaScript.
fn is_truthy(value: Value<'_>) -> bool {
    match value.kind() {
        Kind::Null | Kind::False => false,
        Kind::Number => canonical(value) != b"0",
        _ => value.text().is_none_or(|text| !text.is_empty()),
    }
}
