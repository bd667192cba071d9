//! How a request asks a Claude to think, in Messages and through Converse.

use crate::audit::{Facts, Fix, Mend, Safety};
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
        said => said,
    }
}

/// Returns `true` if the model takes that `thinking.type`.
#[inline(never)]
pub(in crate::audit::rules) fn takes_thinking_type(facts: &Facts<'_>, kind: &str) -> bool {
    facts.profile.fits(&["thinking.*=", kind].concat())
}

/// The beta that lets a model under manual thinking think between tool calls as well.
pub(super) const INTERLEAVED: &str = "betas.*^interleaved-thinking";

/// Switches thinking off in Messages.
pub(super) const SWITCH_OFF: Fix = Fix::new("switch-off", Safety::Unsafe, Mend::Set("thinking", "{\"type\":\"disabled\"}"));

/// Switches thinking off in Converse.
pub(super) const SWITCH_OFF_IN_CONVERSE: Fix =
    Fix::new("switch-off-in-converse", Safety::Unsafe, Mend::Set("additionalModelRequestFields.thinking", "{\"type\":\"disabled\"}"));
