//! The calls of a guard that are not recorded yet: what they continue, and whose they are.

use wasm_bindgen::prelude::*;

use js_sys::Uint8Array;

use super::error::throw;
use super::stream::{exchange, take_decoder};
use crate::api;
use crate::json::{Digest, scan};
use crate::model::Wire;
use crate::request::{AnswerFingerprint, Fingerprint};
use crate::wires;

/// What a request says and what its answers are known by, as JSON.
#[wasm_bindgen(js_name = requestFingerprint)]
pub fn request_fingerprint(request: &[u8], wire: &str) -> Result<String, JsValue> {
    Fingerprint::of_request(request, &Wire::named(wire)).map(|fingerprint| api::write_fingerprint(&fingerprint)).map_err(throw)
}

/// The identity of an answer by its body, as JSON. `before` is the `end` of the request that was answered, if it is known.
#[wasm_bindgen(js_name = answerFingerprint)]
pub fn answer_fingerprint(body: &[u8], wire: &str, before: Option<String>) -> Result<String, JsValue> {
    let before = before.as_deref().and_then(Digest::named);
    let fingerprint = AnswerFingerprint::of_body(body, &Wire::named(wire), before).map_err(throw)?;
    Ok(api::write_answer_fingerprint(&fingerprint))
}

/// Takes bytes of an answer that `streamOpen` began to read, as they arrive. Returns `true` if the answer is complete.
#[wasm_bindgen(js_name = streamAdd)]
pub fn stream_add(number: usize, bytes: &[u8]) -> Result<bool, JsValue> {
    let mut decoder = take_decoder(number).map_err(throw)?;
    decoder.push(bytes);
    let has_ended = decoder.has_ended();
    exchange(number, Some(decoder));
    Ok(has_ended)
}

/// Ends such an answer: the body that it was put together to, and what recording it needs besides.
#[wasm_bindgen(js_name = streamAssemble)]
pub fn stream_assemble(number: usize) -> Result<Vec<Uint8Array>, JsValue> {
    let (_, streamed) = take_decoder(number).map_err(throw)?.finish();
    Ok([streamed.body.as_slice(), &api::write_assembly(&streamed)].map(Uint8Array::from).to_vec())
}

/// A digest of all that a caller shows of itself, by the address and by a JSON object of the headers. Returns `None` if it shows nothing.
#[wasm_bindgen(js_name = shownCredential)]
pub fn shown_credential(headers: &[u8], url: &str) -> Result<Option<String>, JsValue> {
    Ok(wires::shown_credential(url, &pairs_of(headers)?))
}

/// The credential of a call, by its address and by a JSON object of its headers: a digest or a place, never the key.
#[wasm_bindgen(js_name = credentialOf)]
pub fn credential_of(headers: &[u8], url: &str) -> Result<Option<String>, JsValue> {
    Ok(wires::credential(url, &pairs_of(headers)?))
}

fn pairs_of(headers: &[u8]) -> Result<Vec<(String, String)>, JsValue> {
    let document = scan(headers).map_err(throw)?;
    let pairs = document.root().members().filter_map(|(name, value)| Some((name.lossy().into_owned(), value.text()?.lossy().into_owned())));
    Ok(pairs.collect())
}
