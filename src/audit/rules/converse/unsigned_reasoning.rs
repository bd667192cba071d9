//! Unsigned reasoning goes back to a model that may repeat it aloud.
//!
//! # What it checks
//!
//! Toward gpt-oss in Converse no `reasoningText` without a `signature` is sent.
//!
//! # Why
//!
//! It is accepted. The model reads it as something that was said, and raw reasoning has turned up in the visible answer.
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
//! Unsafe: the block goes.
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
