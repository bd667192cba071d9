//! A thought of another conversation is in this conversation.
//!
//! # What it checks
//!
//! Every recorded handle is in the answer that it was issued with, or in another answer of the same conversation. It is not in an
//! answer of another conversation, and not in another answer to the same request.
//!
//! # Why
//!
//! Most providers accept the thought without an error, because they issued the handle. The model then continues reasoning that belongs
//! to another conversation. Common cause: a program that stores the messages of several users under one key.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"Ann wants a count.","signature":"EqQBCkYIAxgCKkDcEqQBannannannann"},{"type":"tool_use","id":"toolu_01AbCdEfGhJkLmNpQrStUvWx","name":"grep","input":{"pattern":"x"}}],"stop_reason":"tool_use"}},
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"How many?"}]},"response":{"id":"msg_2","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"Bob wants a count.","signature":"EqQBCkYIAxgCKkDcEqQBbobbobbobbob"},{"type":"tool_use","id":"toolu_01ZyXwVuTsRqPnMkJhGfEdCb","name":"grep","input":{"pattern":"x"}}],"stop_reason":"tool_use"}},
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"How many?"},{"role":"assistant","content":[{"type":"thinking","thinking":"Ann wants a count.","signature":"EqQBCkYIAxgCKkDcEqQBannannannann"},{"type":"tool_use","id":"toolu_01AbCdEfGhJkLmNpQrStUvWx","name":"grep","input":{"pattern":"x"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01AbCdEfGhJkLmNpQrStUvWx","content":"3"}]}]},"response":{"id":"msg_3","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"Three."}],"stop_reason":"end_turn"}}],
//!  "request":{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Bob wants a count.","signature":"EqQBCkYIAxgCKkDcEqQBbobbobbobbob"},{"type":"tool_use","id":"toolu_01AbCdEfGhJkLmNpQrStUvWx","name":"grep","input":{"pattern":"x"}}]},
//!     {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01AbCdEfGhJkLmNpQrStUvWx","content":"3"}]},
//!     {"role":"assistant","content":[{"type":"text","text":"Three."}]},
//!     {"role":"user","content":"Thanks."}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"Ann wants a count.","signature":"EqQBCkYIAxgCKkDcEqQBannannannann"},{"type":"tool_use","id":"toolu_01AbCdEfGhJkLmNpQrStUvWx","name":"grep","input":{"pattern":"x"}}],"stop_reason":"tool_use"}},
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"How many?"}]},"response":{"id":"msg_2","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"Bob wants a count.","signature":"EqQBCkYIAxgCKkDcEqQBbobbobbobbob"},{"type":"tool_use","id":"toolu_01ZyXwVuTsRqPnMkJhGfEdCb","name":"grep","input":{"pattern":"x"}}],"stop_reason":"tool_use"}},
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"How many?"},{"role":"assistant","content":[{"type":"thinking","thinking":"Ann wants a count.","signature":"EqQBCkYIAxgCKkDcEqQBannannannann"},{"type":"tool_use","id":"toolu_01AbCdEfGhJkLmNpQrStUvWx","name":"grep","input":{"pattern":"x"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01AbCdEfGhJkLmNpQrStUvWx","content":"3"}]}]},"response":{"id":"msg_3","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"Three."}],"stop_reason":"end_turn"}}],
//!  "request":{"model":"claude-sonnet-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Ann wants a count.","signature":"EqQBCkYIAxgCKkDcEqQBannannannann"},{"type":"tool_use","id":"toolu_01AbCdEfGhJkLmNpQrStUvWx","name":"grep","input":{"pattern":"x"}}]},
//!     {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01AbCdEfGhJkLmNpQrStUvWx","content":"3"}]},
//!     {"role":"assistant","content":[{"type":"text","text":"Three."}]},
//!     {"role":"user","content":"Thanks."}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: restore the thought that was recorded for this answer, if there is one.
//!
//! # Evidence
//!
//! - inferred, 2026-11-15: no provider documents the effect; a ledger of several users shows that it happens

use super::foreign::refusal_of_foreign_handle;
use super::restore::restore;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Severity, Tier};
use crate::ledger::matching::SentPart;

/// The rule.
pub static RULE: Rule = Rule {
    id: "misrouted-thought",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|openai-chat|openrouter-chat|mistral-chat|gemini-generate|gemini-interactions",
    severity: Severity::Advice,
    evidence: Evidence::Inferred,
    since: "0.1.0",
    tier: Tier::Nursery,
    needs: Needs::Ledger,
    check,
    fixes: &[Fix::new("restore", Safety::Unsafe, FixEdit::By(restore)).titled("Restore the thought that was recorded for this answer.")],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(matched) = &facts.matched else { return };
    // Another rule reports a handle that the provider refuses.
    let is_refused = |sent: &SentPart<'d>| {
        let issued = sent.from.and_then(|from| matched.emitted(from));
        issued.is_some_and(|(recorded, _)| refusal_of_foreign_handle(facts, sent, recorded).is_some())
    };
    for sent in matched.misrouted().filter(|sent| !is_refused(sent)) {
        found.at(sent.value);
    }
}
