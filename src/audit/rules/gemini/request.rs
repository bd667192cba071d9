//! Members of a Gemini request, each in two spellings, and functions that several rules use to read them.

use std::borrow::Cow;

use crate::audit::Facts;
use crate::audit::rules::members::either;
use crate::json::Value;
use crate::model::{Entry, Part, Role};
use crate::wires::Call;

pub(super) const CALL: [&str; 2] = ["functionCall", "function_call"];
pub(super) const RESPONSE: [&str; 2] = ["functionResponse", "function_response"];
pub(super) const BUDGET: [&str; 2] = ["thinkingBudget", "thinking_budget"];
pub(super) const LEVEL: [&str; 2] = ["thinkingLevel", "thinking_level"];
pub(super) const THOUGHTS: [&str; 2] = ["includeThoughts", "include_thoughts"];

/// Finds the object with the thinking settings.
#[inline(never)]
pub(super) fn thinking_config<'d>(facts: &Facts<'d>) -> Option<Value<'d>> {
    either(facts.body, ["generationConfig", "generation_config"]).and_then(|config| either(config, ["thinkingConfig", "thinking_config"]))
}

/// Returns `true` if the request is for Vertex, whose error texts differ.
#[inline(never)]
pub(super) fn is_vertex(facts: &Facts<'_>) -> bool {
    facts.profile.fits("surface=vertex")
}

/// Returns `true` if an entry is from the model.
pub(super) fn is_model(entry: &Entry<'_>) -> bool {
    entry.role == Some(Role::Assistant)
}

/// Returns the name of the tool that a part calls.
#[inline(never)]
pub(super) fn tool_name<'d>(part: &Part<'d>) -> Cow<'d, str> {
    Call::read(part.value).name.unwrap_or_default()
}
