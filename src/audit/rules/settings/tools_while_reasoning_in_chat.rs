//! The model supports function tools with reasoning only in Responses.
//!
//! # What it checks
//!
//! From GPT-5.4 on, a chat with function tools has the effort `none`. This is the default up to GPT-5.4 and must be set from GPT-5.5 on.
//!
//! GPT-6 Astra, GPT-6.1 Sol and GPT-6 Rosalind have no effort `none`, so they support no function tools in a chat. The rule applies to OpenAI and
//! Azure, and to GPT-5.6 at Copilot.
//!
//! # Why
//!
//! Chat Completions cannot keep the reasoning that led to a call. OpenAI refuses tools with reasoning there.
//!
//! Common cause: an application changes to a newer model and keeps using Chat Completions.
//!
//! > Function tools with reasoning_effort are not supported for gpt-5.4-mini in /v1/chat/completions. Please use /v1/responses instead.
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
//! - Unsafe: set `reasoning_effort` to `none`. The model then does not reason.
//! - By hand: send the request to `/v1/responses`.
//!
//! A model without the effort `none` has no automatic fix in a chat.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused on gpt-5.4-mini
//! - reported, 2026-05-18: <https://github.com/openai/openai-openapi/issues/541>
//! - reported, 2026-11-14: <https://github.com/VicBilibily/GCMP/issues/345>
//! - reported, 2026-11-14: <https://github.com/bolna-ai/bolna/issues/1019>
//! - reported, 2026-09-23: GPT-6 with the effort `none`, <https://github.com/onyx-dot-app/onyx/issues/15008>
//! - reported, 2026-09-08: the same, <https://github.com/genkit-ai/genkit/pull/6303>
//! - reported, 2026-08-27: Copilot, <https://github.com/github/app/issues/3268>, <https://github.com/github/app/issues/2133>
//! - reported, 2026-07-24: GPT-5.6 without an effort, <https://github.com/BerriAI/litellm/pull/34569>
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
    upstream: &[USE_RESPONSES, USE_RESPONSES_OR_NONE],
    check,
    fixes: &[Fix::new("set-reasoning-effort", Safety::Unsafe, FixEdit::Set("reasoning_effort", "\"none\""))],
    ..Rule::DEFAULT
};

details! {
    /// The model.
    struct ToolsInChat { model: String }
    message => "`{model}` does not support function tools with reasoning in Chat Completions"

    /// A model that supports no tools in a chat, with or without reasoning.
    struct NoToolsInChat { model: String }
    message => "`{model}` does not support function tools in Chat Completions"
}

const USE_RESPONSES: Sentence = Sentence::new(
    "use-responses",
    "Function tools with reasoning_effort are not supported for {model} in /v1/chat/completions. Please use /v1/responses instead.",
);

/// The answer of GPT-5.6 and GPT-6, also of models that have no effort `none`.
const USE_RESPONSES_OR_NONE: Sentence = Sentence::new(
    "use-responses-or-none",
    "Function tools with reasoning_effort are not supported for {model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let never = facts.profile.fits("chat_tools=never");
    let place = facts.body.get("reasoning_effort").or_else(|| facts.body.get("tools"));
    if (never || facts.thinks())
        && let (Some(place), Some(model)) = (place, facts.profile.get("model"))
    {
        let model = read_text(model);
        let finding = found.at(place);
        if never {
            finding.with(NoToolsInChat { model }).offers(&[]).evidence = Evidence::Reported;
        } else {
            finding.with(ToolsInChat { model });
        }
        if facts.profile.fits("name^gpt-5-6|gpt-6") {
            finding.says(&USE_RESPONSES_OR_NONE);
        }
        if facts.profile.fits("surface=copilot") {
            finding.evidence = Evidence::Reported;
        }
    }
}
