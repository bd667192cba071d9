//! A thought is sent twice.
//!
//! # What it checks
//!
//! A handle that the provider issued once is in the request only once.
//!
//! In the latest message Anthropic refuses a repeated thought, and models that bind their thoughts refuse it in any message. Other rules
//! report these refusals.
//!
//! # Why
//!
//! The thought is sent and paid for twice, and some models refuse it. Common causes: a retry that appends a turn again, or a merge of two
//! copies of a history.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Count them.","signature":"EqQBCkYIAxgCKkDcEqQB"},{"type":"text","text":"Three."}]}},
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"How many?"},{"role":"assistant","content":[{"type":"thinking","thinking":"Count them.","signature":"EqQBCkYIAxgCKkDcEqQB"},{"type":"text","text":"Three."}]},{"role":"user","content":"And now?"}]},"response":{"id":"msg_2","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Again.","signature":"EpIBCkYIAxgCKkAfEpIB"},{"type":"text","text":"Four."}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Count them.","signature":"EqQBCkYIAxgCKkDcEqQB"},{"type":"thinking","thinking":"Count them.","signature":"EqQBCkYIAxgCKkDcEqQB"},{"type":"text","text":"Three."}]},
//!     {"role":"user","content":"And now?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Again.","signature":"EpIBCkYIAxgCKkAfEpIB"},{"type":"text","text":"Four."}]},
//!     {"role":"user","content":"Thanks."}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Count them.","signature":"EqQBCkYIAxgCKkDcEqQB"},{"type":"text","text":"Three."}]}},
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"How many?"},{"role":"assistant","content":[{"type":"thinking","thinking":"Count them.","signature":"EqQBCkYIAxgCKkDcEqQB"},{"type":"text","text":"Three."}]},{"role":"user","content":"And now?"}]},"response":{"id":"msg_2","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Again.","signature":"EpIBCkYIAxgCKkAfEpIB"},{"type":"text","text":"Four."}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Count them.","signature":"EqQBCkYIAxgCKkDcEqQB"},{"type":"text","text":"Three."}]},
//!     {"role":"user","content":"And now?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Again.","signature":"EpIBCkYIAxgCKkAfEpIB"},{"type":"text","text":"Four."}]},
//!     {"role":"user","content":"Thanks."}]}}
//! ```
//!
//! # Fix
//!
//! Safe: remove the second one. It is the same as the first.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: the sequence of items must be that of the model, <https://openrouter.ai/docs/guides/best-practices/reasoning-tokens>; items that were repeated over several calls made Anthropic reject the request, <https://github.com/OpenRouterTeam/ai-sdk-provider/blob/main/CHANGELOG.md>
//! - documented, 2026-11-16: blocks must be sent in their original order, <https://platform.claude.com/docs/en/api/messages/create>
//! - inferred, 2026-11-14: nothing was refused for it outside the latest message
//! - catalogue: anth-latest-modified

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Severity, Tier};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "repeated-thought",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|openrouter-chat|mistral-chat|gemini-interactions",
    severity: Severity::Advice,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    check,
    fixes: &[Fix::new("remove", Safety::Safe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(matched) = &facts.matched else { return };
    for sent in matched.doubled().filter(|sent| sent.kind == PartKind::Thought) {
        let first = sent.from.and_then(|[turn, part]| matched.at(turn, part)).filter(|first| first.trace == sent.trace);
        if let Some(first) = first {
            found.at(sent.value).beside(first.value);
        }
    }
}
