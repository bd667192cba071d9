//! The request has a private field of a framework.
//!
//! # What it checks
//!
//! No message and no item has `ephemeral` or `injectedBy`. The framework agentfootprint uses these fields internally. The first keeps a
//! message out of the history, and the second names its source. The cache setting `{"type":"ephemeral"}` is something else.
//!
//! The request has no `_reasoning_payloads`, a side channel for thoughts that only a gateway reads.
//!
//! Anthropic refuses unknown members of a message. Responses, Gemini, Mistral and Groq refuse them too. Other hosts ignore the field.
//!
//! # Why
//!
//! Only the framework or a gateway reads this field. A provider refuses it, or receives internal data of the application.
//!
//! > messages.1.reasoning_details: Extra inputs are not permitted
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":1024,"messages":[
//!   {"role":"user","content":"Give me JSON."},
//!   {"role":"assistant","content":"Here you are."},
//!   {"role":"user","content":"That is not JSON.","ephemeral":true}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":1024,"messages":[
//!   {"role":"user","content":"Give me JSON."},
//!   {"role":"assistant","content":"Here you are."},
//!   {"role":"user","content":"That is not JSON."}]}}
//! ```
//!
//! # Fix
//!
//! Safe: remove the field and keep the message. The model never saw the field. A side channel has no fix here: it was chosen for a host that
//! reads it.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: Mistral's schema allows no other members in a message, and has the status 422 for a body that does not fit it, <https://github.com/mistralai/platform-docs-public/blob/main/openapi.yaml>
//! - reported, 2026-02-12, of another member, Anthropic: <https://github.com/RooCodeInc/Roo-Code/issues/11429>
//! - reported, 2025-11-13, of another member, Responses: <https://github.com/microsoft/agent-framework/issues/2203>
//! - reported, 2024-05-19, of another member, Gemini: <https://github.com/gera2ld/ai.nvim/issues/13>
//! - reported, 2026-11-14, of another member, Groq: <https://github.com/vercel/ai/issues/8057>
//! - reported, 2025-11-20: OpenAI's chat accepts such a member, <https://github.com/microsoft/agent-framework/pull/2344>; in 2023 it did not, <https://github.com/adamrushy/OpenAISwift/issues/99>
//! - reported, 2026-06-18: lenient hosts ignore it, strict ones refuse it, <https://github.com/NousResearch/hermes-agent/pull/48604>

use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "framework-flag-sent",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|openai-chat|openrouter-chat|mistral-chat|cohere-chat|ollama-chat|gemini-generate|gemini-interactions",
    severity: Severity::Advice,
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[
        Sentence::new("anthropic", "messages.{0}.ephemeral: Extra inputs are not permitted"),
        Sentence::new("anthropic injected", "messages.{0}.injectedBy: Extra inputs are not permitted"),
        Sentence::new("openai", "Unknown parameter: 'input[{0}].ephemeral'."),
        Sentence::new("openai injected", "Unknown parameter: 'input[{0}].injectedBy'."),
        Sentence::new("google", "Unknown name \"ephemeral\" at 'contents[{0}]': Cannot find field."),
        Sentence::new("google injected", "Unknown name \"injectedBy\" at 'contents[{0}]': Cannot find field."),
        Sentence::new("mistral", "\"loc\":[\"body\",\"messages\",{0},\"{role}\",\"ephemeral\"],\"msg\":\"Extra inputs are not permitted\""),
        Sentence::new(
            "mistral injected",
            "\"loc\":[\"body\",\"messages\",{0},\"{role}\",\"injectedBy\"],\"msg\":\"Extra inputs are not permitted\"",
        ),
        Sentence::new("groq", "('messages.{0}' : property 'ephemeral' is unsupported)"),
        Sentence::new("groq injected", "('messages.{0}' : property 'injectedBy' is unsupported)"),
        Sentence::new("anthropic channel", "_reasoning_payloads: Extra inputs are not permitted"),
        Sentence::new("openai channel", "Unknown parameter: '_reasoning_payloads'."),
        Sentence::new("google channel", "Unknown name \"_reasoning_payloads\": Cannot find field."),
        Sentence::new("mistral channel", "\"loc\":[\"body\",\"_reasoning_payloads\"],\"msg\":\"Extra inputs are not permitted\""),
        Sentence::new("groq channel", "property '_reasoning_payloads' is unsupported"),
    ],
    check,
    fixes: &[Fix::new("remove", Safety::Safe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The role of the message, and the field.
    struct FrameworkFlag { role: String, flag: Unlisted<&'static str> }
    message => "`{flag}` is a private field of a framework, not a member of the API"
}

/// The hosts that refuse the fields, as queries to the profile. Each has the names of three answers: one for each flag and one for the side
/// channel.
static REFUSALS: [(&str, [&str; 3]); 5] = [
    ("wire=anthropic-messages vendor=anthropic", ["anthropic", "anthropic injected", "anthropic channel"]),
    ("wire=openai-responses contract=openai", ["openai", "openai injected", "openai channel"]),
    ("wire=gemini-generate", ["google", "google injected", "google channel"]),
    ("wire=mistral-chat", ["mistral", "mistral injected", "mistral channel"]),
    ("wire=openai-chat dialect=groq", ["groq", "groq injected", "groq channel"]),
];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let refusal = REFUSALS.iter().find(|(query, _)| facts.profile.fits(query)).map(|(_, names)| names);
    for entry in facts.entries {
        for (flag, nth) in [("ephemeral", 0), ("injectedBy", 1)] {
            let Some(place) = entry.value.get(flag) else { continue };
            let finding = found.at(place).says_nothing();
            finding.with(FrameworkFlag { role: entry.value.word("role").to_owned(), flag: Unlisted(flag) });
            if let Some(name) = refusal.and_then(|names| names.get(nth)) {
                finding.says_named(name).severity = Severity::Reject;
            }
            // Mistral publishes its schema. The refusals of the other hosts are only reported.
            if facts.profile.fits("wire=mistral-chat") {
                finding.evidence = Evidence::Documented;
            }
        }
    }
    let channel = facts.body.get("_reasoning_payloads");
    if let (Some(place), Some(name)) = (channel, refusal.and_then(|names| names.get(2))) {
        let finding = found.at(place).with(FrameworkFlag { role: String::new(), flag: Unlisted("_reasoning_payloads") });
        finding.says_named(name).severity = Severity::Reject;
        finding.offers(&[]);
    }
}
