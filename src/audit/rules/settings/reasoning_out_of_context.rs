//! Reasoning of earlier turns is sent while `reasoning.context` is `current_turn`.
//!
//! # What it checks
//!
//! If `reasoning.context` is `current_turn`, there is no reasoning before the last user input. Behind OpenRouter and Vercel's gateway the rule
//! applies to GPT-5.6 and later.
//!
//! Up to GPT-5.5 `current_turn` is the default. The rule ignores the default, because OpenAI recommends sending all reasoning back.
//!
//! # Why
//!
//! With `current_turn` the model reads only the reasoning of the current turn. With `all_turns`, the default from GPT-5.6 on, it reads all of it.
//! OpenAI accepts other reasoning, but it costs bytes and has no effect.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5.6-sol","reasoning":{"context":"current_turn"},"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"And tomorrow?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5.6-sol","reasoning":{"context":"all_turns"},"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"And tomorrow?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: set `reasoning.context` to `all_turns`. The model then reads all reasoning.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: the types of OpenAI's own client, <https://github.com/openai/openai-node/blob/master/src/resources/shared.ts>
//! - documented, 2026-11-14: OpenRouter, <https://openrouter.ai/docs/client-sdks/typescript/models/reasoningcontext>
//! - catalogue: oai-reasoning-out-of-context, or.context.current-turn

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "reasoning-out-of-context",
    binds: "wire=openai-responses|openrouter-chat|openai-chat vendor=openai contract=openai,dialect=openrouter|vercel-gateway contract=openai,name>gpt-5-6",
    when: "reasoning.context=current_turn",
    severity: Severity::Advice,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("set-reasoning-context", Safety::Unsafe, FixEdit::Set("reasoning.context", "\"all_turns\""))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if let Some((_, part, _)) = facts.thoughts().next().filter(|(nth, ..)| *nth < facts.round) {
        found.at(part.value);
    }
}
