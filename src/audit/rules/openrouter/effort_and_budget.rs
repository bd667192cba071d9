//! `reasoning` has both `effort` and `max_tokens`.
//!
//! # What it checks
//!
//! `reasoning` has `effort` or `max_tokens`, not both.
//!
//! # Why
//!
//! > Only one of "reasoning.effort" and "reasoning.max_tokens" can be specified
//!
//! Both set how much the model reasons, so OpenRouter refuses a request that has both.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"anthropic/claude-sonnet-4.5","reasoning":{"effort":"high","max_tokens":2000},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"anthropic/claude-sonnet-4.5","reasoning":{"max_tokens":2000},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove `max_tokens`. Every model that reasons supports `effort`. The limit of tokens is lost.
//!
//! # Evidence
//!
//! - reported, 2026-05-02: <https://github.com/omeryasirkucuk/amx/pull/66>
//! - documented, "one of the following (not both)": <https://openrouter.ai/docs/use-cases/reasoning-tokens>

use crate::audit::{Evidence, Fix, FixEdit, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "effort-and-budget",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter",
    when: "reasoning.effort:s reasoning.max_tokens>0",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("only-one", "Only one of \"reasoning.effort\" and \"reasoning.max_tokens\" can be specified")],
    at: "reasoning",
    fixes: &[Fix::new("remove-max-tokens", Safety::Unsafe, FixEdit::Drop("max_tokens"))],
    ..Rule::DEFAULT
};
