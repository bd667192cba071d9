//! OpenRouter and the gateways that speak its `reasoning_details`.
//!
//! What `models/openrouter.json` says of a model there:
//!
//! | member | what it says |
//! |---|---|
//! | `details` | which reasoning must come back: `call`, the seal of the first call of each step; `start`, the thought a round began with; `plain`, the text, beside the details; `any`, the one or the other |
//! | `mandatory` | reasoning cannot be switched off |

use crate::audit::rule::rules;
use crate::json::Value;
use crate::model::{Entry, PartKind};

rules![
    camel_case_details,
    corrupt_details_format,
    details_without_text,
    effort_and_budget,
    excluded_reasoning,
    foreign_details,
    fragmented_details,
    mandatory_reasoning_disabled,
    missing_details,
    mixed_details,
    unlinked_details,
    unpinned_details,
    unsigned_details,
];

/// What OpenRouter puts before Google's refusal of a call without its signature.
const PRESERVE: &str = "Gemini models require OpenRouter reasoning details to be preserved in each request. Please refer to our docs: https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks";

/// What Anthropic answers behind it.
const SIGNATURE: &str = "Invalid `signature` in `thinking` block";

/// What DeepSeek answers behind it.
const PASSED_BACK: &str = "The `reasoning_content` in the thinking mode must be passed back to the API.";

/// The reasoning items of a message.
fn details<'d>(entry: &Entry<'d>) -> impl Iterator<Item = Value<'d>> {
    entry.value.get("reasoning_details").into_iter().flat_map(Value::elements)
}

/// The first call of a message.
fn first_call<'d>(entry: &Entry<'d>) -> Option<Value<'d>> {
    entry.parts.iter().find(|part| part.kind == PartKind::Call).map(|part| part.value)
}

/// Whether a member is a string with something in it.
fn is_filled(item: Value<'_>, name: &str) -> bool {
    item.get(name).and_then(Value::text).is_some_and(|text| !text.is_empty())
}

/// Whether an item is a seal, whole.
fn is_sealed(item: Value<'_>) -> bool {
    item.fits("type=reasoning.encrypted") && is_filled(item, "data")
}

/// Whether two items have the same string under that name.
fn is_same(one: Value<'_>, other: Value<'_>, name: &str) -> bool {
    one.get(name).map(Value::raw).is_some_and(|raw| other.get(name).map(Value::raw) == Some(raw))
}

/// Strings one after the other, as one JSON string.
fn joined<'d>(texts: impl Iterator<Item = Value<'d>>) -> Vec<u8> {
    let mut whole = vec![b'"'];
    texts.filter_map(Value::text).for_each(|text| whole.extend_from_slice(text.raw()));
    whole.push(b'"');
    whole
}
