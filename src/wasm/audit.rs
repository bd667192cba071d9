//! The audit for JavaScript: it audits and repairs requests and classifies errors.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::api::records::json_of;
use crate::api::{self, Choices, Repair};
use crate::audit;
use crate::audit::{Safety, rules};
use crate::error::{Code, Error};
use crate::formats::clark;
use crate::formats::clark::{ReasoningItem, ReplayContract};
use crate::json::scan;
use crate::knowledge::profile;
use crate::model::Wire;

/// Takes the package's own rows, which later calls leave out.
#[wasm_bindgen(js_name = shipRows)]
pub fn ship_rows(models: &[u8]) {
    profile::ship(models);
}

/// The report on a request, as JSON text, which needs no buffer in JavaScript. Models are all rows, those of the package first, as a JSON array; `choices` are the
/// rules that are off and the number of findings to list, as in `AuditOptions`, or nothing.
#[wasm_bindgen]
pub fn audit(request: &[u8], target: &[u8], models: &[u8], choices: &[u8]) -> Result<String, JsValue> {
    api::audit(request, target, Choices { models, choices }).map(|report| text_of(report.into_json())).map_err(throw)
}

/// JSON as text.
pub(super) fn text_of(json: Vec<u8>) -> String {
    String::from_utf8(json).unwrap_or_default()
}

/// The ids of all rules, in the order of a report's checks.
#[wasm_bindgen(js_name = ruleIds)]
#[must_use]
pub fn rule_ids() -> Vec<String> {
    rules::all().map(|rule| rule.id.to_owned()).collect()
}

/// A request repaired: its bytes, the steps and the fixes that were left out, as JSON, and the report on it as `audit` gives it. Allowed are fixes up to that many of
/// safe, unsafe, placeholder, dead, as bits.
#[wasm_bindgen]
pub fn repair(request: &[u8], target: &[u8], models: &[u8], choices: &[u8], bits: u8) -> Result<Array, JsValue> {
    let repaired = api::repair(request, target, Choices { models, choices }, &allowed(bits)).map_err(throw)?;
    Ok(repair_crossing(repaired, |report| report))
}

/// Returns the safeties that are allowed, from bits for safe, unsafe, placeholder, dead.
pub(super) fn allowed(bits: u8) -> Vec<Safety> {
    let all = [Safety::Safe, Safety::Unsafe, Safety::Placeholder, Safety::Dead].into_iter().enumerate();
    all.filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, safety)| safety).collect()
}

/// The bytes of a repaired request, its steps and the fixes that were left out, as JSON, and the report on it as text.
pub(super) fn repair_crossing(repaired: Repair, with_report: impl FnOnce(Vec<u8>) -> Vec<u8>) -> Array {
    let (done, skipped) = (json_of(&repaired.applied), json_of(&repaired.skipped));
    let report = with_report(repaired.report.into_json());
    let [request, done, skipped] = [&repaired.request, &done, &skipped].map(|bytes| Uint8Array::from(bytes.as_slice()).into());
    Array::of4(&request, &done, &skipped, &text_of(report).into())
}

/// Traces a provider's error back to a rule, as JSON. Returns `None` if it is about something else.
#[wasm_bindgen]
#[must_use]
pub fn classify(error: &[u8], wire: Option<String>) -> Option<Vec<u8>> {
    audit::classify(error, wire.map(Wire::named).as_ref()).map(|classified| api::write_classified(&classified))
}

/// The reasoning items of one turn, a JSON array of them, against a contract: clark's audit, as JSON.
#[wasm_bindgen(js_name = auditReplay)]
pub fn audit_replay(items: &[u8], contract: &str, next_turn_carries_tools: bool) -> Result<Vec<u8>, JsValue> {
    let document = scan(items).map_err(throw)?;
    let items = document.root().elements().map(ReasoningItem::read).collect::<Result<Vec<_>, _>>().map_err(throw)?;
    let unknown = || Error::new(Code::Input, "there is no contract of that name").in_value("/contract");
    let contract = match contract {
        "" => ReplayContract::strictest(&items),
        name => ReplayContract::named(name).ok_or_else(unknown).map_err(throw)?,
    };
    Ok(api::write_replay_audit(&clark::audit_replay(&items, contract, next_turn_carries_tools), contract))
}
