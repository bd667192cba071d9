//! HTTP calls for a guard and a proxy: whose they are, what they ask for, and the answers that are made here.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::api::{self, Choices};
use crate::convert::{self, ConvertedError};
use crate::error::Error;
use crate::json::{Document, Text, scan};
use crate::model::time::Moment;
use crate::model::{Target, Wire};
use crate::wires;

/// The facts about headers, hosts and wires, as JSON. They never change.
#[wasm_bindgen(js_name = gatewayFacts)]
#[must_use]
pub fn gateway_facts() -> String {
    api::write_gateway_facts()
}

/// Checks the choices of an audit, which are JSON as `audit` takes them.
#[wasm_bindgen(js_name = checkChoices)]
pub fn check_choices(choices: &[u8]) -> Result<(), JsValue> {
    Choices { models: &[], choices }.with(|_| Ok(())).map_err(throw)
}

/// The facts of the address of a call, as JSON; `hosts` is a JSON list of the caller's rows of hosts. Returns `None` if no answer of a model comes from there.
#[wasm_bindgen(js_name = callAddress)]
pub fn call_address(url: &str, hosts: &[u8]) -> Result<Option<String>, JsValue> {
    let hosts = scan(hosts).map_err(throw)?;
    Ok(wires::call_address(url, hosts.root()).map(|address| api::write_call_address(&address)))
}

/// The wire of a request by its body and its address. Returns `None` if it is not certain to be a provider's, and does not look like a request.
#[wasm_bindgen(js_name = wireOfRequest)]
#[must_use]
pub fn wire_of_request(body: &[u8], url: &str, is_certain: bool) -> Option<String> {
    wires::wire_of_request(body, url, is_certain).map(|wire| wire.to_string())
}

/// The model that a call names, in its address or in its body.
#[wasm_bindgen(js_name = modelOfCall)]
#[must_use]
pub fn model_of_call(body: &[u8], url: &str) -> Option<String> {
    wires::model_of_call(url, body)
}

/// Returns `true` if a turn of one wire can go back on another.
#[wasm_bindgen(js_name = shareMessages)]
#[must_use]
pub fn share_messages(one: &str, other: &str) -> bool {
    wires::share_messages(&Wire::named(one), &Wire::named(other))
}

/// Returns `true` if an answer is a stream.
#[wasm_bindgen(js_name = isStream)]
#[must_use]
pub fn is_stream(answer: &[u8], content_type: &str, wire: &str) -> bool {
    wires::is_stream(answer, content_type, &Wire::named(wire))
}

/// Returns `true` if a request asks for a stream, by its address or by its body.
#[wasm_bindgen(js_name = asksForStream)]
pub fn asks_for_stream(request: &[u8], url: &str) -> Result<bool, JsValue> {
    with_document(request, |document| Ok(wires::asks_for_stream(document.root(), url)))
}

/// A request to the vendor of a wire, with what it needs and does not say.
#[wasm_bindgen(js_name = completeRequest)]
pub fn complete_request(request: &[u8], wire: &str, streams: bool) -> Result<Vec<u8>, JsValue> {
    with_document(request, |document| wires::complete_request(document, &Wire::named(wire), streams))
}

/// The request in the body of a call that counts tokens.
#[wasm_bindgen(js_name = countedRequest)]
pub fn counted_request(body: &[u8], wire: &str) -> Result<Vec<u8>, JsValue> {
    with_document(body, |document| Ok(wires::counted_request(document.root(), &Wire::named(wire)).raw().to_vec()))
}

/// The body of a call that counts the tokens of a request. Returns `None` if the vendor of the wire counts none.
#[wasm_bindgen(js_name = countRequest)]
pub fn count_request(request: &[u8], wire: &str, model: &str) -> Result<Option<Vec<u8>>, JsValue> {
    with_document(request, |document| Ok(wires::write_count_request(document, &Wire::named(wire), model)))
}

/// The count of one vendor as another answers it. Returns `None` if there is no count in the answer.
#[wasm_bindgen(js_name = convertCount)]
pub fn convert_count(answer: &[u8], from: &str, to: &str) -> Result<Option<Vec<u8>>, JsValue> {
    let count = |document: &Document<'_>| wires::read_count(document.root(), &Wire::named(from));
    with_document(answer, |document| Ok(count(document).and_then(|count| wires::write_count(count, &Wire::named(to)))))
}

/// An estimate of the tokens of a request, as the vendor of a wire answers a count.
#[wasm_bindgen(js_name = estimateCount)]
pub fn estimate_count(request: &[u8], to: &str) -> Result<Option<Vec<u8>>, JsValue> {
    with_document(request, |document| Ok(wires::write_count(wires::estimate_tokens(document), &Wire::named(to))))
}

fn with_document<T>(body: &[u8], work: impl FnOnce(&Document<'_>) -> Result<T, Error>) -> Result<T, JsValue> {
    scan(body).and_then(|document| work(&document)).map_err(throw)
}

/// The error of a provider as the vendor at an address answers it: its body, the status, and the headers that say what it is, as a JSON list of pairs. `time` is there if the client
/// asked for a stream.
#[wasm_bindgen(js_name = convertFailure)]
#[must_use]
pub fn convert_failure(received: &[u8], wire: &str, url: &str, status: u16, time: Option<f64>) -> Array {
    let streamed_at = time.and_then(|time| Moment::from_millis(time).ok()).map(|moment| moment.millis() / 1000);
    error_crossing(&convert::convert_failure(received, &target_at(wire, url), status, streamed_at))
}

/// A sentence of a proxy, as an error of the vendor at an address.
#[wasm_bindgen(js_name = convertSentence)]
#[must_use]
pub fn convert_sentence(sentence: &str, wire: &str, url: &str, status: u16) -> Array {
    error_crossing(&convert::convert_sentence(sentence, &target_at(wire, url), status))
}

fn target_at(wire: &str, url: &str) -> Target {
    Target { url: Some(url.to_owned()), ..Target::new(Wire::named(wire)) }
}

/// The body, the status and the headers of an error.
pub(super) fn error_crossing(error: &ConvertedError) -> Array {
    Array::of3(&Uint8Array::from(error.body.as_slice()).into(), &error.status.into(), &api::write_headers(error).into())
}

/// The event by which a stream says that it has failed. `sentence` is a JSON string.
#[wasm_bindgen(js_name = failureEvent)]
pub fn failure_event(sentence: &[u8]) -> Result<Vec<u8>, JsValue> {
    with_document(sentence, |document| Ok(convert::failure_event(document.root().text().map(Text::raw).unwrap_or_default())))
}

/// A refusal in the form of the vendor at an address, as JSON. `sentence` is a JSON string.
#[wasm_bindgen(js_name = refusal)]
pub fn refusal(sentence: &[u8], wire: &str, url: &str) -> Result<String, JsValue> {
    with_document(sentence, |document| {
        let words = document.root().text().map(Text::raw).unwrap_or_default();
        Ok(api::write_refusal(&convert::refuse(url, &Wire::named(wire), words)))
    })
}
