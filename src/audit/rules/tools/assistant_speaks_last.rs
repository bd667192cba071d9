//! The last message is from the assistant and has no `"prefix": true`.
//!
//! # What it checks
//!
//! The last of several messages has the role `user` or `tool`, or has `"prefix": true`. Applies to Mistral's own hosts.
//! `unanswered-call` reports a last message with tool calls.
//!
//! # Why
//!
//! > Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant
//!
//! Mistral continues an assistant message only if `prefix` is `true`.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"mistral-chat"},"request":{"model":"mistral-large-latest","messages":[
//!   {"role":"user","content":"Count to three."},
//!   {"role":"assistant","content":"One, two,"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"mistral-chat"},"request":{"model":"mistral-large-latest","messages":[
//!   {"role":"user","content":"Count to three."},
//!   {"role":"assistant","content":"One, two,","prefix":true}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: set `prefix` to `true`. The answer then continues this message.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: Mistral publishes the validator of its requests, which refuses such a last message when it serves, <https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py>
//! - reported, 2025-12-08: <https://github.com/0xPlaygrounds/rig/pull/1130>
//! - reported, 2025-02-23: <https://github.com/huggingface/smolagents/issues/757>

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Subject, Tier};
use crate::model::Role;

/// The rule.
pub static RULE: Rule = Rule {
    id: "assistant-speaks-last",
    binds: "wire=openai-chat|mistral-chat dialect=mistral",
    when: "messages:a",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "last-role",
        "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
    )],
    check,
    fixes: &[Fix::new("set-prefix", Safety::Unsafe, FixEdit::Put("prefix", "true"))],
    subject: Subject::Ending,
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if let [_, .., last] = facts.entries
        && last.role == Some(Role::Assistant)
        && last.value.fits("!prefix=true !tool_calls.*")
    {
        found.at(last.value);
    }
}
