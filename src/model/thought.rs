//! A validated thought: something readable, something opaque, or both.
//!
//! The rules are those of `RawThought` (the first of the seeds): an id; content or a payload; a payload only with the tag
//! of the wires it can go back to; an identity in three forms; two times. `null` is absent, everywhere. Whatever is wrong
//! is one error, [`Code::Thought`], whose cause says what and where.

use super::identity::{Identifier, Identity};
use super::time::{self, Clock, Moment};
use crate::error::{Code, Error};
use crate::json::{Document, Kind, Value, quote, scan};

/// What a thought is made from, before anything is checked.
#[derive(Clone, Debug)]
pub struct RawThought<P> {
    /// A stable, unique name for it.
    pub id: String,
    /// What can be read of it; may be left out if there is a payload.
    pub content: Option<String>,
    /// Who thought it; `assistant` if nobody is named.
    pub identity: Option<Identity>,
    /// What only its provider can read, kept as given.
    pub payload: Option<P>,
    /// The wires that can take the payload back.
    pub replay_compatibility: Option<String>,
    /// When it was recorded.
    pub created_at: When,
    /// When it was last changed.
    pub updated_at: When,
}

impl<P> RawThought<P> {
    /// Holds it to the rules; gives the moments when it was recorded and last changed.
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

/// A time as people give it.
#[derive(Clone, Debug)]
pub enum When {
    /// A text in any form that [`time::read`] takes.
    Text(String),
    /// Milliseconds since 1970.
    Millis(f64),
    /// Parts of a date, as Luxon's `fromObject` takes them.
    Fields(time::Fields),
}

impl When {
    /// The moment it names.
    ///
    /// # Errors
    /// A text, number or date that names none.
    pub fn moment(&self, clock: &dyn Clock) -> Result<Moment, Error> {
        let moment = match self {
            When::Text(text) => time::read(text, clock),
            When::Millis(millis) => Moment::from_millis(*millis),
            When::Fields(fields) => time::from_fields(fields, clock),
        };
        moment.map_err(|refused| Error::new(Code::Time, refused.reason).at(refused.offset))
    }
}

/// A thought that has passed every rule. It cannot be changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<P> {
    id: String,
    content: String,
    identity: Identity,
    payload: Option<P>,
    replay_compatibility: Option<String>,
    created_at: Moment,
    updated_at: Moment,
}

impl<P> Thought<P> {
    /// Checks a raw thought.
    ///
    /// # Errors
    /// [`Code::Thought`], with a cause that names the field at fault.
    pub fn new(raw: RawThought<P>, clock: &dyn Clock) -> Result<Self, Error> {
        let [created_at, updated_at] = raw.check(clock)?;
        Ok(Self {
            id: raw.id,
            content: raw.content.unwrap_or_default(),
            identity: raw.identity.unwrap_or_default(),
            payload: raw.payload,
            replay_compatibility: raw.replay_compatibility,
            created_at,
            updated_at,
        })
    }

    /// Its stable, unique name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What can be read of it; empty where only the payload says it.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// Who thought it.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// What only its provider can read.
    #[must_use]
    pub fn payload(&self) -> Option<&P> {
        self.payload.as_ref()
    }

    /// The tag of the wires that can take the payload back.
    #[must_use]
    pub fn replay_compatibility(&self) -> Option<&str> {
        self.replay_compatibility.as_deref()
    }

    /// When it was recorded.
    #[must_use]
    pub fn created_at(&self) -> Moment {
        self.created_at
    }

    /// When it was last changed.
    #[must_use]
    pub fn updated_at(&self) -> Moment {
        self.updated_at
    }

    /// Whether it has a payload, so that a wire must carry that and not the content.
    #[must_use]
    pub fn is_opaque(&self) -> bool {
        self.payload.is_some()
    }
}

impl Thought<Vec<u8>> {
    /// Reads a thought from JSON; its payload stays the text that it is.
    ///
    /// # Errors
    /// What keeps the text from being JSON, or the value from being a thought.
    pub fn from_json(text: &[u8], clock: &dyn Clock) -> Result<Self, Error> {
        let document = scan(text)?;
        Self::new(raw(&document).map_err(invalid)?, clock)
    }

    /// Writes it as JSON that [`Thought::from_json`] takes, the payload byte for byte.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        let mut out = format!("{{\"id\":{},\"content\":{},\"identity\":", quote(&self.id), quote(&self.content)).into_bytes();
        let identifier = match self.identity.identifier() {
            Identifier::Text(text) => quote(text),
            Identifier::Number(number) => format!("{number:?}"),
        };
        let representation = quote(self.identity.representation());
        out.extend_from_slice(format!("{{\"identifier\":{identifier},\"representation\":{representation}}}").as_bytes());
        if let Some(payload) = &self.payload {
            out.extend_from_slice(b",\"payload\":");
            out.extend_from_slice(payload);
        }
        if let Some(tag) = &self.replay_compatibility {
            out.extend_from_slice(format!(",\"replayCompatibility\":{}", quote(tag)).as_bytes());
        }
        let times = format!(",\"createdAt\":\"{}\",\"updatedAt\":\"{}\"}}", self.created_at.to_iso(), self.updated_at.to_iso());
        out.extend_from_slice(times.as_bytes());
        out
    }
}

fn raw(document: &Document<'_>) -> Result<RawThought<Vec<u8>>, Error> {
    let root = document.root();
    if root.kind() != Kind::Object {
        return Err(at_fault("a thought is an object", ""));
    }
    Ok(RawThought {
        id: text(root, "id")?.ok_or_else(|| at_fault("id is required", "/id"))?,
        content: text(root, "content")?,
        identity: present(root, "identity").map(identity).transpose()?,
        payload: present(root, "payload").map(|payload| payload.raw().to_vec()),
        replay_compatibility: text(root, "replayCompatibility")?,
        created_at: when(root, "createdAt")?,
        updated_at: when(root, "updatedAt")?,
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

fn identity(value: Value<'_>) -> Result<Identity, Error> {
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

fn when(object: Value<'_>, name: &str) -> Result<When, Error> {
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

fn invalid(cause: Error) -> Error {
    Error::new(Code::Thought, "this cannot be a thought").because(cause)
}
