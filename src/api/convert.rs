//! The plan and the notes of a conversion, and the policy that callers give.

use serde::Serialize;

use super::records::{self, json_of};
use crate::conversation::ConversionNote;
use crate::convert::{Conversion, ForeignThoughts, Mode, PlannedThought, Policy, Window};
use crate::error::{Code, Error};
use crate::json::{Value, lossy};

/// The plan and the notes of a conversion, and whether its result is sent.
#[derive(Serialize)]
struct ConversionRecord<'p> {
    plan: Vec<records::PlannedThought<'p>>,
    notes: Vec<records::ConversionNote<'p>>,
    sent: bool,
}

/// Writes the fates of all thoughts, and everything else that a conversion changed.
#[must_use]
pub fn write_conversion(conversion: &Conversion) -> Vec<u8> {
    json_of(&ConversionRecord { plan: planned(&conversion.plan.thoughts), notes: noted(&conversion.notes), sent: conversion.is_sent })
}

pub(super) fn noted(notes: &[ConversionNote]) -> Vec<records::ConversionNote<'_>> {
    let noted = notes.iter().map(|note| records::ConversionNote {
        level: note.level.as_str(),
        pointer: note.pointer.as_deref(),
        count: note.count,
        places: &note.places,
        to: note.to.as_deref(),
        what: &note.what,
        why: &note.why,
    });
    noted.collect()
}

/// Writes the fates of thoughts.
#[must_use]
pub fn write_plan(thoughts: &[PlannedThought]) -> Vec<u8> {
    json_of(&planned(thoughts))
}

fn planned(thoughts: &[PlannedThought]) -> Vec<records::PlannedThought<'_>> {
    let planned = thoughts.iter().map(|thought| records::PlannedThought {
        pointer: &thought.pointer,
        to: thought.to.as_deref(),
        kind: thought.kind,
        fate: thought.fate,
        reason: thought.reason,
    });
    planned.collect()
}

/// Reads a policy: an object whose members were checked to be known.
///
/// # Errors
/// A word that its member does not allow, with its pointer.
pub fn read_policy(policy: Value<'_>) -> Result<Policy, Error> {
    let mut read = Policy::default();
    let word = |name: &str, words: &[&str]| -> Result<Option<usize>, Error> {
        let Some(value) = policy.get(name) else { return Ok(None) };
        let nth = value.text().and_then(|text| words.iter().position(|word| text == **word));
        let got = value.text().map_or_else(|| lossy(value.raw()), |text| text.lossy().into_owned());
        let sentence = || ["`policy.", name, "` must be ", &words.join(", "), " (got `", &got, "`)"].concat();
        let wrong = || Error::new(Code::Input, sentence()).in_value(["/policy/", name].concat());
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
