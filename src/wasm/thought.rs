//! The rules of a thought, an identity and a time, over JavaScript values.
//!
//! The classes live in `pkg-template/thought.js` and keep the caller's own strings and payload, which a crossing could
//! change (half surrogate pairs, big integers, prototypes). What crosses is what the rules need to see.

use js_sys::Reflect;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::clock::Intl;
use super::error::{record, throw};
use crate::error::{Code, Error};
use crate::model::time::Fields;
use crate::model::{Identifier, Identity, RawThought, Thought, When};

/// What the rules make of a raw thought; the rest of it is the caller's own.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CheckedThought {
    /// When it was recorded, in ISO 8601 and UTC.
    pub created_at: String,
    /// When it was last changed, in ISO 8601 and UTC.
    pub updated_at: String,
}

/// Holds a raw thought to the rules.
#[wasm_bindgen(js_name = checkThought)]
pub fn check_thought(raw: &JsValue) -> Result<Ts<CheckedThought>, JsValue> {
    let thought = read(raw)
        .map_err(|cause| Error::new(Code::Thought, "this cannot be a thought").because(cause))
        .and_then(|raw| Thought::new(raw, &Intl))
        .map_err(throw)?;
    let checked = CheckedThought { created_at: thought.created_at().to_iso(), updated_at: thought.updated_at().to_iso() };
    record(&checked)
}

/// Holds an identity to the rules.
#[wasm_bindgen(js_name = checkIdentity)]
pub fn check_identity(raw: &JsValue) -> Result<(), JsValue> {
    identity(raw).map(drop).map_err(throw)
}

/// The moment a value names, in ISO 8601 and UTC.
#[wasm_bindgen(js_name = readTime)]
pub fn read_time(value: &JsValue) -> Result<String, JsValue> {
    when(value).and_then(|when| when.moment(&Intl)).map(|moment| moment.to_iso()).map_err(throw)
}

/// A raw thought of which the payload is only known to be there.
fn read(raw: &JsValue) -> Result<RawThought<()>, Error> {
    if !raw.is_object() {
        return Err(fault("a thought is an object", ""));
    }
    let member = |name: &str| -> Result<When, Error> { when(&get(raw, name)).map_err(|cause| cause.in_value(format!("/{name}"))) };
    Ok(RawThought {
        id: text(raw, "id")?.ok_or_else(|| fault("id is required", "/id"))?,
        content: text(raw, "content")?,
        identity: present(raw, "identity").map(|value| identity(&value)).transpose().map_err(|cause| {
            let pointer = format!("/identity{}", cause.pointer().unwrap_or_default());
            cause.in_value(pointer)
        })?,
        payload: present(raw, "payload").map(drop),
        replay_compatibility: text(raw, "replayCompatibility")?,
        created_at: member("createdAt")?,
        updated_at: member("updatedAt")?,
    })
}

fn identity(raw: &JsValue) -> Result<Identity, Error> {
    if let Some(name) = raw.as_string() {
        return Identity::named(&name);
    }
    let invalid = |reason: &'static str, pointer: &str| Error::new(Code::Identity, reason).in_value(pointer);
    if !raw.is_object() {
        return Err(invalid("an identity is a string or an object", ""));
    }
    let identifier = get(raw, "identifier");
    let identifier = match (identifier.as_string(), identifier.as_f64()) {
        (Some(text), _) => Identifier::Text(text),
        (_, Some(number)) => Identifier::Number(number),
        _ => return Err(invalid("an identifier is a string or a number", "/identifier")),
    };
    let representation = get(raw, "representation").as_string();
    Identity::new(identifier, representation.ok_or_else(|| invalid("a representation is a string", "/representation"))?)
}

fn when(value: &JsValue) -> Result<When, Error> {
    if let Some(text) = value.as_string() {
        return Ok(When::Text(text));
    }
    if let Some(millis) = value.as_f64() {
        return Ok(When::Millis(millis));
    }
    if !value.is_object() {
        return Err(Error::new(Code::Time, "a time is a text, a number, a Date or an object with its parts"));
    }
    let part = |name: &str| match present(value, name) {
        None => Ok(None),
        Some(part) => {
            part.as_f64().map(Some).ok_or_else(|| Error::new(Code::Time, "a part of a date is a number").in_value(format!("/{name}")))
        }
    };
    let fields = Fields {
        year: part("year")?,
        month: part("month")?,
        day: part("day")?,
        ordinal: part("ordinal")?,
        week_year: part("weekYear")?,
        week_number: part("weekNumber")?,
        weekday: part("weekday")?,
        hour: part("hour")?,
        minute: part("minute")?,
        second: part("second")?,
        millisecond: part("millisecond")?,
    };
    // Luxon reads `{}` as the present; as the time of a thought it is a mistake, such as a Date that went through a clone.
    if fields == Fields::default() {
        return Err(Error::new(Code::Time, "an object without any part of a date names no time"));
    }
    Ok(When::Fields(fields))
}

/// A property, or `undefined` where reading it fails.
fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// A property that is neither `undefined` nor `null`.
fn present(object: &JsValue, name: &str) -> Option<JsValue> {
    Some(get(object, name)).filter(|value| !value.is_undefined() && !value.is_null())
}

fn text(object: &JsValue, name: &str) -> Result<Option<String>, Error> {
    let text = |value: JsValue| value.as_string().ok_or_else(|| fault("expected a string", &format!("/{name}")));
    present(object, name).map(text).transpose()
}

fn fault(reason: &'static str, pointer: &str) -> Error {
    Error::new(Code::Thought, reason).in_value(pointer)
}
