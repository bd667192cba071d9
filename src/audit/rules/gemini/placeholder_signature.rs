//! A thought signature is a placeholder.
//!
//! # What it checks
//!
//! The first call of a content does not have `skip_thought_signature_validator` or `context_engineering_is_the_way_to_go` as its signature, plain
//! or in base64. In Interactions, no `thought` step has it.
//!
//! With a ledger, no part has a placeholder if its signature was recorded. Gemini 2.5 signs only the calls that it thought about, so its
//! placeholders are undecided without a ledger.
//!
//! # Why
//!
//! Google accepts the request, but the model has no reasoning for this call. Google documents placeholders for calls that no Gemini model
//! made, and otherwise discourages them strongly.
//!
//! Common cause: a framework adds a placeholder to every call whose signature it did not keep.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"skip_thought_signature_validator"}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-pro-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="}]},
//!   {"role":"user","parts":[{"functionResponse":{"name":"weather","response":{"celsius":21}}}]}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: restore the recorded signature.
//! - By hand: restore the signature from a ledger.
//!
//! The signature is not in the request.
//!
//! # Evidence
//!
//! - documented, 2026-06-05: <https://ai.google.dev/gemini-api/docs/thought-signatures>
//! - observed, 2026-11-14: accepted in 41 recorded requests, both strings, raw and in base64
//! - catalogue: fw.aisdk.google-sentinel, gem-placeholder-on-own-call

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::request::is_vertex;
use super::signatures::signature_of;
use crate::audit::rules::ledger::fates::placeholders;
use crate::audit::rules::ledger::restore::restore;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, LEDGER, Needs, Rule, Safety, Severity, Tier};
use crate::conversation::placeholder::{OTHER_HEADS, is_placeholder};
use crate::json::Value;
use crate::model::{Part, PartKind};

/// The rule.
pub static RULE: Rule = Rule {
    id: "placeholder-signature",
    binds: "wire=gemini-generate|gemini-interactions|openai-chat|openrouter-chat vendor=google",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::LedgerIfThere,
    check,
    fixes: &[Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded signature.")],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let recorded: Vec<Value<'d>> = placeholders(facts).collect();
    for place in &recorded {
        found.at(*place);
    }
    // The request does not show if a placeholder replaces a signature on another part, or with a model that signs only some calls.
    let is_there = facts.thoughts().any(|(_, _, thinking)| thinking.handles.iter().any(|handle| is_placeholder(*handle)));
    if facts.matched.is_none() && is_there {
        found.needs(LEDGER);
    }
    if facts.profile.fits("wire=gemini-interactions") {
        // Google documents the strings for the other API. Nobody has reported what this one does with them.
        for place in facts.thoughts().filter_map(|(_, _, thinking)| thinking.handles.iter().copied().find(|handle| is_placeholder(*handle)))
        {
            let finding = found.at(place);
            (finding.severity, finding.evidence) = (Severity::Advice, Evidence::Inferred);
        }
        return;
    }
    if !facts.profile.fits("dialect=gemini,wire=gemini-generate !signs=sometimes") {
        return;
    }
    let recorded: BTreeSet<usize> = recorded.iter().map(|place| place.span().start).collect();
    let unrecorded = OnceCell::new();
    for (_, entry) in facts.answers() {
        let is_recorded = |part: &Part<'d>| recorded.contains(&part.value.span().start);
        let first = entry.parts.iter().find(|part| part.kind == PartKind::Call).filter(|part| !is_recorded(part));
        let Some((call, place)) = first.and_then(|call| Some((call, signature_of(call).filter(|place| is_placeholder(*place))?))) else {
            continue;
        };
        // Another rule finds the string that Vertex refuses.
        if !is_vertex(facts) || !place.fits(OTHER_HEADS) {
            let finding = found.at(place);
            // A call that is not recorded may be from another model.
            if unrecorded.get_or_init(|| unrecorded_parts(facts)).contains(&call.value.span().start) {
                finding.severity = Severity::Advice;
            }
        }
    }
}

/// Lists the starts of the parts that the ledger does not have. Without a ledger the list is empty.
fn unrecorded_parts(facts: &Facts<'_>) -> BTreeSet<usize> {
    let sent = facts.matched.iter().flat_map(|matched| &matched.sent);
    sent.filter(|sent| sent.of.is_none()).map(|sent| sent.value.span().start).collect()
}
