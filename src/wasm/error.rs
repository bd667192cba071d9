//! Errors on the way out.

use js_sys::Error as JsError;
use wasm_bindgen::prelude::*;

use super::object::set;
use crate::error::Error;

/// A JavaScript `Error` with `code`, `offset`, `pointer` and `cause`; `pkg-template/errors/codes.js` gives it its class.
pub(super) fn thrown(error: &Error) -> JsValue {
    // The cause chain is two long at most, but an input never decides how deep we go: outermost last.
    let mut chain = vec![error];
    while let Some(cause) = chain.last().and_then(|error| error.cause()) {
        chain.push(cause);
    }
    let mut cause = JsValue::UNDEFINED;
    for error in chain.into_iter().rev() {
        let thrown = JsError::new(&error.to_string()).into();
        set(&thrown, "code", &error.code().as_str().into());
        if let Some(offset) = error.offset() {
            set(&thrown, "offset", &offset.into());
        }
        if let Some(pointer) = error.pointer() {
            set(&thrown, "pointer", &pointer.into());
        }
        if !cause.is_undefined() {
            set(&thrown, "cause", &cause);
        }
        cause = thrown;
    }
    cause
}

/// For `map_err`.
pub(super) fn throw(error: Error) -> JsValue {
    thrown(&error)
}
