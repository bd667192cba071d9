//! The records of the codecs: what a body is, where it goes, and what is said of the parts of a turn.
//!
//! Only their TypeScript comes from here. They cross as JSON text, because they carry strings of the input; the classes
//! that hold them are in `pkg-template/exchange/turn.js`, and their types in `pkg-template/exchange/exchange.d.ts`.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::unknown;

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
#[derive(Serialize, Deserialize, Tsify)]
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

/// Where a request goes, or where a response came from. What is left out is told by the address or by the body.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Target {
    /// The format.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "Wire | undefined")]
    pub wire: Option<Wire>,
    /// The host, which selects the dialect; without it, that of the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub host: Option<String>,
    /// The model that is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub model: Option<String>,
    /// The name of the account. It limits which recorded answers may be restored into the request. Never a key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub account: Option<String>,
    /// A digest of the API key of the call, never the key itself. It limits which answers equal input alone may restore.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub credential: Option<String>,
    /// The name of the conversation. Answers that were recorded under it may be restored although the system prompt or the tools changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub conversation: Option<String>,
    /// True if new bindings are enforced for the account; left out if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "boolean | undefined")]
    pub enforced: Option<bool>,
    /// The day whose contracts are meant, such as `2026-04-24`; left out for the newest that are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | undefined")]
    pub era: Option<String>,
    /// The beta features that are switched on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly string[] | undefined")]
    pub betas: Option<unknown>,
    /// The address, as a string or a `URL`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string | { readonly href: string } | undefined")]
    pub url: Option<unknown>,
    /// The headers: an object, a `Headers`, a `Map` or pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "HeadersLike | undefined")]
    pub headers: Option<unknown>,
    /// The parts of the request that a transcript did not record, as `TranscriptExchange.unrecorded` has them. A rule that would take such a part for absent
    /// is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "readonly Unrecorded[] | undefined")]
    pub unrecorded: Option<unknown>,
}

/// A part of a request that a transcript did not record.
///
/// - `settings`: the members beside the messages, such as `thinking` or `store`.
/// - `messages`: some of them.
/// - `handles`: signatures or ciphertexts of thoughts.
/// - `host`: where the request went.
#[derive(Serialize, Deserialize, Tsify)]
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

/// Where a thought, or the handle that stands for it, hangs in a response; it must come back in the same place.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Attachment {
    /// A block of its own.
    Block,
    /// A function call that carries the handle.
    Call {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// A part of visible text that carries the handle.
    Text,
    /// A part with nothing else in it.
    Empty,
    /// An item of its own, bound to the one that follows.
    Item {
        #[serde(skip_serializing_if = "Option::is_none")]
        partner: Option<String>,
    },
    /// A field beside the message's content.
    Field { name: String },
    /// A stretch of visible text between delimiters.
    Tag { name: String },
    /// An argument of a function call, put there by prompting.
    Argument { name: String },
}

/// Who issued a thought, and in what setting: what decides whether it will be taken back. What is not known is left out, never guessed.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Provenance {
    /// The company whose model thought it, such as `anthropic`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor: Option<String>,
    /// The service that it was reached through, such as `bedrock`, `vertex` or `api`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface: Option<String>,
    /// The hint of the target that tells accounts apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// The model as the response names it, or else the one that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The id of the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<String>,
    /// Its place among the parts of the turn or of the message, from 0.
    pub position: usize,
    /// True if it arrived whole.
    pub complete: bool,
}

/// Something in a body that is not as it should be; the rest is read all the same.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Diagnostic {
    /// The JSON pointer of the value.
    pub pointer: String,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// The fault, in words.
    pub reason: String,
}

/// The rest of a long answer, which comes in hops: send the same request again with the token, and read all hops as one answer, as an array of their bodies or
/// as one stream after the other. OpenRouter has the token among the thoughts of the message; there the half answer goes back as it is.
#[derive(Serialize, Deserialize, Tsify)]
pub struct Continuation {
    /// The JSON pointer of the value that says so.
    pub pointer: String,
    /// True if the provider broke off, so this is half of an answer. False if the budget of the request is spent and a larger one brings more.
    pub required: bool,
    /// The token, where it is a member of the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A thought of the request that failed a check of the provider, as the response reports it.
///
/// - `thinking_dropped`: the model did not see it.
/// - `thinking_mismatch_allowed`: the model saw it, because the check is not enforced for this request.
#[derive(Serialize, Deserialize, Tsify)]
pub struct InputTransformation {
    /// The fate of the thought. There may be words that are not listed here.
    #[serde(rename = "type")]
    #[tsify(type = "\"thinking_dropped\" | \"thinking_mismatch_allowed\" | (string & {})")]
    pub kind: String,
    /// The check that it failed. There may be words that are not listed here.
    #[tsify(
        type = "\"model_binding_mismatch\" | \"prefix_binding_mismatch\" | \"organization_binding_mismatch\" | \"end_user_binding_mismatch\" | (string & {})"
    )]
    pub reason: String,
    /// The JSON pointer of the thought in the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
}

/// An event of a stream: more of a thought, the end of one, more of the visible text, or an error that the provider put into it.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StreamEvent {
    /// More of a thought that can be read.
    ThinkingDelta { text: String },
    /// A thought has ended.
    ThinkingEnd,
    /// More of the visible text.
    TextDelta { text: String },
    /// The provider's error, parsed.
    Error { error: unknown },
}
