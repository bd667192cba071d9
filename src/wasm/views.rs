//! Views for JavaScript: the history to keep, the redacted log, and the chain of a log.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::api::{write_head, write_redaction, write_verdict};
use crate::error::Error;
use crate::json::scan;
use crate::views::chain::{self, ChainHead};
use crate::views::{self, Policy, Redacted, kinds};

/// Messages without the ephemeral ones; for sending, all of them without their flags.
#[wasm_bindgen]
pub fn persistent(body: &[u8], sending: bool) -> Result<Vec<u8>, JsValue> {
    if sending { views::sendable(body) } else { views::persistent(body) }.map_err(throw)
}

/// Returns a redacted copy, and the hits that were taken out as JSON; for a log with the pointers of ephemeral messages. The policy is a JSON object.
#[wasm_bindgen]
pub fn redact(body: &[u8], policy: &[u8], log: bool) -> Result<Array, JsValue> {
    let (redacted, ephemeral) = copy(body, policy, log).map_err(throw)?;
    Ok(pair(&redacted.text, &write_redaction(&redacted, ephemeral.as_deref())))
}

fn copy(body: &[u8], policy: &[u8], log: bool) -> Result<(Redacted, Option<Vec<String>>), Error> {
    let policy = Policy::read(scan(policy)?.root())?;
    if log { views::log(body, &policy).map(|log| (log.redacted, Some(log.ephemeral))) } else { Ok((views::redact(body, &policy)?, None)) }
}

/// The kinds of the detectors, a line each.
#[wasm_bindgen]
#[must_use]
pub fn detectors() -> String {
    kinds().join("\n")
}

/// A record's line and the new head, as JSON. The head before it is JSON too, or nothing.
#[wasm_bindgen(js_name = appendRecord)]
pub fn append_record(before: &[u8], record: &[u8], time: &str) -> Result<Array, JsValue> {
    let appended = head(before).and_then(|before| chain::append(before.as_ref(), record, time));
    let (line, after) = appended.map_err(throw)?;
    Ok(pair(&line, &write_head(&after)))
}

/// Verifies a log and returns the verdict as JSON.
#[wasm_bindgen(js_name = verifyLog)]
pub fn verify_log(log: &[u8], after: &[u8], end: &[u8]) -> Result<Vec<u8>, JsValue> {
    let (after, end) = (head(after).map_err(throw)?, head(end).map_err(throw)?);
    Ok(write_verdict(&chain::verify(log, after.as_ref(), end.as_ref())))
}

fn head(text: &[u8]) -> Result<Option<ChainHead>, Error> {
    if text.is_empty() { Ok(None) } else { ChainHead::read(scan(text)?.root()).map(Some) }
}

fn pair(one: &[u8], other: &[u8]) -> Array {
    Array::of2(&Uint8Array::from(one).into(), &Uint8Array::from(other).into())
}
