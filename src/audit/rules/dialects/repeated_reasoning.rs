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

use std::collections::BTreeMap;

use crate::audit::{Facts, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::json::Value;
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "repeated-reasoning",
    binds: "wire=openai-chat dialect=deepseek",
    severity: Severity::Degrade,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("set-thinking", Safety::Unsafe, FixEdit::Set("thinking", r#"{"type":"disabled"}"#))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    // The places of each text, and whether a call stands beside one of them.
    let mut said: BTreeMap<&[u8], (Vec<Value<'d>>, bool)> = BTreeMap::new();
    for (nth, entry) in facts.answers() {
        // With its quotes.
        if let Some(value) =
            entry.value.get("reasoning_content").filter(|value| value.text().is_some() && (3..=42).contains(&value.raw().len()))
        {
            let (places, calls) = said.entry(value.raw()).or_default();
            places.push(value);
            *calls |= facts.has(nth, PartKind::Call);
        }
    }
    // One text, one finding, at its second place.
    let mut repeated: Vec<Vec<Value<'d>>> =
        said.into_values().filter(|(places, calls)| *calls && places.len() > 1).map(|(places, _)| places).collect();
    if repeated.is_empty() || !facts.thinks() {
        return;
    }
    repeated.sort_by_key(|places| places.first().map(|first| first.span().start));
    for places in &repeated {
        if let Some((first, again)) = places.split_first()
            && let Some(finding) = found.all(again)
        {
            finding.related.insert(0, *first);
        }
    }
}
