//! Reasoning is sent to a chat that has no place for it.
//!
//! # What it checks
//!
//! OpenAI's chat, also on Azure, knows no member for reasoning: a message has none of `reasoning_content`, `reasoning`,
//! `reasoning_details`, `reasoning_text`, `thinking` and `thinking_blocks`. xAI's chat has none that it reads back, so with a Grok
//! that reasons every answer in the history has lost its reasoning.
//!
//! # Why
//!
//! xAI says of Chat Completions that it "has no field for the model's encrypted reasoning". The member is overlooked at best, and
//! another host may refuse it. In Responses the reasoning goes back.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-5","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"21 degrees.","reasoning_content":"Looking."},
//!   {"role":"user","content":"And tomorrow?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-5","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"21 degrees."},
//!   {"role":"user","content":"And tomorrow?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the member goes; it was not read. At xAI there is nothing to mend in a chat: the request has to go to Responses.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: "Passing CoT exists only in the Responses API", OpenAI says of chat and Responses, <https://developers.openai.com/api/docs/guides/latest-model>
//! - documented, 2026-11-14: <https://docs.x.ai/developers/model-capabilities/text/reasoning>
//! - reported, 2026-11-14: the types of OpenAI's own client, <https://github.com/openai/openai-node/blob/master/src/resources/chat/completions/completions.ts>
//! - catalogue: oai-chat-no-reasoning, xai-chat-no-state, foreign.field-on-openai

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "chat-loses-reasoning",
    binds: "wire=openai-chat vendor=openai|xai contract=openai|xai",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    judges_all: true,
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

const FIELDS: [&str; 6] = ["reasoning_content", "reasoning", "reasoning_details", "reasoning_text", "thinking", "thinking_blocks"];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let xai = facts.profile.fits("contract=xai");
    let mut last = None;
    for (_, entry) in facts.answers() {
        let thought = FIELDS.iter().filter_map(|name| entry.value.get(name)).find(|value| !value.is_null());
        last = thought.is_none().then_some(entry.value);
        if let Some(thought) = thought
            && !xai
        {
            found.at(thought);
        }
    }
    if let Some(last) = last
        && xai
        && facts.profile.fits("reasons=true")
    {
        found.at(last).offers(&[]);
    }
}
