//! Thinking is enabled, but the open turn does not start with a thinking block.
//!
//! # What it checks
//!
//! The open turn is everything after the last user input. The rule applies to `"type":"enabled"`, if the open turn has tool calls or the
//! request ends with an assistant message.
//!
//! The first assistant block of the open turn is `thinking` or `redacted_thinking`. Later calls of the turn need no thinking. Adaptive
//! thinking does not require it.
//!
//! For a request that continues a thread, the rule is undecided. The turn may have started in messages that only Anthropic has.
//!
//! With the interleaved beta the request was accepted in a test. Then only the reasoning is lost.
//!
//! # Why
//!
//! Anthropic requires the thinking with which the model started a tool loop, until the loop ends.
//!
//! Common cause: a client drops the thinking block of a message that calls a tool.
//!
//! > messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final
//! > `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).
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
//! - Unsafe: disable thinking for this request, if the model allows that. With a ledger, the recorded blocks are restored instead.
//! - By hand: restore the thinking block from a ledger.
//!
//! A model that always thinks cannot disable thinking.
//!
//! # Evidence
//!
//! - documented, 2026-08-22: <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>
//! - reported, 2026-11-14: <https://github.com/deepset-ai/haystack-core-integrations/issues/2146>
//! - observed, 2026-07-01: 200 on Sonnet 4.5 with the interleaved beta, <https://github.com/NousResearch/hermes-agent/issues/24107>
//! - catalogue: anth-final-turn-must-start-thinking

use super::blocks::type_of;
use super::parameters::{INTERLEAVED, SWITCH_OFF, SWITCH_OFF_IN_CONVERSE, is_converse, supports_thinking_type, thinking_mode};
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
    message if found.is_empty() => "Thinking is enabled, but the open turn does not start with a thinking block"
    message => "Thinking is enabled, but the open turn starts with a `{found}` block"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some((nth, first)) = facts.parts().find(|(nth, _)| *nth >= facts.round && is_answer(facts, *nth)) else { return };
    let last = facts.last().is_some_and(|last| last.role == Some(Role::Assistant));
    let is_open = facts.calls_now() || last && !facts.profile.fits("prefill=false");
    // A summary replaces the turn before it. Another rule finds thinking that is not first.
    let thinks = facts.has(nth, PartKind::Thought) || first.kind == PartKind::Other && first.thinking.is_some();
    if !is_open || thinks || thinking_mode(facts) != "enabled" {
        return;
    }
    let finding = found.at(first.value).with(FirstBlock { found: type_of(first).to_owned() });
    finding.offers(if facts.profile.fits("thinking") && !supports_thinking_type(facts, "disabled") {
        // A model that always thinks does not allow `disabled`.
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
