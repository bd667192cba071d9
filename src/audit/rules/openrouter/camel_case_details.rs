//! A message has `reasoningDetails` or `toolCalls`, which the host does not read.
//!
//! # What it checks
//!
//! No message has `reasoningDetails` or `toolCalls`.
//!
//! Without `reasoning_details`, Gemini misses its signature, and other models miss their reasoning.
//!
//! # Why
//!
//! > Gemini models require OpenRouter reasoning details to be preserved in each request.
//!
//! OpenRouter's TypeScript client uses these names and translates them before it sends a request. A request that is written by hand must
//! use the names with underscores. The host ignores the others, so the message loses what is in the member.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"google/gemini-3-pro-preview","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"tool_0_weather","type":"function","function":{"name":"weather","arguments":"{}"}}],
//!    "reasoningDetails":[{"type":"reasoning.encrypted","data":"RXF1YWwgYnl0ZXM=","id":"tool_0_weather","format":"google-gemini-v1","index":0}]},
//!   {"role":"tool","tool_call_id":"tool_0_weather","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"google/gemini-3-pro-preview","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"tool_0_weather","type":"function","function":{"name":"weather","arguments":"{}"}}],
//!    "reasoning_details":[{"type":"reasoning.encrypted","data":"RXF1YWwgYnl0ZXM=","id":"tool_0_weather","format":"google-gemini-v1","index":0}]},
//!   {"role":"tool","tool_call_id":"tool_0_weather","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: rename the member to `reasoning_details` or `tool_calls`.
//!
//! # Evidence
//!
//! - reported, 2025-12-26: <https://github.com/OpenRouterTeam/typescript-sdk/issues/120>
//! - catalogue: or.json.camelcase, fw.litellm.openrouter-details

use super::wording::PRESERVE;
use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "camel-case-details",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter|vercel-gateway",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[PRESERVE],
    check,
    fixes: &[RENAME_DETAILS, RENAME_CALLS],
    ..Rule::DEFAULT
};

details! {
    /// The wrong name, and the name that the host reads.
    struct WrongName { name: Unlisted<&'static str>, read: Unlisted<&'static str> }
    message => "The host does not read `{name}`, it reads `{read}`"
}

const RENAME_DETAILS: Fix = Fix::new("rename-details", Safety::Safe, FixEdit::Rename("reasoning_details"));
const RENAME_CALLS: Fix = Fix::new("rename-calls", Safety::Safe, FixEdit::Rename("tool_calls"));

/// The wrong names, the names that the host reads, and the fix.
const NAMES: [(&str, &str, &[Fix]); 2] =
    [("reasoningDetails", "reasoning_details", &[RENAME_DETAILS]), ("toolCalls", "tool_calls", &[RENAME_CALLS])];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (nth, entry) in facts.answers() {
        for (name, known, fixes) in NAMES {
            if entry.value.get(known).is_some() {
                continue;
            }
            let Some(member) = entry.value.get(name) else { continue };
            let finding = found.at(member).with(WrongName { name: Unlisted(name), read: Unlisted(known) }).offers(fixes);
            let now = nth >= facts.round;
            if now && facts.profile.fits("dialect=openrouter details=call") && entry.value.fits("tool_calls.*,toolCalls.*") {
                continue;
            }
            // In all other cases nobody has reported a refusal.
            let starts = now && facts.profile.fits("details=start") && facts.thinks();
            finding.severity = if starts { Severity::Degrade } else { Severity::Advice };
            finding.says_nothing();
        }
    }
}
