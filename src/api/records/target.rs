//! The target of a request, as callers give it. [`resolve_target`](crate::wires::resolve_target) reads it from JSON.

use serde::Serialize;

/// The format of requests and responses.
///
/// - `anthropic-messages`: Anthropic's Messages, also as Bedrock, Vertex and Azure carry it.
/// - `bedrock-converse`: Bedrock's Converse.
/// - `openai-responses`: OpenAI's Responses and its dialects.
/// - `openai-chat`: OpenAI's Chat Completions and its dialects.
/// - `gemini-generate`: Gemini's generateContent.
/// - `gemini-interactions`: Gemini's Interactions.
/// - `openrouter-chat`: OpenRouter's chat, with `reasoning_details`.
/// - `mistral-chat`: Mistral's chat, with thinking chunks.
/// - `cohere-chat`: Cohere's chat.
/// - `ollama-chat`: Ollama's own chat.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Wire {
    /// Anthropic's Messages.
    AnthropicMessages,
    /// Bedrock's Converse.
    BedrockConverse,
    /// OpenAI's Responses.
    OpenaiResponses,
    /// OpenAI's Chat Completions.
    OpenaiChat,
    /// Gemini's generateContent.
    GeminiGenerate,
    /// Gemini's Interactions.
    GeminiInteractions,
    /// OpenRouter's chat.
    OpenrouterChat,
    /// Mistral's chat.
    MistralChat,
    /// Cohere's chat.
    CohereChat,
    /// Ollama's own chat.
    OllamaChat,
}

/// The target of a request, or the source of a response. The rest is read from the address or the body.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Target {
    /// The format.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "Wire | undefined"))]
    pub wire: Option<Wire>,
    /// The host, which selects the dialect; without it, that of the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub host: Option<String>,
    /// The model that is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub model: Option<String>,
    /// The name of the account. It limits which recorded answers may be restored into the request. Never a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub account: Option<String>,
    /// A digest of the API key of the call, never the key itself. It limits which answers equal input alone may restore.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub credential: Option<String>,
    /// The name of the conversation. Answers that were recorded under it may be restored although the system prompt or the tools changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub conversation: Option<String>,
    /// True if new bindings are enforced for the account; left out if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "boolean | undefined"))]
    pub enforced: Option<bool>,
    /// The day whose contracts are meant, such as `2026-04-24`; left out for the newest that are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | undefined"))]
    pub era: Option<String>,
    /// The beta features that are switched on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly string[] | undefined"))]
    pub betas: Option<Vec<String>>,
    /// The address, as a string or a `URL`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "string | { readonly href: string } | undefined"))]
    pub url: Option<String>,
    /// The headers: an object, a `Headers`, a `Map` or pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "HeadersLike | undefined"))]
    pub headers: Option<Vec<(String, String)>>,
    /// The parts of the request that a transcript did not record, as `TranscriptExchange.unrecorded` has them. A rule that would take such a part for absent
    /// is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(type = "readonly Unrecorded[] | undefined"))]
    pub unrecorded: Option<Vec<Unrecorded>>,
}

/// A part of a request that a transcript did not record.
///
/// - `settings`: the members beside the messages, such as `thinking` or `store`.
/// - `messages`: some of them.
/// - `handles`: signatures or ciphertexts of thoughts.
/// - `host`: where the request went.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Unrecorded {
    /// The members beside the messages.
    Settings,
    /// Some of the messages.
    Messages,
    /// Signatures or ciphertexts of thoughts.
    Handles,
    /// Where the request went.
    Host,
}
