//! A stored item is sent without the reasoning item of its response.
//!
//! # What it checks
//!
//! A stored item with its id comes after the reasoning item of the same response. A stored reasoning item with its id comes directly
//! before the next item of the same response. An `item_reference` counts as the item that it names.
//!
//! OpenAI finds stored items by their ids. Without its id the same call is accepted, and the reasoning is lost. With `"store": false`
//! OpenAI looks nothing up. A reference to reasoning before a call without an id was accepted in recorded traffic, but users report a
//! refusal. There the rule only advises.
//!
//! # Why
//!
//! > Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.
//!
//! OpenAI expects the items of one response together. If one is missing or moved, the request is refused or the reasoning is lost.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":true,"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]}]},"response":{"id":"resp_1","object":"response","model":"gpt-5","output":[{"type":"reasoning","id":"rs_1","summary":[]},{"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"}]}}],
//!  "request":{"model":"gpt-5","store":true,"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"},
//!     {"type":"function_call_output","call_id":"call_1","output":"3"}]}}
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
//! - Safe: restore the recorded reasoning before its item. If the items after it lost their ids and have the same content, restore them
//!   too.
//! - Unsafe: remove the id. OpenAI then looks nothing up, and the reasoning is lost.
//! - By hand: if another account received the response, remove the ids of all its items.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: stored reasoning without the item after it was refused twice; an item without its reasoning is only reported
//! - reported, 2026-11-14: <https://github.com/continuedev/continue/issues/10018>, <https://github.com/continuedev/continue/issues/12620>, <https://github.com/continuedev/continue/issues/8933>
//! - observed, 2026-11-14: 66 recorded requests without item ids were accepted; two with a reasoning item before another item were refused
//! - observed, 2026-11-15: a reference to reasoning before its call without an id was accepted on o4-mini, in two conversations
//! - reported, 2025-12-03: the same was refused <https://github.com/vercel/ai/pull/10827>; a client sends it on purpose <https://github.com/vercel/ai/issues/15795>
//! - catalogue: oai-call-without-reasoning, oai-message-without-reasoning, oai-reasoning-orphan

use super::sent_parts::sent_part_at;
use crate::audit::details::details;
use crate::audit::rules::responses::items::is_reference;
use crate::audit::rules::responses::wording::WITHOUT_FOLLOWING_ITEM;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Needs, Presumed, Rule, Safety, Sentence, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;
use crate::ledger::EmittedPart;
use crate::ledger::LedgerMatch;
use crate::ledger::fates::has_same_words;
use crate::ledger::matching::SentPart;
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "stored-item-without-reasoning",
    binds: "wire=openai-responses vendor=openai",
    when: "!store=false !previous_response_id:s !conversation",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Setting("store")],
    needs: Needs::Ledger,
    upstream: &[CALL_WITHOUT_REASONING, MESSAGE_WITHOUT_REASONING, WITHOUT_FOLLOWING_ITEM],
    check,
    fixes: &[
        Fix::new("put-reasoning-back", Safety::Safe, FixEdit::By(fix)).titled("Restore the recorded items of the response in their order."),
        Fix::new("remove-id", Safety::Unsafe, FixEdit::By(remove_id)).titled("Remove the `id`, so that OpenAI does not look it up."),
    ],
    ..Rule::DEFAULT
};

details! {
    /// A reasoning item without the item that came after it.
    struct ReasoningAlone { id: String }
    message => "Reasoning item `{id}` is not followed by the item that it was returned with"

    /// An item without the reasoning item that came before it.
    struct ItemWithoutReasoning { id: String, needs: String }
    message => "Item `{id}` is sent without `{needs}`, the reasoning item that it was returned with"
}

pub(in crate::audit) const CALL_WITHOUT_REASONING: Sentence = Sentence::new(
    "call-without-reasoning",
    "Item '{id}' of type 'function_call' was provided without its required 'reasoning' item: '{needs}'.",
);

