//! A message that calls a tool has an empty `reasoning_content`.
//!
//! # What it checks
//!
//! Assistant messages that call tools have more than `""` in `reasoning_content`. It binds DeepSeek V4 Pro while it thinks.
//!
//! # Why
//!
//! DeepSeek may think nothing before a call; then `""` came, and `""` must go back. But clients also write it where the reasoning was lost. Some report that
//! V4 Pro refuses it then with "The `reasoning_content` in the thinking mode must be passed back to the API.", others that it passes. With a ledger nothing is
//! said of a call that came without a thought.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","tools":[{"type":"function","function":{"name":"weather"}}],"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","reasoning_content":"","tool_calls":[{"id":"a","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"a","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","tools":[{"type":"function","function":{"name":"weather"}}],"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","reasoning_content":"I must look.","tool_calls":[{"id":"a","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"a","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! None: only a ledger tells whether the model thought nothing, and then `""` is right.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/NousResearch/hermes-agent/issues/17341>
//! - reported, 2026-07-08: <https://github.com/Oaklight/llm-rosetta/issues/356>
//! - catalogue: ds.chat.rc-empty-string

use crate::audit::rules::ledger::fates::answer_of;
use crate::audit::{Facts, Found, Needs, Rule, Severity, Tier};
use crate::ledger::EmittedPart;
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "empty-reasoning-content",
    binds: "wire=openai-chat dialect=deepseek name^deepseek-v4-pro",
    severity: Severity::Advice,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::LedgerIfThere,
    check,
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (nth, entry) in facts.answers() {
        if let Some(value) = entry.value.get("reasoning_content").filter(|value| value.fits("="))
            && let Some(call) = entry.parts.iter().find(|part| part.kind == PartKind::Call)
            && facts.thinks()
            && answer_of(facts, nth, call.value).is_none_or(|answer| answer.parts.iter().any(says_thought))
        {
            found.at(value);
        }
    }
}

/// Returns `true` if a recorded part is a thought with something in it.
fn says_thought(part: &EmittedPart) -> bool {
    part.is_thought() && (part.trace.text.is_some() || part.trace.handle.is_some())
}
