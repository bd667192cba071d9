//! A message of the assistant ends with thinking.
//!
//! # What it checks
//!
//! The last block of the assistant's messages, neighbours taken as one, is neither `thinking` nor `redacted_thinking`. Of the request's last
//! message `unsupported-prefill` and `thinking-in-prefill-while-off` say more.
//!
//! # Why
//!
//! > messages.1: The final block in an assistant message cannot be `thinking`.
//!
//! A turn of nothing but reasoning is what a stream leaves that was cut off, and what some models emit before they stop.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwgYnl0ZXM="},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the thinking at the end goes, and the message with it if nothing else is in it.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/tailcallhq/forgecode/issues/2107>
//! - reported, 2026-11-14: Bedrock takes it for a prefill, <https://github.com/NousResearch/hermes-agent/issues/105780>
//! - catalogue: anth-final-block-thinking, anth-reasoning-only-turn-prefill

use super::blocks::is_thinking;
use super::parameters::thinking_mode;
use crate::audit::rules::edits::remove_place_and_related;
use crate::audit::{Evidence, Facts, Fix, Found, Mend, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "thinking-at-the-end",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("final-block", "messages.{0}: The final block in an assistant message cannot be `thinking`.")],
    check,
    fixes: &[Fix::new("remove-place-and-related", Safety::Unsafe, Mend::By(remove_place_and_related))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    // With which message a request may end is said by other rules.
    let last = if thinking_mode(facts) == "disabled" || facts.profile.fits("prefill=false") { facts.entries.len() } else { usize::MAX };
    for run in facts.runs() {
        if !run.is_answer() || run.end() == last {
            continue;
        }
        let mut late = Vec::new();
        'run: for entry in run.entries.iter().rev() {
            for part in entry.parts.iter().rev() {
                if !is_thinking(part) {
                    break 'run;
                }
                late.push(part.value);
            }
        }
        found.all(&late);
    }
}
