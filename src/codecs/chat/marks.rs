//! What tells a chat body from others, and the three chat wires from each other.
//!
//! A plain request is the same on all of them, so a wire that lacks its marks is only thought possible.

use std::borrow::Cow;

use super::super::{Side, Sighting, is};
use super::{Chat, answer};
use crate::json::{Kind, Value};

pub(super) fn recognise(chat: Chat, body: Value<'_>) -> Option<Sighting> {
    let (side, (whose, certainty)) = if body.get("choices").is_some_and(|choices| choices.kind() == Kind::Array) {
        (Side::Response, response(body)?)
    } else if body.get("messages").is_some_and(|messages| messages.kind() == Kind::Array) {
        (Side::Request, request(body))
    } else {
        return None;
    };
    Some(Sighting { side, certainty: if whose == chat { certainty } else { POSSIBLE } })
}

/// The shape fits, and another wire's marks are on it.
const POSSIBLE: u8 = 10;

fn response(body: Value<'_>) -> Option<(Chat, u8)> {
    let Some(message) = answer(body) else {
        // One piece of a stream, or a stream of nothing but an error; a choice with text alone is of the API before chat.
        let choice = body.get("choices").and_then(|choices| choices.element(0));
        return choice.is_none_or(|choice| choice.get("delta").is_some()).then_some((Chat::OpenAi, 50));
    };
    let is_text = |name: &str| body.get(name).is_some_and(|value| value.kind() == Kind::String);
    // Others write the same items, but beside a name that OpenRouter never uses.
    let details = message.get("reasoning_details").is_some() && message.get("reasoning_content").is_none();
    Some(match () {
        () if is_text("provider") || is_text("generationId") => (Chat::OpenRouter, 95),
        () if details || message.get("provider_metadata").is_some() => (Chat::OpenRouter, 80),
        () if thinks(message) => (Chat::Mistral, 97),
        () if is_mistral(body) => (Chat::Mistral, 65),
        () => (Chat::OpenAi, 85),
    })
}

fn request(body: Value<'_>) -> (Chat, u8) {
    let has = |names: &[&str]| names.iter().any(|name| body.get(name).is_some());
    let is_object = |name: &str| body.get(name).is_some_and(|value| value.kind() == Kind::Object);
    let messages = || body.get("messages").into_iter().flat_map(Value::elements);
    if has(FOREIGN) || body.get("tools").into_iter().flat_map(Value::elements).any(|tool| tool.get("input_schema").is_some()) {
        return (Chat::OpenAi, POSSIBLE);
    }
    match () {
        () if messages().any(|message| message.get("reasoning_details").is_some()) => (Chat::OpenRouter, 90),
        () if messages().any(thinks) => (Chat::Mistral, 97),
        () if ["provider", "reasoning", "usage"].iter().any(|name| is_object(name)) || has(ROUTED) => (Chat::OpenRouter, 80),
        () if is_routed(body) => (Chat::OpenRouter, 65),
        () if is_mistral(body) || has(&["random_seed", "safe_prompt", "prompt_mode"]) => (Chat::Mistral, 65),
        () if has(&["model"]) => (Chat::OpenAi, 75),
        () => (Chat::OpenAi, 50),
    }
}

/// Parameters that only Anthropic, Bedrock, Ollama and Cohere have.
const FOREIGN: &[&str] = &[
    "anthropic_version",
    "system",
    "inferenceConfig",
    "toolConfig",
    "options",
    "keep_alive",
    "think",
    "documents",
    "safety_mode",
    "citation_options",
];

/// Parameters that only OpenRouter has.
const ROUTED: &[&str] = &["include_reasoning", "models", "transforms", "plugins", "route"];

/// Whether the content has a thinking chunk, as Mistral writes it: with chunks inside.
fn thinks(message: Value<'_>) -> bool {
    let mut chunks = message.get("content").into_iter().flat_map(Value::elements);
    chunks.any(|chunk| is(chunk, "type", "thinking") && chunk.get("thinking").is_some_and(|inner| inner.kind() == Kind::Array))
}

fn is_mistral(body: Value<'_>) -> bool {
    named(body, &["magistral", "mistral-", "ministral", "codestral", "devstral", "pixtral", "open-mistral"])
}

/// Whether the model bears a router's name: vendor first, all in lower case, perhaps with a variant. Most other hosts name it as
/// Hugging Face does, in capitals too; the exceptions are Groq's and Cloudflare's.
fn is_routed(body: Value<'_>) -> bool {
    let model = model(body);
    let is_other = named(body, &["@cf/", "groq/", "openai/gpt-oss", "qwen/qwen3-32b", "meta-llama/", "moonshotai/"]);
    model.contains('/') && !model.contains(|letter: char| letter.is_ascii_uppercase()) && (!is_other || model.contains(':'))
}

fn named(body: Value<'_>, starts: &[&str]) -> bool {
    let model = model(body);
    starts.iter().any(|start| model.starts_with(start))
}

fn model(body: Value<'_>) -> Cow<'_, str> {
    body.get("model").and_then(Value::text).map(|model| model.lossy()).unwrap_or_default()
}