pub(in crate::audit) const MESSAGE_WITHOUT_REASONING: Sentence = Sentence::new(
    "message-without-reasoning",
    "Item '{id}' of type 'message' was provided without its required 'reasoning' item: '{needs}'.",
);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(matched) = &facts.matched else { return };
    for sent in &matched.sent {
        let Some(([turn, part], (recorded, emitted))) = sent.of.and_then(|of| Some((of, matched.emitted(of)?))) else { continue };
        if recorded.store == Some(false) || sent.trace.item.is_none() || sent.trace.item != emitted.trace.item {
            continue;
        }
        let id = emitted.trace.item.as_deref().unwrap_or_default();
        if emitted.kind == PartKind::Thought {
            let next = recorded.parts.get(part + 1).and_then(|next| next.trace.item.as_deref());
            let behind = facts.entries.get(sent.entry + 1).map(|entry| entry.value.word("id"));
            if next.is_some() && behind != next && facts.profile.fits("!pairs=false") {
                let finding = found.at(sent.value).with(ReasoningAlone { id: id.to_owned() }).says(&WITHOUT_FOLLOWING_ITEM);
                // Recorded traffic and reports disagree.
                if is_reference(sent.value) {
                    finding.severity = Severity::Advice;
                }
            }
        } else if let Some((_, needs)) = missing_reasoning(matched, turn, part) {
            let needs = needs.trace.item.clone().unwrap_or_default();
            let finding = found.at(sent.value).with(ItemWithoutReasoning { id: id.to_owned(), needs });
            finding.says(if emitted.kind == PartKind::Call { &CALL_WITHOUT_REASONING } else { &MESSAGE_WITHOUT_REASONING });
            finding.evidence = Evidence::Reported;
        }
    }
}

/// Finds the first of the reasoning items directly before a part that the request does not have with its id: its number, and the recorded part.
fn missing_reasoning<'d>(matched: &LedgerMatch<'d>, turn: usize, part: usize) -> Option<(usize, &'d EmittedPart)> {
    let parts = &matched.answers.get(turn)?.recorded.parts;
    let is_thought = |part: &EmittedPart| part.kind == PartKind::Thought;
    let last = parts.iter().take(part).rposition(is_thought)?;
    let first = parts.iter().take(last).rposition(|part| !is_thought(part)).map_or(0, |before| before + 1);
    let is_there = |nth: usize, needed: &EmittedPart| matched.at(turn, nth).is_some_and(|sent| sent.trace.item == needed.trace.item);
    let mut group = parts.iter().enumerate().skip(first).take(last + 1 - first);
    group.find(|(nth, needed)| needed.trace.item.is_some() && !is_there(*nth, needed))
}

/// Inserts the reasoning before its item, or moves it there. If it is already there, restores the ids of the items after it.
fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(matched) = &facts.matched else { return Ok(()) };
    let Some([turn, part]) = sent_part_at(facts, finding).and_then(|sent| sent.of) else { return Ok(()) };
    if let Some((_, thought)) = matched.emitted([turn, part]).filter(|(_, emitted)| emitted.kind == PartKind::Thought) {
        let Some(next) = matched.at(turn, part + 1) else { return Ok(()) };
        if sent_part_at(facts, finding).is_some_and(|sent| sent.entry + 1 == next.entry) {
            return restore_ids(matched, turn, part + 1, changes);
        }
        if thought.raw.is_empty() {
            return Ok(());
        }
        // Moves it before the item that it was returned with.
        changes.remove(finding.place)?;
        return changes.insert(next.value, &thought.raw);
    }
    // An item that is present with another id is not inserted again.
    match missing_reasoning(matched, turn, part).filter(|(nth, needed)| !needed.raw.is_empty() && matched.at(turn, *nth).is_none()) {
        Some((_, needed)) => changes.insert(finding.place, &needed.raw),
        None => Ok(()),
    }
}

/// Restores the recorded items of a response, from one on up to its next thought, if the sent ones lost their ids and have the same content.
fn restore_ids<'d>(matched: &LedgerMatch<'d>, turn: usize, from: usize, changes: &mut Changes<'d>) -> Result<(), Error> {
    let parts = matched.answers.get(turn).map_or(&[][..], |turn| &turn.recorded.parts);
    for (nth, emitted) in parts.iter().enumerate().skip(from) {
        if emitted.kind == PartKind::Thought && nth > from {
            break;
        }
        let lost_id = |sent: &&SentPart<'d>| sent.trace.item.is_none() && emitted.trace.item.is_some() && has_same_words(emitted, sent);
        match matched.at(turn, nth).filter(lost_id).filter(|_| !emitted.raw.is_empty()) {
            Some(sent) => changes.replace(sent.value, &emitted.raw)?,
            // The provider expects the item directly after the thought. Without that one the others do not help.
            None if nth == from => break,
            None => {}
        }
    }
    Ok(())
}

/// Removes the id, so that the provider does not look it up. A thought keeps its id as long as the item after it has one.
fn remove_id<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let next = facts.matched.as_ref().and_then(|matched| {
        let [turn, part] = sent_part_at(facts, finding)?.of?;
        matched.emitted([turn, part]).filter(|(_, emitted)| emitted.kind == PartKind::Thought)?;
        matched.at(turn, part + 1)?.trace.item.as_ref()
    });
    finding.place.get("id").filter(|_| next.is_none()).map_or(Ok(()), |id| changes.remove(id))
}
