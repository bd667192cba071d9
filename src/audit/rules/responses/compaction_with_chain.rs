//! A compaction item is sent together with `previous_response_id`.
//!
//! # What it checks
//!
//! A request with `previous_response_id` has no `compaction` item in `input`. The provider already has that context. Applies to OpenAI
//! and Azure.
//!
//! # Why
//!
//! > If you are using `previous_response_id`, pass only the new user message each turn. […] If you use `previous_response_id` chaining, do not manually prune.
//!
//! Either the client or the provider keeps the context. If both do, the same context is sent twice, or a part of it is missing.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","previous_response_id":"resp_1","input":[
//!   {"type":"compaction","encrypted_content":"gAAAAABo1"},
//!   {"role":"user","content":"And tomorrow?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"type":"compaction","id":"cmp_1","encrypted_content":"gAAAAABo1"},
//!   {"role":"user","content":"And tomorrow?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the compaction item and keep `previous_response_id`. Context that only the compaction item has is lost.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://developers.openai.com/api/docs/guides/compaction.md>
//! - catalogue: oai-compaction-pruned-with-chain

use crate::audit::{Evidence, Fix, FixEdit, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "compaction-with-chain",
    binds: "wire=openai-responses vendor=openai contract=openai",
    when: "previous_response_id:s",
    severity: Severity::Advice,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    each: "type=compaction|compaction_summary",
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};
