//! The rules of a thought, an identity and a time, over JavaScript values.
//!
//! The classes live in `pkg-template/thought/thought.js` and keep the caller's own strings and payload, which a crossing could
//! change (half surrogate pairs, big integers, prototypes). Only the fields that the rules check cross.

use serde::{Deserialize, Serialize, Serializer};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::clock::Intl;
use super::error::throw;
use super::object::{get, present};
use crate::error::{Code, Error};
use crate::formats::adk::{Identifier, Identity, RawThought, When};
use crate::model::time::Fields;

/// The fields of a raw thought that the rules change. The rest of it is the caller's own.
#[derive(Deserialize, Tsify)]
#[tsify(hashmap_as_object)]
#[serde(rename_all = "camelCase")]
pub struct CheckedThought {
    /// When it was recorded, in ISO 8601 and UTC.
    pub created_at: String,
    /// When it was last changed, in ISO 8601 and UTC.
    pub updated_at: String,
}

impl Serialize for CheckedThought {
    /// As a map and not as a struct, for whose names `serde_wasm_bindgen` keeps a table of strings that costs 3 kB.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("createdAt", &self.created_at), ("updatedAt", &self.updated_at)])
    }
}

/// Checks a raw thought.
#[wasm_bindgen(js_name = checkThought)]
pub fn check_thought(raw: &JsValue) -> Result<Ts<CheckedThought>, JsValue> {
    let mut thought = RawThought {
        id: String::new(),
        content: None,
        identity: None,
        payload: None,
        replay_compatibility: None,
        created_at: When::Millis(f64::NAN),
        updated_at: When::Millis(f64::NAN),
    };
    read(raw, &mut thought).map_err(|cause| throw(Error::new(Code::Thought, "this cannot be a thought").because(cause)))?;
    let [created_at, updated_at] = thought.check(&Intl).map_err(throw)?;
    let checked = CheckedThought { created_at: created_at.to_iso(), updated_at: updated_at.to_iso() };
    Ok(Ts::new_unchecked(checked.into_js()?.into()))
}

/// Checks an identity.
#[wasm_bindgen(js_name = checkIdentity)]
pub fn check_identity(raw: &JsValue) -> Result<(), JsValue> {
    identity(raw).map(drop).map_err(throw)
}

/// The moment a value names, in ISO 8601 and UTC.
#[wasm_bindgen(js_name = readTime)]
pub fn read_time(value: &JsValue) -> Result<String, JsValue> {
    when(value).and_then(|when| when.moment(&Intl)).map(|moment| moment.to_iso()).map_err(throw)
}

/// Reads a raw thought, of whose payload only this is asked: whether it is there.
fn read(given: &JsValue, raw: &mut RawThought<()>) -> Result<(), Error> {
    if !given.is_object() {
        return Err(fault("a thought is an object", ""));
    }
    raw.id = text(given, "id")?.ok_or_else(|| fault("id is required", "/id"))?;
    raw.content = text(given, "content")?;
    if let Some(value) = present(given, "identity") {
        raw.identity = Some(identity(&value).map_err(|cause| cause.in_member("identity"))?);
    }
    raw.payload = present(given, "payload").map(drop);
    raw.replay_compatibility = text(given, "replayCompatibility")?;
    raw.created_at = when(&get(given, "createdAt")).map_err(|cause| cause.in_value("/createdAt"))?;
    raw.updated_at = when(&get(given, "updatedAt")).map_err(|cause| cause.in_value("/updatedAt"))?;
    Ok(())
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
    let mut fields = Fields::default();
    for name in Fields::NAMES {
        if let (Some(part), Some(field)) = (present(value, name), fields.named(name)) {
            let number = part.as_f64().ok_or_else(|| Error::new(Code::Time, "a part of a date is a number").in_member(name))?;
            *field = Some(number);
        }
    }
    // Luxon reads `{}` as the present; as the time of a thought it is a mistake, such as a Date that went through a clone.
    if fields == Fields::default() {
        return Err(Error::new(Code::Time, "an object without any part of a date names no time"));
    }
    Ok(When::Fields(fields))
}

fn text(object: &JsValue, name: &str) -> Result<Option<String>, Error> {
    let Some(value) = present(object, name) else { return Ok(None) };
    value.as_string().map(Some).ok_or_else(|| fault("expected a string", "").in_member(name))
}

fn fault(reason: &'static str, pointer: &str) -> Error {
    Error::new(Code::Thought, reason).in_value(pointer)
}
