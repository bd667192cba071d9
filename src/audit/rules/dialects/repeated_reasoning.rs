//! Several assistant messages have the same short `reasoning_content`.
//!
//! # What it checks
//!
//! No two assistant messages have the same `reasoning_content` of 40 bytes or less, if one of them calls a tool. Applies to DeepSeek
//! while it thinks.
//!
//! # Why
//!
//! Clients that lost the reasoning write one placeholder into every message, because DeepSeek requires the member. The model then
//! imitates the placeholder. In thirty tries each, 40% of the answers of V4 Pro and 47% of those of V4 Flash were empty, with status
//! 200. With a text that differs from turn to turn, no answer was empty.
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
//! Unsafe: disable thinking for this request.
//!
//! With a ledger, rethought restores the recorded reasoning instead.
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
    // The places of each text, and `true` if one of these messages calls a tool.
    let mut said: BTreeMap<&[u8], (Vec<Value<'d>>, bool)> = BTreeMap::new();
    for (nth, entry) in facts.answers() {
        // The length includes the quotes.
        if let Some(value) =
            entry.value.get("reasoning_content").filter(|value| value.text().is_some() && (3..=42).contains(&value.raw().len()))
        {
            let (places, calls) = said.entry(value.raw()).or_default();
            places.push(value);
            *calls |= facts.has(nth, PartKind::Call);
        }
    }
    // Each text has one finding, at its second place.
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
