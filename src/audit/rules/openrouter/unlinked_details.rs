//! Gemini's encrypted reasoning does not have the `id` of the first tool call.
//!
//! # What it checks
//!
//! In the open turn, a message of Gemini 3 or later with tool calls has a `reasoning.encrypted` item with the `id` of its first call.
//! The rule reports an item with another `id` or with none.
//!
//! # Why
//!
//! > Gemini models require OpenRouter reasoning details to be preserved in each request.
//!
//! OpenRouter finds the call of an item by its `id`. Common cause: a client or proxy gives new ids to calls and results and forgets
//! this one.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"google/gemini-3-pro-preview","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}],
//!    "reasoning_details":[{"type":"reasoning.encrypted","data":"RXF1YWwgYnl0ZXM=","id":"tool_0_weather","format":"google-gemini-v1","index":0}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"google/gemini-3-pro-preview","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}],
//!    "reasoning_details":[{"type":"reasoning.encrypted","data":"RXF1YWwgYnl0ZXM=","id":"call_1","format":"google-gemini-v1","index":0}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: set the item's `id` to that of the first call. Gemini signs the first call.
//!
//! # Evidence
//!
//! - observed, 2026-11-14, in recorded traffic: in every accepted request the id was that of the first call
//! - reported, 2026-01-12: <https://github.com/RooCodeInc/Roo-Code/pull/10640>
//! - catalogue: or.gemini.id-unlinked, or.gemini.toolcall-without-encrypted

use super::details::{first_call, holder, unlinked_item};
use super::wording::PRESERVE;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unlinked-details",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter details=call",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[PRESERVE],
    check,
    fixes: &[Fix::new("set-call-id", Safety::Safe, FixEdit::By(fix)).titled("Set the item's `id` to that of the first call.")],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (nth, entry) in facts.answers() {
        if let Some(item) = unlinked_item(entry)
            && nth >= facts.round
        {
            found.at(item);
        }
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let id = holder(facts, finding).and_then(first_call).and_then(|call| call.get("id"));
    id.map_or(Ok(()), |id| changes.set(finding.place, "id", id.raw()))
}
