//! Thinking is switched off in the middle of a round that began with it.
//!
//! # What it checks
//!
//! While a round with calls is open, and the model has thought in it, the request does not switch thinking off.
//!
//! # Why
//!
//! > thinking is silently disabled for that request
//!
//! Nothing is refused. What was thought in the round is taken out on the other side, and the model goes on without it.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"disabled"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
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
//! None: whether the round shall think or not is the caller's to say. Wait for its end.
//!
//! # Evidence
//!
//! - documented, 2026-09-30: <https://platform.claude.com/docs/en/build-with-claude/extended-thinking>
//! - catalogue: anth-toggle-mid-turn

use super::{is_off, issued};
use crate::audit::{Evidence, Facts, Found, Needs, Rule, Severity};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "switched-thinking",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    needs: Needs::Ledger,
    check,
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let calls = facts.calls.iter().any(|call| call.entry >= facts.round);
    let mut open = issued(facts).filter(|(spot, ..)| spot.kind == PartKind::Thought && spot.entry >= facts.round);
    if calls && is_off(facts) && open.next().is_some() {
        let asked = facts.body.get("additionalModelRequestFields").unwrap_or(facts.body);
        found.at(asked.get("thinking").unwrap_or(facts.body));
    }
}
