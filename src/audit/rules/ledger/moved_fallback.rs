//! Thinking from before a fallback to another model is sent.
//!
//! # What it checks
//!
//! Thinking that came before the last `fallback` block of a response is not sent, with that block or without it.
//!
//! # Why
//!
//! Another model produced the thinking before a `fallback` block, and the block marks the border. Anthropic refuses a request that omits or
//! moves it between two groups of thinking blocks. The text of the refusal is not known.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["server-side-fallback-2026-06-01"]},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"fallback","from":{"model":"claude-opus-5-5"},"to":{"model":"claude-sonnet-5"},"trigger":"refusal"},{"type":"thinking","thinking":"By hand.","signature":"EpIBCkYIAxgCKkAf"},{"type":"text","text":"Three."}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"fallback","from":{"model":"claude-opus-5-5"},"to":{"model":"claude-sonnet-5"},"trigger":"refusal"},{"type":"thinking","thinking":"By hand.","signature":"EpIBCkYIAxgCKkAf"},{"type":"text","text":"Three."}]},
//!     {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["server-side-fallback-2026-06-01"]},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"fallback","from":{"model":"claude-opus-5-5"},"to":{"model":"claude-sonnet-5"},"trigger":"refusal"},{"type":"thinking","thinking":"By hand.","signature":"EpIBCkYIAxgCKkAf"},{"type":"text","text":"Three."}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"fallback","from":{"model":"claude-opus-5-5"},"to":{"model":"claude-sonnet-5"},"trigger":"refusal"},{"type":"thinking","thinking":"By hand.","signature":"EpIBCkYIAxgCKkAf"},{"type":"text","text":"Three."}]},
//!     {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the thinking before the fallback.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://platform.claude.com/docs/en/build-with-claude/refusal-fallback>
//! - catalogue: anth-fallback-moved

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Tier};
use crate::ledger::LedgerMatch;
use crate::ledger::fates::MatchedAnswer;
use crate::ledger::matching::SentPart;
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "moved-fallback",
    binds: "wire=anthropic-messages vendor=anthropic",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if let Some(matched) = &facts.matched {
        for (nth, turn) in matched.answers.iter().enumerate() {
            if let Some(sent) = thought_before_fallback(matched, nth, turn) {
                found.at(sent.value);
            }
        }
    }
}

/// Finds the first thought of a response that is sent and came before its last fallback.
fn thought_before_fallback<'m, 'd>(matched: &'m LedgerMatch<'d>, nth: usize, turn: &MatchedAnswer<'d>) -> Option<&'m SentPart<'d>> {
    let last = turn.recorded.parts.iter().rposition(|part| part.trace.sort == "fallback")?;
    let mut early = (0..last).filter(|part| turn.recorded.parts.get(*part).is_some_and(|part| part.kind == PartKind::Thought));
    early.find_map(|part| matched.at(nth, part))
}
