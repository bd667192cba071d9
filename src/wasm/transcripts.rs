//! Transcripts for JavaScript. A reader lives in the wasm memory under a number, as a stream's decoder does. Its records go out as JSON, with the
//! bodies beside them in one piece, so that a body is copied once and never escaped.

use std::cell::RefCell;

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::api::{write_session, write_session_report, write_transcript};
use crate::error::{Code, Error};
use crate::sessions::session::{SessionReader, SessionRecord};
use crate::sessions::{Record, TranscriptReader};

thread_local! {
    static OPEN: RefCell<Vec<Option<TranscriptReader>>> = const { RefCell::new(Vec::new()) };
}

/// Begins to read a transcript and returns the number to call it by.
#[wasm_bindgen(js_name = transcriptOpen)]
#[must_use]
pub fn transcript_open() -> usize {
    OPEN.with_borrow_mut(|open| {
        let number = open.iter().position(Option::is_none).unwrap_or(open.len());
        match open.get_mut(number) {
            Some(place) => *place = Some(TranscriptReader::default()),
            None => open.push(Some(TranscriptReader::default())),
        }
        number
    })
}

/// Takes bytes as they arrive and returns the new records as JSON, and their bodies.
#[wasm_bindgen(js_name = transcriptPush)]
pub fn transcript_push(number: usize, bytes: &[u8]) -> Result<Vec<Uint8Array>, JsValue> {
    read_records(number, |reader| reader.push(bytes))
}

/// Ends a transcript and returns the last records. The number is free then.
#[wasm_bindgen(js_name = transcriptFinish)]
pub fn transcript_finish(number: usize) -> Result<Vec<Uint8Array>, JsValue> {
    let records = read_records(number, TranscriptReader::finish);
    transcript_drop(number);
    records
}

/// Forgets a transcript that nobody will finish.
#[wasm_bindgen(js_name = transcriptDrop)]
pub fn transcript_drop(number: usize) {
    OPEN.with_borrow_mut(|open| open.get_mut(number).map(Option::take));
}

fn read_records(number: usize, read: impl FnOnce(&mut TranscriptReader) -> Vec<Record>) -> Result<Vec<Uint8Array>, JsValue> {
    let found = OPEN.with_borrow_mut(|open| {
        let reader = open.get_mut(number)?.as_mut()?;
        let records = read(reader);
        Some((reader.format(), records))
    });
    let Some((format, records)) = found else { return Err(throw(Error::new(Code::Input, "the transcript is finished"))) };
    Ok(write_transcript(format, &records).iter().map(|bytes| Uint8Array::from(bytes.as_slice())).collect())
}

thread_local! {
    static SESSIONS: RefCell<Vec<Option<SessionReader>>> = const { RefCell::new(Vec::new()) };
}

/// Begins to read a session and returns the number to call it by.
#[wasm_bindgen(js_name = sessionOpen)]
#[must_use]
pub fn session_open() -> usize {
    SESSIONS.with_borrow_mut(|open| {
        let number = open.iter().position(Option::is_none).unwrap_or(open.len());
        match open.get_mut(number) {
            Some(place) => *place = Some(SessionReader::default()),
            None => open.push(Some(SessionReader::default())),
        }
        number
    })
}

/// Takes bytes as they arrive and returns the new records as JSON, and their bodies.
#[wasm_bindgen(js_name = sessionPush)]
pub fn session_push(number: usize, bytes: &[u8]) -> Result<Vec<Uint8Array>, JsValue> {
    read_session(number, |reader| reader.push(bytes, &mut write_session_report))
}

/// Ends a session and returns the last records. The number is free then.
#[wasm_bindgen(js_name = sessionFinish)]
pub fn session_finish(number: usize) -> Result<Vec<Uint8Array>, JsValue> {
    let records = read_session(number, |reader| reader.finish(&mut write_session_report));
    session_drop(number);
    records
}

/// Forgets a session that nobody will finish.
#[wasm_bindgen(js_name = sessionDrop)]
pub fn session_drop(number: usize) {
    SESSIONS.with_borrow_mut(|open| open.get_mut(number).map(Option::take));
}

fn read_session(number: usize, read: impl FnOnce(&mut SessionReader) -> Vec<SessionRecord>) -> Result<Vec<Uint8Array>, JsValue> {
    let found = SESSIONS.with_borrow_mut(|open| {
        let reader = open.get_mut(number)?.as_mut()?;
        let records = read(reader);
        Some((reader.format(), records))
    });
    let Some((format, records)) = found else { return Err(throw(Error::new(Code::Input, "the session is finished"))) };
    Ok(write_session(format, &records).iter().map(|bytes| Uint8Array::from(bytes.as_slice())).collect())
}
