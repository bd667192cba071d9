//! `RawThought` and `RawIdentity` of @nhtio/adk, in the newer form in which `content` may be absent.

use serde::Serialize;

use super::unknown;

/// The plain data that a `Thought` is built from. It needs a `content` that is not empty or a `payload`; a payload needs its `replayCompatibility`.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RawThought {
    /// Names the thought for good; it must not be empty.
    pub id: String,
    /// The readable text of the thought. It may be absent or empty only beside a payload.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | Tokenizable"))]
    pub content: Option<unknown>,
    /// The agent that had the thought; a plain string serves as key and as name, and none at all means `assistant`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | RawIdentity | IdentityLike"))]
    pub identity: Option<unknown>,
    /// The data that only the issuing provider can read, such as a signature or an encrypted item; null counts as absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<unknown>,
    /// Names the wires to which this may go back, for example `anthropic-messages-thinking-v1`; it must not be empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay_compatibility: Option<String>,
    /// The time of the thought: ISO 8601 text, milliseconds since 1970, a `Date` or a date library's value.
    #[cfg_attr(typescript, tsify(type = "string | number | Date | DateTimeLike"))]
    pub created_at: unknown,
    /// The time of its last change, in any of the forms of `createdAt`.
    #[cfg_attr(typescript, tsify(type = "string | number | Date | DateTimeLike"))]
    pub updated_at: unknown,
}

/// The agent that had a thought, as plain data before validation.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct RawIdentity {
    /// The system's own key for the agent, such as a database id; it is never shown to a model.
    #[cfg_attr(typescript, tsify(type = "string | number"))]
    pub identifier: unknown,
    /// The name under which a model sees the agent.
    #[cfg_attr(typescript, tsify(type = "string | Tokenizable"))]
    pub representation: unknown,
}
