//! A reasoning item has an id that the provider did not issue.
//!
//! # What it checks
//!
//! If the provider looks ids up, the id of every reasoning item comes from a recorded response to the same account.
//!
//! # Why
//!
//! > Item with id 'rs_1' not found.
//!
//! OpenAI finds no item under such an id. Common causes: a client that makes its own ids, or a gateway that renames them. An item with
//! a ciphertext needs no id.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses"},"request":{"model":"o3-mini","store":true,"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]}],"include":["reasoning.encrypted_content"]},"response":{"id":"resp_1","object":"response","model":"o3-mini","output":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Three.","annotations":[]}],"id":"msg_1"}]}}],
//!  "request":{"model":"o3-mini","store":true,"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"reasoning","id":"rs_made_up","summary":[],"encrypted_content":"gAAAAABk1"},
//!     {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Three.","annotations":[]}]},
//!     {"role":"user","content":[{"type":"input_text","text":"And now?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":true,"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]}]},"response":{"id":"resp_1","object":"response","model":"gpt-5","output":[{"type":"reasoning","id":"rs_1","summary":[]},{"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"}]}}],
//!  "request":{"model":"gpt-5","store":true,"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"reasoning","id":"rs_1","summary":[]},
//!     {"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"},
//!     {"type":"function_call_output","call_id":"call_1","output":"3"}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: restore the recorded item.
//! - Unsafe: remove `id`. Without a ciphertext the reasoning is lost.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/can1357/oh-my-pi/issues/11791>
//! - catalogue: oai-fabricated-id

use super::producer::is_other_account;
use super::restore::replace_with_recorded;
use super::sent_parts::with_record;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Presumed, Rule, Safety, Sentence, Tier};
use crate::ledger::matching::Proof;
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unissued-item",
    binds: "wire=openai-responses vendor=openai",
    when: "!store=false",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Setting("store")],
    needs: Needs::Ledger,
    upstream: &[Sentence::new("not-found", "Item with id '{id}' not found.")],
    check,
    fixes: &[
        Fix::new("replace-with-recorded", Safety::Safe, FixEdit::By(replace_with_recorded)).titled("Restore the recorded item."),
        REMOVE_ID,
    ],
    ..Rule::DEFAULT
};

details! {
    /// The id that is sent.
    struct UnissuedItem { id: String }
    message => "The id `{id}` was not issued to this account for this reasoning item"
}

const REMOVE_ID: Fix = Fix::new("remove-id", Safety::Unsafe, FixEdit::Drop("id"));

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (sent, recorded) in with_record(facts).filter(|(sent, _)| sent.kind == PartKind::Thought && sent.trace.item.is_some()) {
        let known = recorded.filter(|(_, emitted)| emitted.trace.item == sent.trace.item);
        // An item without a record may be older than the ledger. One that was found only by its text may belong to another user with the same answer.
        let is_issued =
            sent.of.and_then(|[answer, _]| facts.matched.as_ref()?.answers.get(answer)).is_some_and(|answer| !answer.is_withheld);
        let is_renamed = known.is_none() && (is_issued || sent.from.is_some());
        let is_of_other = known.is_some_and(|(recorded, _)| sent.trace.handle.is_none() && is_other_account(facts, recorded));
        if is_renamed || is_of_other {
            let id = sent.trace.item.clone().unwrap_or_default();
            let finding = found.at(sent.value).with(UnissuedItem { id: id.clone() });
            if is_of_other {
                // The id shows its own answer. Nothing of another account is restored.
                finding.offers(&[REMOVE_ID]).proof = Some(Proof::Id(id));
            }
        }
    }
}
