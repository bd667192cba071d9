//! `thread` is used without the beta `message-threads-2026-08-12`.
//!
//! # What it checks
//!
//! If the request has a `thread`, the beta `message-threads-2026-08-12` is on.
//!
//! Betas are in a header, not in the body. If no beta of the request is known, the rule is undecided. Gateways set the header themselves, so the
//! rule does not apply to them.
//!
//! # Why
//!
//! Every request of a thread requires the header `anthropic-beta: message-threads-2026-08-12`, including those that continue the thread. Without
//! it, `thread` is an unknown member and the API refuses the request. The text of the refusal is not published.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["interleaved-thinking-2025-05-14"]},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thread":{"type":"create"},"messages":[
//!   {"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["message-threads-2026-08-12"]},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thread":{"type":"create"},"messages":[
//!   {"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! - Unsafe: remove a `thread` of type `create`. The request has the whole history, but no later request can continue from its answer.
//! - By hand: send the beta header.
//!
//! Without a `thread` that continues, the history is not in the request.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: <https://platform.claude.com/docs/en/build-with-claude/message-threads>
//! - catalogue: anth-thread-no-beta

use super::betas::require_beta;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "thread-without-beta",
    binds: "wire=anthropic-messages vendor=anthropic !gateway=true",
    when: "thread:o",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("send-without-thread", Safety::Unsafe, FixEdit::By(send_without_thread))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    require_beta(facts, found, "message-threads", facts.body.get("thread"));
}

/// Removes a thread that this request would create.
fn send_without_thread<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    if finding.place.fits("type=create") { changes.remove(finding.place) } else { Ok(()) }
}
