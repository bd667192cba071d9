//! `Identity`: the agent that had a thought.

use crate::error::{Code, Error};

/// The key of an agent in its system. A model never sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum Identifier {
    /// A name.
    Text(String),
    /// A number, such as a row id.
    Number(f64),
}

/// The agent that had a thought.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(typescript, derive(tsify::Tsify), tsify(rename = "RawIdentity"))]
pub struct Identity {
    /// The system's own key for the agent, such as a database id; it is never shown to a model.
    #[cfg_attr(typescript, tsify(type = "string | number"))]
    identifier: Identifier,
    /// The name under which a model sees the agent.
    #[cfg_attr(typescript, tsify(type = "string | Tokenizable"))]
    representation: String,
}

impl Identity {
    /// Makes an identity of two parts.
    ///
    /// # Errors
    /// An empty identifier or representation, or an identifier that is not a finite number.
    pub fn new(identifier: Identifier, representation: impl Into<String>) -> Result<Self, Error> {
        Self::checked(identifier, representation.into())
    }

    fn checked(identifier: Identifier, representation: String) -> Result<Self, Error> {
        match &identifier {
            Identifier::Text(text) if text.is_empty() => Err(invalid("an identifier is not empty", "/identifier")),
            Identifier::Number(number) if !number.is_finite() => Err(invalid("an identifier is a finite number", "/identifier")),
            _ if representation.is_empty() => Err(invalid("a representation is not empty", "/representation")),
            _ => Ok(Self { identifier, representation }),
        }
    }

    /// Makes an identity with the same text as key and name.
    ///
    /// # Errors
    /// An empty name.
    pub fn named(name: &str) -> Result<Self, Error> {
        Self::new(Identifier::Text(name.to_owned()), name)
    }

    /// Returns its key in its system.
    #[must_use]
    pub fn identifier(&self) -> &Identifier {
        &self.identifier
    }

    /// Returns the name that the model sees.
    #[must_use]
    pub fn representation(&self) -> &str {
        &self.representation
    }
}

impl Default for Identity {
    /// Returns the only agent of a conversation that names none: `assistant`.
    fn default() -> Self {
        Self { identifier: Identifier::Text("assistant".to_owned()), representation: "assistant".to_owned() }
    }
}

fn invalid(reason: &'static str, pointer: &str) -> Error {
    Error::new(Code::Identity, reason).in_value(pointer)
}
