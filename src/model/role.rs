//! The role of a message.

use serde::Serialize;

/// The author of a message. `system` instructs, and `user` is a person or a program. `assistant` is the model, and `tool` is the result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The instructions.
    System,
    /// The person, or a program that acts for one.
    User,
    /// The model.
    Assistant,
    /// The result of a tool call.
    Tool,
}

impl Role {
    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::Tool => "tool",
        }
    }

    /// Returns the role of that name, as most wires write it. `developer` instructs, and Gemini's `model` is the assistant.
    #[must_use]
    pub fn named(name: &[u8]) -> Option<Self> {
        match name {
            b"system" | b"developer" => Some(Role::System),
            b"user" => Some(Role::User),
            b"assistant" | b"model" => Some(Role::Assistant),
            b"tool" | b"function" => Some(Role::Tool),
            _ => None,
        }
    }
}
