//! A message follows one of a role that it may not follow.
//!
//! # What it checks
//!
//! After a tool message comes another or one of the assistant, not one of the user; and a tool message does not come after one of the user
//! or the system. It binds Mistral, direct and through OpenRouter.
//!
//! # Why
//!
//! > Unexpected role 'user' after role 'tool'
//!
//! A user who speaks before the model has made use of a result is nothing unusual elsewhere. Here the conversation stays refused until that place
//! is out of the history.
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
//! Unsafe: a tool message behind the user goes. Placeholder: an assistant message that says "OK." comes between the result and the user.
//!
//! # Evidence
//!
//! - reported, 2025-12-04: <https://github.com/datapizza-labs/datapizza-ai/issues/98>
//! - reported, 2026-08-13: <https://github.com/NousResearch/hermes-agent/pull/84944>
//! - reported, 2025-07-22: through OpenRouter <https://github.com/charmbracelet/crush/issues/279>
//! - catalogue: order.mistral.role

use crate::audit::{Facts, Finding, Fix, Found, Mend, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::Changes;
use crate::model::Role;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unexpected-role",
    binds: "wire=openai-chat|openrouter-chat|mistral-chat dialect,order order=mistral",
    when: "messages:a",
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("unexpected-role", "Unexpected role '{role}' after role '{before}'")],
    check,
    fixes: &[REMOVE, BRIDGE],
    ..Rule::DEFAULT
};

const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, Mend::Remove);
const BRIDGE: Fix = Fix::new("bridge", Safety::Placeholder, Mend::By(bridge));

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let mut before = None;
    for entry in facts.entries {
        if let (Some(last @ Role::Tool), Some(role @ Role::User)) | (Some(last @ (Role::User | Role::System)), Some(role @ Role::Tool)) =
            (before, entry.role)
        {
            let finding = found.at(entry.value).note("role", role.name()).note("before", last.name());
            if role == Role::User {
                finding.offers(&[BRIDGE]);
            }
        }
        before = entry.role;
    }
}

/// Inserts an answer of the model between the result and the user.
fn bridge<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    changes.insert(finding.place, br#"{"role":"assistant","content":"OK."}"#)
}
