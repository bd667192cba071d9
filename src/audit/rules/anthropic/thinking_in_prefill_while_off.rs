//! The request ends with assistant thinking while thinking is off.
//!
//! # What it checks
//!
//! Up to Claude 4.5, a request may end with an assistant message. If thinking is off or not set, that last message has no thinking. Earlier
//! messages may have it.
//!
//! # Why
//!
//! Anthropic refuses thinking in the last assistant message of a request without thinking.
//!
//! > messages.1.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use
//! > thinking blocks, enable `thinking` in your request.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwgYnl0ZXM="},{"type":"text","text":"Hel"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwgYnl0ZXM="},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the thinking from the last message. To keep it, enable `thinking` in the request instead.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/tailcallhq/forgecode/issues/1853>
//! - catalogue: anth-thinking-off-final-thinking

use super::blocks::is_thinking;
use super::parameters::thinking_mode;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Presumed, Rule, Safety, Sentence, Subject, Tier};
use crate::model::Role;

/// The rule.
pub static RULE: Rule = Rule {
    id: "thinking-in-prefill-while-off",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic !prefill=false",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    subject: Subject::Ending,
    presumes: &[Presumed::Setting("thinking"), Presumed::Messages],
    upstream: &[Sentence::new(
        "thinking-disabled",
        "messages.{0}.content.{1}: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.",
    )],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(last) = facts.last().filter(|last| last.role == Some(Role::Assistant)) else { return };
    for part in last.parts {
        if is_thinking(part) && thinking_mode(facts) == "disabled" {
            found.at(part.value);
        }
    }
}
