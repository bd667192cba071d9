//! A reasoning item is sent to a model that does not reason.
//!
//! # What it checks
//!
//! A request to a model without reasoning (GPT-4o, GPT-4.1, GPT-5 Chat and older) has no item of the type `reasoning`. Applies to
//! OpenAI and Azure. OpenAI also refuses stored reasoning items, which the request does not show.
//!
//! # Why
//!
//! > Reasoning input items can only be provided to a reasoning or computer use model. Remove reasoning items from your input and try again.
//!
//! OpenAI refuses reasoning items for a model that does not reason. Common cause: a conversation continues with a cheaper model.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-4.1","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5-mini","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the item, and the ids of the items that were stored with it. The reasoning is lost.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/openai/openai-python/issues/2364>
//! - catalogue: oai-nonreasoning-target

use super::items::{UNCHAINED, remove_item_and_following_ids};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, STORED, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "reasoning-to-plain-model",
    binds: "wire=openai-responses vendor=openai name reasons=false",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "not-a-reasoning-model",
        "Reasoning input items can only be provided to a reasoning or computer use model. Remove reasoning items from your input and try again.",
    )],
    check,
    fixes: &[Fix::new("remove-item-and-following-ids", Safety::Unsafe, FixEdit::By(remove_item_and_following_ids))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, _) in facts.thoughts() {
        if part.value.fits("type=reasoning") {
            found.at(part.value);
        }
    }
    // OpenAI also refuses stored reasoning, which the request does not show.
    if !facts.body.fits(UNCHAINED) {
        found.needs(STORED);
    }
}
