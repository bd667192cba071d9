//! A tool call has no result right behind it.
//!
//! # What it checks
//!
//! Behind an assistant message with `tool_calls` come tool messages, one for each call and nothing between them. Mistral counts them;
//! the others look for each `tool_call_id`. It binds the hosts that are known to refuse it; through OpenRouter, by the vendor behind.
//!
//! # Why
//!
//! > An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.
//!
//! A turn that was cancelled, a history that was cut, or a message that slipped in between leaves a call open, and from then on every
//! request of the conversation is refused.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-4.1","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"user","content":"Never mind."}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-4.1","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"},
//!   {"role":"user","content":"Never mind."}]}}
//! ```
//!
//! # Fix
//!
//! Safe: a result that stands further on moves behind its call. Unsafe: the call goes, and the message if nothing else is in it.
//! Placeholder: a tool message that says there is no result.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: recorded on OpenAI with an assistant message between call and result
//! - reported, 2026-03-03: DeepSeek <https://github.com/TurixAI/TuriX-CUA/issues/15>
//! - reported, 2026-03-14: Alibaba <https://github.com/QwenLM/qwen-code/issues/2381>
//! - reported, 2026-05-31: Kimi <https://github.com/MoonshotAI/kimi-cli/issues/2405>
//! - reported, 2025-12-04: MiniMax <https://github.com/Kilo-Org/kilocode/issues/3967>
//! - reported, 2025-09-12: Mistral <https://github.com/miquido/draive/issues/398>
//! - inferred, 2026-11-14: through OpenRouter, which hands a vendor's refusal on; seen there for Mistral and MiniMax only
//! - catalogue: order.openai.unanswered-call, order.ds.unanswered-call, order.mistral.response-count, order.anth.unanswered-call, order.oai.unanswered-call, order.gem.response-count

use super::{MISTRAL, ORDERED, answers, calls, is_filled, results, speaker};
use crate::audit::{Evidence, Facts, Finding, Found, Mend, Rule, Safety};
use crate::error::Error;
use crate::json::{Changes, Value, quote};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unanswered-call",
    binds: ORDERED,
    when: "messages:a",
    evidence: Evidence::Observed,
    upstream: &[
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}",
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
        "<400> InternalError.Algo.InvalidParameter: An assistant message with \"tool_calls\" must be followed by tool messages responding to each \"tool_call_id\". The following tool_call_ids did not have response messages: message[{next}].role",
        "an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}",
        "invalid params, tool call and result not match (2013)",
        "Not the same number of function calls and responses",
        "`tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
        "No tool output found for function call {first}.",
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    ],
    check,
    fixes: &[(Safety::Safe, Mend::By(move_up)), (Safety::Unsafe, Mend::By(drop_calls)), (Safety::Placeholder, Mend::By(fill))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(speaker) = speaker(facts, found) else { return };
    for (nth, turn) in facts.answers() {
        let given = results(facts, nth + 1);
        // Most stand in the order of the calls.
        let is_open = |at: usize, id: &str| !given.get(at).is_some_and(|one| answers(one, id)) && !given.iter().any(|one| answers(one, id));
        let mut finding = found.finding(turn.value).says(speaker);
        finding.related.extend(calls(turn).enumerate().filter(|(at, call)| is_open(*at, call.word("id"))).map(|(_, call)| call));
        if speaker == MISTRAL {
            // It counts; which of them are meant is told by the ids, if by anything.
            finding.related.truncate(calls(turn).count().saturating_sub(given.len()));
            if finding.related.is_empty() {
                finding.related.extend(calls(turn).skip(given.len()));
            }
        }
        if finding.related.is_empty() {
            continue;
        }
        let ids: Vec<_> = finding.related.iter().map(|call| call.word("id")).collect();
        let next = nth + 1 + given.len();
        let later = facts.entries.get(next..).unwrap_or_default();
        let waits = ids.iter().all(|id| later.iter().any(|one| answers(one, id)));
        let known = if facts.profile.fits("order=openai !dialect=azure") { Evidence::Observed } else { Evidence::Reported };
        let (first, all) = (ids.first().copied().unwrap_or_default(), ids.join(", "));
        finding = finding.known(known).mends(usize::from(!waits));
        found.push(finding.arg("first", first).arg("ids", all).arg("next", next.to_string()));
    }
}

/// The results that stand further on come where they belong.
fn move_up<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let next = behind(facts, finding);
    let later = facts.entries.get(next..).unwrap_or_default();
    for call in &finding.related {
        if let (Some(before), Some(result)) = (later.first(), later.iter().find(|one| answers(one, call.word("id")))) {
            changes.insert(before.value, result.value.raw())?;
            changes.remove(result.value)?;
        }
    }
    Ok(())
}

/// The open calls go, or all that is about them.
fn drop_calls<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let turn = finding.place;
    let Some(list) = turn.get("tool_calls") else { return Ok(()) };
    if finding.related.len() < list.elements().count() {
        return finding.related.iter().try_for_each(|call| changes.remove(*call));
    }
    changes.remove(if is_filled(turn.get("content")) { list } else { turn })
}

/// A result that says that there is none.
fn fill<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let before = facts.entries.get(behind(facts, finding));
    for call in &finding.related {
        let text = format!(r#"{{"role":"tool","tool_call_id":{},"content":"No result."}}"#, quote(call.word("id")));
        match before {
            Some(entry) => changes.insert(entry.value, text.as_bytes())?,
            None => facts.body.get("messages").map_or(Ok(()), |list: Value<'d>| changes.append(list, text.as_bytes()))?,
        }
    }
    Ok(())
}

/// The first entry behind the turn and its results.
fn behind(facts: &Facts<'_>, finding: &Finding<'_>) -> usize {
    let nth = facts.entries.iter().position(|entry| entry.value.span() == finding.place.span()).unwrap_or_default();
    nth + 1 + results(facts, nth + 1).len()
}
