//! A compacted window is sent on top of a chain.
//!
//! # What it checks
//!
//! Where `previous_response_id` names the chain, the input holds no `compaction` item: the provider has it already.
//!
//! # Why
//!
//! > If you are using `previous_response_id`, pass only the new user message each turn. […] If you use `previous_response_id` chaining, do not manually prune.
//!
//! Either the client keeps the window or the provider does. Done by both, the same context is there twice, or with a hole in it.
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
//! Unsafe: the compaction item goes, and the chain stays.
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
