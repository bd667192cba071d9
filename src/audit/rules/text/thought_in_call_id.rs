//! A tool call id contains a thought signature.
//!
//! # What it checks
//!
//! No id of a call or of a result contains `__thought__`.
//!
//! OpenAI refuses the id because it is too long. Gemini's own endpoint does not find the signature, and Gemini 3 refuses a call without
//! one.
//!
//! # Why
//!
//! LiteLLM appends Gemini's signature to the id after `__thought__`, because chat clients keep the id and nothing else. Only LiteLLM
//! reads it there.
//!
//! > Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 64, but got a string with length 281
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
//! Safe: remove `__thought__` and the signature from the id, in the call and in its results. At Gemini's own endpoint the signature moves to its
//! place in the call. No other host can read it.
//!
//! # Evidence
//!
//! - reported, 2025-12-18: <https://github.com/BerriAI/litellm/issues/18160>
//! - reported, 2026-09-05: <https://github.com/agentgateway/agentgateway/issues/3342>
//! - reported, 2026-09-17, on Responses: <https://github.com/BerriAI/litellm/pull/41590>
//! - catalogue: fw.litellm.thought-id-leak

use crate::audit::details::details;
use crate::audit::rules::call_ids::{TOO_LONG_ON_CHAT, TOO_LONG_ON_RESPONSES, count_characters};
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::conversation::signed_id::split_signed_id;
use crate::error::Error;
use crate::json::{Changes, Value, quote_wtf8};

/// The rule.
pub static RULE: Rule = Rule {
    id: "thought-in-call-id",
    binds: "wire=openai-chat|openrouter-chat|mistral-chat|openai-responses",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[TOO_LONG_ON_CHAT, TOO_LONG_ON_RESPONSES],
    check,
    fixes: &[Fix::new("shorten-id", Safety::Safe, FixEdit::By(fix)).titled("Remove the signature from the id of the call and its results.")],
    ..Rule::DEFAULT
};

details! {
    /// The length of the id, if it is too long.
    struct ThoughtInId { length: Option<usize> }
    message if length.is_some() => "The tool call id contains a thought signature and is too long ({length} characters)"
    message => "The tool call id contains a thought signature"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let responses = facts.profile.fits("wire=openai-responses");
    // OpenAI's limits: 64 in Responses, 40 in chat.
    let most = if responses { 64 } else { 40 };
    let limited = facts.profile.fits("vendor=openai surface=api|azure");
    let unsigned = facts.profile.fits("dialect=gemini signs=always");
    for call in &facts.calls {
        if split_signed_id(call.id.as_bytes()).is_none() {
            continue;
        }
        let finding = found.at(call.place);
        if limited && call.id.len() > most {
            finding.with(ThoughtInId { length: Some(count_characters(&call.id)) });
            finding.says(if responses { &TOO_LONG_ON_RESPONSES } else { &TOO_LONG_ON_CHAT });
            continue;
        }
        finding.with(ThoughtInId { length: None }).says_nothing();
        if !unsigned || call.entry < facts.round {
            finding.severity = Severity::Advice;
        }
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(call) = facts.call_at(finding.place) else { return Ok(()) };
    let Some((id, signature)) = split_signed_id(call.id.as_bytes()) else { return Ok(()) };
    let [id, signature] = [id, signature].map(quote_wtf8);
    let rename = |holder: Value<'d>, changes: &mut Changes<'d>| {
        for name in ["id", "call_id", "tool_call_id"] {
            if let Some(member) = holder.get(name).filter(|member| member.text().is_some_and(|text| text == *call.id)) {
                changes.replace(member, &id)?;
            }
        }
        Ok(())
    };
    rename(call.place, changes)?;
    for holder in facts.results_of(&call.id).filter_map(|result| facts.entries.get(result.entry)) {
        rename(holder.value, changes)?;
    }
    if facts.profile.fits("dialect=gemini") && call.place.get("extra_content").is_none_or(Value::is_null) {
        let text = [b"{\"google\":{\"thought_signature\":", &*signature, b"}}"].concat();
        changes.set(call.place, "extra_content", &text)?;
    }
    Ok(())
}
