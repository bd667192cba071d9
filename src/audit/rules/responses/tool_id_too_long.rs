//! The id of a call or of an item is longer than OpenAI takes it.
//!
//! # What it checks
//!
//! In a chat the id of a call has at most 40 characters. In Responses `call_id` and an item's `id` have at most 64. It binds OpenAI
//! and Azure.
//!
//! # Why
//!
//! > Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 85 instead.
//!
//! LiteLLM hides Gemini's thought signature in such an id, after `__thought__`; Copilot's ids of reasoning items are ciphertexts.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-4.1","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","tool_calls":[{"id":"call_1__thought__EqQBCkYICRgCKkBzaWduYXR1cmU","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_1__thought__EqQBCkYICRgCKkBzaWduYXR1cmU","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-4.1","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: what LiteLLM put behind the id goes, in the call and in its results; only Gemini could have read it. The id of an item
//! goes altogether. Other long ids are for whoever made them.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/BerriAI/litellm/issues/18160>
//! - reported, 2026-06-08: <https://github.com/AnswerDotAI/fastllm/issues/45>
//! - reported, 2026-03-04: <https://github.com/can1357/oh-my-pi/issues/284>
//! - catalogue: fw.litellm.thought-id-leak

use super::items;
use crate::audit::{Evidence, Facts, Finding, Found, Mend, Rule, Safety};
use crate::error::Error;
use crate::json::{Changes, Value, quote};

/// The rule.
pub static RULE: Rule = Rule {
    id: "tool-id-too-long",
    binds: "wire=openai-chat|openai-responses vendor=openai contract=openai",
    evidence: Evidence::Reported,
    upstream: &[
        "Invalid 'messages[{0}].tool_calls[{1}].id': string too long. Expected a string with maximum length 40, but got a string with length {length} instead.",
        "Invalid 'input[{0}].call_id': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.",
        "Invalid 'input[{0}].id': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.",
    ],
    check,
    fixes: &[(Safety::Unsafe, Mend::By(fix)), (Safety::Unsafe, Mend::Drop("id"))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let chat = facts.profile.fits("wire=openai-chat");
    let (most, says) = if chat { (40, 0) } else { (64, 1) };
    for call in facts.calls.iter().filter(|call| call.id.len() > most) {
        let unknown = if call.id.contains(LEAK) { 0 } else { 2 };
        found.push(found.finding(call.place).arg("length", length(&call.id)).says(says).mends(unknown));
    }
    for item in items(facts).filter(|item| !chat && item.word("id").len() > most) {
        found.push(found.finding(item).arg("length", length(item.word("id"))).says(2).mends(1));
    }
}

/// What stands between an id and the signature that LiteLLM hides behind it.
const LEAK: &str = "__thought__";

fn length(id: &str) -> String {
    id.chars().count().to_string()
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let chat = facts.profile.fits("wire=openai-chat");
    let (asks, answers) = if chat { ("id", "tool_call_id") } else { ("call_id", "call_id") };
    let Some(call) = facts.calls.iter().find(|call| call.place.span() == finding.place.span()) else { return Ok(()) };
    let results = facts.results.iter().filter(|result| result.id == call.id).filter_map(|result| facts.entries.get(result.entry));
    let places = results.map(|entry| (entry.value, answers)).chain([(call.place, asks)]);
    let short = quote(call.id.split(LEAK).next().unwrap_or_default());
    for place in places.filter_map(|(holder, name): (Value<'d>, _)| holder.get(name)) {
        changes.replace(place, short.as_bytes())?;
    }
    Ok(())
}
