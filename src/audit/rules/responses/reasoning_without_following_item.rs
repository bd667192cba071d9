//! A stored reasoning item is not followed by the next item of its response.
//!
//! # What it checks
//!
//! Items are stored unless `store` is `false`. Then a reasoning item with an `id` comes directly before another item of the model with an
//! `id`. This is the call, the message or the next reasoning item of the same response. Applies to OpenAI and Azure. With `"store":
//! false` such requests were accepted, and the rule only advises if no item of the model follows.
//!
//! OpenAI looks the ids of stored items up. o3-mini accepted such requests.
//!
//! # Why
//!
//! > Item 'rs_…' of type 'reasoning' was provided without its required following item.
//!
//! OpenAI expects a reasoning item together with the item that followed it in the response. A message that was written again, or that lost
//! its id, is not that item.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[]},
//!   {"role":"assistant","content":"21 degrees."},
//!   {"role":"user","content":"And tomorrow?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[]},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"And tomorrow?"}]}}
//! ```
//!
//! # Fix
//!
//! - Unsafe: remove the ids of the item and of what follows in the same answer, if the item has a ciphertext. OpenAI then looks nothing
//!   up, and the reasoning stays.
//! - Unsafe: remove the item if it has no ciphertext, and the ids of what follows. The reasoning is lost.
//! - Unsafe: remove the item if nothing is stored and nothing follows.
//!
//! With a ledger, rethought restores the whole response with its order and ids. The items after the reasoning must have the same content.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused twice on gpt-5, a day apart; accepted on o3-mini, and always if the next item kept its id
//! - reported, 2026-11-14: <https://github.com/continuedev/continue/issues/8933>
//! - catalogue: oai-reasoning-orphan

use super::items::{UNCHAINED, WITH_ID, is_answer, remove_following_ids};
use super::wording::WITHOUT_FOLLOWING_ITEM;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Presumed, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "reasoning-without-following-item",
    binds: "wire=openai-responses vendor=openai contract=openai !pairs=false",
    when: UNCHAINED,
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Setting("store"), Presumed::Messages],
    upstream: &[WITHOUT_FOLLOWING_ITEM],
    check,
    fixes: &[REMOVE_ID, REMOVE],
    ..Rule::DEFAULT
};

details! {
    /// The id of a stored reasoning item.
    struct StoredReasoning { id: String }
    message => "Reasoning item `{id}` is not directly followed by an item of the model with an `id`"

    /// The id of a reasoning item where nothing is stored.
    struct UnstoredReasoning { id: String }
    message => "Reasoning item `{id}` is not directly followed by an item of the model"
}

const REMOVE_ID: Fix = Fix::new("remove-id", Safety::Unsafe, FixEdit::By(fix));
const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let stored = !facts.body.fits("store=false");
    for (nth, part, _) in facts.thoughts() {
        let (item, next) = (part.value, facts.entries.get(nth + 1).map(|entry| entry.value));
        if !item.fits(WITH_ID) || next.filter(|next| is_answer(*next)).is_some_and(|next| !stored || next.fits("id:s")) {
            continue;
        }
        if stored || item.fits("encrypted_content:s") {
            let (finding, id) = (found.at(item), item.word("id").to_owned());
            if stored {
                finding.with(StoredReasoning { id });
            } else {
                finding.with(UnstoredReasoning { id }).says_nothing().offers(&[REMOVE]).severity = Severity::Advice;
            }
        }
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    remove_following_ids(facts, finding.place, changes)?;
    // A reasoning item directly before this one has no other following item, so it has the same defect.
    let upto = facts.holder(finding.place).map_or(0, |nth| nth + 1);
    for entry in facts.entries.iter().take(upto).rev().take_while(|entry| entry.value.fits(WITH_ID)) {
        let item = entry.value;
        changes.remove(item.get("id").filter(|_| item.fits("encrypted_content:s")).unwrap_or(item))?;
    }
    Ok(())
}
