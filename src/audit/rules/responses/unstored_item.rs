//! An item is sent by its `id` alone while `store` is `false`.
//!
//! # What it checks
//!
//! With `"store": false`, every reasoning item has `encrypted_content`, and no item is an `item_reference`. Applies to OpenAI and
//! Azure. GPT-5.6 and GPT-6 were seen to accept fresh ids for a while, so the rule only advises for them.
//!
//! # Why
//!
//! > Item with id 'rs_…' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.
//!
//! The item has nothing but its id, and OpenAI stores nothing under it. OpenAI returns the ciphertext if `include` has
//! `reasoning.encrypted_content`.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[]},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"function_call","id":"fc_1","call_id":"call_1","name":"weather","arguments":"{}"},
//!   {"type":"function_call_output","call_id":"call_1","output":"21"}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: restore the recorded item with its ciphertext. This needs a ledger.
//! - Unsafe: remove the item. Its content is lost.
//!
//! # Evidence
//!
//! - reported, 2025-07-25: <https://github.com/vercel/ai/issues/7543>
//! - reported, 2026-05-27: <https://github.com/earendil-works/pi/issues/5059>
//! - observed, 2026-11-14: stored items are accepted by their id; fresh ids of gpt-5.6-sol and gpt-6-astra were accepted without store
//! - catalogue: oai-unstored-id

use super::items::{WITH_ID, WITHOUT_CIPHERTEXT, is_reference};
use crate::audit::details::details;
use crate::audit::rules::ledger::restore::restore;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Presumed, Rule, Safety, Sentence, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unstored-item",
    binds: "wire=openai-responses vendor=openai contract=openai",
    when: "store=false",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Setting("store"), Presumed::Handles],
    upstream: &[Sentence::new(
        "not-persisted",
        "Item with id '{id}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    )],
    check,
    needs: Needs::LedgerIfThere,
    fixes: &[
        Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded item with its ciphertext."),
        Fix::new("remove", Safety::Unsafe, FixEdit::Remove),
    ],
    ..Rule::DEFAULT
};

details! {
    /// The id of the item.
    struct UnstoredItem { id: String }
    message => "Item `{id}` is sent by its `id` alone while `store` is `false`"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let fresh = facts.profile.fits("fresh=true");
    for entry in facts.entries {
        let item = entry.value;
        let reference = is_reference(item);
        if reference || item.fits(WITHOUT_CIPHERTEXT) && item.fits(WITH_ID) {
            let finding = found.at(item).with(UnstoredItem { id: item.word("id").to_owned() });
            if fresh && !reference {
                finding.says_nothing().severity = Severity::Advice;
            }
        }
    }
}
