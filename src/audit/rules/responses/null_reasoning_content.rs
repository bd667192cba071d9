//! `content` of a reasoning item is `null`.
//!
//! # What it checks
//!
//! A reasoning item for xAI has no `content`, or `content` is not `null`.
//!
//! # Why
//!
//! > Failed to deserialize the JSON body into the target type: data did not match any variant of untagged enum ModelInput
//!
//! xAI refuses the item, or treats its ciphertext as changed. OpenAI accepts `null`. Common cause: Codex sends the items of its history with
//! `"content": null`.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"api.x.ai"},"request":{"model":"grok-4.5","store":false,"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"content":null,"encrypted_content":"RXF1YWwgYnl0ZXMgb2YgYSB0aG91Z2h0IHRoYXQgd2FzIHNlYWxlZA"},
//!   {"role":"assistant","content":"I look."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"api.x.ai"},"request":{"model":"grok-4.5","store":false,"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"RXF1YWwgYnl0ZXMgb2YgYSB0aG91Z2h0IHRoYXQgd2FzIHNlYWxlZA"},
//!   {"role":"assistant","content":"I look."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: remove `content`. It holds nothing.
//!
//! # Evidence
//!
//! - reported, 2026-07-14: found by halving a request, <https://github.com/Wei-Shaw/sub2api/issues/4237>
//! - reported, 2026-08-30: <https://github.com/chenyme/grok2api/issues/1025>
//! - catalogue: xai-null-content

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "null-reasoning-content",
    binds: "wire=openai-responses contract=xai",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "untagged",
        "Failed to deserialize the JSON body into the target type: data did not match any variant of untagged enum ModelInput",
    )],
    check,
    fixes: &[Fix::new("remove", Safety::Safe, FixEdit::Drop("content"))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, _) in facts.thoughts().filter(|(_, part, _)| part.value.fits("type=reasoning content=null")) {
        found.at(part.value);
    }
}
