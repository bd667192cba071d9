//! Chat Completions between the wires: OpenAI's own with its dialects, OpenRouter's and Mistral's.
//!
//! The three wires share one reader and one writer. Whatever tells them and their dialects apart is data: the tables of settings here, and the queries
//! that name the targets which take something.

mod answer;
mod contents;
mod media;
mod read;
mod read_settings;
mod reasoning;
mod reply;
mod write;
mod write_settings;

use super::reader::SettingPath;
use super::reply::WireReply;
use super::wire::{IdRule, WireFormat};
use crate::model::{Setting, Wire};

/// OpenAI refuses ids that are longer.
pub(super) static OPENAI: WireFormat =
    format(Wire::OPENAI_CHAT, IdRule { required: true, longest: 40, shortest: 1, beside: None }, &reply::OPENAI);
pub(super) static OPENROUTER: WireFormat =
    format(Wire::OPENROUTER_CHAT, IdRule { required: true, longest: 40, shortest: 1, beside: None }, &reply::OPENROUTER);
pub(super) static MISTRAL: WireFormat =
    format(Wire::MISTRAL_CHAT, IdRule { required: true, longest: 9, shortest: 9, beside: Some(b"") }, &reply::MISTRAL);

const fn format(wire: Wire, ids: IdRule, reply: &'static WireReply) -> WireFormat {
    WireFormat { wire, read: read::read, write: write::write, ids, reply: Some(reply), settings: READ }
}

/// The settings that a reader knows, whoever writes them.
const READ: &[SettingPath] = &[
    (Setting::MaxTokens, "max_completion_tokens"),
    (Setting::MaxTokens, "max_tokens"),
    (Setting::Temperature, "temperature"),
    (Setting::TopP, "top_p"),
    (Setting::TopK, "top_k"),
    (Setting::Stop, "stop"),
    (Setting::Seed, "seed"),
    (Setting::Seed, "random_seed"),
    (Setting::PresencePenalty, "presence_penalty"),
    (Setting::FrequencyPenalty, "frequency_penalty"),
    (Setting::Stream, "stream"),
    (Setting::Count, "n"),
    (Setting::LogProbs, "logprobs"),
    (Setting::TopLogProbs, "top_logprobs"),
    (Setting::User, "user"),
    (Setting::Metadata, "metadata"),
    (Setting::ServiceTier, "service_tier"),
    (Setting::Store, "store"),
    (Setting::Verbosity, "verbosity"),
];

/// OpenAI's own settings. Metadata stand last, because they are refused unless the exchange is stored.
const OPENAI_SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "max_completion_tokens"),
    (Setting::Temperature, "temperature"),
    (Setting::TopP, "top_p"),
    (Setting::Stop, "stop"),
    (Setting::Seed, "seed"),
    (Setting::PresencePenalty, "presence_penalty"),
    (Setting::FrequencyPenalty, "frequency_penalty"),
    (Setting::Stream, "stream"),
    (Setting::Count, "n"),
    (Setting::LogProbs, "logprobs"),
    (Setting::TopLogProbs, "top_logprobs"),
    (Setting::User, "user"),
    (Setting::ServiceTier, "service_tier"),
    (Setting::Store, "store"),
    (Setting::Verbosity, "verbosity"),
    (Setting::Metadata, "metadata"),
];

/// The settings of dialects. Few of them know the first name of the limit, and few the last setting.
const DIALECT_SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "max_completion_tokens"),
    (Setting::MaxTokens, "max_tokens"),
    (Setting::Temperature, "temperature"),
    (Setting::TopP, "top_p"),
    (Setting::Stop, "stop"),
    (Setting::Seed, "seed"),
    (Setting::PresencePenalty, "presence_penalty"),
    (Setting::FrequencyPenalty, "frequency_penalty"),
    (Setting::Stream, "stream"),
    (Setting::Count, "n"),
    (Setting::LogProbs, "logprobs"),
    (Setting::TopLogProbs, "top_logprobs"),
    (Setting::User, "user"),
    (Setting::TopK, "top_k"),
];

const OPENROUTER_SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "max_tokens"),
    (Setting::Temperature, "temperature"),
    (Setting::TopP, "top_p"),
    (Setting::TopK, "top_k"),
    (Setting::Stop, "stop"),
    (Setting::Seed, "seed"),
    (Setting::PresencePenalty, "presence_penalty"),
    (Setting::FrequencyPenalty, "frequency_penalty"),
    (Setting::Stream, "stream"),
    (Setting::LogProbs, "logprobs"),
    (Setting::TopLogProbs, "top_logprobs"),
    (Setting::User, "user"),
    (Setting::Metadata, "metadata"),
    (Setting::ServiceTier, "service_tier"),
];

const MISTRAL_SETTINGS: &[SettingPath] = &[
    (Setting::MaxTokens, "max_tokens"),
    (Setting::Temperature, "temperature"),
    (Setting::TopP, "top_p"),
    (Setting::Stop, "stop"),
    (Setting::Seed, "random_seed"),
    (Setting::PresencePenalty, "presence_penalty"),
    (Setting::FrequencyPenalty, "frequency_penalty"),
    (Setting::Stream, "stream"),
    (Setting::Count, "n"),
    (Setting::Metadata, "metadata"),
];

/// OpenAI's own models, wherever they are hosted.
const OPENAI_MODELS: &str = "contract=openai";
/// The service with thinking chunks in the content.
const THINKING_CHUNKS: &str = "wire=mistral-chat";
/// Targets that tell the instructions of the developer from those of the platform.
const DEVELOPERS: &str = "contract=openai,dialect=openrouter";
/// Targets that take marks of a cache.
const CACHE_MARKS: &str = "wire=openrouter-chat";
/// Targets that take pictures from tools. The others take texts.
const PICTURES_FROM_TOOLS: &str = "wire=openrouter-chat|mistral-chat,dialect=azure|xai";
/// Targets that refuse a list where one text is enough: everywhere, or from anyone but the user.
const ONE_TEXT: &str = "dialect=deepseek";
const ONE_TEXT_BUT_FROM_USERS: &str = "dialect=groq|cerebras|minimax|mimo|perplexity";
/// Targets that take nothing but texts.
const TEXTS_ONLY: &str = "dialect=deepseek|cerebras";
/// Targets that take films.
const FILMS: &str = "wire=openrouter-chat,dialect=qwen|kimi|glm|vllm|sglang";
/// Targets that have no instructions behind an answer.
const INSTRUCTIONS_BEFORE_ANSWERS: &str = "dialect=mistral,alternates=true";
/// Gemini's endpoint, which reads the signatures of calls and of texts.
const SIGNATURES: &str = "dialect=gemini";
