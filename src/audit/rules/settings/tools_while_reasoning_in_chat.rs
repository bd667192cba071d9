//! A chat offers function tools to a model that takes them only in Responses.
//!
//! # What it checks
//!
//! From GPT-5.4 on, a chat that offers function tools has the effort `none`, which is the default up to GPT-5.4 and has to be said
//! from GPT-5.5 on. GPT-6 takes no function tools in a chat at all. It binds OpenAI and Azure.
//!
//! # Why
//!
//! > Function tools with reasoning_effort are not supported for gpt-5.4-mini in /v1/chat/completions. Please use /v1/responses instead.
//!
//! A chat has no place for what was thought before a call.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-5.4-mini","reasoning_effort":"medium","tools":[{"type":"function","function":{"name":"weather","parameters":{}}}],"messages":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-5.4-mini","reasoning_effort":"none","tools":[{"type":"function","function":{"name":"weather","parameters":{}}}],"messages":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the effort becomes `none`. Where that is not enough, the request has to go to Responses, and there is no fix here.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused on gpt-5.4-mini
//! - reported, 2026-05-18: <https://github.com/openai/openai-openapi/issues/541>
//! - reported, 2026-11-14: <https://github.com/VicBilibily/GCMP/issues/345>
//! - reported, 2026-11-14: <https://github.com/bolna-ai/bolna/issues/1019>
//! - catalogue: oai-chat-tools-effort

use crate::audit::details::details;
use crate::audit::rules::texts::read_text;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "tools-while-reasoning-in-chat",
    binds: "wire=openai-chat vendor=openai name chat_tools",
    when: "tools.*.type=function",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "use-responses",
        "Function tools with reasoning_effort are not supported for {model} in /v1/chat/completions. Please use /v1/responses instead.",
    )],
    check,
    fixes: &[Fix::new("set-reasoning-effort", Safety::Unsafe, FixEdit::Set("reasoning_effort", "\"none\""))],
    ..Rule::DEFAULT
};

details! {
    /// The model.
    struct ToolsInChat { model: String }
    message => "`{model}` does not support function tools with reasoning in Chat Completions. Use Responses."
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let never = facts.profile.fits("chat_tools=never");
    let place = facts.body.get("reasoning_effort").or_else(|| facts.body.get("tools"));
    if (never || facts.thinks())
        && let (Some(place), Some(model)) = (place, facts.profile.get("model"))
    {
        let finding = found.at(place).with(ToolsInChat { model: read_text(model) });
        if never {
            finding.offers(&[]).evidence = Evidence::Reported;
        }
    }
}
