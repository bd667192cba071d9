//! The turn that is open does not begin with thinking, under manual thinking.
//!
//! # What it checks
//!
//! With `"type":"enabled"`, if tools were called since the user's last input, or the request ends with the assistant, then the first block of
//! the assistant after that input is `thinking` or `redacted_thinking`. Only the start of the turn counts: a later call without
//! thinking of its own is usual. Adaptive thinking does not ask for it. Of a request that continues a thread nothing can be said: the turn may have begun
//! in what Anthropic holds.
//!
//! # Why
//!
//! > messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final
//! > `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).
//!
//! With the interleaved beta the same was accepted when probed; then the reasoning is only lost.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"weather","input":{}}]},
//!   {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"21"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"Ask.","signature":"RXF1YWwgYnl0ZXM="},{"type":"tool_use","id":"toolu_1","name":"weather","input":{}}]},
//!   {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"21"}]}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: thinking is switched off for this request, where the model can be asked not to think. With a ledger the recorded blocks come back instead.
//!
//! # Evidence
//!
//! - documented, 2026-08-22: <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>
//! - reported, 2026-11-14: <https://github.com/deepset-ai/haystack-core-integrations/issues/2146>
//! - observed, 2026-07-01: 200 on Sonnet 4.5 with the interleaved beta, <https://github.com/NousResearch/hermes-agent/issues/24107>
//! - catalogue: anth-final-turn-must-start-thinking

use super::blocks::type_of;
use super::parameters::{INTERLEAVED, SWITCH_OFF, SWITCH_OFF_IN_CONVERSE, is_converse, takes_thinking_type, thinking_mode};
use super::wording::EXPECTED_THINKING;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Found, Presumed, Rule, Severity, Tier};
use crate::model::{PartKind, Role};

/// The rule.
pub static RULE: Rule = Rule {
    id: "turn-without-thinking",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    when: "thinking,additionalModelRequestFields.thinking",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Setting("thinking"), Presumed::Messages],
    upstream: &[EXPECTED_THINKING],
    reaches_back: true,
    check,
    fixes: &[SWITCH_OFF, SWITCH_OFF_IN_CONVERSE],
    ..Rule::DEFAULT
};

details! {
    /// The type of the first block of the turn.
    struct FirstBlock { found: String }
    message if found.is_empty() => "Thinking is enabled, but the open turn does not start with a thinking block."
    message => "Thinking is enabled, but the open turn starts with a `{found}` block."
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some((nth, first)) = facts.parts().find(|(nth, _)| *nth >= facts.round && is_answer(facts, *nth)) else { return };
    let last = facts.last().is_some_and(|last| last.role == Some(Role::Assistant));
    let is_open = facts.calls_now() || last && !facts.profile.fits("prefill=false");
    // A summary replaces the turn before it. Another rule finds thinking further on.
    let thinks = facts.has(nth, PartKind::Thought) || first.kind == PartKind::Other && first.thinking.is_some();
    if !is_open || thinks || thinking_mode(facts) != "enabled" {
        return;
    }
    let finding = found.at(first.value).with(FirstBlock { found: type_of(first).to_owned() });
    finding.offers(if facts.profile.fits("thinking") && !takes_thinking_type(facts, "disabled") {
        // A model that always thinks does not take it.
        &[]
    } else if is_converse(facts) {
        &[SWITCH_OFF_IN_CONVERSE]
    } else {
        &[SWITCH_OFF]
    });
    if facts.profile.fits(INTERLEAVED) {
        finding.severity = Severity::Degrade;
        finding.evidence = Evidence::Observed;
        finding.says_nothing();
    }
}

fn is_answer(facts: &Facts<'_>, nth: usize) -> bool {
    facts.entries.get(nth).is_some_and(|entry| entry.role == Some(Role::Assistant))
}
