//! Recognises chat bodies and distinguishes the three chat wires.
//!
//! A plain request is the same on all three, so a wire without its own features is only possible, not certain.

use super::super::codec::{Recognition, Side};
use super::super::shape_query::{ShapeQuery, request, response};
use super::{Chat, answer};
use crate::json::Value;

/// Recognises a body of a chat wire.
pub(super) fn recognise(chat: Chat, body: Value<'_>) -> Option<Recognition> {
    let marked = SHAPES.iter().find(|(_, shape)| shape.fits(body));
    let (mut owner, mut found) = match marked {
        Some((owner, shape)) => (*owner, shape.recognition()?),
        None => plain_request(body)?,
    };
    if found.side == Side::Response && answer(body).is_none() {
        // One piece of a stream, or a stream that is only an error. A choice with only `text` belongs to the API before chat.
        let is_piece = body.path("choices.0").is_none_or(|choice| choice.get("delta").is_some());
        if !is_piece {
            return None;
        }
        (owner, found.certainty) = (Chat::OpenAi, PIECE);
    }
    Some(if owner == chat { found } else { Recognition { certainty: POSSIBLE, ..found } })
}

/// The shape fits, but it has features of another wire.
const POSSIBLE: u8 = 10;
const PIECE: u8 = 50;
const ROUTED: u8 = 65;
const PLAIN: u8 = 75;
const NAMELESS: u8 = 50;

/// The features of each wire. The first match counts.
const SHAPES: &[(Chat, ShapeQuery)] = &[
    (Chat::OpenRouter, response(95, "choices:a provider:s,generationId:s")),
    // Others write the same items, but next to a name that OpenRouter never uses.
    (Chat::OpenRouter, response(80, "choices.*.message.reasoning_details !choices.*.message.reasoning_content")),
    (Chat::OpenRouter, response(80, "choices.*.message.provider_metadata")),
    (Chat::Mistral, response(97, "choices.*.message.content.*.thinking:a")),
    (Chat::Mistral, response(66, "choices:a model^magistral|mistral-|ministral|codestral|devstral|pixtral|open-mistral")),
    (Chat::OpenAi, response(85, "choices:a")),
    // Parameters that only Anthropic, Bedrock, Ollama and Cohere have.
    (
        Chat::OpenAi,
        request(
            POSSIBLE,
            "messages:a anthropic_version,system,inferenceConfig,toolConfig,options,keep_alive,think,documents,safety_mode,citation_options,tools.*.input_schema",
        ),
    ),
    (Chat::OpenRouter, request(90, "messages.*.reasoning_details")),
    (Chat::Mistral, request(97, "messages.*.content.*.thinking:a")),
    // Parameters that only OpenRouter has.
    (Chat::OpenRouter, request(80, "messages:a provider:o,reasoning:o,usage:o,include_reasoning,models,transforms,plugins,route")),
    (
        Chat::Mistral,
        request(
            66,
            "messages:a model^magistral|mistral-|ministral|codestral|devstral|pixtral|open-mistral,random_seed,safe_prompt,prompt_mode",
        ),
    ),
];

/// A request without features: only the name of its model can decide.
fn plain_request(body: Value<'_>) -> Option<(Chat, Recognition)> {
    let (owner, certainty) = if !body.fits("messages:a") {
        return None;
    } else if body.get("model").is_none() {
        (Chat::OpenAi, NAMELESS)
    } else if is_routed(body.word("model")) {
        (Chat::OpenRouter, ROUTED)
    } else {
        (Chat::OpenAi, PLAIN)
    };
    Some((owner, Recognition { side: Side::Request, certainty }))
}

/// Returns `true` if the model has a router's name: vendor first, all lower case, perhaps with a variant. Most other hosts use Hugging Face's names, with
/// capitals; the exceptions are Groq and Cloudflare.
fn is_routed(model: &str) -> bool {
    let others = ["@cf/", "groq/", "openai/gpt-oss", "qwen/qwen3-32b", "meta-llama/", "moonshotai/"];
    let is_other = others.iter().any(|start| model.starts_with(start));
    model.contains('/') && !model.bytes().any(|letter| letter.is_ascii_uppercase()) && (!is_other || model.contains(':'))
}
