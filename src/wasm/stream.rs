//! Streams for JavaScript. A decoder lives in the wasm memory under a number. JavaScript keeps the bytes that it has pushed, so
//! that a decoder that was lost with its instance can be made again.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::api::{write_stream_end, write_stream_events};
use crate::error::{Code, Error};
use crate::json::scan;
use crate::wires::{StreamDecoder, codec, resolve_target};

thread_local! {
    static OPEN: RefCell<Vec<Option<StreamDecoder>>> = const { RefCell::new(Vec::new()) };
}

/// Begins to read a stream and returns the number to call it by.
#[wasm_bindgen(js_name = streamOpen)]
pub fn stream_open(target: &[u8]) -> Result<usize, JsValue> {
    let target = scan(target).and_then(|target| resolve_target(target.root(), None)).map_err(throw)?;
    Ok(exchange(usize::MAX, codec(&target.wire).map(StreamDecoder::new)).0)
}

/// Takes bytes as they arrive and returns the new events, as a JSON array.
#[wasm_bindgen(js_name = streamPush)]
pub fn stream_push(number: usize, bytes: &[u8]) -> Result<Vec<u8>, JsValue> {
    let mut decoder = take_decoder(number).map_err(throw)?;
    let events = decoder.push(bytes);
    exchange(number, Some(decoder));
    Ok(write_stream_events(&events))
}

/// Ends a stream and returns the last events, the body, and how it ended.
#[wasm_bindgen(js_name = streamFinish)]
pub fn stream_finish(number: usize) -> Result<Vec<js_sys::Uint8Array>, JsValue> {
    let decoder = take_decoder(number).map_err(throw)?;
    let (events, streamed) = decoder.finish();
    let end = write_stream_end(&streamed);
    let rest = [write_stream_events(&events), streamed.body, end];
    Ok(rest.iter().map(|bytes| js_sys::Uint8Array::from(bytes.as_slice())).collect())
}

/// Forgets a stream that nobody will finish.
#[wasm_bindgen(js_name = streamDrop)]
pub fn stream_drop(number: usize) {
    exchange(number, None);
}

/// Puts a decoder in the place of that number, or in a free one if there is no such place. Returns the number, and the decoder that was there.
pub(super) fn exchange(number: usize, decoder: Option<StreamDecoder>) -> (usize, Option<StreamDecoder>) {
    OPEN.with_borrow_mut(|open| {
        let free = || open.iter().position(Option::is_none).unwrap_or(open.len());
        let number = if number < open.len() { number } else { free() };
        if number == open.len() {
            open.push(None);
        }
        (number, open.get_mut(number).and_then(|place| std::mem::replace(place, decoder)))
    })
}

/// Takes the decoder of that number out of its place.
pub(super) fn take_decoder(number: usize) -> Result<StreamDecoder, Error> {
    exchange(number, None).1.ok_or_else(|| Error::new(Code::Input, "the stream is finished"))
}
