//! A message of the assistant holds thinking, but does not begin with it.
//!
//! # What it checks
//!
//! Under manual thinking (`"type":"enabled"`), the first block of every assistant message with thinking in it is `thinking` or
//! `redacted_thinking`.
//!
//! # Why
//!
//! > messages.1.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or
//! > `redacted_thinking`. Found `text`.
//!
//! Clients that keep the answer and the reasoning apart put them together again in the wrong order.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"text","text":"Hello."},{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwgYnl0ZXM="},{"type":"text","text":"How are you?"}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwgYnl0ZXM="},{"type":"text","text":"Hello."},{"type":"text","text":"How are you?"}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the first thinking of the message moves to its front. That it stood there is a guess; with a ledger the recorded order
//! comes back instead.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/anthropics/claude-code/issues/20705>
//! - catalogue: anth-text-before-thinking

use super::blocks::{is_thinking, type_of};
use super::parameters::thinking_mode;
use crate::audit::details::details;
use crate::audit::rules::edits::move_before;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "thinking-not-first",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    when: "thinking,additionalModelRequestFields.thinking",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "first-block",
        "messages.{0}.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`. Found `{found}`.",
    )],
    check,
    fixes: &[Fix::new("move-first", Safety::Unsafe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

details! {
    /// The type of the first block.
    struct FirstBlock { found: String }
    message if found.is_empty() => "The assistant message contains thinking but does not start with it."
    message => "The assistant message contains thinking but starts with a `{found}` block."
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if thinking_mode(facts) != "enabled" {
        return;
    }
    for (_, entry) in facts.answers() {
        if let [first, others @ ..] = entry.parts
            && !is_thinking(first)
            && let Some(thought) = others.iter().find(|part| is_thinking(part))
        {
            found.at(first.value).beside(thought.value).with(FirstBlock { found: type_of(first).to_owned() });
        }
    }
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    finding.related.iter().try_for_each(|thought| move_before(*thought, finding.place, changes))
}
