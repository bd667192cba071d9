//! What tells a chat body from others, and the three chat wires from each other.
//!
//! A plain request is the same on all of them, so a wire that lacks its own marks is only thought possible.

use super::super::{Recognition, ShapeQuery, Side, WireHints, recognise as first};
use super::{Chat, answer};
use crate::json::Value;

pub(super) fn recognise(chat: Chat, body: Value<'_>) -> Option<Recognition> {
    let mut found = first(SHAPES, body)?;
    if found.side == Side::Request && found.certainty == PLAIN {
        found.certainty = if is_routed(body.word("model")) { ROUTED } else { PLAIN };
    }
    if found.side == Side::Response && answer(body).is_none() {
        // One piece of a stream, or a stream of nothing but an error; a choice with text alone is of the API before chat.
        let is_piece = body.path("choices.0").is_none_or(|choice| choice.get("delta").is_some());
        found = Recognition { certainty: PIECE, ..found };
        if !is_piece {
            return None;
        }
    }
    let whose = match found.certainty {
        95 | 80 | 90 | ROUTED => Chat::OpenRouter,
        97 | 66 => Chat::Mistral,
        _ => Chat::OpenAi,
    };
    Some(if whose == chat { found } else { Recognition { certainty: POSSIBLE, ..found } })
}

/// Where each is spoken, and what the pieces of its streams look like.
pub(super) fn hints(chat: Chat) -> &'static WireHints {
    match chat {
        Chat::OpenAi => &WireHints { addresses: ("", ENDS), events: &[("choices,object=chat.completion.chunk", 70)] },
        Chat::OpenRouter => &WireHints {
            addresses: ("openrouter.ai|ai-gateway.vercel.sh", ENDS),
            events: &[("choices.*.delta.reasoning_details,provider", 90)],
        },
        Chat::Mistral => &WireHints { addresses: ("mistral.ai", ENDS), events: &[("choices.*.delta.content:a", 90)] },
    }
}

const ENDS: &str = "/chat/completions";

/// The shape fits, and it has marks of another wire.
const POSSIBLE: u8 = 10;
const PIECE: u8 = 50;
const PLAIN: u8 = 75;
const ROUTED: u8 = 65;

/// The certainty says whose marks they are as well: see above.
const SHAPES: &[ShapeQuery] = &[
    (Side::Response, 95, "choices:a provider:s,generationId:s"),
    // Others write the same items, but beside a name that OpenRouter never uses.
    (Side::Response, 80, "choices.*.message.reasoning_details !choices.*.message.reasoning_content"),
    (Side::Response, 80, "choices.*.message.provider_metadata"),
    (Side::Response, 97, "choices.*.message.content.*.thinking:a"),
    (Side::Response, 66, "choices:a model^magistral|mistral-|ministral|codestral|devstral|pixtral|open-mistral"),
    (Side::Response, 85, "choices:a"),
    // Parameters that only Anthropic, Bedrock, Ollama and Cohere have.
    (
        Side::Request,
        POSSIBLE,
        "messages:a anthropic_version,system,inferenceConfig,toolConfig,options,keep_alive,think,documents,safety_mode,citation_options,tools.*.input_schema",
    ),
    (Side::Request, 90, "messages.*.reasoning_details"),
    (Side::Request, 97, "messages.*.content.*.thinking:a"),
    // Parameters that only OpenRouter has.
    (Side::Request, 80, "messages:a provider:o,reasoning:o,usage:o,include_reasoning,models,transforms,plugins,route"),
    (
        Side::Request,
        66,
        "messages:a model^magistral|mistral-|ministral|codestral|devstral|pixtral|open-mistral,random_seed,safe_prompt,prompt_mode",
    ),
    (Side::Request, PLAIN, "messages:a model"),
    (Side::Request, 50, "messages:a"),
];

/// Whether the model bears a router's name: vendor first, all in lower case, perhaps with a variant. Most other hosts name it as
/// Hugging Face does, in capitals too; the exceptions are Groq's and Cloudflare's.
fn is_routed(model: &str) -> bool {
    let others = ["@cf/", "groq/", "openai/gpt-oss", "qwen/qwen3-32b", "meta-llama/", "moonshotai/"];
    let is_other = others.iter().any(|start| model.starts_with(start));
    model.contains('/') && !model.bytes().any(|letter| letter.is_ascii_uppercase()) && (!is_other || model.contains(':'))
}
