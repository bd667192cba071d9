//! The role of a message is not allowed after the role before it.
//!
//! # What it checks
//!
//! After a tool message comes another tool message or an assistant message, not a user message. A tool message does not follow a user
//! or system message. Applies to Mistral, directly and through OpenRouter. Mistral's own hosts also refuse a system message after an
//! assistant message.
//!
//! # Why
//!
//! > Unexpected role 'user' after role 'tool'
//!
//! Mistral allows fewer orders of messages than other hosts. It refuses every request of the conversation until the messages are in an
//! allowed order.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"mistral-chat"},"request":{"model":"mistral-large-latest","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"aB3xK9mP2","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"aB3xK9mP2","content":"21"},
//!   {"role":"user","content":"In Fahrenheit?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"mistral-chat"},"request":{"model":"mistral-large-latest","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"aB3xK9mP2","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"aB3xK9mP2","content":"21"},
//!   {"role":"assistant","content":"It is 21 degrees."},
//!   {"role":"user","content":"In Fahrenheit?"}]}}
//! ```
//!
//! # Fix
//!
//! - Unsafe: remove a tool message that follows a user or system message. Its result is lost.
//! - Unsafe: change a system message after an assistant message into a user message. Remove it if tool results follow.
//! - Placeholder: add an assistant message with the text "OK." between the tool result and the user message.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: Mistral publishes the validator of its requests, which refuses a tool message after a user or system message, <https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py>; since 2026-04-27 it accepts a user message after a tool message, and users still report refusals
//! - reported, 2025-12-04: <https://github.com/datapizza-labs/datapizza-ai/issues/98>
//! - reported, 2026-08-13: <https://github.com/NousResearch/hermes-agent/pull/84944>
//! - reported, 2025-07-22: through OpenRouter <https://github.com/charmbracelet/crush/issues/279>
//! - observed, 2026-11-15: a system message after an assistant message was refused
//! - reported, 2024-08-29: the same <https://github.com/swarmauri/swarmauri-sdk/issues/276>
//! - catalogue: order.mistral.role

use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::Changes;
use crate::model::Role;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unexpected-role",
    binds: "wire=openai-chat|openrouter-chat|mistral-chat dialect,order order=mistral",
    when: "messages:a",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("unexpected-role", "Unexpected role '{role}' after role '{before}'")],
    check,
    fixes: &[REMOVE, SAY_AS_USER, BRIDGE],
    ..Rule::DEFAULT
};

details! {
    /// The role of the message, and of the one before it.
    struct UnexpectedRole { role: String, before: &'static str }
    message => "A message with the role `{role}` cannot follow one with the role `{before}`"
}

const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);
const SAY_AS_USER: Fix = Fix::new("say-as-user", Safety::Unsafe, FixEdit::Put("role", "\"user\""));
const BRIDGE: Fix = Fix::new("bridge", Safety::Placeholder, FixEdit::By(bridge))
    .titled("Add an assistant message with the text \"OK.\" before this message.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let mut before = None;
    for (nth, entry) in facts.entries.iter().enumerate() {
        if before == Some(Role::Assistant) && entry.role == Some(Role::System) && facts.profile.fits("dialect=mistral") {
            let finding = found.at(entry.value).with(UnexpectedRole { role: entry.value.word("role").to_owned(), before: "assistant" });
            let is_answered = facts.entries.get(nth + 1).is_some_and(|next| next.role == Some(Role::Tool));
            finding.offers(if is_answered { &[REMOVE] } else { &[SAY_AS_USER] });
        }
        if let (Some(last @ Role::Tool), Some(role @ Role::User)) | (Some(last @ (Role::User | Role::System)), Some(role @ Role::Tool)) =
            (before, entry.role)
        {
            let finding = found.at(entry.value).with(UnexpectedRole { role: role.name().to_owned(), before: last.name() });
            finding.offers(if role == Role::User { &[BRIDGE] } else { &[REMOVE] });
            let is_documented = role == Role::Tool && facts.profile.fits("dialect=mistral");
            finding.evidence = if is_documented { Evidence::Documented } else { Evidence::Reported };
        }
        before = entry.role;
    }
}

/// Inserts an assistant message between the result and the user.
fn bridge<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    changes.insert(finding.place, br#"{"role":"assistant","content":"OK."}"#)
}
