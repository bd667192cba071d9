//! OpenRouter and the gateways that speak its `reasoning_details`.
//!
//! What `models/openrouter.json` says of a model there:
//!
//! | member | what it says |
//! |---|---|
//! | `details` | which reasoning must come back: `call`, the seal of the first call of each step; `start`, the thought a round began with; `plain`, the text, beside the details; `any`, the one or the other |
//! | `mandatory` | reasoning cannot be switched off |

use super::is_said;
use crate::audit::rule::rules;
use crate::audit::{Facts, Finding};
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
#[inline(never)]
fn details<'d>(entry: &Entry<'d>) -> Vec<Value<'d>> {
    let mut items = Vec::new();
    entry.value.collect("reasoning_details.*", &mut items);
    items
}

/// The message in which an item stands.
#[inline(never)]
fn holder<'d>(facts: &Facts<'d>, finding: &Finding<'d>) -> Option<&'d Entry<'d>> {
    facts.entries.get(facts.around(finding.place)?).filter(|entry| details(entry).contains(&finding.place))
}

/// The first call of a message.
#[inline(never)]
fn first_call<'d>(entry: &Entry<'d>) -> Option<Value<'d>> {
    entry.parts.iter().find(|part| part.kind == PartKind::Call).map(|part| part.value)
}

/// Whether an item is a seal, whole.
#[inline(never)]
fn is_sealed(item: Value<'_>) -> bool {
    item.fits("type=reasoning.encrypted") && is_said(item, "data")
}

/// Whether two items have the same string under that name.
#[inline(never)]
fn is_same(one: Value<'_>, other: Value<'_>, name: &str) -> bool {
    one.get(name).map(Value::raw).is_some_and(|raw| other.get(name).map(Value::raw) == Some(raw))
}
