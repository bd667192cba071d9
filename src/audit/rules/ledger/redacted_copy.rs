//! A redacted copy of a thought is sent.
//!
//! # What it checks
//!
//! Neither the text nor the handle of a replayed thought is redacted. A redacted value contains a placeholder such as `[REDACTED]`, or
//! only its beginning and end around a mask. The rule ignores a placeholder that the model itself wrote.
//!
//! The provider refuses a redacted handle, and reads a redacted text with its gaps or ignores it. Other rules report this effect. This
//! one reports the cause.
//!
//! # Why
//!
//! A redacted copy is meant for logs, and the provider needs the original. Common cause: a program that stores only the copy, or redacts
//! outgoing requests.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[{"role":"user","content":[{"type":"input_text","text":"How many?"}]}]},"response":{"id":"resp_1","object":"response","status":"completed","output":[{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Counting."}],"encrypted_content":"gAAAAABlongciphertextAAAA"},{"type":"function_call","id":"fc_1","call_id":"call_1","name":"grep","arguments":"{}"}]}}],
//!  "request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"[REDACTED]"}],"encrypted_content":"gAAAAABlongciphertextAAAA"},
//!     {"type":"function_call","id":"fc_1","call_id":"call_1","name":"grep","arguments":"{}"},
//!     {"type":"function_call_output","call_id":"call_1","output":"3"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[{"role":"user","content":[{"type":"input_text","text":"How many?"}]}]},"response":{"id":"resp_1","object":"response","status":"completed","output":[{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Counting."}],"encrypted_content":"gAAAAABlongciphertextAAAA"},{"type":"function_call","id":"fc_1","call_id":"call_1","name":"grep","arguments":"{}"}]}}],
//!  "request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Counting."}],"encrypted_content":"gAAAAABlongciphertextAAAA"},
//!     {"type":"function_call","id":"fc_1","call_id":"call_1","name":"grep","arguments":"{}"},
//!     {"type":"function_call_output","call_id":"call_1","output":"3"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: restore the recorded part.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: thinking blocks must be passed back unmodified, <https://platform.claude.com/docs/en/api/messages/create>, and so must items of OpenRouter, <https://openrouter.ai/docs/guides/best-practices/reasoning-tokens>
//! - reported, 2026-09-22: a mask in a ciphertext, <https://github.com/openclaw/openclaw/issues/155984>
//! - catalogue: x-masked-blob

use super::fates::fates;
use super::restore::restore;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Severity, Tier};
use crate::json::scan;
use crate::ledger::Side;
use crate::ledger::fates::State;
use crate::ledger::matching::is_redacted;

/// The rule.
pub static RULE: Rule = Rule {
    id: "redacted-copy",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|openai-chat|openrouter-chat|mistral-chat|cohere-chat|ollama-chat|gemini-generate|gemini-interactions",
    severity: Severity::Advice,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    check,
    fixes: &[Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded {part}.")],
    ..Rule::DEFAULT
};

details! {
    /// The side of the thought that is redacted.
    struct RedactedCopy { differs: &'static str }
    message if *differs == "handle" => "The signature or ciphertext of this thought is a redacted copy of the recorded one"
    message => "The {differs} of this thought is a redacted copy of the recorded one"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for fate in fates(facts).filter(|fate| !matches!(fate.state, State::Equal | State::Gone)) {
        let Some(sent) = fate.sent else { continue };
        let then = scan(&fate.emitted.raw);
        for side in [Side::Text, Side::Handle] {
            let now = side.of(sent.value);
            let then = then.as_ref().ok().and_then(|then| side.of(then.root()));
            if now.is_some_and(|now| is_redacted(&now, then.as_deref())) {
                found.at(sent.value).with(RedactedCopy { differs: side.name() });
                break;
            }
        }
    }
}
