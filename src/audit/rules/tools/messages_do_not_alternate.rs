//! User and assistant do not take turns.
//!
//! # What it checks
//!
//! After the instructions at the start, messages of the user or of tools take turns with those of the assistant: none of the user follows one of
//! the user, none of the assistant one of the assistant, and no instructions come later. It binds Perplexity.
//!
//! # Why
//!
//! > After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s).
//!
//! Clients put attachments, reminders or new instructions into messages of their own.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.perplexity.ai"},"request":{"model":"sonar","messages":[
//!   {"role":"user","content":"Here is the page: …"},
//!   {"role":"user","content":"Summarise it."}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.perplexity.ai"},"request":{"model":"sonar","messages":[
//!   {"role":"system","content":"Be brief."},
//!   {"role":"user","content":"Here is the page: … Summarise it."}]}}
//! ```
//!
//! # Fix
//!
//! None: which messages belong together only the client knows.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: recorded with instructions that came after an answer
//! - reported, 2026-01-19: two messages of the user <https://github.com/anomalyco/opencode/issues/9416>

use crate::audit::{Evidence, Facts, Found, Rule, Sentence, Tier};
use crate::model::Role;

/// The rule.
pub static RULE: Rule = Rule {
    id: "messages-do-not-alternate",
    binds: "wire=openai-chat dialect alternates=true",
    when: "messages:a",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "alternate",
        "After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s).",
    )],
    check,
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let mut before = Some(Role::System);
    for entry in facts.entries {
        let wrong = match (before, entry.role) {
            (Some(Role::System), _) => false,
            (_, Some(Role::System)) => true,
            (Some(Role::Tool), Some(Role::Tool)) => false,
            (Some(one), Some(other)) => (one == Role::Assistant) == (other == Role::Assistant),
            _ => false,
        };
        if wrong {
            found.at(entry.value);
            return;
        }
        before = entry.role;
    }
}
