//! The id of a call has a signature in it.
//!
//! # What it checks
//!
//! No id of a call, and none that a result answers to, has `__thought__` in it.
//!
//! # Why
//!
//! > Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 64, but got a string with length 281
//!
//! LiteLLM hides Gemini's signature in the id, behind that mark, because clients of plain chat keep the id and nothing else. Only
//! LiteLLM reads it. OpenAI refuses such an id for its length; a Gemini reached otherwise does not find its signature, and Gemini 3 refuses
//! a call without one.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-5","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":null,"tool_calls":[{"id":"call_1__thought__RXF1YWwgYnl0ZXMgb2YgYSBzaWduYXR1cmUgdGhhdCBpcyBsb25nIGVub3VnaA==","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_1__thought__RXF1YWwgYnl0ZXMgb2YgYSBzaWduYXR1cmUgdGhhdCBpcyBsb25nIGVub3VnaA==","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-5","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: the id ends before the mark, in the call and in its results. At Gemini's own endpoint the signature goes to its place in the
//! call; elsewhere nobody can read it.
//!
//! # Evidence
//!
//! - reported, 2025-12-18: <https://github.com/BerriAI/litellm/issues/18160>
//! - reported, 2026-09-05: <https://github.com/agentgateway/agentgateway/issues/3342>
//! - reported, 2026-09-17, on Responses: <https://github.com/BerriAI/litellm/pull/41590>
//! - catalogue: fw.litellm.thought-id-leak

use super::super::responses::tool_id_too_long::{ON_CALL, ON_CHAT};
use crate::audit::{Evidence, Facts, Finding, Found, Mend, Rule, Safety, Severity};
use crate::error::Error;
use crate::json::{Changes, Value, quote};

/// The rule.
pub static RULE: Rule = Rule {
    id: "thought-in-call-id",
    binds: "wire=openai-chat|openrouter-chat|mistral-chat|openai-responses",
    evidence: Evidence::Reported,
    upstream: &[ON_CHAT, ON_CALL],
    check,
    fixes: &[(Safety::Safe, Mend::By(fix))],
    ..Rule::DEFAULT
};

/// What LiteLLM puts between the id and the signature.
pub(crate) const MARK: &str = "__thought__";

/// How long an id may be at OpenAI: on chat, and elsewhere.
const LIMITS: [usize; 2] = [40, 64];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let says = usize::from(facts.profile.fits("wire=openai-responses"));
    let most = LIMITS.get(says).copied().unwrap_or_default();
    let limited = facts.profile.fits("vendor=openai surface=api|azure");
    let unsigned = facts.profile.fits("dialect=gemini signs=always");
    for call in facts.calls.iter().filter(|call| call.id.contains(MARK)) {
        let finding = found.finding(call.place);
        found.push(if limited && call.id.len() > most {
            finding.says(says).arg("length", call.id.chars().count().to_string())
        } else if unsigned && call.entry >= facts.round {
            finding.says(2)
        } else {
            finding.costs(Severity::Advice).says(2)
        });
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(call) = facts.calls.iter().find(|call| call.place.span() == finding.place.span()) else { return Ok(()) };
    let (id, signature) = call.id.split_once(MARK).unwrap_or((&call.id, ""));
    let holders = facts.results.iter().filter(|result| result.id == call.id).filter_map(|result| facts.entries.get(result.entry));
    for holder in holders.map(|entry| entry.value).chain([call.place]) {
        for member in ["id", "call_id", "tool_call_id"].iter().filter_map(|name| holder.get(name)) {
            if member.text().is_some_and(|text| text == *call.id) {
                changes.replace(member, quote(id).as_bytes())?;
            }
        }
    }
    let signed = call.place.path("extra_content.google.thought_signature").is_some();
    if facts.profile.fits("dialect=gemini") && !signed && call.place.get("extra_content").is_none_or(Value::is_null) {
        let text = ["{\"google\":{\"thought_signature\":", &quote(signature), "}}"].concat();
        changes.set(call.place, "extra_content", text.as_bytes())?;
    }
    Ok(())
}
