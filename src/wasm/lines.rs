//! Lines of a batch for JavaScript.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use super::error::throw;
use crate::api::write_line;
use crate::json::scan;
use crate::sessions;

/// Finds the exchanges of a line: the record as JSON, and the decoded texts. Throws if the line is not JSON; any other fault is in the record.
#[wasm_bindgen(js_name = readLine)]
pub fn read_line(line: &[u8]) -> Result<Vec<Uint8Array>, JsValue> {
    let document = scan(line).map_err(throw)?;
    Ok(write_line(&sessions::read_line(&document)).iter().map(|bytes| Uint8Array::from(bytes.as_slice())).collect())
}

/// Returns the id of a line as it is written. Throws if the line is not JSON.
#[wasm_bindgen(js_name = lineId)]
pub fn line_id(line: &[u8]) -> Result<Option<Vec<u8>>, JsValue> {
    let document = scan(line).map_err(throw)?;
    Ok(sessions::read_line_id(document.root()).map(<[u8]>::to_vec))
}
