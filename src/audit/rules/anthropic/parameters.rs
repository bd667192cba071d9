//! The thinking settings of a request for a Claude model, in Messages and in Converse.

use crate::audit::{Facts, Fix, FixEdit};
use crate::json::Value;

/// Returns `true` if the request is for Converse.
#[inline(never)]
pub(super) fn is_converse(facts: &Facts<'_>) -> bool {
    facts.wire.as_str() == "bedrock-converse"
}

/// Finds the object with the parameters of the model. In Converse they have a separate member.
#[inline(never)]
pub(in crate::audit::rules) fn parameters<'d>(facts: &Facts<'d>) -> Value<'d> {
    facts.body.get("additionalModelRequestFields").filter(|_| is_converse(facts)).unwrap_or(facts.body)
}

/// Returns the thinking type that applies: the `thinking.type` of the request, or the default of the model.
#[inline(never)]
pub(in crate::audit::rules) fn thinking_mode<'d>(facts: &Facts<'d>) -> &'d str {
    match parameters(facts).get("thinking").map_or("", |thinking| thinking.word("type")) {
        "" if facts.profile.fits("thinks=always|default") => "adaptive",
        "" => "disabled",
        // A host that does not pass the budget to the model uses the default thinking of the model.
        "enabled" if facts.profile.fits("budgets=ignored") => "adaptive",
        said => said,
    }
}

/// Returns `true` if the model supports that `thinking.type`.
#[inline(never)]
pub(in crate::audit::rules) fn supports_thinking_type(facts: &Facts<'_>, kind: &str) -> bool {
    facts.profile.fits(&["thinking.*=", kind].concat())
}

/// Reads the requested behaviour for a thought that is bound to another prefix: `error`, `drop_block`, or nothing. Bedrock has another name for
/// the member, and accepts Anthropic's name in some regions.
pub(in crate::audit::rules) fn mismatch_behavior<'d>(facts: &Facts<'d>) -> &'d str {
    let binding = parameters(facts).path("thinking.block_binding");
    let said = |name: &str| binding.map(|binding| binding.word(name)).filter(|said| !said.is_empty());
    said(MISMATCH).or_else(|| said(facts.profile.word("on_mismatch"))).unwrap_or_default()
}

/// Anthropic's name of the member with the behaviour for a block that is bound to another prefix.
pub(in crate::audit::rules) const MISMATCH: &str = "prefix_mismatch_behavior";

/// The beta that lets a model with manual thinking also think between tool calls.
pub(super) const INTERLEAVED: &str = "betas.*^interleaved-thinking";

/// Disables thinking in Messages.
pub(super) const SWITCH_OFF: Fix = Fix::switch_off("switch-off", FixEdit::Set("thinking", "{\"type\":\"disabled\"}"));

/// Disables thinking in Converse.
pub(super) const SWITCH_OFF_IN_CONVERSE: Fix =
    Fix::switch_off("switch-off-in-converse", FixEdit::Set("additionalModelRequestFields.thinking", "{\"type\":\"disabled\"}"));
