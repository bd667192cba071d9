//! `cache_control` is set on a thinking block.
//!
//! # What it checks
//!
//! No `thinking` or `redacted_thinking` block has the member `cache_control`.
//!
//! # Why
//!
//! Anthropic caches thinking together with its message and refuses `cache_control` on a thinking block.
//!
//! Common cause: a client sets `cache_control` on the last block of a message, and the message ends with thinking.
//!
//! > messages.13.content.0.thinking.cache_control: Extra inputs are not permitted
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwgYnl0ZXM=","cache_control":{"type":"ephemeral"}},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwgYnl0ZXM="},{"type":"text","text":"Hello.","cache_control":{"type":"ephemeral"}}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: remove `cache_control` from the block. The signature does not cover it, so the thinking stays valid.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: "thinking blocks cannot be explicitly marked with `cache_control`", <https://platform.claude.com/docs/en/build-with-claude/prompt-caching>; an unknown member is refused with status 400 and these words, <https://code.claude.com/docs/en/errors>
//! - reported, 2026-11-14: <https://github.com/Wei-Shaw/sub2api/issues/225>
//! - reported, 2026-11-14: <https://github.com/UKGovernmentBEIS/inspect_ai/issues/3967>
//! - catalogue: anth-cache-control-on-thinking

use super::blocks::{is_thinking, type_of};
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "cache-control-on-thinking",
    binds: "wire=anthropic-messages vendor=anthropic",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("extra-inputs", "messages.{0}.content.{1}.{type}.cache_control: Extra inputs are not permitted")],
    check,
    fixes: &[Fix::new("remove-cache-control", Safety::Safe, FixEdit::Drop("cache_control"))],
    ..Rule::DEFAULT
};

details! {
    /// The type of the block.
    struct CacheControlOnThinking { kind as "type": String }
    message => "`cache_control` is set on a `{kind}` block"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, _) in facts.thoughts() {
        if is_thinking(part) && part.value.get("cache_control").is_some_and(|cache_control| !cache_control.is_null()) {
            found.at(part.value).with(CacheControlOnThinking { kind: type_of(part).to_owned() });
        }
    }
}
