//! Thoughts apart from their answers, for JavaScript. They cross as the JSON of stored thoughts.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::error::throw;
use super::exchange::splices;
use crate::api;
use crate::formats::adk;
use crate::formats::clark::{ReasoningFormat, ReplayContract};
use crate::model::Wire;
use crate::request::text_hash;

/// Puts thoughts into a request: splices into it, and the fates as JSON.
#[wasm_bindgen(js_name = placeThoughts)]
pub fn place(request: &[u8], thoughts: &[u8], terms: &[u8], models: &[u8]) -> Result<Array, JsValue> {
    let (edits, plan) = api::place(request, thoughts, terms, models).map_err(throw)?;
    let spliced = splices(request, &edits)?;
    spliced.push(&Uint8Array::from(plan.as_slice()).into());
    Ok(spliced)
}

/// Puts thoughts into one answer: the answer, and the fates as JSON.
#[wasm_bindgen(js_name = placeInAnswer)]
pub fn place_in_answer(answer: &[u8], thoughts: &[u8], target: &[u8], models: &[u8]) -> Result<Array, JsValue> {
    let (answer, plan) = api::place_in_answer(answer, thoughts, target, models).map_err(throw)?;
    Ok([answer, plan].iter().map(|bytes| JsValue::from(Uint8Array::from(bytes.as_slice()))).collect())
}

/// Chooses the thoughts that go into the next request: their fates as JSON.
#[wasm_bindgen(js_name = routeThoughts)]
pub fn route(thoughts: &[u8], terms: &[u8], models: &[u8], request: Option<Vec<u8>>) -> Result<Vec<u8>, JsValue> {
    api::route(thoughts, terms, request.as_deref(), models).map_err(throw)
}

/// Writes the piece of each thought that a target gets, as JSON.
#[wasm_bindgen(js_name = sendThoughts)]
pub fn send(thoughts: &[u8], terms: &[u8], models: &[u8]) -> Result<Vec<u8>, JsValue> {
    api::send(thoughts, terms, models).map_err(throw)
}

/// Writes the view of a stored thought, as JSON.
#[wasm_bindgen(js_name = viewThought)]
pub fn view(thought: &[u8]) -> Result<Option<Vec<u8>>, JsValue> {
    api::view_thought(thought).map_err(throw)
}

/// The typed items of thoughts, as JSON.
#[wasm_bindgen(js_name = typedItems)]
pub fn typed_items(thoughts: &[u8]) -> Result<Vec<u8>, JsValue> {
    api::typed_items(thoughts).map_err(throw)
}

/// The payload of a typed item, as JSON. `from` is its issuer as JSON, or nothing.
#[wasm_bindgen(js_name = itemPayload)]
pub fn item_payload(item: &[u8], from: &[u8]) -> Result<Vec<u8>, JsValue> {
    api::item_payload(item, from).map_err(throw)
}

/// The neighbours of each native thought of a body, by its pointer, as JSON.
#[wasm_bindgen(js_name = neighboursOf)]
pub fn neighbours(body: &[u8], target: &[u8], is_request: bool) -> Result<Vec<u8>, JsValue> {
    api::write_neighbours_of(body, target, is_request).map_err(throw)
}

/// A short hash of a body that has no id.
#[wasm_bindgen(js_name = bodyHash)]
#[must_use]
pub fn body_hash(body: &[u8]) -> String {
    text_hash(body)
}

/// The tag of the wires that take a thought back.
#[wasm_bindgen(js_name = replayTag)]
#[must_use]
pub fn replay_tag(wire: &str, vendor: Option<String>) -> String {
    adk::tag_of(&Wire::named(wire), vendor.as_deref())
}

/// The thoughts of a body of any wire or format, as JSON.
#[wasm_bindgen(js_name = findThoughts)]
pub fn find(body: &[u8], from: &[u8], models: &[u8]) -> Result<Vec<u8>, JsValue> {
    api::find_thoughts(body, from, models).map_err(throw)
}

/// The contract of a format: when its issuer asks its reasoning back.
#[wasm_bindgen(js_name = replayContract)]
#[must_use]
pub fn replay_contract(format: &str) -> String {
    ReplayContract::of(&ReasoningFormat::named(format)).name().to_owned()
}
