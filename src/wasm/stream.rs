//! Streams for JavaScript. A decoder lives on this side under a number; the other side keeps the bytes that it has pushed, so
//! that a decoder that was lost with its instance can be made again.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::codecs::{StreamDecoder, StreamEvent, codec, resolve_target};
use crate::error::{Code, Error};
use crate::json::{Writer, lossy, scan};

thread_local! {
    static OPEN: RefCell<Vec<Option<StreamDecoder>>> = const { RefCell::new(Vec::new()) };
}

/// Begins to read a stream; gives the number to call it by.
#[wasm_bindgen(js_name = streamOpen)]
pub fn stream_open(target: &[u8]) -> Result<usize, JsValue> {
    let target = scan(target).and_then(|target| resolve_target(target.root(), None)).map_err(throw)?;
    Ok(exchange(usize::MAX, codec(&target.wire).map(StreamDecoder::new)).0)
}

/// Takes bytes as they arrive; gives what is new, as a JSON array.
#[wasm_bindgen(js_name = streamPush)]
pub fn stream_push(number: usize, bytes: &[u8]) -> Result<Vec<u8>, JsValue> {
    let Some(mut decoder) = exchange(number, None).1 else { return Err(throw(closed())) };
    let said = decoder.push(bytes);
    exchange(number, Some(decoder));
    Ok(news(&said))
}

/// The end of a stream: what was still to be said, and what it came to, as JSON. The body is text of its own in there.
#[wasm_bindgen(js_name = streamFinish)]
pub fn stream_finish(number: usize) -> Result<Vec<js_sys::Uint8Array>, JsValue> {
    let Some(decoder) = exchange(number, None).1 else { return Err(throw(closed())) };
    let (said, streamed) = decoder.finish();
    let mut out = Writer::default();
    out.open(b'{');
    out.name("unfinished");
    out.open(b'[');
    streamed.unfinished.iter().for_each(|pointer| out.text(pointer));
    out.close(b']');
    out.name("ended");
    out.flag(streamed.ended);
    if let Some(error) = &streamed.error {
        out.name("error");
        out.raw(error);
    }
    out.name("unread");
    out.open(b'[');
    streamed.unread.iter().for_each(|event| out.text(&lossy(event)));
    out.close(b']');
    out.close(b'}');
    let rest = [news(&said), streamed.body, out.finish()];
    Ok(rest.iter().map(|bytes| js_sys::Uint8Array::from(bytes.as_slice())).collect())
}

/// Forgets a stream that nobody will finish.
#[wasm_bindgen(js_name = streamDrop)]
pub fn stream_drop(number: usize) {
    exchange(number, None);
}

/// Puts a decoder in the place of that number, or in a free one if there is no such place; gives the number and what was there.
fn exchange(number: usize, decoder: Option<StreamDecoder>) -> (usize, Option<StreamDecoder>) {
    OPEN.with_borrow_mut(|open| {
        let free = || open.iter().position(Option::is_none).unwrap_or(open.len());
        let number = if number < open.len() { number } else { free() };
        if number == open.len() {
            open.push(None);
        }
        (number, open.get_mut(number).and_then(|place| std::mem::replace(place, decoder)))
    })
}

fn closed() -> Error {
    Error::new(Code::Input, "the stream is finished")
}

/// A string for each piece, whose first letter says what it is; an error is a list with the error in it. The text of a piece
/// is JSON already: it goes out as it came in. Without names, because there are thousands of pieces to a turn.
fn news(said: &[StreamEvent]) -> Vec<u8> {
    let mut out = Vec::with_capacity(said.len() * 32);
    out.push(b'[');
    for (nth, said) in said.iter().enumerate() {
        if nth > 0 {
            out.push(b',');
        }
        let (head, text, tail): (&[u8], &[u8], &[u8]) = match said {
            StreamEvent::ThinkingDelta(text) => (b"\"k", text, b"\""),
            StreamEvent::ThinkingEnd => (b"\"e", b"", b"\""),
            StreamEvent::TextDelta(text) => (b"\"t", text, b"\""),
            StreamEvent::Error(error) => (b"[", error, b"]"),
        };
        for piece in [head, text, tail] {
            out.extend_from_slice(piece);
        }
    }
    out.push(b']');
    out
}
