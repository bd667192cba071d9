//! `LLMMessage` and its parts, of agentfootprint. Every field is read-only there, hence the `…Fields` structs.

use serde::Serialize;

use super::{Readonly, ReadonlyArray, Record, unknown};

/// The speaker of a message: `system` sets the rules, `user` asks, `assistant` is the model, `tool` answers a call.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ContextRole {
    /// Sets the rules.
    System,
    /// Asks.
    User,
    /// The model.
    Assistant,
    /// Answers a call.
    Tool,
}

/// One message of a conversation in agentfootprint's neutral form, read-only.
#[cfg_attr(typescript, tsify::declare)]
pub type LLMMessage = Readonly<LLMMessageFields>;

/// The fields of an `LLMMessage`, before they are made read-only.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LLMMessageFields {
    /// The speaker.
    pub role: ContextRole,
    /// The text. This form has text only: an assistant that only calls tools has the empty string.
    pub content: String,
    /// On a tool's answer: the id of the call that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// On a tool's answer: the name of the tool that ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<String>,
    /// On an assistant's message: the calls it asked for, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_calls: Option<ReadonlyArray<LLMToolCall>>,
    /// On an assistant's message: its reasoning. Signed blocks must go back byte for byte, so they are always stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking_blocks: Option<ReadonlyArray<ThinkingBlock>>,
    /// True for a message that is sent and logged but not stored in the history, such as the remark before a retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ephemeral: Option<bool>,
    /// Says what put the message here when it did not come from the conversation; no provider ever sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub injected_by: Option<InjectedBy>,
}

/// One tool call that an assistant's message asks for, read-only.
#[cfg_attr(typescript, tsify::declare)]
pub type LLMToolCall = Readonly<LLMToolCallFields>;

/// The fields of an `LLMToolCall`, before they are made read-only.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LLMToolCallFields {
    /// Joins the call to its answer.
    pub id: String,
    /// The tool to run.
    pub name: String,
    /// The arguments, already parsed from the model's JSON.
    pub args: Readonly<Record<String, unknown>>,
    /// The data that the provider wants back unchanged with this call. Gemini's `thoughtSignature` is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_meta: Option<Readonly<Record<String, unknown>>>,
}

/// One block of reasoning in agentfootprint's neutral form, read-only.
#[cfg_attr(typescript, tsify::declare)]
pub type ThinkingBlock = Readonly<ThinkingBlockFields>;

/// The fields of a `ThinkingBlock`, before they are made read-only.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ThinkingBlockFields {
    /// The type: readable or encrypted reasoning.
    pub r#type: ThinkingBlockType,
    /// The text of the reasoning; empty in a redacted block.
    pub content: String,
    /// The provider's proof that the block is its own and unchanged, opaque to everyone else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// True when the text is a step of a summary rather than the reasoning itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<bool>,
    /// A handler's own notes; agentfootprint removes them before anything is stored or logged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_meta: Option<Readonly<Record<String, unknown>>>,
}

/// The type of a block: `thinking` holds text, `redacted_thinking` only data that the provider can decrypt.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ThinkingBlockType {
    /// Holds text.
    Thinking,
    /// Holds only what the provider can decrypt.
    RedactedThinking,
}

/// The injection that put a message into the window in place of the conversation, read-only.
#[cfg_attr(typescript, tsify::declare)]
pub type InjectedBy = Readonly<InjectedByFields>;

/// The fields of an `InjectedBy`, before they are made read-only.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct InjectedByFields {
    /// The id of the injection that made the message.
    pub injection_id: String,
    /// The kind of the injection, such as `rag` or `skill`; the set of words is open.
    pub flavor: String,
    /// The reason for it, if the injection names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// In which round of the agent's loop the message was delivered, counted from the run's start.
    pub iteration: u32,
}
