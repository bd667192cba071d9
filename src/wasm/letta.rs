//! Letta's records for JavaScript.

use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::api::answer_letta;

/// Answers a question by its name, as JSON. `asked` is a JSON object that holds what the question needs.
#[wasm_bindgen(js_name = letta)]
pub fn ask(question: &str, body: &[u8], asked: &[u8], models: &[u8]) -> Result<Vec<u8>, JsValue> {
    answer_letta(question, body, asked, models).map_err(throw)
}
