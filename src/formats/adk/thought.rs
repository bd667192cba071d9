//! `Thought`: a raw thought that has passed every rule.

use super::identity::{Identifier, Identity};
use super::raw_thought::{RawThought, invalid, read_raw};
use crate::error::Error;
use crate::json::{quote, scan};
use crate::model::time::{Clock, Moment};

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
    /// [`Code::Thought`](crate::error::Code::Thought), with a cause that names the field at fault.
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

    /// Returns its stable, unique name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns its readable text, which is empty if there is only a payload.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// Returns the agent that produced it.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the data that only its provider can read.
    #[must_use]
    pub fn payload(&self) -> Option<&P> {
        self.payload.as_ref()
    }

    /// Returns the tag of the wires that accept the payload.
    #[must_use]
    pub fn replay_compatibility(&self) -> Option<&str> {
        self.replay_compatibility.as_deref()
    }

    /// Returns the time at which it was recorded.
    #[must_use]
    pub fn created_at(&self) -> Moment {
        self.created_at
    }

    /// Returns the time of its last change.
    #[must_use]
    pub fn updated_at(&self) -> Moment {
        self.updated_at
    }

    /// Returns `true` if it has a payload. A wire must then send the payload and not the content.
    #[must_use]
    pub fn is_opaque(&self) -> bool {
        self.payload.is_some()
    }
}

impl Thought<Vec<u8>> {
    /// Reads a thought from JSON. Its payload keeps its text.
    ///
    /// # Errors
    /// A text that is not JSON, or a value that is not a thought.
    pub fn from_json(text: &[u8], clock: &dyn Clock) -> Result<Self, Error> {
        let document = scan(text)?;
        Self::new(read_raw(&document).map_err(invalid)?, clock)
    }

    /// Writes it as JSON that [`Thought::from_json`] accepts, the payload byte for byte.
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
