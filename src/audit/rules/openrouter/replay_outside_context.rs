//! Reasoning of earlier rounds is sent that the request asks not to use.
//!
//! # What it checks
//!
//! With `reasoning.context` at `current_turn` no message before the last input of the user carries reasoning. It binds GPT-5.6 and later.
//!
//! # Why
//!
//! `current_turn` "limits to the current turn only": what is sent of earlier ones costs its transport and is left out.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"openai/gpt-5.6-sol","reasoning":{"context":"current_turn"},"provider":{"only":["openai"]},"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[{"type":"reasoning.encrypted","data":"gAAAAABRXF1YWw=","id":"rs_1","format":"openai-responses-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"openai/gpt-5.6-sol","reasoning":{"context":"all_turns"},"provider":{"only":["openai"]},"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[{"type":"reasoning.encrypted","data":"gAAAAABRXF1YWw=","id":"rs_1","format":"openai-responses-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the request asks for `all_turns`, so that what is sent counts.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://openrouter.ai/docs/client-sdks/typescript/models/reasoningcontext>
//! - catalogue: or.context.current-turn

use crate::audit::{Evidence, Facts, Found, Mend, Rule, Safety, Severity};

/// The rule.
pub static RULE: Rule = Rule {
    id: "replay-outside-context",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter|vercel-gateway vendor=openai name>gpt-5-6",
    when: "reasoning.context=current_turn",
    severity: Severity::Advice,
    evidence: Evidence::Documented,
    check,
    fixes: &[(Safety::Unsafe, Mend::Set("reasoning.context", "\"all_turns\""))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let earlier = facts.thoughts().find(|(nth, ..)| *nth < facts.round);
    if let (Some((_, part, _)), Some(context)) = (earlier, facts.body.path("reasoning.context")) {
        found.push(found.finding(context).with(part.value));
    }
}
