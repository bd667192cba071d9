//! Claude's reasoning has no `signature` or no `format`.
//!
//! # What it checks
//!
//! On OpenRouter's Responses, a reasoning item for Claude with text in `content` or `summary` also has `signature` and `format`. An
//! item that has only `encrypted_content` is redacted thinking and needs neither.
//!
//! # Why
//!
//! > Invalid `signature` in `thinking` block
//!
//! OpenRouter builds Claude's thinking block from the item, and Anthropic refuses thinking without a valid signature. Clients made for
//! OpenAI's items drop the two members as unknown.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"openrouter.ai"},"request":{"model":"anthropic/claude-sonnet-4.5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"content":[{"type":"reasoning_text","text":"Looking."}]},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"openrouter.ai"},"request":{"model":"anthropic/claude-sonnet-4.5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"content":[{"type":"reasoning_text","text":"Looking."}],"signature":"EqQBCkYI","format":"anthropic-claude-v1"},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the item. Its reasoning is lost.
//!
//! With a ledger, rethought restores the recorded item instead.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/OpenRouterTeam/typescript-sdk/issues/125>
//! - catalogue: or.responses.claude-no-signature

use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsigned-claude-reasoning",
    binds: "wire=openai-responses surface=openrouter vendor=anthropic",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("invalid-signature", "Invalid `signature` in `thinking` block")],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The members that the item lacks.
    struct UnsignedReasoning { missing: Unlisted<&'static str> }
    message => "Claude's reasoning has no {missing}"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part) in facts.parts().filter(|(_, part)| part.value.fits("type=reasoning content.*,summary.*")) {
        let missing = match (part.value.fits("!signature:s,signature="), part.value.fits("!format:s")) {
            (true, true) => "`signature` and no `format`",
            (true, false) => "`signature`",
            (false, true) => "`format`",
            (false, false) => continue,
        };
        found.at(part.value).with(UnsignedReasoning { missing: Unlisted(missing) });
    }
}
