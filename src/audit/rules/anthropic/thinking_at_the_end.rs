//! The request ends with a thinking block.
//!
//! # What it checks
//!
//! If a request ends with an assistant message, its last block is neither `thinking` nor `redacted_thinking`. Consecutive assistant messages
//! count as one.
//!
//! If thinking is off, `thinking-in-prefill-while-off` applies. If the model does not support prefill, `unsupported-prefill` applies.
//!
//! # Why
//!
//! Anthropic refuses a request whose last block is thinking. The same message is accepted if a user message follows it.
//!
//! Common causes: a stream that was cut off, and a model that stops after its reasoning.
//!
//! > messages.1: The final block in an assistant message cannot be `thinking`.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwgYnl0ZXM="}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the thinking at the end, and the message if it has nothing else. This thinking is lost. To keep it, add a user message instead.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/tailcallhq/forgecode/issues/2107>
//! - reported, 2026-11-14: Bedrock treats it as a prefill, <https://github.com/NousResearch/hermes-agent/issues/105780>
//! - reported, 2026-11-15: refused at the end of a request, accepted before a user message, <https://github.com/router-for-me/CLIProxyAPI/issues/5321>
//! - catalogue: anth-final-block-thinking, anth-reasoning-only-turn-prefill

use super::blocks::is_thinking;
use super::parameters::thinking_mode;
use crate::audit::rules::edits::remove_place_and_related;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Presumed, Rule, Safety, Sentence, Subject, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "thinking-at-the-end",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Setting("thinking"), Presumed::Messages],
    upstream: &[Sentence::new("final-block", "messages.{0}: The final block in an assistant message cannot be `thinking`.")],
    check,
    fixes: &[Fix::new("remove-place-and-related", Safety::Unsafe, FixEdit::By(remove_place_and_related))],
    subject: Subject::Ending,
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    // Other rules check which message a request may end with.
    if thinking_mode(facts) == "disabled" || facts.profile.fits("prefill=false") {
        return;
    }
    let Some(run) = facts.runs().next_back().filter(|run| run.is_answer()) else { return };
    let parts = run.entries.iter().rev().flat_map(|entry| entry.parts.iter().rev());
    let late: Vec<_> = parts.take_while(|part| is_thinking(part)).map(|part| part.value).collect();
    found.all(&late);
}
