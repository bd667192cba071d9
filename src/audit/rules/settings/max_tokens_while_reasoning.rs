//! `max_tokens` is set, but this model requires `max_completion_tokens`.
//!
//! # What it checks
//!
//! In a chat with a model that reasons, the limit is `max_completion_tokens` and not `max_tokens`. The rule applies to OpenAI and Azure.
//!
//! # Why
//!
//! `max_tokens` counts visible tokens, and `max_completion_tokens` also counts reasoning. OpenAI refuses the old name for models that reason.
//!
//! > Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-5.1","max_tokens":4000,"messages":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-5.1","max_completion_tokens":4000,"messages":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: rename `max_tokens` to `max_completion_tokens`. If both are set, remove `max_tokens`.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: models that reason "will only work with the `max_completion_tokens` parameter", <https://learn.microsoft.com/en-us/azure/foundry/openai/how-to/reasoning>
//! - documented, 2026-11-16: `max_tokens` is not compatible with the o-series, in the types of OpenAI's own client, <https://github.com/openai/openai-node/blob/master/src/resources/chat/completions/completions.ts>
//! - reported, 2025-12-22: <https://github.com/fish2018/YPrompt/issues/26>
//! - observed, 2026-11-14: no recorded request with it was accepted on these models; all have the new name

use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "max-tokens-while-reasoning",
    binds: "wire=openai-chat vendor=openai name contract=openai reasons=true",
    when: "max_tokens>0",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "unsupported",
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    )],
    at: "max_tokens",
    fixes: &[Fix::new("rename", Safety::Safe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    match facts.body.get("max_completion_tokens") {
        Some(_) => changes.remove(finding.place),
        None => changes.rename(finding.place, "max_completion_tokens"),
    }
}
