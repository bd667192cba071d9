//! The differences between the chats and their dialects: the members of their settings, and queries for targets that support a feature.

use crate::conversation::reader::SettingPath;
use crate::model::Setting;

/// The settings of all chats.
pub(super) const SETTINGS: &[SettingPath] = &[
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
    (Setting::User, "safety_identifier"),
    (Setting::Metadata, "metadata"),
    (Setting::ServiceTier, "service_tier"),
    (Setting::Store, "store"),
    (Setting::Verbosity, "verbosity"),
];

/// Queries for the targets that accept a setting, if not all do.
pub(super) const TAKEN_BY: &[(&str, &str)] = &[
    ("max_completion_tokens", "wire=openai-chat contract=openai,dialect=groq|cerebras|azure"),
    ("top_k", "wire=openrouter-chat,dialect=vllm|sglang|llamacpp|lmstudio|together|fireworks|deepinfra|qwen|ollama"),
    ("seed", "!wire=mistral-chat"),
    ("random_seed", "wire=mistral-chat"),
    ("n", "!wire=openrouter-chat"),
    ("logprobs", "!wire=mistral-chat"),
    ("top_logprobs", "!wire=mistral-chat"),
    ("user", "!wire=mistral-chat"),
    ("safety_identifier", "contract=openai"),
    ("metadata", "wire=openrouter-chat|mistral-chat,contract=openai"),
    ("service_tier", "wire=openrouter-chat,contract=openai !wire=mistral-chat"),
    ("store", "wire=openai-chat contract=openai"),
    ("verbosity", "wire=openai-chat contract=openai"),
];

/// OpenAI's own models, wherever they are hosted.
pub(super) const OPENAI_MODELS: &str = "contract=openai";
/// The service with thinking chunks in the content.
pub(super) const THINKING_CHUNKS: &str = "wire=mistral-chat";
/// Targets that distinguish developer instructions from system instructions.
pub(super) const DEVELOPERS: &str = "contract=openai,dialect=openrouter";
/// Targets that accept `cache_control`.
pub(super) const CACHE_MARKS: &str = "wire=openrouter-chat";
/// Targets that accept pictures from tools. The others accept texts.
pub(super) const PICTURES_FROM_TOOLS: &str = "wire=openrouter-chat|mistral-chat,dialect=azure|xai";
/// Targets that refuse a list where one text is enough: always, or except from the user.
pub(super) const ONE_TEXT: &str = "dialect=deepseek";
pub(super) const ONE_TEXT_BUT_FROM_USERS: &str = "dialect=groq|cerebras|minimax|mimo|perplexity";
/// Targets that accept only texts.
pub(super) const TEXTS_ONLY: &str = "dialect=deepseek|cerebras";
/// Targets that accept videos.
pub(super) const FILMS: &str = "wire=openrouter-chat,dialect=qwen|kimi|glm|vllm|sglang";
/// Targets that do not allow instructions after an answer.
pub(super) const INSTRUCTIONS_BEFORE_ANSWERS: &str = "dialect=mistral,alternates=true";
/// Gemini's endpoint, which reads the signatures of calls and of texts.
pub(super) const SIGNATURES: &str = "dialect=gemini";
