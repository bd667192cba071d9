//! A partial answer is sent as if it were complete.
//!
//! # What it checks
//!
//! A long answer arrives in several responses. Each response except the last has a token. In generateContent it is `continuationToken`, with the
//! `finishReason` `CONTINUATION`. In Interactions it is `continuation_token`, with the status `requires_continuation`.
//!
//! With a ledger, each answer in the history includes its last response. Without one, a request with the token does not end with a model turn.
//!
//! # Why
//!
//! Gemini sends a long answer in several responses. Each but the last has a token, and the same request with that token returns the next one. The
//! responses are one turn, which is sent back only when it is complete. A partial answer loses the rest of the thought, and the model treats the
//! cut sentence as its intended answer.
//!
//! Common cause: a client without support for `CONTINUATION` treats it as a normal end.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-4-argon"},"request":{"continuationToken":"Q29udGludWU=","contents":[
//!   {"role":"user","parts":[{"text":"Prove it."}]},
//!   {"role":"model","parts":[{"text":"First, "}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-4-argon"},"request":{"continuationToken":"Q29udGludWU=","contents":[
//!   {"role":"user","parts":[{"text":"Prove it."}]}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: replace the parts with those of all responses, if the rest is recorded.
//! - Unsafe: remove the partial answer at the end of a request with the token.
//! - By hand: request the rest with the token.
//!
//! # Evidence
//!
//! - documented, 2026-11-15: <https://ai.google.dev/gemini-api/docs/generate-content/long-decode>
//! - documented, 2026-11-15: <https://googleapis.github.io/js-genai/release_docs/types/gaos_google-genai.AutomaticContinuationOption.html> (Interactions)
//! - catalogue: gem-half-answer

use super::request::is_model;
use crate::audit::details::details;
use crate::audit::rules::members::either;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, LEDGER, Needs, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;
use crate::ledger::Hop;
use crate::ledger::fates::MatchedAnswer;
use crate::model::Part;
use crate::request::whole;

/// The rule.
pub static RULE: Rule = Rule {
    id: "half-answer",
    binds: "wire=gemini-generate|gemini-interactions",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::LedgerIfThere,
    check,
    fixes: &[JOIN_HOPS, REMOVE_HALF],
    ..Rule::DEFAULT
};

details! {
    /// An answer in the history without its last response.
    struct PartialAnswer {}
    message => "The last part of this answer is missing"

    /// A partial answer in the request for its continuation.
    struct PartialAnswerWithToken {}
    message => "The request has a continuation token, but ends with the partial answer"
}

const JOIN_HOPS: Fix =
    Fix::new("join-hops", Safety::Safe, FixEdit::By(join_hops)).titled("Replace the parts with those of the complete answer.");
const REMOVE_HALF: Fix = Fix::new("remove-half", Safety::Unsafe, FixEdit::Remove);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let is_hop = either(facts.body, ["continuationToken", "continuation_token"]).is_some_and(|token| !token.is_null());
    let last = facts.entries.last().filter(|entry| is_hop && is_model(entry)).map(|entry| entry.value);
    for answer in facts.matched.iter().flat_map(|matched| &matched.answers).filter(|answer| !answer.is_guess && is_half(facts, answer)) {
        let end = answer.entries.as_ref().and_then(|entries| facts.entries.get(*entries.end())).map(|entry| entry.value);
        if let Some(end) = end.filter(|end| Some(*end) != last) {
            found.at(end).with(PartialAnswer {}).offers(&[JOIN_HOPS]);
        }
    }
    if let Some(last) = last {
        found.at(last).with(PartialAnswerWithToken {}).offers(&[REMOVE_HALF]);
    } else if facts.matched.is_none() && facts.entries.iter().any(is_model) {
        found.needs(LEDGER);
    }
}

/// Returns `true` if the last hop of an answer is not in the request, or was never recorded.
fn is_half(facts: &Facts<'_>, answer: &MatchedAnswer<'_>) -> bool {
    let (recorded, Some(entries)) = (answer.recorded, &answer.entries) else { return false };
    let is_open = !recorded.complete && recorded.continues.is_some();
    if recorded.hops.is_empty() && !is_open {
        return false;
    }
    let sent = facts.entries.get(entries.clone()).unwrap_or_default().iter().flat_map(|entry| entry.parts);
    let sent: Vec<Part<'_>> = sent.cloned().collect();
    let said = whole(&sent);
    // A client that sends more than the ledger has may have the whole answer.
    let is_last = is_open && said == recorded.said && sent.len() <= recorded.parts.len();
    let is_left_out = |hop: &Hop| answer.parts.iter().skip(hop.parts).flatten().next().is_none();
    let ends_before = |hop: &Hop| hop.parts > 0 && said == hop.said && (said != recorded.said || is_left_out(hop));
    is_last || recorded.hops.iter().any(ends_before)
}

/// Replaces the parts of an answer with the recorded parts of all its hops.
fn join_hops<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let (Some(matched), Some(nth)) = (&facts.matched, facts.holder(finding.place)) else { return Ok(()) };
    let mut answers = matched.answers.iter().filter(|answer| answer.entries == Some(nth..=nth));
    let (Some(answer), None, Some(parts)) = (answers.next(), answers.next(), finding.place.get("parts")) else { return Ok(()) };
    let raws: Vec<&[u8]> = answer.recorded.parts.iter().map(|part| part.raw.as_slice()).collect();
    if !answer.recorded.complete || answer.is_withheld || answer.is_foreign || raws.iter().any(|raw| raw.is_empty()) {
        return Ok(());
    }
    changes.replace(parts, &[b"[", &*raws.join(&b','), b"]"].concat())
}
