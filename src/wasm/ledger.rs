//! Ledgers for JavaScript. One lives on this side under a number, with the lines that it keeps. The other side knows where in the memory
//! the lines are: they are written once and never moved, so after a trap they are read from what is left of the instance.

use std::cell::RefCell;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::audit::{allowed, mended, with};
use super::error::throw;
use crate::audit::{Auditor, follow, profile, view};
use crate::codecs::aim;
use crate::error::{Code, Error};
use crate::json::scan;
use crate::ledger::{Form, Ledger};
use crate::model::Target;
use crate::model::time::Moment;

thread_local! {
    static OPEN: RefCell<Vec<Option<Auditor>>> = const { RefCell::new(Vec::new()) };
}

/// Opens a ledger from its text, an empty one from nothing, and takes the package's own rows, which later calls leave out; gives the number to call it by, and the numbers of the lines that could not be read.
#[wasm_bindgen(js_name = ledgerOpen)]
pub fn ledger_open(text: &[u8], digests: bool, models: &[u8]) -> Result<Vec<usize>, JsValue> {
    profile::ship(models);
    let (ledger, torn) = Ledger::restore(text).map_err(throw)?;
    let ledger = if digests && ledger.form() == Form::Full { ledger.digests() } else { ledger };
    let number = OPEN.with_borrow_mut(|open| {
        let free = open.iter().position(Option::is_none).unwrap_or(open.len());
        open.resize_with(open.len().max(free + 1), || None);
        if let Some(place) = open.get_mut(free) {
            *place = Some(Auditor::new(ledger));
        }
        free
    });
    Ok([vec![number], torn].concat())
}

/// Records an exchange; without a request, what answered the one that was audited last.
#[wasm_bindgen(js_name = ledgerRecord)]
pub fn ledger_record(
    number: usize,
    target: &[u8],
    request: Option<Vec<u8>>,
    answer: &[u8],
    streamed: bool,
    time: f64,
) -> Result<(), JsValue> {
    on(number, |auditor| {
        auditor.date(Moment::from_millis(time).ok());
        let Some(request) = &request else { return auditor.answer(answer, streamed) };
        let target = aim_at(target, request)?;
        let ledger = auditor.recorder();
        if streamed { ledger.record_stream(&target, request, answer) } else { ledger.record(&target, request, answer) }
    })
}

/// Where in the memory a line is; of one that is not there, zero.
#[wasm_bindgen(js_name = ledgerPlace)]
pub fn ledger_place(number: usize, nth: usize) -> Result<usize, JsValue> {
    on(number, |auditor| Ok(auditor.ledger().line(nth).map_or(0, |line| line.as_ptr().addr())))
}

/// How long it is.
#[wasm_bindgen(js_name = ledgerLength)]
pub fn ledger_length(number: usize, nth: usize) -> Result<usize, JsValue> {
    on(number, |auditor| Ok(auditor.ledger().line(nth).map_or(0, <[u8]>::len)))
}

/// What a file of lines begins with.
#[wasm_bindgen(js_name = ledgerOpening)]
pub fn ledger_opening(number: usize) -> Result<Vec<u8>, JsValue> {
    on(number, |auditor| Ok(auditor.ledger().opening()))
}

/// The report on the next request, as `audit` gives it; as text, which needs no buffer on the other side.
#[wasm_bindgen(js_name = ledgerAudit)]
pub fn ledger_audit(number: usize, request: &[u8], target: &[u8], models: &[u8], off: &[u8]) -> Result<String, JsValue> {
    on(number, |auditor| {
        let target = aim_at(target, request)?;
        with(models, off, |options| {
            auditor.audit(request, &target, options, |document, facts, report| {
                String::from_utf8(view::report(&report, facts, document)).unwrap_or_default()
            })
        })
    })
}

/// The next request mended by what is recorded, as `repair` gives it.
#[wasm_bindgen(js_name = ledgerRepair)]
pub fn ledger_repair(number: usize, request: &[u8], target: &[u8], models: &[u8], off: &[u8], bits: u8) -> Result<Array, JsValue> {
    on(number, |auditor| {
        let target = aim_at(target, request)?;
        with(models, off, |options| auditor.repair(request, &target, options, &allowed(bits)).map(|repaired| mended(&repaired)))
    })
}

/// What became of every recorded part in a request: the view of `audit::follow`, as JSON. What was audited stays as it was.
#[wasm_bindgen(js_name = ledgerFollow)]
pub fn ledger_follow(number: usize, request: &[u8], target: &[u8]) -> Result<String, JsValue> {
    on(number, |auditor| {
        let document = scan(request)?;
        let target = aim(scan(target)?.root(), Some(&document))?;
        Ok(String::from_utf8(follow::view(&follow(&document, &target, auditor.ledger())?)).unwrap_or_default())
    })
}

/// Forgets a ledger that nobody has any more.
#[wasm_bindgen(js_name = ledgerDrop)]
pub fn ledger_drop(number: usize) {
    OPEN.with_borrow_mut(|open| open.get_mut(number).map(Option::take));
}

/// The memory of this instance, which outlives it for who holds on to it.
#[wasm_bindgen(js_name = wasmMemory)]
#[must_use]
pub fn memory() -> JsValue {
    wasm_bindgen::memory()
}

/// The request is looked at only if the target does not name the wire: it may be long, and most of it known.
fn aim_at(target: &[u8], request: &[u8]) -> Result<Target, Error> {
    let target = scan(target)?;
    if target.root().get("wire").is_some() { aim(target.root(), None) } else { aim(target.root(), Some(&scan(request)?)) }
}

/// Runs something on the ledger of a number.
pub(super) fn on<T>(number: usize, run: impl FnOnce(&mut Auditor) -> Result<T, Error>) -> Result<T, JsValue> {
    let closed = || Error::new(Code::Input, "there is no such ledger");
    OPEN.with_borrow_mut(|open| open.get_mut(number).and_then(Option::as_mut).ok_or_else(closed).and_then(run)).map_err(throw)
}
