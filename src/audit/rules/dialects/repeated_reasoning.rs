//! Several assistant messages carry the same short reasoning.
//!
//! # What it checks
//!
//! No two assistant messages, one of which calls a tool, have the same `reasoning_content` of 40 bytes or less. It binds DeepSeek while it thinks.
//!
//! # Why
//!
//! Clients that lost the reasoning put one placeholder into every message, since the field must be there. The model then falls in with it: in thirty
//! tries each, 40% of the answers of V4 Pro and 47% of those of V4 Flash were empty under status 200; with a text that differs from turn to turn,
//! none.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","tools":[{"type":"function","function":{"name":"weather"}}],"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","reasoning_content":"...","tool_calls":[{"id":"a","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"a","content":"21"},
//!   {"role":"assistant","content":"21 degrees.","reasoning_content":"..."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","tools":[{"type":"function","function":{"name":"weather"}}],"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","reasoning_content":"I must look.","tool_calls":[{"id":"a","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"a","content":"21"},
//!   {"role":"assistant","content":"21 degrees.","reasoning_content":"Now I know."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: thinking is switched off for this request. With a ledger the recorded reasoning comes back instead.
//!
//! # Evidence
//!
//! - reported, 2026-05-06: <https://github.com/Lingtai-AI/lingtai-kernel/issues/9>
//! - catalogue: ds.chat.constant-placeholder

use crate::audit::rules::repeats::repeats;
use crate::audit::{Facts, Fix, Found, Mend, Rule, Safety, Severity, Tier};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "repeated-reasoning",
    binds: "wire=openai-chat dialect=deepseek",
    severity: Severity::Degrade,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("set-thinking", Safety::Unsafe, Mend::Set("thinking", r#"{"type":"disabled"}"#))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let (mut said, mut raws) = (Vec::new(), Vec::new());
    for (nth, entry) in facts.answers() {
        // With its quotes.
        if let Some(value) =
            entry.value.get("reasoning_content").filter(|value| value.text().is_some() && (3..=42).contains(&value.raw().len()))
        {
            said.push((value, facts.has(nth, PartKind::Call)));
            raws.push(value.raw());
        }
    }
    let repeats = repeats(&raws);
    if repeats.is_empty() || !facts.thinks() {
        return;
    }
    for (nth, (first, _)) in said.iter().enumerate() {
        // One text, one finding, at its second place.
        if repeats.iter().any(|[_, again]| *again == nth) {
            continue;
        }
        let (mut places, mut calls) = (Vec::new(), false);
        for (value, is_call) in &said {
            if value.raw() == first.raw() {
                calls |= is_call;
                places.push(*value);
            }
        }
        if let Some(finding) = places.get(1..).filter(|_| calls).and_then(|places| found.all(places)) {
            finding.related.insert(0, *first);
        }
    }
}
