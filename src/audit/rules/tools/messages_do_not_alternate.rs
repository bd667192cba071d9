//! User and assistant messages do not alternate.
//!
//! # What it checks
//!
//! After the system messages at the start, user or tool messages alternate with assistant messages. No user message follows a user
//! message, no assistant message follows an assistant message, and no system message comes later. Applies to Perplexity.
//!
//! # Why
//!
//! > After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s).
//!
//! Perplexity refuses messages in any other order. Common cause: a client sends attachments, reminders or new instructions as separate
//! messages.
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
//! By hand: put system messages first, and merge messages of one role that follow each other.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: recorded with instructions that came after an answer
//! - reported, 2026-01-19: two user messages <https://github.com/anomalyco/opencode/issues/9416>

use crate::audit::details::{Unlisted, details};
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

details! {
    /// The role of the message, and of the one before it.
    struct SameSide { role: Unlisted<&'static str>, before: Unlisted<&'static str> }
    message => "A message with the role `{role}` cannot follow one with the role `{before}`"

    /// Instructions after the start.
    struct LateInstructions {}
    message => "A message with the role `system` must come before all other messages"
}

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
            let finding = found.at(entry.value);
            match (before, entry.role) {
                (Some(before), Some(role)) if role != Role::System => {
                    finding.with(SameSide { role: Unlisted(role.name()), before: Unlisted(before.name()) })
                }
                _ => finding.with(LateInstructions {}),
            };
            return;
        }
        before = entry.role;
    }
}
