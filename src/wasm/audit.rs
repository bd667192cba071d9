//! The audit for JavaScript: a request judged and mended, and the table of the rules.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::audit::{self, Needs, Options, ReplayContract, Safety, rules, view};
use crate::codecs::aim;
use crate::error::{Code, Error};
use crate::json::{Value, Writer, scan};
use crate::model::{ReasoningItem, Wire};

/// The report on a request: the view of `audit::view`, as JSON. Options are a JSON object: `models`, all
/// rows, those of the package first, and `off`.
#[wasm_bindgen]
pub fn audit(request: &[u8], target: &[u8], options: &[u8]) -> Result<Vec<u8>, JsValue> {
    let document = scan(request).map_err(throw)?;
    with(options, |options| {
        let target = aim(scan(target)?.root(), Some(&document))?;
        audit::audit(&document, &target, options, |facts, report| view::report(&report, facts, &document))
    })
    .map_err(throw)
}

/// A request mended: its bytes, and what was done, as JSON. Allowed are fixes up to that many of safe, unsafe, placeholder, as bits.
#[wasm_bindgen]
pub fn repair(request: &[u8], target: &[u8], options: &[u8], allowed: u8) -> Result<Array, JsValue> {
    let allowed: Vec<Safety> = [Safety::Safe, Safety::Unsafe, Safety::Placeholder]
        .into_iter()
        .enumerate()
        .filter(|(bit, _)| allowed >> bit & 1 == 1)
        .map(|(_, safety)| safety)
        .collect();
    let repaired = with(options, |options| {
        let target = aim(scan(target)?.root(), Some(&scan(request)?))?;
        audit::repair(request, &target, options, &allowed)
    });
    let repaired = repaired.map_err(throw)?;
    let done = view::steps(&repaired);
    Ok(Array::of2(&Uint8Array::from(repaired.request.as_slice()).into(), &Uint8Array::from(done.as_slice()).into()))
}

/// What a provider's error is about: the view of `audit::view`, as JSON; nothing if it is about something else.
#[wasm_bindgen]
#[must_use]
pub fn classify(error: &[u8], wire: Option<String>) -> Option<Vec<u8>> {
    audit::classify(error, wire.map(Wire::named).as_ref()).map(|found| view::classified(&found))
}

/// The reasoning items of one turn, a JSON array of them, against a contract: clark's audit, as JSON.
#[wasm_bindgen(js_name = auditReplay)]
pub fn audit_replay(items: &[u8], contract: &str, next_turn_carries_tools: bool) -> Result<Vec<u8>, JsValue> {
    let document = scan(items).map_err(throw)?;
    let items = document.root().elements().map(ReasoningItem::read).collect::<Result<Vec<_>, _>>().map_err(throw)?;
    let unknown = || Error::new(Code::Input, "there is no contract of that name").in_value("/contract");
    let contract = ReplayContract::named(contract).ok_or_else(unknown).map_err(throw)?;
    Ok(view::replay(&audit::audit_replay(&items, contract, next_turn_carries_tools), contract))
}

/// What the rules say of themselves, in the order of a report's checks, as JSON: the build makes the catalogue of it and of the cards.
#[wasm_bindgen(js_name = ruleTable)]
#[must_use]
pub fn rule_table() -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    for rule in rules::all() {
        out.open(b'{');
        out.member("id", rule.id);
        out.member("binds", rule.binds);
        out.member("severity", rule.severity.name());
        out.member("evidence", rule.evidence.name());
        out.name("ledger");
        out.flag(rule.needs == Needs::Ledger);
        out.name("upstream");
        out.open(b'[');
        rule.upstream.iter().for_each(|said| out.text(said));
        out.close(b']');
        out.name("fixes");
        out.open(b'[');
        rule.fixes.iter().for_each(|(safety, _)| out.text(safety.name()));
        out.close(b']');
        out.close(b'}');
    }
    out.close(b']');
    out.finish()
}

/// Runs something with the caller's options.
pub(super) fn with<T>(options: &[u8], run: impl FnOnce(&Options<'_>) -> Result<T, Error>) -> Result<T, Error> {
    let options = scan(options)?;
    let off = options.root().get("off").into_iter().flat_map(Value::elements);
    let off: Vec<String> = off.filter_map(|id| id.text().map(|text| text.lossy().into_owned())).collect();
    run(&Options { models: options.root().get("models"), off: off.iter().map(String::as_str).collect(), ledger: None })
}
