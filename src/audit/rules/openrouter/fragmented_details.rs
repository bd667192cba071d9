//! The pieces of a streamed thought are sent as separate items.
//!
//! # What it checks
//!
//! In `reasoning_details` for Claude, no two neighbouring items have the same `type` and `index`, unless the first has its own
//! `signature`.
//!
//! # Why
//!
//! > Invalid `signature` in `thinking` block
//!
//! A stream sends the text in many items and the signature in a separate one. All items with the same `type` and `index` are one block.
//! Sent one by one, they become blocks without a signature, and a signature without its text.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"anthropic/claude-sonnet-4.5","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[
//!     {"type":"reasoning.text","text":"A gree","format":"anthropic-claude-v1","index":0},
//!     {"type":"reasoning.text","text":"ting.","format":"anthropic-claude-v1","index":0},
//!     {"type":"reasoning.text","signature":"RXF1YWwgYnl0ZXM=","format":"anthropic-claude-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"anthropic/claude-sonnet-4.5","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[
//!     {"type":"reasoning.text","text":"A greeting.","format":"anthropic-claude-v1","index":0,"signature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: merge the pieces into one item, with the joined text and the last signature that is not empty.
//!
//! # Evidence
//!
//! - reported, 2026-07-07: <https://github.com/agno-agi/agno/pull/5802>
//! - reported, 2026-07-08: <https://github.com/synthetic-sciences/openscience/pull/167>
//! - catalogue: or.claude.fragmented-details

use super::details::{continues, reasoning_items};
use super::wording::SIGNATURE;
use crate::audit::rules::members::has_text;
use crate::audit::rules::texts::join_texts;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "fragmented-details",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter|vercel-gateway vendor=anthropic",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[SIGNATURE],
    check,
    fixes: &[Fix::new("join-fragments", Safety::Safe, FixEdit::By(fix)).titled("Merge the pieces of each thought into one item.")],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        let is_fragmented = reasoning_items(entry).windows(2).any(|pair| matches!(pair, [one, next] if continues(*one, *next)));
        if let Some(list) = entry.value.get("reasoning_details")
            && is_fragmented
        {
            found.at(list);
        }
    }
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let mut items = Vec::new();
    finding.place.collect("*", &mut items);
    let mut from = 0;
    while let Some(first) = items.get(from) {
        let rest = items.get(from..).unwrap_or_default();
        let more = rest.windows(2).take_while(|pair| matches!(pair, [one, next] if continues(*one, *next))).count();
        let pieces = rest.get(..=more).unwrap_or_default();
        from += more + 1;
        if more == 0 {
            continue;
        }
        pieces.iter().skip(1).try_for_each(|piece| changes.remove(*piece))?;
        for name in ["text", "summary"] {
            let mut texts = Vec::new();
            pieces.iter().for_each(|piece| piece.collect(name, &mut texts));
            if !texts.is_empty() {
                changes.set(*first, name, &join_texts(&texts))?;
            }
        }
        for name in ["signature", "id", "format"] {
            if let Some(last) = pieces.iter().rev().find(|piece| has_text(**piece, name)).and_then(|piece| piece.get(name)) {
                changes.set(*first, name, last.raw())?;
            }
        }
    }
    Ok(())
}
