//! Ledgers for JavaScript. A ledger lives in the wasm memory under a number, with the lines that it keeps. JavaScript knows the place of each line
//! in the memory. Lines are written once and never moved, so after a trap they are read from what is left of the instance.
//! A request that waits for its answer lives in JavaScript, as a text, so it outlives every instance.

use std::cell::RefCell;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::audit::{allowed, repair_crossing, text_of};
use super::error::throw;
use super::memory::grow_ahead;
use crate::api::{self, Choices, target_of};
use crate::audit::{Auditor, conversation, follow};
use crate::error::{Code, Error};
use crate::json::{Digest, lossy, scan};
use crate::knowledge::profile;
use crate::ledger::{Form, Ledger, PendingRequest, Received, StoredLine};
use crate::model::time::Moment;
use crate::wires::resolve_target;

thread_local! {
    static OPEN: RefCell<Vec<Option<Auditor>>> = const { RefCell::new(Vec::new()) };
}

/// Opens a ledger from its text, an empty one from nothing, with a seed that nobody else knows, and takes the package's own rows, which later
/// calls leave out. Returns the number to call it by, and the numbers of the lines that could not be read.
#[wasm_bindgen(js_name = ledgerOpen)]
pub fn ledger_open(text: &[u8], form: &str, models: &[u8], seed: u64) -> Result<Vec<usize>, JsValue> {
    profile::ship(models);
    let mut ledger = Ledger::seeded(seed);
    let torn = ledger.load(text).map_err(throw)?;
    let ledger = match Form::named(form).filter(|form| *form > ledger.form()) {
        Some(form) => ledger.reduced(form),
        None => ledger,
    };
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

/// Takes the lines of another text into a ledger and returns the numbers of those that could not be read.
#[wasm_bindgen(js_name = ledgerLoad)]
pub fn ledger_load(number: usize, text: &[u8]) -> Result<Vec<usize>, JsValue> {
    with_ledger(number, |auditor| auditor.load(text))
}

/// Records an exchange: the answer to a request that comes with room behind it, or to what an audit has kept of one. `assembly` comes with the body that a stream was put
/// together to, as `streamAssemble` gives them.
#[wasm_bindgen(js_name = ledgerRecord)]
#[allow(clippy::too_many_arguments, reason = "values cross one by one")]
pub fn ledger_record(
    number: usize,
    target: &[u8],
    request: Option<Vec<u8>>,
    pending: &[u8],
    answer: &[u8],
    streamed: bool,
    time: f64,
    assembly: Option<Vec<u8>>,
) -> Result<(), JsValue> {
    with_ledger(number, |auditor| {
        let pending = pending_request(auditor, target, request.as_deref(), pending, time)?;
        with_received(answer, streamed, assembly.as_deref(), |received| auditor.record(&pending, received))
    })?;
    grow_ahead();
    Ok(())
}

/// Writes the lines of an exchange and records nothing: for each answer its name, the digests of its keys, and a ledger of it, on lines of their own.
#[wasm_bindgen(js_name = ledgerLines)]
#[allow(clippy::too_many_arguments, reason = "values cross one by one")]
pub fn ledger_lines(
    number: usize,
    target: &[u8],
    request: Option<Vec<u8>>,
    pending: &[u8],
    answer: &[u8],
    streamed: bool,
    time: f64,
    assembly: Option<Vec<u8>>,
) -> Result<String, JsValue> {
    with_ledger(number, |auditor| {
        let pending = pending_request(auditor, target, request.as_deref(), pending, time)?;
        let lines = with_received(answer, streamed, assembly.as_deref(), |received| auditor.ledger().stored_lines(&pending, received))?;
        Ok(lines.iter().map(stored_line).collect::<Vec<String>>().join("\n"))
    })
}

/// Runs something with what answered a request.
fn with_received<T>(
    answer: &[u8],
    streamed: bool,
    assembly: Option<&[u8]>,
    run: impl FnOnce(Received<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let assembled = assembly.and_then(|assembly| api::read_assembly(answer, assembly));
    match &assembled {
        Some(assembled) => run(Received::Assembled(assembled)),
        None if streamed => run(Received::Stream(answer)),
        None => run(Received::Body(answer)),
    }
}

/// A line for a store: its name, the digests of its keys, and a ledger of it, on lines of their own.
pub(super) fn stored_line(line: &StoredLine) -> String {
    [&line.name.to_string(), "\n", &listed(&line.keys), "\n", &lossy(&line.text)].concat()
}

/// Prepares the record of an exchange from its request.
fn pending_request(
    auditor: &mut Auditor,
    target: &[u8],
    request: Option<&[u8]>,
    pending: &[u8],
    time: f64,
) -> Result<PendingRequest, Error> {
    auditor.date(Moment::from_millis(time).ok());
    match request.map(filled) {
        Some(request) => auditor.prepare(&target_of(target, request)?, request),
        None => PendingRequest::read(pending),
    }
}

/// Notes from now on which keys are looked up. No line can be had for the keys in `unsure`.
#[wasm_bindgen(js_name = ledgerWatch)]
pub fn ledger_watch(number: usize, unsure: &str) -> Result<(), JsValue> {
    with_ledger(number, |auditor| {
        auditor.watch(&unsure.split(' ').filter_map(Digest::named).collect::<Vec<_>>());
        Ok(())
    })
}

/// The digests of the keys that were looked up since.
#[wasm_bindgen(js_name = ledgerAsked)]
pub fn ledger_asked(number: usize) -> Result<String, JsValue> {
    with_ledger(number, |auditor| Ok(listed(&auditor.ledger().asked())))
}

/// Returns the name of an answer, or `None` if there are not so many.
#[wasm_bindgen(js_name = ledgerName)]
pub fn ledger_name(number: usize, nth: usize) -> Result<Option<String>, JsValue> {
    with_ledger(number, |auditor| Ok(auditor.ledger().answer(nth).map(|answer| answer.id().to_string())))
}

/// Returns the digests of the keys of an answer, or `None` if there are not so many.
#[wasm_bindgen(js_name = ledgerKeys)]
pub fn ledger_keys(number: usize, nth: usize) -> Result<Option<String>, JsValue> {
    with_ledger(number, |auditor| Ok(auditor.ledger().answer(nth).map(|answer| listed(&answer.stored_keys()))))
}

/// Returns a part of an answer as it was emitted, or `None` if it is not there or only its digest is.
#[wasm_bindgen(js_name = ledgerPart)]
pub fn ledger_part(number: usize, nth: usize, part: usize) -> Result<Option<String>, JsValue> {
    with_ledger(number, |auditor| Ok(auditor.ledger().part(nth, part).map(|raw| lossy(&raw))))
}

/// Digests, with spaces between.
fn listed(digests: &[Digest]) -> String {
    let words: Vec<String> = digests.iter().map(Digest::to_string).collect();
    words.join(" ")
}

/// Returns the place of a line in the memory, or zero if there is no such line.
#[wasm_bindgen(js_name = ledgerPlace)]
pub fn ledger_place(number: usize, nth: usize) -> Result<usize, JsValue> {
    with_ledger(number, |auditor| Ok(auditor.ledger().line(nth).map_or(0, |line| line.as_ptr().addr())))
}

/// Returns the length of a line.
#[wasm_bindgen(js_name = ledgerLength)]
pub fn ledger_length(number: usize, nth: usize) -> Result<usize, JsValue> {
    with_ledger(number, |auditor| Ok(auditor.ledger().line(nth).map_or(0, <[u8]>::len)))
}

/// Returns the first line of a file of lines.
#[wasm_bindgen(js_name = ledgerOpening)]
pub fn ledger_opening(number: usize) -> Result<Vec<u8>, JsValue> {
    with_ledger(number, |auditor| Ok(auditor.ledger().opening()))
}

/// The report on the next request, which comes with room behind it, as `audit` gives it, and after a line break what recording the answer will need; as text, which needs no
/// buffer in JavaScript.
#[wasm_bindgen(js_name = ledgerAudit)]
pub fn ledger_audit(request: &[u8], number: usize, target: &[u8], models: &[u8], choices: &[u8]) -> Result<String, JsValue> {
    let request = filled(request);
    with_ledger(number, |auditor| {
        let report = api::audit_by(auditor, request, target, Choices { models, choices })?;
        Ok(text_of(with_pending(report.into_json(), auditor)))
    })
}

/// The next request repaired by what is recorded, as `repair` gives it. The report is as `ledgerAudit` gives it.
#[wasm_bindgen(js_name = ledgerRepair)]
pub fn ledger_repair(request: &[u8], number: usize, target: &[u8], models: &[u8], choices: &[u8], bits: u8) -> Result<Array, JsValue> {
    with_ledger(number, |auditor| {
        let repaired = api::repair_by(auditor, request, target, Choices { models, choices }, &allowed(bits))?;
        Ok(repair_crossing(repaired, |report| with_pending(report, auditor)))
    })
}

/// A report, and after a line break what recording the answer will need.
pub(super) fn with_pending(report: Vec<u8>, auditor: &Auditor) -> Vec<u8> {
    let pending = auditor.pending().map(PendingRequest::text).unwrap_or_default();
    [report.as_slice(), b"\n", &pending].concat()
}

/// Returns the fate of every recorded part in a request, as JSON. The audited prefix stays as it was.
#[wasm_bindgen(js_name = ledgerFollow)]
pub fn ledger_follow(request: &[u8], number: usize, target: &[u8]) -> Result<String, JsValue> {
    with_ledger(number, |auditor| {
        let document = scan(request)?;
        let target = resolve_target(scan(target)?.root(), Some(&document))?;
        Ok(String::from_utf8(api::write_fates(&follow(&document, &target, auditor.ledger())?)).unwrap_or_default())
    })
}

/// Returns the conversation that a request goes on with, as JSON: its name, and the numbers of the answers on the branch. Returns `None` if there is none.
#[wasm_bindgen(js_name = ledgerConversation)]
pub fn ledger_conversation(request: &[u8], number: usize, target: &[u8]) -> Result<Option<String>, JsValue> {
    with_ledger(number, |auditor| {
        let document = scan(request)?;
        let target = resolve_target(scan(target)?.root(), Some(&document))?;
        Ok(conversation(&document, &target, auditor.ledger())?.map(|conversation| text_of(api::write_conversation(&conversation))))
    })
}

/// Forgets what is older than a time, and a conversation by its name; answers how many answers that were.
#[wasm_bindgen(js_name = ledgerForget)]
pub fn ledger_forget(number: usize, before: Option<f64>, conversation: Option<String>) -> Result<usize, JsValue> {
    with_ledger(number, |auditor| {
        let mut gone = 0;
        if let Some(time) = before {
            let wrong = |_| Error::new(Code::Input, "olderThan is a time").in_value("/olderThan");
            gone += auditor.ledger_mut().forget_before(Moment::from_millis(time).map_err(wrong)?);
        }
        if let Some(id) = conversation {
            let wrong = || Error::new(Code::Input, "the name of a conversation is 64 hexadecimal digits").in_value("/conversation");
            gone += auditor.ledger_mut().forget_conversation(Digest::named(&id).ok_or_else(wrong)?);
        }
        Ok(gone)
    })
}

/// Forgets a ledger that nobody has any more.
#[wasm_bindgen(js_name = ledgerDrop)]
pub fn ledger_drop(number: usize) {
    OPEN.with_borrow_mut(|open| open.get_mut(number).map(Option::take));
}

/// Returns the memory of this instance. It outlives the instance while somebody holds on to it.
#[wasm_bindgen(js_name = wasmMemory)]
#[must_use]
pub fn memory() -> JsValue {
    wasm_bindgen::memory()
}

/// A request without the room behind it. In the last four bytes stands how long it is (pkg-template/text/pass-text.js).
fn filled(request: &[u8]) -> &[u8] {
    let Some((room, length)) = request.split_last_chunk::<4>() else { return request };
    usize::try_from(u32::from_le_bytes(*length)).ok().and_then(|length| room.get(..length)).unwrap_or(room)
}

/// Runs something on the ledger of a number.
pub(super) fn with_ledger<T>(number: usize, run: impl FnOnce(&mut Auditor) -> Result<T, Error>) -> Result<T, JsValue> {
    let closed = || Error::new(Code::Input, "there is no such ledger");
    OPEN.with_borrow_mut(|open| open.get_mut(number).and_then(Option::as_mut).ok_or_else(closed).and_then(run)).map_err(throw)
}
