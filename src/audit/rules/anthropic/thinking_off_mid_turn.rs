//! Thinking is off in a tool loop that started with thinking.
//!
//! # What it checks
//!
//! Thinking is on if the assistant called tools since the last user input, and its messages since then have thinking.
//!
//! # Why
//!
//! A tool loop is one assistant turn and has one thinking mode. If thinking is off in the middle of it, Anthropic ignores the thinking of the
//! turn. There is no error.
//!
//! > the thinking content is stripped and thinking remains disabled for that request
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-8","max_tokens":9000,"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"RXF1YWwgYnl0ZXM="},{"type":"tool_use","id":"toolu_1","name":"weather","input":{}}]},
//!   {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"21"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-8","max_tokens":9000,"thinking":{"type":"adaptive"},"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"RXF1YWwgYnl0ZXM="},{"type":"tool_use","id":"toolu_1","name":"weather","input":{}}]},
//!   {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"21"}]}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: enable thinking with the type that the model supports. Only a ledger has the setting with which the turn started.
//!
//! # Evidence
//!
//! - documented, 2026-08-22: <https://platform.claude.com/docs/en/build-with-claude/thinking>
//! - observed, 2026-11-14: accepted in recorded traffic
//! - catalogue: anth-toggle-mid-turn

use super::blocks::is_thinking;
use super::parameters::{parameters, supports_thinking_type, thinking_mode};
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Presumed, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "thinking-off-mid-turn",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Setting("thinking")],
    check,
    fixes: &[Fix::new("switch-on", Safety::Unsafe, FixEdit::By(fix)).titled("Enable thinking for this request.")],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if facts.calls_now()
        && thinking_mode(facts) == "disabled"
        && let Some((_, part, _)) = facts.thoughts().find(|(nth, part, _)| *nth >= facts.round && is_thinking(part))
    {
        found.at(part.value);
    }
}

fn fix<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let text: &[u8] = if supports_thinking_type(facts, "adaptive") {
        b"{\"type\":\"adaptive\"}"
    } else if supports_thinking_type(facts, "enabled") {
        b"{\"type\":\"enabled\",\"budget_tokens\":1024}"
    } else {
        return Ok(());
    };
    changes.set(parameters(facts), "thinking", text)
}
