//! A thread is asked for without the beta that knows it.
//!
//! # What it checks
//!
//! If the request has a `thread`, then the beta `message-threads-2026-08-12` is on. Where no beta of the request is known, nothing can be said: the header is
//! not part of the body. Gateways, which set it themselves, are not meant.
//!
//! # Why
//!
//! Every request of a thread needs the header, those that continue it too. Without it `thread` is a member that the API does not know. The words of the
//! refusal are not published.
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
//! Unsafe: a `thread` of the type `create` goes. The request has the whole history, but nothing can be continued from its answer. One that continues has no
//! fix: a header is not part of the body, and the history is not in the request.
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

/// Removes a thread that would begin with this request.
fn send_without_thread<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    if finding.place.fits("type=create") { changes.remove(finding.place) } else { Ok(()) }
}
