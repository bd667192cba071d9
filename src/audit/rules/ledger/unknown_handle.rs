//! A signature or ciphertext is not in the ledger.
//!
//! # What it checks
//!
//! Every handle of the request is in the ledger, or replaces a recorded one.
//!
//! # Why
//!
//! Without a record it is unknown who issued the handle, and whether the provider accepts it. It may be older than the ledger, or come
//! from another conversation or another vendor.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"Hello"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"EsMBCkYIAxgCKkBx"},{"type":"text","text":"Hello."}]},
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
//! Unsafe: remove the thought, or only the handle if the part is not a thought. The reasoning is lost.
//!
//! # Evidence
//!
//! - inferred, 2026-11-14: handles of other vendors are refused, see `foreign-handle`
//! - catalogue: x-unknown-provenance

use super::restore::remove_thought_or_handle;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Presumed, Rule, Safety, Severity, Tier};
use crate::conversation::placeholder::carries_placeholder;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unknown-handle",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|openai-chat|openrouter-chat|mistral-chat|gemini-generate|gemini-interactions",
    severity: Severity::Advice,
    evidence: Evidence::Inferred,
    since: "0.1.0",
    tier: Tier::Nursery,
    needs: Needs::Ledger,
    presumes: &[Presumed::Handles],
    check,
    fixes: &[Fix::new("remove-thought-or-handle", Safety::Unsafe, FixEdit::By(remove_thought_or_handle))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(matched) = &facts.matched else { return };
    for sent in matched.unexplained().filter(|sent| !carries_placeholder(sent.value)) {
        found.at(sent.value);
    }
}
