//! Half of an answer goes back as if it were the whole.
//!
//! # What it checks
//!
//! A long answer comes in hops, each but the last with a token: `finishReason` `CONTINUATION` and `continuationToken` of generateContent, status
//! `requires_continuation` and `continuation_token` of Interactions. With a ledger, no answer is in the history of which the last hop is not. Without one, a request
//! that has the token does not end with a turn of the model.
//!
//! # Why
//!
//! The token is the state in which the model broke off, and the next hop is the response to the same request with that token; the hops together are one turn, sent back when the
//! last is there. A half that is sent back as a turn of its own costs the rest of the thought, and the model takes a sentence that breaks off for what it meant to say.
//! Clients that do not know `CONTINUATION` take it for an ordinary end.
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
//! Safe: where the rest is on record, the content gets the parts of all hops. Unsafe: the half goes from the end of a request that has the token. Otherwise there is
//! none: the rest has to be asked for.
//!
//! # Evidence
//!
//! - documented, 2026-11-15: <https://ai.google.dev/gemini-api/docs/generate-content/long-decode>
//! - documented, 2026-11-15: <https://googleapis.github.io/js-genai/release_docs/types/gaos_google-genai.AutomaticContinuationOption.html> (Interactions)
//! - catalogue: gem-half-answer

use super::request::is_model;
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

const JOIN_HOPS: Fix = Fix::new("join-hops", Safety::Safe, FixEdit::By(join_hops));
const REMOVE_HALF: Fix = Fix::new("remove-half", Safety::Unsafe, FixEdit::Remove);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let is_hop = either(facts.body, ["continuationToken", "continuation_token"]).is_some_and(|token| !token.is_null());
    let last = facts.entries.last().filter(|entry| is_hop && is_model(entry)).map(|entry| entry.value);
    for answer in facts.matched.iter().flat_map(|matched| &matched.answers).filter(|answer| !answer.is_guess && is_half(facts, answer)) {
        let end = answer.entries.as_ref().and_then(|entries| facts.entries.get(*entries.end())).map(|entry| entry.value);
        if let Some(end) = end.filter(|end| Some(*end) != last) {
            found.at(end).offers(&[JOIN_HOPS]);
        }
    }
    if let Some(last) = last {
        found.at(last).offers(&[REMOVE_HALF]);
    } else if facts.matched.is_none() && facts.entries.iter().any(is_model) {
        found.needs(LEDGER);
    }
}

/// Returns `true` if an answer is in the request of which the last hop is not there, or was never recorded.
fn is_half(facts: &Facts<'_>, answer: &MatchedAnswer<'_>) -> bool {
    let (recorded, Some(entries)) = (answer.recorded, &answer.entries) else { return false };
    let is_open = !recorded.complete && recorded.continues.is_some();
    if recorded.hops.is_empty() && !is_open {
        return false;
    }
    let sent = facts.entries.get(entries.clone()).unwrap_or_default().iter().flat_map(|entry| entry.parts);
    let sent: Vec<Part<'_>> = sent.cloned().collect();
    let said = whole(&sent);
    // Who has heard more than was recorded may have heard it all.
    let is_last = is_open && said == recorded.said && sent.len() <= recorded.parts.len();
    let is_left_out = |hop: &Hop| answer.parts.iter().skip(hop.parts).flatten().next().is_none();
    let ends_before = |hop: &Hop| hop.parts > 0 && said == hop.said && (said != recorded.said || is_left_out(hop));
    is_last || recorded.hops.iter().any(ends_before)
}

/// Gives the content of an answer the recorded parts of all its hops.
fn join_hops<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let (Some(matched), Some(nth)) = (&facts.matched, facts.holder(finding.place)) else { return Ok(()) };
    let mut own = matched.answers.iter().filter(|answer| answer.entries == Some(nth..=nth));
    let (Some(answer), None, Some(parts)) = (own.next(), own.next(), finding.place.get("parts")) else { return Ok(()) };
    let raws: Vec<&[u8]> = answer.recorded.parts.iter().map(|part| part.raw.as_slice()).collect();
    if !answer.recorded.complete || answer.is_withheld || answer.is_foreign || raws.iter().any(|raw| raw.is_empty()) {
        return Ok(());
    }
    changes.replace(parts, &[b"[", &*raws.join(&b','), b"]"].concat())
}
