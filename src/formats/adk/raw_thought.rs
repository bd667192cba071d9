//! `RawThought`: an unchecked thought, its rules, its JSON and its TypeScript.

use super::identity::{Identifier, Identity};
use crate::error::{Code, Error};
use crate::json::{Document, Kind, Value};
use crate::model::time::{self, Clock, Moment};

/// The plain data that a `Thought` is built from. It needs a `content` that is not empty or a `payload`; a payload needs its `replayCompatibility`.
#[derive(Clone, Debug)]
#[cfg_attr(typescript, derive(tsify::Tsify), tsify(type_params = "P = unknown"), serde(rename_all = "camelCase"))]
pub struct RawThought<P> {
    /// Names the thought for good; it must not be empty.
    pub id: String,
    /// The readable text of the thought. It may be absent or empty only beside a payload.
    #[cfg_attr(typescript, tsify(optional, type = "string | Tokenizable"))]
    pub content: Option<String>,
    /// The agent that had the thought; a plain string serves as key and as name, and none at all means `assistant`.
    #[cfg_attr(typescript, tsify(optional, type = "string | RawIdentity | IdentityLike"))]
    pub identity: Option<Identity>,
    /// The data that only the issuing provider can read, such as a signature or an encrypted item; null counts as absent.
    #[cfg_attr(typescript, tsify(optional))]
    pub payload: Option<P>,
    /// Names the wires to which this may go back, for example `anthropic-messages-thinking-v1`; it must not be empty.
    #[cfg_attr(typescript, tsify(optional))]
    pub replay_compatibility: Option<String>,
    /// The time of the thought: ISO 8601 text, milliseconds since 1970, a `Date` or a date library's value.
    #[cfg_attr(typescript, tsify(type = "string | number | Date | DateTimeLike"))]
    pub created_at: When,
    /// The time of its last change, in any of the forms of `createdAt`.
    #[cfg_attr(typescript, tsify(type = "string | number | Date | DateTimeLike"))]
    pub updated_at: When,
}

impl<P> RawThought<P> {
    /// Checks the rules and returns the moments when it was recorded and last changed.
    ///
    /// # Errors
    /// [`Code::Thought`], with a cause that names the field at fault.
    pub fn check(&self, clock: &dyn Clock) -> Result<[Moment; 2], Error> {
        self.checked(clock).map_err(invalid)
    }

    fn checked(&self, clock: &dyn Clock) -> Result<[Moment; 2], Error> {
        if self.id.is_empty() {
            return Err(at_fault("id is not empty", "/id"));
        }
        match (&self.payload, &self.replay_compatibility) {
            (_, Some(tag)) if tag.is_empty() => return Err(at_fault("replayCompatibility is not empty", "/replayCompatibility")),
            (Some(_), None) => return Err(at_fault("a payload requires replayCompatibility", "/replayCompatibility")),
            (None, _) if self.content.as_deref().unwrap_or_default().is_empty() => {
                return Err(at_fault("content is required where there is no payload", "/content"));
            }
            _ => {}
        }
        Ok([
            self.created_at.moment(clock).map_err(|cause| cause.in_value("/createdAt"))?,
            self.updated_at.moment(clock).map_err(|cause| cause.in_value("/updatedAt"))?,
        ])
    }
}

/// A time as callers give it.
#[derive(Clone, Debug)]
pub enum When {
    /// A text in any form that [`time::read`] accepts.
    Text(String),
    /// Milliseconds since 1970.
    Millis(f64),
    /// Parts of a date, as Luxon's `fromObject` accepts them.
    Fields(time::Fields),
}

impl When {
    /// Returns its moment.
    ///
    /// # Errors
    /// A text, number or date that is not a moment.
    pub fn moment(&self, clock: &dyn Clock) -> Result<Moment, Error> {
        let moment = match self {
            When::Text(text) => time::read(text, clock),
            When::Millis(millis) => Moment::from_millis(*millis),
            When::Fields(fields) => time::from_fields(fields, clock),
        };
        moment.map_err(|refused| Error::new(Code::Time, refused.reason).at(refused.offset))
    }
}

/// Reads a raw thought from JSON. Its payload keeps its text.
pub(super) fn read_raw(document: &Document<'_>) -> Result<RawThought<Vec<u8>>, Error> {
    let root = document.root();
    if root.kind() != Kind::Object {
        return Err(at_fault("a thought is an object", ""));
    }
    Ok(RawThought {
        id: text(root, "id")?.ok_or_else(|| at_fault("id is required", "/id"))?,
        content: text(root, "content")?,
        identity: present(root, "identity").map(read_identity).transpose()?,
        payload: present(root, "payload").map(|payload| payload.raw().to_vec()),
        replay_compatibility: text(root, "replayCompatibility")?,
        created_at: read_when(root, "createdAt")?,
        updated_at: read_when(root, "updatedAt")?,
    })
}

fn present<'d>(object: Value<'d>, name: &str) -> Option<Value<'d>> {
    object.get(name).filter(|value| !value.is_null())
}

fn text(object: Value<'_>, name: &str) -> Result<Option<String>, Error> {
    let Some(value) = present(object, name) else { return Ok(None) };
    let text = value.text().ok_or_else(|| at_fault("expected a string", &["/", name].concat()))?;
    let text = text.to_str().ok_or_else(|| at_fault("half of a surrogate pair cannot be held as text", &["/", name].concat()))?;
    Ok(Some(text.into_owned()))
}

fn read_identity(value: Value<'_>) -> Result<Identity, Error> {
    let under = |cause: Error| cause.in_member("identity");
    if let Some(name) = value.text() {
        let name = name.to_str().ok_or_else(|| at_fault("half of a surrogate pair cannot be held as text", "/identity"))?;
        return Identity::named(&name).map_err(under);
    }
    if value.kind() != Kind::Object {
        return Err(at_fault("an identity is a string or an object", "/identity"));
    }
    let identifier = match present(value, "identifier") {
        Some(number) if number.kind() == Kind::Number => Identifier::Number(number_of(number).unwrap_or(f64::NAN)),
        _ => Identifier::Text(text(value, "identifier").map_err(under)?.unwrap_or_default()),
    };
    let representation = text(value, "representation").map_err(under)?.unwrap_or_default();
    Identity::new(identifier, representation).map_err(under)
}

fn read_when(object: Value<'_>, name: &str) -> Result<When, Error> {
    match present(object, name) {
        None => Err(at_fault("a time is required", &["/", name].concat())),
        Some(value) if value.kind() == Kind::Number => Ok(When::Millis(number_of(value).unwrap_or(f64::NAN))),
        Some(_) => text(object, name).map(|text| When::Text(text.unwrap_or_default())),
    }
}

fn number_of(value: Value<'_>) -> Option<f64> {
    std::str::from_utf8(value.raw()).ok()?.parse().ok()
}

fn at_fault(reason: &'static str, pointer: &str) -> Error {
    Error::new(Code::Thought, reason).in_value(pointer)
}

pub(super) fn invalid(cause: Error) -> Error {
    Error::new(Code::Thought, "this cannot be a thought").because(cause)
}
