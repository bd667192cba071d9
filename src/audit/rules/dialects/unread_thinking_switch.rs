//! Kimi K3 does not support `thinking`.
//!
//! # What it checks
//!
//! A request to Kimi K3 has no `thinking`. If it has `reasoning_effort` too, it is refused, and `exclusive-settings` reports it.
//!
//! # Why
//!
//! Kimi K3 always thinks. `reasoning_effort` sets how much: `low`, `high` or `max`. Moonshot's provider for the AI SDK omits `thinking`
//! for this model.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.moonshot.ai"},"request":{"model":"kimi-k3","thinking":{"type":"enabled"},"messages":[
//!   {"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.moonshot.ai"},"request":{"model":"kimi-k3","reasoning_effort":"high","messages":[
//!   {"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: remove `thinking`. The model thinks as before.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: Moonshot's list of models says that Kimi K3 always thinks and does not support `thinking.type`, <https://platform.kimi.ai/docs/api/models-overview>, as quoted in <https://github.com/sst/models.dev/blob/dev/providers/moonshotai/models/kimi-k3.toml>
//! - reported, 2026-08-15: <https://github.com/vercel/ai/tree/main/packages/moonshotai>
//! - catalogue: kimi.k3.thinking-field

use crate::audit::{Evidence, Fix, FixEdit, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unread-thinking-switch",
    binds: "wire=openai-chat dialect=kimi name^kimi-k3",
    when: "thinking !reasoning_effort",
    severity: Severity::Advice,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    at: "thinking",
    fixes: &[Fix::new("remove", Safety::Safe, FixEdit::Remove)],
    ..Rule::DEFAULT
};
