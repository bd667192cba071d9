//! Chat Completions loses the reasoning of earlier answers.
//!
//! # What it checks
//!
//! A message to OpenAI's chat, also on Azure, has none of these members: `reasoning_content`, `reasoning`, `reasoning_details`,
//! `reasoning_text`, `thinking` and `thinking_blocks`.
//!
//! xAI's chat reads no reasoning from a message. With a Grok that reasons, every answer in the history has lost its reasoning.
//!
//! OpenAI ignores such a member at best, and another host may refuse it. xAI says that Chat Completions "has no field for the model's
//! encrypted reasoning".
//!
//! # Why
//!
//! Chat Completions has no member for the reasoning of this model. Responses keeps the reasoning.
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
//! - Unsafe: remove the member, which OpenAI does not read.
//! - By hand: send the request to Responses.
//!
//! xAI's chat reads no reasoning from a message.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: "Passing CoT exists only in the Responses API", OpenAI says of chat and Responses, <https://developers.openai.com/api/docs/guides/latest-model>
//! - documented, 2026-11-14: <https://docs.x.ai/developers/model-capabilities/text/reasoning>
//! - reported, 2026-11-14: the types of OpenAI's own client, <https://github.com/openai/openai-node/blob/master/src/resources/chat/completions/completions.ts>
//! - catalogue: oai-chat-no-reasoning, xai-chat-no-state, foreign.field-on-openai

use crate::audit::details::{Unlisted, details};
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

details! {
    /// The member with the reasoning.
    struct UnreadReasoning { field: Unlisted<&'static str> }
    message => "`{field}` is set, but Chat Completions does not read it"

    /// An answer in a chat with xAI.
    struct LostReasoning {}
    message => "This answer has no reasoning, because xAI's Chat Completions has no field for it"
}

const FIELDS: [&str; 6] = ["reasoning_content", "reasoning", "reasoning_details", "reasoning_text", "thinking", "thinking_blocks"];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let xai = facts.profile.fits("contract=xai");
    let mut last = None;
    for (_, entry) in facts.answers() {
        let members = FIELDS.iter().filter_map(|name| Some((*name, entry.value.get(name)?)));
        let thought = members.into_iter().find(|(_, value)| !value.is_null());
        last = thought.is_none().then_some(entry.value);
        if let Some((field, thought)) = thought
            && !xai
        {
            found.at(thought).with(UnreadReasoning { field: Unlisted(field) });
        }
    }
    if let Some(last) = last
        && xai
        && facts.profile.fits("reasons=true")
    {
        found.at(last).with(LostReasoning {}).offers(&[]);
    }
}
