//! `ReasoningMessage`, `HiddenReasoningMessage` and the stored content parts of Letta.
//!
//! Letta writes null for what it has not, and leaves fields out as well: most of the optional ones are both.

use serde::Serialize;

use super::word;

word!(
    /// Marks visible reasoning in the message list.
    ReasoningMessageWord = "reasoning_message"
);
word!(
    /// Marks hidden reasoning in the message list.
    HiddenReasoningMessageWord = "hidden_reasoning_message"
);
word!(
    /// Marks a readable content part.
    ReasoningWord = "reasoning"
);
word!(
    /// Marks a withheld content part.
    RedactedReasoningWord = "redacted_reasoning"
);
word!(
    /// Marks an invisible content part.
    OmittedReasoningWord = "omitted_reasoning"
);
word!(
    /// Marks a summarised content part.
    SummarizedReasoningWord = "summarized_reasoning"
);

/// Reasoning as Letta's API shows it: text, and the signature that the model put under it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ReasoningMessage {
    /// Names the stored message; several projected messages may share it.
    pub id: String,
    /// The time at which it was written, as ISO 8601 text.
    pub date: String,
    /// The sender's name, where one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub name: Option<String>,
    /// The kind of the Letta message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "\"reasoning_message\""))]
    pub message_type: Option<ReasoningMessageWord>,
    /// The offline threading id: a client sets it so that a retry is not taken for a second message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub otid: Option<String>,
    /// The agent or user that sent it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub sender_id: Option<String>,
    /// The agent's step in which it arose.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub step_id: Option<String>,
    /// True when the step failed; null otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "boolean | null"))]
    pub is_err: Option<bool>,
    /// Place in its run's stream, from which reading can resume.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub seq_id: Option<u64>,
    /// The run to which it belongs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub run_id: Option<String>,
    /// The source of the reasoning: the model itself, or a prompt that asked for it; `non_reasoner_model` when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<ReasoningSource>,
    /// The text of the reasoning.
    pub reasoning: String,
    /// The model's proof over the text, needed to send it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub signature: Option<String>,
}

/// The source of reasoning: `reasoner_model` means the model thinks natively, `non_reasoner_model` that a prompt asked for it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ReasoningSource {
    /// The model thinks natively.
    ReasonerModel,
    /// A prompt asked for it.
    NonReasonerModel,
}

/// Reasoning that exists and may not be read, as Letta's API shows it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct HiddenReasoningMessage {
    /// Names the stored message; several projected messages may share it.
    pub id: String,
    /// The time at which it was written, as ISO 8601 text.
    pub date: String,
    /// The sender's name, where one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub name: Option<String>,
    /// The kind of the Letta message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "\"hidden_reasoning_message\""))]
    pub message_type: Option<HiddenReasoningMessageWord>,
    /// The offline threading id: a client sets it so that a retry is not taken for a second message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub otid: Option<String>,
    /// The agent or user that sent it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub sender_id: Option<String>,
    /// The agent's step in which it arose.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub step_id: Option<String>,
    /// True when the step failed; null otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "boolean | null"))]
    pub is_err: Option<bool>,
    /// Place in its run's stream, from which reading can resume.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub seq_id: Option<u64>,
    /// The run to which it belongs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub run_id: Option<String>,
    /// The reason why it is hidden.
    pub state: HiddenReasoningState,
    /// The provider's opaque data of redacted reasoning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub hidden_reasoning: Option<String>,
}

/// The reason why reasoning is hidden: `redacted` by the provider, who gives opaque data instead, or `omitted`, with nothing given.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum HiddenReasoningState {
    /// The provider gives opaque data instead.
    Redacted,
    /// Nothing is given.
    Omitted,
}

/// A stored content part with readable reasoning.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct ReasoningContent {
    /// Marks readable reasoning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "\"reasoning\""))]
    pub r#type: Option<ReasoningWord>,
    /// True when the model reasoned by itself, false when a prompt asked for it.
    pub is_native: bool,
    /// The text of the reasoning.
    pub reasoning: String,
    /// The model's proof over the text, needed to send it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub signature: Option<String>,
}

/// A stored content part with reasoning that the provider withheld.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct RedactedReasoningContent {
    /// Marks withheld reasoning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "\"redacted_reasoning\""))]
    pub r#type: Option<RedactedReasoningWord>,
    /// The opaque blob, to be returned byte for byte.
    pub data: String,
}

/// A stored content part for reasoning without visible text.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct OmittedReasoningContent {
    /// Marks invisible reasoning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "\"omitted_reasoning\""))]
    pub r#type: Option<OmittedReasoningWord>,
    /// The model's proof, which must go back although there is no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub signature: Option<String>,
}

/// A stored content part made from an item of OpenAI's Responses wire.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct SummarizedReasoningContent {
    /// Marks summarised reasoning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "\"summarized_reasoning\""))]
    pub r#type: Option<SummarizedReasoningWord>,
    /// The item's id on that wire.
    pub id: String,
    /// The summary in its parts; joining them would change what is sent.
    pub summary: Vec<SummarizedReasoningContentPart>,
    /// The encrypted reasoning itself, to be returned byte for byte.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encrypted_content: Option<String>,
}

/// One part of a summary.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct SummarizedReasoningContentPart {
    /// Its place among the parts, counted from zero.
    pub index: u32,
    /// The part's text.
    pub text: String,
}
