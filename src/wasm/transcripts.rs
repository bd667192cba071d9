//! Transcripts for JavaScript. A reader lives on this side under a number, as a stream's decoder does; what it tells goes out as JSON, with the
//! bodies beside it in one piece, so that a body is copied once and never escaped.

use std::cell::RefCell;

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::error::{Code, Error};
use crate::json::Writer;
use crate::transcripts::{Exchange, Reader, Record};

thread_local! {
    static OPEN: RefCell<Vec<Option<Reader>>> = const { RefCell::new(Vec::new()) };
}

/// Begins to read a transcript; gives the number to call it by.
#[wasm_bindgen(js_name = transcriptOpen)]
#[must_use]
pub fn transcript_open() -> usize {
    OPEN.with_borrow_mut(|open| {
        let number = open.iter().position(Option::is_none).unwrap_or(open.len());
        match open.get_mut(number) {
            Some(place) => *place = Some(Reader::default()),
            None => open.push(Some(Reader::default())),
        }
        number
    })
}

/// Takes bytes as they arrive; gives what is new: records as JSON, and their bodies.
#[wasm_bindgen(js_name = transcriptPush)]
pub fn transcript_push(number: usize, bytes: &[u8]) -> Result<Vec<Uint8Array>, JsValue> {
    told(number, |reader| reader.push(bytes))
}

/// The end of a transcript: what was still to be told. The number is free then.
#[wasm_bindgen(js_name = transcriptFinish)]
pub fn transcript_finish(number: usize) -> Result<Vec<Uint8Array>, JsValue> {
    let told = told(number, Reader::finish);
    transcript_drop(number);
    told
}

/// Forgets a transcript that nobody will finish.
#[wasm_bindgen(js_name = transcriptDrop)]
pub fn transcript_drop(number: usize) {
    OPEN.with_borrow_mut(|open| open.get_mut(number).map(Option::take));
}

fn told(number: usize, read: impl FnOnce(&mut Reader) -> Vec<Record>) -> Result<Vec<Uint8Array>, JsValue> {
    let found = OPEN.with_borrow_mut(|open| {
        let reader = open.get_mut(number)?.as_mut()?;
        let records = read(reader);
        Some((reader.format(), records))
    });
    let Some((format, records)) = found else { return Err(throw(Error::new(Code::Input, "the transcript is finished"))) };
    let (mut out, mut bodies) = (Writer::default(), Vec::new());
    out.open(b'[');
    out.text_or_null(format);
    records.iter().for_each(|record| write(record, &mut out, &mut bodies));
    out.close(b']');
    Ok([out.finish(), bodies].iter().map(|bytes| Uint8Array::from(bytes.as_slice())).collect())
}

fn write(record: &Record, out: &mut Writer, bodies: &mut Vec<u8>) {
    let (line, offset) = match record {
        Record::Exchange(exchange) => (exchange.line, exchange.offset),
        Record::Fault(fault) => (fault.line, fault.offset),
    };
    out.open(b'{');
    out.member("type", if matches!(record, Record::Fault(_)) { "fault" } else { "exchange" });
    out.name("line");
    out.number(line);
    out.name("offset");
    out.number(offset);
    match record {
        Record::Exchange(exchange) => members(exchange, out, bodies),
        Record::Fault(fault) => out.member("reason", &fault.reason),
    }
    out.close(b'}');
}

/// What is known of an exchange; of each body where it ends in what goes beside it.
fn members(exchange: &Exchange, out: &mut Writer, bodies: &mut Vec<u8>) {
    let Exchange { session, label, wire, url, model, time, .. } = exchange;
    for (name, text) in [("session", session), ("label", label), ("wire", wire), ("url", url), ("model", model), ("time", time)] {
        out.member_if(name, text.as_deref());
    }
    if let Some(status) = exchange.status {
        out.name("status");
        out.number(status.into());
    }
    let Exchange { request, opening, added, response, stream, reply, .. } = exchange;
    let all = [("request", request), ("opening", opening), ("added", added), ("response", response), ("stream", stream), ("reply", reply)];
    for (name, body) in all {
        if let Some(body) = body {
            bodies.extend_from_slice(body);
            out.name(name);
            out.number(bodies.len());
        }
    }
}
