//! An assistant message has an empty `content`.
//!
//! # What it checks
//!
//! At xAI, a message with the role `assistant` has at least one element in `content`.
//!
//! # Why
//!
//! > Invalid request content: Each message must have at least one content element.
//!
//! xAI refuses messages without content. Common cause: the turn had only reasoning, and a client removed it.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"api.x.ai"},"request":{"model":"grok-4.3","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"api.x.ai"},"request":{"model":"grok-4.3","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: remove the message. It has no content.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/NousResearch/hermes-agent/issues/30310>
//! - catalogue: xai-empty-message

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "empty-assistant-item",
    binds: "wire=openai-responses vendor=xai contract=xai",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("no-content", "Invalid request content: Each message must have at least one content element.")],
    check,
    fixes: &[Fix::new("remove", Safety::Safe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        if entry.value.fits("role=assistant content:a !content.*") {
            found.at(entry.value);
        }
    }
}
