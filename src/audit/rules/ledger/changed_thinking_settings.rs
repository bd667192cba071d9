//! The thinking settings differ from those of the previous request.
//!
//! # What it checks
//!
//! The type of thinking, its budget and the effort are the same as in the last recorded request to the same model. Another rule reports
//! a request that disables thinking.
//!
//! # Why
//!
//! Anthropic documents that a change of the thinking settings invalidates the cached messages. The request is accepted. The cache
//! starts over, and the earlier messages are paid for again.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"output_config":{"effort":"low"},"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]},
//!     {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"3"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]},
//!     {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"3"}]}]}}
//! ```
//!
//! # Fix
//!
//! By hand: decide which of the two settings is right, and send it in all requests.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>
//! - catalogue: anth-config-change-cache

use super::producer::{is_thinking_off, producer};
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Found, Needs, Rule, Severity, Tier};
use crate::ledger::thinking;

/// The rule.
pub static RULE: Rule = Rule {
    id: "changed-thinking-settings",
    binds: "wire=anthropic-messages vendor=anthropic",
    severity: Severity::Advice,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    check,
    ..Rule::DEFAULT
};

details! {
    /// The setting that differs, its value in the previous request, and its value now.
    struct ChangedSetting { setting: &'static str, before: String, now: String }
    message if before.0.is_empty() => "`{setting}` was not set in the previous request and is `{now}` now"
    message if now.0.is_empty() => "`{setting}` was `{before}` in the previous request and is not set now"
    message => "`{setting}` was `{before}` in the previous request and is `{now}` now"
}

/// The settings that a ledger records, in its order.
const SETTINGS: [&str; 3] = ["thinking.type", "thinking.budget_tokens", "output_config.effort"];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let last =
        facts.matched.as_ref().and_then(|matched| matched.answers.iter().rfind(|turn| turn.entries.is_some())).map(|turn| turn.recorded);
    if let Some(last) = last.filter(|last| producer(last) == facts.profile.word("name") && !is_thinking_off(facts))
        && let Some(((setting, before), now)) =
            SETTINGS.iter().zip(&last.thinking).zip(thinking(facts.body)).find(|((_, before), now)| **before != *now)
    {
        let finding = found.at(facts.body.get("thinking").unwrap_or(facts.body));
        finding.with(ChangedSetting { setting, before: before.clone(), now });
    }
}
