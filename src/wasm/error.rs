//! Errors on the way out.

use js_sys::{Error as JsError, Reflect};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::Error;

/// A JavaScript `Error` with `code`, `offset`, `pointer` and `cause`; `pkg-template/errors.js` gives it its class.
pub(super) fn thrown(error: &Error) -> JsValue {
    // The cause chain is two long at most, but an input never decides how deep we go: outermost last.
    let mut chain = vec![error];
    while let Some(cause) = chain.last().and_then(|error| error.cause()) {
        chain.push(cause);
    }
    chain.into_iter().rev().fold(JsValue::UNDEFINED, |cause, error| {
        let thrown = JsError::new(&error.to_string());
        let set = |name: &str, value: JsValue| {
            // Defining a property on a fresh object cannot fail.
            let _ = Reflect::set(&thrown, &name.into(), &value);
        };
        set("code", error.code().as_str().into());
        if let Some(offset) = error.offset() {
            set("offset", offset.into());
        }
        if let Some(pointer) = error.pointer() {
            set("pointer", pointer.into());
        }
        if !cause.is_undefined() {
            set("cause", cause);
        }
        thrown.into()
    })
}

/// For `map_err`.
pub(super) fn throw(error: Error) -> JsValue {
    thrown(&error)
}

/// A record of our own on its way out. It is made of strings, numbers and booleans, so this cannot fail; if it does, it says so.
pub(super) fn record<T: Tsify + Serialize>(record: &T) -> Result<Ts<T>, JsValue> {
    record.into_ts().map_err(|error| JsError::new(&error.to_string()).into())
}
