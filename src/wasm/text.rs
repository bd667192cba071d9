//! The JSON layer for JavaScript.

use js_sys::{Array, Uint8Array};
use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::error::throw;
use super::object::object;
use crate::api::records::{Place, Scan};
use crate::error::{Code, Error};
use crate::json::{self, Changes, Document, Finder, Limits, Span, Value};

#[wasm_bindgen]
extern "C" {
    /// One change, as `api.js` hands it over: checked, its text already bytes.
    pub type Change;
    #[wasm_bindgen(method, getter)]
    fn op(this: &Change) -> String;
    #[wasm_bindgen(method, getter)]
    fn pointer(this: &Change) -> String;
    #[wasm_bindgen(method, getter)]
    fn name(this: &Change) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn json(this: &Change) -> Option<Uint8Array>;
}

/// The longest body that is taken, in bytes.
#[wasm_bindgen(js_name = maxBytes)]
#[must_use]
pub fn max_bytes() -> usize {
    Limits::default().bytes
}

/// Reads a body once, from end to end.
#[wasm_bindgen]
pub fn scan(body: &[u8]) -> Result<Ts<Scan>, JsValue> {
    let document = json::scan(body).map_err(throw)?;
    let Scan { nodes, bom, kind } = Scan { nodes: document.len(), bom: document.has_bom(), kind: document.root().kind().name() };
    Ok(Ts::new_unchecked(object(&[("nodes", nodes.into()), ("bom", bom.into()), ("kind", kind.into())])))
}

/// Returns the place of the value that a pointer names.
#[wasm_bindgen]
pub fn locate(body: &[u8], pointer: &str) -> Result<Ts<Place>, JsValue> {
    with_value(body, pointer, |document, value| Ok(place(document, value))).map(Ts::new_unchecked)
}

/// The innermost value at a byte.
#[wasm_bindgen(js_name = placeAt)]
pub fn place_at(body: &[u8], offset: usize) -> Result<Option<Ts<Place>>, JsValue> {
    let document = json::scan(body).map_err(throw)?;
    Ok(document.at(offset).map(|value| Ts::new_unchecked(place(&document, value))))
}

fn place(document: &Document<'_>, value: Value<'_>) -> JsValue {
    let (json::Place { pointer, exact }, Span { start, end }) = (document.place(value), value.span());
    let Place { pointer, exact, kind, start, end } = Place { pointer, exact, kind: value.kind().name(), start, end };
    object(&[("pointer", pointer.into()), ("exact", exact.into()), ("kind", kind.into()), ("start", start.into()), ("end", end.into())])
}

/// Returns the splices that changes make in a body.
#[wasm_bindgen]
pub fn splices(body: &[u8], changes: Vec<Change>) -> Result<Array, JsValue> {
    let document = json::scan(body).map_err(throw)?;
    let (mut finder, mut collected) = (Finder::new(&document), Changes::new(&document));
    for change in &changes {
        collect(change, &mut finder, &mut collected).map_err(throw)?;
    }
    let edits = collected.edits().map_err(throw)?;
    super::exchange::splices(body, &edits)
}

fn collect(change: &Change, finder: &mut Finder<'_>, changes: &mut Changes<'_>) -> Result<(), Error> {
    let pointer = change.pointer();
    let value = finder.find(&pointer)?;
    let text = change.json().map(|text| text.to_vec()).unwrap_or_default();
    let collected = match change.op().as_str() {
        "replace" => changes.replace(value, &text),
        "remove" => changes.remove(value),
        "append" => changes.append(value, &text),
        "insert" => changes.insert(value, &text),
        "set" => changes.set(value, &change.name().unwrap_or_default(), &text),
        other => Err(Error::new(Code::Input, ["`op` must be replace, remove, append, insert or set (got `", other, "`)"].concat())),
    };
    collected.map_err(|refused| refused.in_value(pointer))
}

/// The SHA-256 of the canonical text of a value, in hexadecimal.
#[wasm_bindgen]
pub fn digest(body: &[u8], pointer: &str) -> Result<String, JsValue> {
    with_value(body, pointer, |_, value| Ok(json::digest(value).to_string()))
}

/// The canonical text of a value.
#[wasm_bindgen]
pub fn canonical(body: &[u8], pointer: &str) -> Result<Vec<u8>, JsValue> {
    with_value(body, pointer, |_, value| Ok(json::canonical(value)))
}

/// Runs something on the value that a pointer names.
pub(super) fn with_value<T>(body: &[u8], pointer: &str, run: fn(&Document<'_>, Value<'_>) -> Result<T, Error>) -> Result<T, JsValue> {
    let document = json::scan(body).map_err(throw)?;
    document.find(pointer).and_then(|value| run(&document, value)).map_err(throw)
}
