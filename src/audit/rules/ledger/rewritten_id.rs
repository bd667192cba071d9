//! An id was changed after the model returned it.
//!
//! # What it checks
//!
//! Calls and items that are replayed have the ids that the model returned them with.
//!
//! OpenRouter finds the call of a Gemini signature by its id, and drops a signature without a call. If a thought is bound to ids, or the
//! provider looks them up, other rules report it.
//!
//! # Why
//!
//! Results and other references find a call or item by its id. Common cause: a client or proxy changes the id of a call and its result,
//! and forgets other references.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},
//!  "emitted":[
//!   {"target":{"wire":"openrouter-chat"},"request":{"model":"google/gemini-2.5-pro","messages":[{"role":"user","content":"How many?"}]},"response":{"id":"gen-1","model":"google/gemini-2.5-pro","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":"","reasoning_details":[{"type":"reasoning.encrypted","data":"EjQKMgG+Pvb7","id":"c1","format":"google-gemini-v1","index":0}],"tool_calls":[{"id":"c1","type":"function","function":{"name":"grep","arguments":"{}"}}]}}]}}],
//!  "request":{"model":"google/gemini-2.5-pro","messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":"","reasoning_details":[{"type":"reasoning.encrypted","data":"EjQKMgG+Pvb7","id":"c1","format":"google-gemini-v1","index":0}],"tool_calls":[{"id":"call_new","type":"function","function":{"name":"grep","arguments":"{}"}}]},
//!     {"role":"tool","tool_call_id":"call_new","content":"3"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},
//!  "emitted":[
//!   {"target":{"wire":"openrouter-chat"},"request":{"model":"google/gemini-2.5-pro","messages":[{"role":"user","content":"How many?"}]},"response":{"id":"gen-1","model":"google/gemini-2.5-pro","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":"","reasoning_details":[{"type":"reasoning.encrypted","data":"EjQKMgG+Pvb7","id":"c1","format":"google-gemini-v1","index":0}],"tool_calls":[{"id":"c1","type":"function","function":{"name":"grep","arguments":"{}"}}]}}]}}],
//!  "request":{"model":"google/gemini-2.5-pro","messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":"","reasoning_details":[{"type":"reasoning.encrypted","data":"EjQKMgG+Pvb7","id":"c1","format":"google-gemini-v1","index":0}],"tool_calls":[{"id":"c1","type":"function","function":{"name":"grep","arguments":"{}"}}]},
//!     {"role":"tool","tool_call_id":"c1","content":"3"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: restore the recorded id in the call and in its results.
//!
//! # Evidence
//!
//! - observed, 2026-11-14, in recorded traffic: in every accepted request the id of the encrypted item was that of the first call
//! - documented, 2026-11-14: <https://ai.google.dev/gemini-api/docs/thought-signatures>
//! - catalogue: gem-25-signature-dropped, or.gemini.id-unlinked

use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Needs, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::{Changes, Value, quote_wtf8};
use crate::ledger::matching::{Proof, SentPart};
use crate::model::PartKind;
use crate::request::{Trace, is_distinctive};

/// The rule.
pub static RULE: Rule = Rule {
    id: "rewritten-id",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|openai-chat|openrouter-chat|mistral-chat|cohere-chat|gemini-generate|gemini-interactions",
    severity: Severity::Advice,
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    check,
    fixes: &[Fix::new("restore-id", Safety::Safe, FixEdit::By(fix)).titled("Restore the recorded id.")],
    ..Rule::DEFAULT
};

details! {
    /// The recorded id, and the id that is sent.
    struct RewrittenId { emitted: String, sent: String }
    message => "The id `{emitted}` was changed to `{sent}`"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(matched) = &facts.matched else { return };
    // Another rule reports the id of a thought.
    for sent in matched.sent.iter().filter(|sent| sent.kind != PartKind::Thought) {
        let Some((_, emitted)) = sent
            .of
            .filter(|[answer, _]| !matched.answers.get(*answer).is_some_and(|answer| answer.is_withheld))
            .and_then(|of| matched.emitted(of))
        else {
            continue;
        };
        let Some([now, then]) = changed(&sent.trace, &emitted.trace).next() else { continue };
        // A message with a random id, in an answer that was found only by its text, may be an equal message that is not recorded.
        let is_shown = sent.of.and_then(|[answer, _]| matched.answers.get(answer)?.proof).is_some_and(Proof::is_own);
        if sent.kind == PartKind::Text && is_distinctive(now) && !is_shown {
            continue;
        }
        let is_lost = is_unplaced(facts, sent, then);
        let finding = found.at(sent.value);
        finding.with(RewrittenId { emitted: then.to_owned(), sent: now.to_owned() });
        if is_lost {
            finding.severity = Severity::Degrade;
        }
    }
}

/// Lists the pairs of a sent and a recorded id that differ.
fn changed<'t>(now: &'t Trace, then: &'t Trace) -> impl Iterator<Item = [&'t str; 2]> {
    let pairs = [[&now.call, &then.call], [&now.item, &then.item]];
    let pairs = pairs.into_iter().filter_map(|[now, then]| Some([now.as_deref()?, then.as_deref()?]));
    pairs.filter(|[now, then]| !now.is_empty() && now != then)
}

/// Returns `true` if a Gemini signature refers to the recorded id and no call has it. Another rule reports that Gemini 3 refuses this.
fn is_unplaced(facts: &Facts<'_>, sent: &SentPart<'_>, then: &str) -> bool {
    let mut items = Vec::new();
    let message =
        if facts.profile.fits("wire=openrouter-chat vendor=google !name^gemini-3") { facts.entries.get(sent.entry) } else { None };
    message.iter().for_each(|message| message.value.collect("reasoning_details.*", &mut items));
    items.iter().any(|item| item.fits("type=reasoning.encrypted") && item.word("id") == then)
}

/// Restores the id in the call and in its results.
fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(matched) = &facts.matched else { return Ok(()) };
    let Some(sent) = matched.sent.iter().find(|sent| sent.value == finding.place) else { return Ok(()) };
    let Some((_, emitted)) = sent.of.and_then(|of| matched.emitted(of)) else { return Ok(()) };
    let mut places = vec![sent.value];
    places.extend(facts.results.iter().map(|result| result.place));
    // In chat a result is a message, and the message has the id.
    places.extend(facts.results.iter().filter_map(|result| facts.entries.get(result.entry)).map(|entry| entry.value));
    let mut done = Vec::new();
    for [now, then] in changed(&sent.trace, &emitted.trace) {
        let is_it = |value: &Value<'d>| value.text().is_some_and(|text| text.lossy() == now);
        for id in places.iter().flat_map(|place| IDS.iter().filter_map(|path| place.path(path))).filter(is_it) {
            if !done.contains(&id) {
                done.push(id);
                changes.replace(id, &quote_wtf8(then.as_bytes()))?;
            }
        }
    }
    Ok(())
}

/// The paths of the ids of calls, results and items.
const IDS: [&str; 8] =
    ["id", "call_id", "tool_call_id", "tool_use_id", "toolUse.toolUseId", "toolResult.toolUseId", "functionCall.id", "functionResponse.id"];
