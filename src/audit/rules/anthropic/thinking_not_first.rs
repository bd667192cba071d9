//! An assistant message has thinking but does not start with it.
//!
//! # What it checks
//!
//! With `"type":"enabled"`, each assistant message that has thinking starts with a `thinking` or `redacted_thinking` block.
//!
//! # Why
//!
//! Anthropic requires thinking first in a message that has thinking.
//!
//! Common cause: a client stores the answer and the reasoning separately, and joins them in the wrong order.
//!
//! > messages.1.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or
//! > `redacted_thinking`. Found `text`.
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
//! Unsafe: move the first thinking block to the start of the message. This order is a guess. With a ledger, the recorded order is restored
//! instead.
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
    fixes: &[Fix::new("move-first", Safety::Unsafe, FixEdit::By(fix)).titled("Move the first thinking block to the start of the message.")],
    ..Rule::DEFAULT
};

details! {
    /// The type of the first block.
    struct FirstBlock { found: String }
    message if found.is_empty() => "The assistant message has thinking but does not start with it"
    message => "The assistant message has thinking but starts with a `{found}` block"
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
