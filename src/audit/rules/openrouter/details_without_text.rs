//! An assistant message has `reasoning_details` but no reasoning as a string.
//!
//! # What it checks
//!
//! While DeepSeek V4 thinks, a message with `reasoning_details` also has its reasoning as a string, in `reasoning` or
//! `reasoning_content`. This applies to messages with tool calls, and to all messages of a request with `tools`.
//!
//! If the message has no tool call, the request may be accepted, and the reasoning is lost. Kimi accepted the items alone.
//!
//! # Why
//!
//! > The `reasoning_content` in the thinking mode must be passed back to the API.
//!
//! OpenRouter returns reasoning as items and as a string, and passes only the string on to DeepSeek.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"deepseek/deepseek-v4-pro","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}],
//!    "reasoning_details":[{"type":"reasoning.text","text":"I ask the tool.","format":"unknown","index":0}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"deepseek/deepseek-v4-pro","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}],
//!    "reasoning_content":"I ask the tool.","reasoning_details":[{"type":"reasoning.text","text":"I ask the tool.","format":"unknown","index":0}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: copy the texts of the items, joined, into `reasoning_content`.
//!
//! # Evidence
//!
//! - reported, 2026-05-28: <https://github.com/UKGovernmentBEIS/inspect_ai/issues/4079>
//! - observed, 2026-03-19, with Kimi K2.5 through OpenRouter: items alone are accepted
//! - catalogue: or.deepseek.details-only, ds.chat.tools-param-missing-rc

use super::details::first_call;
use super::wording::PASSED_BACK;
use crate::audit::rules::texts::join_texts;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "details-without-text",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter details=plain",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[PASSED_BACK],
    check,
    fixes: &[Fix::new("copy-text", Safety::Safe, FixEdit::By(fix)).titled("Copy the texts of the items into `reasoning_content`.")],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        if !entry.value.fits("reasoning_details.* !reasoning:s !reasoning_content:s") || !facts.thinks() {
            continue;
        }
        if first_call(entry).is_some() {
            found.at(entry.value);
        } else if facts.body.fits("tools.*") {
            let finding = found.at(entry.value);
            finding.severity = Severity::Degrade;
            finding.says_nothing();
        }
    }
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let mut texts = Vec::new();
    finding.place.collect("reasoning_details.*.text", &mut texts);
    if texts.is_empty() {
        return Ok(());
    }
    changes.set(finding.place, "reasoning_content", &join_texts(&texts))
}
