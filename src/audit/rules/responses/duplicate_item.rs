//! An item is sent twice, or together with the chain that holds it.
//!
//! # What it checks
//!
//! No two items of the input have the same id; and where `previous_response_id` or `conversation` names what the provider keeps, no
//! item of the model comes with an id again. It binds OpenAI and Azure where items are stored. With `store` set to `false` repeated
//! items were accepted.
//!
//! # Why
//!
//! > Duplicate item found with id rs_…. Remove duplicate items from your input and try again.
//!
//! A chain is resolved into its items before the input is added to it.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"And tomorrow?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"And tomorrow?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: a copy that is the same to the byte goes. Unsafe: one that differs goes as well, and so does what a chain holds already.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/vercel/ai/issues/7883>
//! - reported, 2026-11-14: <https://github.com/vercel/ai/issues/15492>
//! - observed, 2026-11-14: accepted with `store` set to `false`
//! - catalogue: oai-duplicate-item

use super::UNCHAINED;
use crate::audit::{Evidence, Facts, Found, Mend, Rule, Safety};
use crate::json::in_order;

/// The rule.
pub static RULE: Rule = Rule {
    id: "duplicate-item",
    binds: "wire=openai-responses vendor=openai contract=openai",
    when: "!store=false",
    evidence: Evidence::Reported,
    upstream: &["Duplicate item found with id {id}. Remove duplicate items from your input and try again."],
    check,
    fixes: &[(Safety::Safe, Mend::Remove), (Safety::Unsafe, Mend::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if !facts.body.fits(UNCHAINED) {
        for (_, entry) in facts.answers().filter(|(_, entry)| entry.value.fits("id:s !id=")) {
            found.push(found.finding(entry.value).arg("id", entry.value.word("id")).mends(1));
        }
        return;
    }
    let id = |nth: usize| facts.entries.get(nth).map_or("", |entry| entry.value.word("id"));
    let order = in_order(facts.entries.len(), &mut |one, other| id(*one).cmp(id(*other)).then(one.cmp(other)));
    for pair in order.windows(2) {
        if let [first, again] = *pair
            && id(first) == id(again)
            && !id(again).is_empty()
            && let (Some(first), Some(again)) = (facts.entries.get(first), facts.entries.get(again))
        {
            let differs = usize::from(first.value.raw() != again.value.raw());
            found.push(found.finding(again.value).with(first.value).arg("id", again.value.word("id")).mends(differs));
        }
    }
}
