//! Conversion for JavaScript.

use std::cell::RefCell;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::error::throw;
use super::gateway::error_crossing;
use super::ledger::{stored_line, with_ledger, with_pending};
use crate::api::records::Report;
use crate::api::{self, Choices, both_targets, write_conversion, write_plan, write_reply_end};
use crate::audit::Auditor;
use crate::convert::{self, Conversion, SeenEntries, StreamConverter};
use crate::formats::formats;
use crate::json::scan;
use crate::model::time::Moment;
use crate::wires::resolve_target;

/// A request of one wire as one of another: its bytes, the plan and the notes as JSON, and the report on it as `audit` gives it. `terms` is a JSON array of where it came
/// from, where it goes, and the policy.
#[wasm_bindgen]
pub fn convert(request: &[u8], terms: &[u8], models: &[u8], choices: &[u8]) -> Result<Array, JsValue> {
    let (conversion, report) = api::convert(request, terms, Choices { models, choices }).map_err(throw)?;
    Ok(crossing(&conversion, report_text(report)))
}

/// The same by what a ledger knows, with the report as `ledgerAudit` gives it. The ledger keeps what it sees, so that the conversation can be converted back; or the lines for
/// a store come with it, as `ledgerLines` gives them.
#[wasm_bindgen(js_name = ledgerConvert)]
pub fn convert_with_ledger(
    request: &[u8],
    number: usize,
    terms: &[u8],
    models: &[u8],
    choices: &[u8],
    time: f64,
    keeps: bool,
) -> Result<Array, JsValue> {
    with_ledger(number, |auditor| {
        auditor.date(Moment::from_millis(time).ok());
        let (conversion, report) = api::convert_by(auditor, request, terms, Choices { models, choices })?;
        let crossing = crossing(&conversion, with_pending(report_text(report), auditor));
        let lines: Vec<String> = conversion.seen.into_iter().filter_map(|seen| see(auditor, seen, keeps)).collect();
        crossing.push(&lines.join("\n").into());
        Ok(crossing)
    })
}

/// Keeps entries that were seen, or writes the line for a store.
fn see(auditor: &mut Auditor, SeenEntries { wire, issuer, origin, last }: SeenEntries, keeps: bool) -> Option<String> {
    if keeps {
        auditor.keep_origin(&wire, &issuer, origin, last);
        return None;
    }
    auditor.ledger().stored_origin(&wire, &issuer, origin, last).map(|line| stored_line(&line))
}

/// A response of one wire as a client of another reads it: its bytes, the plan as JSON, and how it ended, as JSON. `request` is that of the client, or nothing.
#[wasm_bindgen(js_name = convertResponse)]
pub fn convert_response(response: &[u8], targets: &[u8], request: &[u8], created: f64) -> Result<Array, JsValue> {
    let converted = || {
        let (document, [from, to]) = (scan(response)?, both_targets(targets, Some(&scan(response)?))?);
        let request = if request.is_empty() { None } else { Some(scan(request)?) };
        convert::convert_response(&document, &from, &to, request.as_ref(), seconds(created))
    };
    let converted = converted().map_err(throw)?;
    let end = write_reply_end(converted.ended, converted.error.as_deref(), &converted.notes);
    let [body, plan, end] =
        [&converted.body, &write_plan(&converted.thoughts), &end].map(|bytes| Uint8Array::from(bytes.as_slice()).into());
    Ok(Array::of3(&body, &plan, &end))
}

/// Keeps the entries of a response under what the client will say of it, so that its next request brings them home; or gives the line for a store.
#[wasm_bindgen(js_name = ledgerSeeReply)]
pub fn see_reply(
    number: usize,
    targets: &[u8],
    request: &[u8],
    reply: &[u8],
    response: &[u8],
    time: f64,
    keeps: bool,
) -> Result<Option<String>, JsValue> {
    with_ledger(number, |auditor| {
        let [from, to] = both_targets(targets, Some(&scan(response)?))?;
        auditor.date(Moment::from_millis(time).ok());
        let seen = convert::seen_reply(request, reply, &to, response, &from, auditor.ledger());
        Ok(seen.and_then(|seen| see(auditor, seen, keeps)))
    })
}

