//! A `thought` step has no `signature`.
//!
//! # What it checks
//!
//! Each `thought` step of an Interactions request has a `signature` that is not empty.
//!
//! # Why
//!
//! The signature contains the thought, and the summary is only for people. Google's page on thinking lists the field as required and "Always
//! present, even when the model performs minimal reasoning".
//!
//! Until July 2026 such a step made requests with tool results fail (`INVALID_ARGUMENT`). Since then the thought is lost.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-interactions"},"request":{"model":"gemini-3-flash-preview","store":false,"input":[
//!   {"type":"user_input","content":[{"type":"text","text":"How warm is it?"}]},
//!   {"type":"thought","summary":[{"type":"text","text":"Ask the tool."}]},
//!   {"type":"function_call","id":"c1","name":"weather","arguments":{}},
//!   {"type":"function_result","call_id":"c1","name":"weather","result":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-interactions"},"request":{"model":"gemini-3-flash-preview","store":false,"input":[
//!   {"type":"user_input","content":[{"type":"text","text":"How warm is it?"}]},
//!   {"type":"thought","signature":"RXF1YWwgYnl0ZXM="},
//!   {"type":"function_call","id":"c1","name":"weather","arguments":{}},
//!   {"type":"function_result","call_id":"c1","name":"weather","result":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the step and its summary. With a ledger, the recorded step is restored instead.
//!
//! # Evidence
//!
//! - documented, 2026-09-25: <https://ai.google.dev/gemini-api/docs/thinking>
//! - reported, 2026-07-01: <https://github.com/googleapis/js-genai/issues/1735>
//! - catalogue: gix-thought-unsigned

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsigned-thought-step",
    binds: "wire=gemini-interactions vendor=google",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, thinking) in facts.thoughts() {
        if thinking.handles.is_empty() && part.value.fits("type=thought") {
            let finding = found.at(part.value);
            if facts.profile.fits("era<2026-07") {
                finding.severity = Severity::Reject;
                finding.evidence = Evidence::Reported;
            }
        }
    }
}
