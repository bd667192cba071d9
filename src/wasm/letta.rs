//! Letta's records for JavaScript.

use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::boundary::answer_letta;

/// The answer to a question by its name, as JSON. What belongs to the question is an object, as JSON.
#[wasm_bindgen(js_name = letta)]
pub fn ask(question: &str, body: &[u8], asked: &[u8]) -> Result<Vec<u8>, JsValue> {
    answer_letta(question, body, asked).map_err(throw)
}