/// An error of one wire in the envelope of another: its body, the status with which the target answers it, and the headers that say what it is.
#[wasm_bindgen(js_name = convertError)]
pub fn convert_error(error: &[u8], to: &[u8], status: Option<u16>) -> Result<Array, JsValue> {
    let converted = || {
        let to = resolve_target(scan(to)?.root(), None).map_err(|error| error.in_member("to"))?;
        Ok(convert::convert_error(&scan(error)?, &to, status))
    };
    let converted = converted().map_err(throw)?;
    Ok(error_crossing(&converted))
}

/// The names of the formats in which frameworks keep messages, one a line.
#[wasm_bindgen(js_name = messageFormats)]
#[must_use]
pub fn message_formats() -> String {
    formats().collect::<Vec<_>>().join("\n")
}

thread_local! {
    static OPEN: RefCell<Vec<Option<StreamConverter>>> = const { RefCell::new(Vec::new()) };
}

/// Begins to convert a stream and returns the number to call it by. `request` is that of the client, or nothing.
#[wasm_bindgen(js_name = converterOpen)]
pub fn converter_open(targets: &[u8], request: &[u8], created: f64) -> Result<usize, JsValue> {
    let [from, to] = both_targets(targets, None).map_err(throw)?;
    let mut converter = StreamConverter::new(&from, &to, seconds(created)).map_err(throw)?;
    if !request.is_empty() {
        converter.know_tools(&scan(request).map_err(|error| throw(error.in_member("request")))?);
    }
    Ok(OPEN.with_borrow_mut(|open| {
        let free = open.iter().position(Option::is_none).unwrap_or(open.len());
        open.resize_with(open.len().max(free + 1), || None);
        if let Some(place) = open.get_mut(free) {
            *place = Some(converter);
        }
        free
    }))
}

/// Takes bytes as they arrive and returns those of the target that they make.
#[wasm_bindgen(js_name = converterPush)]
pub fn converter_push(number: usize, bytes: &[u8]) -> Vec<u8> {
    OPEN.with_borrow_mut(|open| open.get_mut(number).and_then(Option::as_mut).map(|converter| converter.push(bytes)).unwrap_or_default())
}

/// Ends a stream and returns the rest of the target, the body of the source, and how it ended.
#[wasm_bindgen(js_name = converterFinish)]
pub fn converter_finish(number: usize) -> Vec<Uint8Array> {
    let converter = OPEN.with_borrow_mut(|open| open.get_mut(number).and_then(Option::take));
    let Some(mut converter) = converter else { return Vec::new() };
    let notes = converter.notes();
    let (rest, streamed) = converter.finish();
    let end = write_reply_end(streamed.ended, streamed.error.as_deref(), &notes);
    [rest.as_slice(), &streamed.body, &end].into_iter().map(Uint8Array::from).collect()
}

/// Forgets a stream that nobody will finish.
#[wasm_bindgen(js_name = converterDrop)]
pub fn converter_drop(number: usize) {
    OPEN.with_borrow_mut(|open| open.get_mut(number).into_iter().for_each(|place| *place = None));
}

/// The JSON of a report; nothing where there is none.
fn report_text(report: Option<Report>) -> Vec<u8> {
    report.map(Report::into_json).unwrap_or_default()
}

/// A time of JavaScript in seconds.
fn seconds(millis: f64) -> i64 {
    Moment::from_millis(millis).map_or(0, |moment| moment.millis() / 1000)
}

fn crossing(conversion: &Conversion, report: Vec<u8>) -> Array {
    let described = write_conversion(conversion);
    let [request, described] = [conversion.request.as_slice(), &described].map(|bytes| Uint8Array::from(bytes).into());
    Array::of3(&request, &described, &String::from_utf8(report).unwrap_or_default().into())
}
