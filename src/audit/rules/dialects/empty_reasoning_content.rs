//! An assistant message with a tool call has an empty `reasoning_content`.
//!
//! # What it checks
//!
//! Assistant messages with tool calls have a `reasoning_content` that is not `""`. Applies to DeepSeek V4 Pro while it thinks. With a
//! ledger, the rule reports nothing for a call that the model made without a thought.
//!
//! # Why
//!
//! DeepSeek sometimes calls a tool without a thought. Then it returns `""`, and the client must send `""` back. But some clients also write
//! `""` after they lost the reasoning. Some users report a refusal ("The `reasoning_content` in the thinking mode must be passed back to the
//! API."). Others report that V4 Pro accepts the request.
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
//! By hand: compare with a ledger, which shows whether the model had no thought. In that case `""` is correct.
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
            && answer_of(facts, nth, call.value).is_none_or(|answer| answer.parts.iter().any(is_filled_thought))
        {
            found.at(value);
        }
    }
}

/// Returns `true` if a recorded part is a thought that is not empty.
fn is_filled_thought(part: &EmittedPart) -> bool {
    part.is_thought() && (part.trace.text.is_some() || part.trace.handle.is_some())
}
