//! A message names its reasoning or its calls in camel case.
//!
//! # What it checks
//!
//! No message has `reasoningDetails` or `toolCalls`.
//!
//! # Why
//!
//! > Gemini models require OpenRouter reasoning details to be preserved in each request.
//!
//! OpenRouter's TypeScript client names its members so and translates them on the way out. Written so into a request of one's
//! own they are overlooked: a Gemini then misses its signature, and every other model its reasoning.
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
//! Safe: the member gets the name that is read.
//!
//! # Evidence
//!
//! - reported, 2025-12-26: <https://github.com/OpenRouterTeam/typescript-sdk/issues/120>
//! - catalogue: or.json.camelcase, fw.litellm.openrouter-details

use super::wording::PRESERVE;
use crate::audit::{Evidence, Facts, Found, Mend, Rule, Safety, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    id: "camel-case-details",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter|vercel-gateway",
    evidence: Evidence::Reported,
    upstream: &[PRESERVE],
    check,
    fixes: &[(Safety::Safe, Mend::Rename(NAMES[0].1)), (Safety::Safe, Mend::Rename(NAMES[1].1))],
    ..Rule::DEFAULT
};

/// The names, and those that are read.
const NAMES: [(&str, &str); 2] = [("reasoningDetails", "reasoning_details"), ("toolCalls", "tool_calls")];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (nth, entry) in facts.answers() {
        for (which, (name, known)) in NAMES.iter().enumerate() {
            let Some(member) = entry.value.get(name).filter(|_| entry.value.get(known).is_none()) else { continue };
            let finding = found.at(member);
            finding.fixes = which;
            let now = nth >= facts.round;
            if now && facts.profile.fits("dialect=openrouter details=call") && entry.value.fits("tool_calls.*,toolCalls.*") {
                continue;
            }
            // Elsewhere nobody has said what comes of it.
            let starts = now && facts.profile.fits("details=start") && facts.thinks();
            finding.severity = if starts { Severity::Degrade } else { Severity::Advice };
            finding.upstream = 1;
        }
    }
}
