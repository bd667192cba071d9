//! How a request asks a Claude to think, in Messages and through Converse.

use crate::audit::{Facts, Fix, FixEdit};
use crate::json::Value;

/// Returns `true` if the request goes through Converse.
#[inline(never)]
pub(super) fn is_converse(facts: &Facts<'_>) -> bool {
    facts.wire.as_str() == "bedrock-converse"
}

/// Finds the object that holds the model's own parameters: Converse hands them on in a member of their own.
#[inline(never)]
pub(in crate::audit::rules) fn parameters<'d>(facts: &Facts<'d>) -> Value<'d> {
    facts.body.get("additionalModelRequestFields").filter(|_| is_converse(facts)).unwrap_or(facts.body)
}

/// Names the way the model will think: the `thinking.type` of the request, or else the model's default.
#[inline(never)]
pub(in crate::audit::rules) fn thinking_mode<'d>(facts: &Facts<'d>) -> &'d str {
    match parameters(facts).get("thinking").map_or("", |thinking| thinking.word("type")) {
        "" if facts.profile.fits("thinks=always|default") => "adaptive",
        "" => "disabled",
        // A host that does not hand a budget on asks the model to think as it does by default.
        "enabled" if facts.profile.fits("budgets=ignored") => "adaptive",
        said => said,
    }
}

/// Returns `true` if the model takes that `thinking.type`.
#[inline(never)]
pub(in crate::audit::rules) fn takes_thinking_type(facts: &Facts<'_>, kind: &str) -> bool {
    facts.profile.fits(&["thinking.*=", kind].concat())
}

/// Reads what the request asks for where a thought is bound to another prefix: `error`, `drop_block`, or nothing. Bedrock has a name of its own for the
/// member, and takes Anthropic's in some regions.
pub(in crate::audit::rules) fn mismatch_behavior<'d>(facts: &Facts<'d>) -> &'d str {
    let binding = parameters(facts).path("thinking.block_binding");
    let said = |name: &str| binding.map(|binding| binding.word(name)).filter(|said| !said.is_empty());
    said(MISMATCH).or_else(|| said(facts.profile.word("on_mismatch"))).unwrap_or_default()
}

/// Anthropic's name of the member that says what becomes of a block that is bound to another prefix.
pub(in crate::audit::rules) const MISMATCH: &str = "prefix_mismatch_behavior";

/// The beta that lets a model under manual thinking think between tool calls as well.
pub(super) const INTERLEAVED: &str = "betas.*^interleaved-thinking";

/// Switches thinking off in Messages.
pub(super) const SWITCH_OFF: Fix = Fix::switch_off("switch-off", FixEdit::Set("thinking", "{\"type\":\"disabled\"}"));

/// Switches thinking off in Converse.
pub(super) const SWITCH_OFF_IN_CONVERSE: Fix =
    Fix::switch_off("switch-off-in-converse", FixEdit::Set("additionalModelRequestFields.thinking", "{\"type\":\"disabled\"}"));
