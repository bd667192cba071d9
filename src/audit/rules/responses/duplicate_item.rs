//! An item is sent twice, or is already part of `previous_response_id` or `conversation`.
//!
//! # What it checks
//!
//! No two items of `input` have the same `id`. With `previous_response_id` or `conversation`, no item of the model has an `id`: the
//! provider already has these items. Applies to OpenAI and Azure if items are stored. With `"store": false` repeated items were
//! accepted.
//!
//! # Why
//!
//! > Duplicate item found with id rs_…. Remove duplicate items from your input and try again.
//!
//! OpenAI loads the stored items first and then adds `input`. An id must not occur twice in the result.
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
//! - Safe: remove the second item if both are identical, byte for byte.
//! - Unsafe: remove the second item if it differs from the first. The difference is lost.
//! - Unsafe: remove the item if the stored conversation already has it. Changes that were made to it are lost.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/vercel/ai/issues/7883>
//! - reported, 2026-11-14: <https://github.com/vercel/ai/issues/15492>
//! - observed, 2026-11-14: accepted with `store` set to `false`
//! - catalogue: oai-duplicate-item

use super::items::UNCHAINED;
use crate::audit::details::details;
use crate::audit::rules::members::has_text;
use crate::audit::rules::repeats::repeats;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Presumed, Rule, Safety, Sentence, Tier};
use crate::model::Entry;

/// The rule.
pub static RULE: Rule = Rule {
    id: "duplicate-item",
    binds: "wire=openai-responses vendor=openai contract=openai",
    when: "!store=false",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Setting("store")],
    upstream: &[Sentence::new("duplicate", "Duplicate item found with id {id}. Remove duplicate items from your input and try again.")],
    check,
    fixes: &[REMOVE_COPY, REMOVE_OTHER],
    ..Rule::DEFAULT
};

details! {
    /// The id that two items have.
    struct RepeatedItem { id: String }
    message => "Two items have the same `id` `{id}`"

    /// The id of an item that the stored conversation has.
    struct ChainedItem { id: String }
    message => "Item `{id}` is sent again, but `previous_response_id` or `conversation` already contains it"
}

const REMOVE_COPY: Fix = Fix::new("remove-copy", Safety::Safe, FixEdit::Remove);
const REMOVE_OTHER: Fix = Fix::new("remove-other", Safety::Unsafe, FixEdit::Remove);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if !facts.body.fits(UNCHAINED) {
        for (_, entry) in facts.answers() {
            if has_text(entry.value, "id") {
                found.at(entry.value).with(ChainedItem { id: entry.value.word("id").to_owned() }).offers(&[REMOVE_OTHER]);
            }
        }
        return;
    }
    let (items, ids): (Vec<&Entry<'d>>, Vec<&[u8]>) =
        facts.entries.iter().map(|entry| (entry, entry.value.word("id").as_bytes())).filter(|(_, id)| !id.is_empty()).unzip();
    for [first, again] in repeats(&ids) {
        if let (Some(first), Some(again)) = (items.get(first), items.get(again)) {
            let finding = found.at(again.value).beside(first.value).with(RepeatedItem { id: again.value.word("id").to_owned() });
            if first.value.raw() != again.value.raw() {
                finding.offers(&[REMOVE_OTHER]);
            }
        }
    }
}
