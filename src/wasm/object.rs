//! Properties of JavaScript objects, read and written by name.

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;

/// A property, or `undefined` where reading it fails.
pub(super) fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// A property that is neither `undefined` nor `null`.
pub(super) fn present(object: &JsValue, name: &str) -> Option<JsValue> {
    Some(get(object, name)).filter(|value| !value.is_undefined() && !value.is_null())
}

/// Gives an object of our own a property; that cannot fail.
pub(super) fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(object, &name.into(), value);
}

/// An object of our own.
pub(super) fn object(members: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new().into();
    for (name, value) in members {
        set(&object, name, value);
    }
    object
}
