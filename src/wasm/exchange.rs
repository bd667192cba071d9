//! The codecs for JavaScript: they read bodies, replay turns and detect wires.

use js_sys::{Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::api;
use crate::error::Error;
use crate::formats::clark::OpenRouterReasoningCodec;
use crate::json::{self, Changes, Edit, scan};
use crate::model::Target;
use crate::wires;
use crate::wires::{codec, resolve_target};

/// A response, read, as JSON. `unfinished` holds a pointer a line for each part that a stream left unfinished.
#[wasm_bindgen]
pub fn decode(body: &[u8], target: &[u8], unfinished: &str) -> Result<String, JsValue> {
    let unfinished: Vec<String> = unfinished.lines().map(str::to_owned).collect();
    read(body, target, |target, document| {
        let turn = codec(&target.wire).map(|codec| codec.response(document.root())).unwrap_or_default();
        api::write_turn(&turn, document, target, &unfinished)
    })
}

/// A request, read, as JSON.
#[wasm_bindgen(js_name = readHistory)]
pub fn read_history(body: &[u8], target: &[u8]) -> Result<String, JsValue> {
    read(body, target, |target, document| {
        let history = codec(&target.wire).map(|codec| codec.request(document.root())).unwrap_or_default();
        api::write_history(&history, document, target)
    })
}

fn read(body: &[u8], target: &[u8], write: impl FnOnce(&Target, &json::Document<'_>) -> String) -> Result<String, JsValue> {
    let document = scan(body).map_err(throw)?;
    let target = target_of(target, &document).map_err(throw)?;
    Ok(write(&target, &document))
}

fn target_of(target: &[u8], body: &json::Document<'_>) -> Result<Target, Error> {
    resolve_target(scan(target)?.root(), Some(body))
}

/// Returns the next request as splices into the request, and the notes of the replay as JSON.
#[wasm_bindgen]
pub fn replay(request: &[u8], response: &[u8], target: &[u8]) -> Result<Array, JsValue> {
    let (document, answer) = (scan(request).map_err(throw)?, scan(response).map_err(throw)?);
    let target = target_of(target, &answer).map_err(throw)?;
    let mut changes = Changes::new(&document);
    let Some(codec) = codec(&target.wire) else { return Ok(Array::new()) };
    let notes = codec.replay(answer.root(), document.root(), &target, &mut changes).map_err(throw)?;
    let spliced = splices(request, &changes.edits().map_err(throw)?)?;
    spliced.push(&Uint8Array::from(api::write_replay_notes(&notes).as_slice()).into());
    Ok(spliced)
}

/// The items of a response's `reasoning_details`, as JSON: a pointer, where it starts and where it ends, of each.
#[wasm_bindgen(js_name = reasoningItems)]
pub fn reasoning_items(body: &[u8]) -> Result<Vec<u8>, JsValue> {
    let document = scan(body).map_err(throw)?;
    Ok(api::write_reasoning_items(&OpenRouterReasoningCodec.parse_response(document.root()), &document))
}

/// Edits as splices: `[start, end, length of the new text]` for each, in order, all new text in one piece, and the length of the body. Only new
/// text crosses back, because JavaScript has the rest.
pub(super) fn splices(body: &[u8], edits: &[Edit]) -> Result<Array, JsValue> {
    let mut places = Vec::with_capacity(edits.len() * 3);
    let mut text = Vec::new();
    for edit in json::ordered(body, edits).map_err(throw)? {
        places.extend([edit.span.start, edit.span.end, edit.text.len()].map(|place| u32::try_from(place).unwrap_or(u32::MAX)));
        text.extend_from_slice(&edit.text);
    }
    let (places, text) = (Uint32Array::from(places.as_slice()), Uint8Array::from(text.as_slice()));
    Ok(Array::of3(&places.into(), &text.into(), &body.len().into()))
}

/// Recognises the wire of a body, as JSON. Returns `None` if it looks like no wire.
#[wasm_bindgen]
#[must_use]
pub fn detect(body: &[u8], url: Option<String>) -> Option<Vec<u8>> {
    wires::detect(body, url.as_deref()).map(|detection| api::write_detection(&detection))
}

/// What an address does with a request: `generate`, `count` or `compact`. Returns `None` if it speaks no wire.
#[wasm_bindgen(js_name = addressPurpose)]
#[must_use]
pub fn address_purpose(url: &str) -> Option<String> {
    wires::purpose(url).map(|purpose| purpose.as_str().to_owned())
}
