//! The model, vendor and account of a recorded response, and whether the model of this request can read its thoughts.

use crate::audit::Facts;
use crate::json::Value;
use crate::knowledge::model_name;
use crate::ledger::Answer;

/// Returns the model that a response came from, by its name in the tables.
pub(super) fn producer(recorded: &Answer) -> String {
    recorded.provenance.model.as_deref().map(model_name::name).unwrap_or_default()
}

/// Returns the vendor of the model that produced a response.
pub(in crate::audit::rules) fn vendor_of(recorded: &Answer) -> &str {
    let name = producer(recorded);
    let by_name = VENDORS.iter().find(|(head, _)| name.starts_with(head)).map(|(_, vendor)| *vendor);
    recorded.provenance.vendor.as_deref().or(by_name).unwrap_or_default()
}

/// The vendor of a model by the prefix of its name, for services that do not name the vendor.
const VENDORS: [(&str, &str); 6] =
    [("claude", "anthropic"), ("gemini", "google"), ("gpt", "openai"), ("o3", "openai"), ("o4", "openai"), ("grok", "xai")];

/// Returns the surface that a response came through.
pub(in crate::audit::rules) fn surface_of(recorded: &Answer) -> &str {
    recorded.provenance.surface.as_deref().unwrap_or_default()
}

/// Returns `true` if both accounts are known and differ.
pub(super) fn is_other_account(facts: &Facts<'_>, recorded: &Answer) -> bool {
    let account = facts.profile.word("account");
    !account.is_empty() && recorded.provenance.account.as_deref().is_some_and(|then| then != account)
}

/// Returns `true` if the model of the request can read the thoughts of a response, from this account.
pub(super) fn is_readable(facts: &Facts<'_>, recorded: &Answer) -> bool {
    let name = producer(recorded);
    let listed = |list: &str| lists_head_of(facts, list, &name);
    let unread = !name.is_empty() && facts.profile.word("name") != name && listed("unread") && !listed("readable");
    !(unread || is_other_account(facts, recorded) && listed("own_account"))
}

/// Returns `true` if the thoughts of a response are bound to the previous messages, and the model of the request checks that.
pub(super) fn is_bound(facts: &Facts<'_>, recorded: &Answer) -> bool {
    facts.profile.fits("binds=silently") || lists_head_of(facts, "bound", &producer(recorded)) && is_readable(facts, recorded)
}

/// Returns `true` if a list of the profile has a prefix of the name.
fn lists_head_of(facts: &Facts<'_>, member: &str, name: &str) -> bool {
    let list = facts.profile.list(member);
    list.filter_map(Value::text).filter_map(|text| text.plain()).any(|head| name.starts_with(head))
}

/// Returns `true` if the request disables thinking, or has no setting for a model that does not think by default.
pub(super) fn is_thinking_off(facts: &Facts<'_>) -> bool {
    let asked = facts.body.get("additionalModelRequestFields").unwrap_or(facts.body);
    // OpenRouter's own defaults are not known.
    let silent = !asked.fits("thinking") && !facts.profile.fits("thinks,wire=openrouter-chat");
    asked.fits("thinking.type=disabled,reasoning.enabled=false") || silent
}
