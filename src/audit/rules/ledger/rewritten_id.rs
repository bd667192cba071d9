//! An id is not the one that came.
//!
//! # What it checks
//!
//! Calls and items that are replayed bear the ids that they came with.
//!
//! # Why
//!
//! Clients and proxies that number calls anew do it in the call and in its result, and overlook what else refers to it: OpenRouter finds
//! the call that a signature of Gemini belongs to by the id, and drops what it cannot place. Where ids are part of what a thought is bound
//! to, or are looked up, other rules say so.
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
//! Safe: the recorded id comes back, in the call and in its results.
//!
//! # Evidence
//!
//! - observed, 2026-11-14, in recorded traffic: in every accepted request the id of the sealed item was that of the first call
//! - documented, 2026-11-14: <https://ai.google.dev/gemini-api/docs/thought-signatures>
//! - catalogue: gem-25-signature-dropped, or.gemini.id-unlinked

use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Needs, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::{Changes, Value, quote_wtf8};
use crate::ledger::matching::{Proof, SentPart};
use crate::model::PartKind;
use crate::request::{Trace, is_telling};

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
    fixes: &[Fix::new("restore-id", Safety::Safe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

details! {
    /// The id that came, and the id that is sent.
    struct RewrittenId { emitted: String, sent: String }
    message => "The id `{emitted}` was changed to `{sent}`."
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(matched) = &facts.matched else { return };
    // The id of a thought is another rule's.
    for sent in matched.sent.iter().filter(|sent| sent.kind != PartKind::Thought) {
        let Some((_, emitted)) = sent
            .of
            .filter(|[answer, _]| !matched.answers.get(*answer).is_some_and(|answer| answer.is_withheld))
            .and_then(|of| matched.emitted(of))
        else {
            continue;
        };
        let Some([now, then]) = changed(&sent.trace, &emitted.trace).next() else { continue };
        // A message with a drawn id of its own, in an answer that only words show, may be an equal one that is not on record.
        let is_shown = sent.of.and_then(|[answer, _]| matched.answers.get(answer)?.proof).is_some_and(Proof::is_own);
        if sent.kind == PartKind::Text && is_telling(now) && !is_shown {
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

/// The ids that are sent and those that came, where there are both and they differ.
fn changed<'t>(now: &'t Trace, then: &'t Trace) -> impl Iterator<Item = [&'t str; 2]> {
    let pairs = [[&now.call, &then.call], [&now.item, &then.item]];
    let pairs = pairs.into_iter().filter_map(|[now, then]| Some([now.as_deref()?, then.as_deref()?]));
    pairs.filter(|[now, then]| !now.is_empty() && now != then)
}

/// Returns `true` if a signature of Gemini refers to the recorded id and no call bears it. Gemini 3 refuses that, as another rule says.
fn is_unplaced(facts: &Facts<'_>, sent: &SentPart<'_>, then: &str) -> bool {
    let mut items = Vec::new();
    let message =
        if facts.profile.fits("wire=openrouter-chat vendor=google !name^gemini-3") { facts.entries.get(sent.entry) } else { None };
    message.iter().for_each(|message| message.value.collect("reasoning_details.*", &mut items));
    items.iter().any(|item| item.fits("type=reasoning.encrypted") && item.word("id") == then)
}

/// Gives the id back wherever the new one stands.
fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(matched) = &facts.matched else { return Ok(()) };
    let Some(sent) = matched.sent.iter().find(|sent| sent.value == finding.place) else { return Ok(()) };
    let Some((_, emitted)) = sent.of.and_then(|of| matched.emitted(of)) else { return Ok(()) };
    let mut places = vec![sent.value];
    places.extend(facts.results.iter().map(|result| result.place));
    // In chat a result is a message, and bears the id itself.
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

/// Where calls, results and items bear an id.
const IDS: [&str; 8] =
    ["id", "call_id", "tool_call_id", "tool_use_id", "toolUse.toolUseId", "toolResult.toolUseId", "functionCall.id", "functionResponse.id"];
