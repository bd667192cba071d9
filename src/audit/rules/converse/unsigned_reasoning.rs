//! Unsigned reasoning is sent to a model that may repeat it in its answer.
//!
//! # What it checks
//!
//! A request to gpt-oss in Converse has no `reasoningText` without a `signature`.
//!
//! # Why
//!
//! Bedrock accepts the block. The model reads the reasoning as a part of the visible conversation, and raw reasoning has appeared in its answers.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"bedrock-converse","model":"openai.gpt-oss-120b-1:0"},"request":{"messages":[
//!   {"role":"user","content":[{"text":"Hello"}]},
//!   {"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"A greeting."}}},{"text":"Hello."}]},
//!   {"role":"user","content":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"bedrock-converse","model":"openai.gpt-oss-120b-1:0"},"request":{"messages":[
//!   {"role":"user","content":[{"text":"Hello"}]},
//!   {"role":"assistant","content":[{"text":"Hello."}]},
//!   {"role":"user","content":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the block. The model does not see this reasoning again.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: said in the sources of `@ai-sdk/amazon-bedrock`, <https://github.com/vercel/ai>
//! - observed, 2026-11-14: unsigned reasoning was accepted in recorded traffic, Amazon Nova 2
//! - catalogue: conv-unsigned-reasoning

use crate::audit::rules::anthropic::blocks::UNSIGNED_IN_CONVERSE;
use crate::audit::{Evidence, Fix, FixEdit, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsigned-reasoning",
    binds: "wire=bedrock-converse name^gpt-oss",
    severity: Severity::Advice,
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    each: UNSIGNED_IN_CONVERSE,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};
