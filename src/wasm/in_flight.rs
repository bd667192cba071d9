//! The calls of a guard that are not recorded yet: what they continue, and whose they are.

use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::api;
use crate::json::scan;
use crate::model::Wire;
use crate::request::{Fingerprint, answer_marks};
use crate::wires;
use crate::wires::CREDENTIAL_HEADERS;

/// What a request says and what its answers are known by, as JSON.
#[wasm_bindgen(js_name = requestFingerprint)]
pub fn request_fingerprint(request: &[u8], wire: &str) -> Result<String, JsValue> {
    Fingerprint::of_request(request, &Wire::named(wire)).map(|fingerprint| api::write_fingerprint(&fingerprint)).map_err(throw)
}

/// What an answer is known by, a body or the whole stream, as JSON.
#[wasm_bindgen(js_name = answerMarks)]
pub fn marks_of_answer(answer: &[u8], streamed: bool, wire: &str) -> Result<String, JsValue> {
    answer_marks(answer, streamed, &Wire::named(wire)).map(|marks| api::write_marks(&marks)).map_err(throw)
}

/// The names of the headers that carry a key, with spaces between.
#[wasm_bindgen(js_name = credentialHeaders)]
#[must_use]
pub fn credential_headers() -> String {
    CREDENTIAL_HEADERS.join(" ")
}

/// The credential of a call, by its address and by a JSON object of its headers: a digest or a place, never the key.
#[wasm_bindgen(js_name = credentialOf)]
pub fn credential_of(headers: &[u8], url: &str) -> Result<Option<String>, JsValue> {
    let document = scan(headers).map_err(throw)?;
    let pairs = document.root().members().filter_map(|(name, value)| Some((name.lossy().into_owned(), value.text()?.lossy().into_owned())));
    Ok(wires::credential(url, &pairs.collect::<Vec<_>>()))
}
