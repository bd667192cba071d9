//! The audit for JavaScript: it audits and repairs requests and classifies errors.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::api;
use crate::audit;
use crate::audit::{Facts, Options, Repaired, Report, Safety, Wording, rules};
use crate::error::{Code, Error};
use crate::formats::clark;
use crate::formats::clark::{ReasoningItem, ReplayContract};
use crate::json::{Document, Value, scan};
use crate::knowledge::profile;
use crate::model::Wire;
use crate::wires::resolve_target;

/// Takes the package's own rows, which later calls leave out.
#[wasm_bindgen(js_name = shipRows)]
pub fn ship_rows(models: &[u8]) {
    profile::ship(models);
}

/// The report on a request, as JSON. Models are all rows, those of the package first, and
/// `off` the numbers of rules: both a JSON array. A long report leaves its fixes out: `fixes` gives them. The report is text, which needs no
/// buffer in JavaScript.
#[wasm_bindgen]
pub fn audit(request: &[u8], target: &[u8], models: &[u8], off: &[u8]) -> Result<String, JsValue> {
    judged(request, target, models, off, api::write_report_preview)
}

/// The fixes of the findings of that audit from one on, until they fill so much room, as JSON.
#[wasm_bindgen]
pub fn fixes(request: &[u8], target: &[u8], models: &[u8], off: &[u8], from: usize, room: usize) -> Result<String, JsValue> {
    judged(request, target, models, off, |report, facts, document| api::write_fixes(report, facts, document, from, room))
}

fn judged(
    request: &[u8],
    target: &[u8],
    models: &[u8],
    off: &[u8],
    write: impl for<'d> FnOnce(&Report<'d>, &Facts<'d>, &'d Document<'d>) -> Vec<u8>,
) -> Result<String, JsValue> {
    let document = scan(request).map_err(throw)?;
    with_options(models, off, |options| {
        let target = resolve_target(scan(target)?.root(), Some(&document))?;
        audit::audit(&document, &target, options, |facts, report| String::from_utf8(write(&report, facts, &document)).unwrap_or_default())
    })
    .map_err(throw)
}

/// A request repaired: its bytes, the steps and the fixes that were left out, as JSON, and the report on it as `audit` gives it. Allowed are fixes up to that many of
/// safe, unsafe, placeholder, as bits.
#[wasm_bindgen]
pub fn repair(request: &[u8], target: &[u8], models: &[u8], off: &[u8], bits: u8) -> Result<Array, JsValue> {
    let mut report = Vec::new();
    let repaired = with_options(models, off, |options| {
        let document = scan(request)?;
        let target = resolve_target(scan(target)?.root(), Some(&document))?;
        audit::repair_document(&document, &target, options, &allowed(bits), &mut |_, document, facts, judged| {
            report = api::write_report_preview(judged, facts, document);
        })
    });
    Ok(repair_crossing(&repaired.map_err(throw)?, report))
}

/// Returns the safeties that are allowed, from bits for safe, unsafe, placeholder.
pub(super) fn allowed(bits: u8) -> Vec<Safety> {
    let all = [Safety::Safe, Safety::Unsafe, Safety::Placeholder].into_iter().enumerate();
    all.filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, safety)| safety).collect()
}

/// The bytes of a repaired request, its steps and the fixes that were left out, as JSON, and the report on it as text.
pub(super) fn repair_crossing(repaired: &Repaired, report: Vec<u8>) -> Array {
    let (done, skipped) = (api::write_repair_steps(repaired), api::write_skipped_fixes(repaired));
    let [request, done, skipped] = [&repaired.request, &done, &skipped].map(|bytes| Uint8Array::from(bytes.as_slice()).into());
    Array::of4(&request, &done, &skipped, &String::from_utf8(report).unwrap_or_default().into())
}

/// Traces a provider's error back to a rule, as JSON. Returns `None` if it is about something else. The sentences are a JSON
/// array with an array for each rule: its sentences, and its other wordings with the rank of each.
#[wasm_bindgen]
pub fn classify(error: &[u8], wire: Option<String>, sentences: &[u8]) -> Result<Option<Vec<u8>>, JsValue> {
    let document = scan(sentences).map_err(throw)?;
    let mut sentences = Vec::new();
    for (rule, lists) in rules::all().zip(document.root().elements()) {
        let mut lists = lists.elements();
        let own = lists.next().into_iter().flat_map(Value::elements).filter_map(Value::text);
        sentences.extend(own.map(|text| Wording { rule, text: text.lossy(), rank: None }));
        let ranked = lists.next().into_iter().flat_map(Value::members);
        sentences.extend(ranked.map(|(text, rank)| Wording {
            rule,
            text: text.lossy(),
            rank: rank.whole().and_then(|rank| usize::try_from(rank).ok()),
        }));
    }
    Ok(audit::classify_by(error, wire.map(Wire::named).as_ref(), &sentences).map(|classified| api::write_classified(&classified)))
}

/// The reasoning items of one turn, a JSON array of them, against a contract: clark's audit, as JSON.
#[wasm_bindgen(js_name = auditReplay)]
pub fn audit_replay(items: &[u8], contract: &str, next_turn_carries_tools: bool) -> Result<Vec<u8>, JsValue> {
    let document = scan(items).map_err(throw)?;
    let items = document.root().elements().map(ReasoningItem::read).collect::<Result<Vec<_>, _>>().map_err(throw)?;
    let unknown = || Error::new(Code::Input, "there is no contract of that name").in_value("/contract");
    let contract = ReplayContract::named(contract).ok_or_else(unknown).map_err(throw)?;
    Ok(api::write_replay_audit(&clark::audit_replay(&items, contract, next_turn_carries_tools), contract))
}

/// Runs something with the caller's options.
pub(super) fn with_options<T>(models: &[u8], off: &[u8], run: impl FnOnce(&Options<'_>) -> Result<T, Error>) -> Result<T, Error> {
    let off = scan(off)?;
    let off = off.root().elements().filter_map(Value::whole).filter_map(|number| rules::all().nth(usize::try_from(number).ok()?));
    run(&Options { models, off: off.collect(), ledger: None })
}
