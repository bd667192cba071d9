//! Log probabilities are requested while the model reasons.
//!
//! # What it checks
//!
//! `top_logprobs`, `logprobs` and `message.output_text.logprobs` in `include` are set only if the model does not reason. Some models cannot
//! reason. Others do not reason with the effort `none`, the default of GPT-5.1, 5.2 and 5.4. The rule applies to OpenAI and Azure.
//!
//! # Why
//!
//! OpenAI has no log probabilities for reasoning models and refuses the request.
//!
//! > logprobs are not supported with reasoning models.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5.6-terra","reasoning":{"effort":"low"},"top_logprobs":2,"input":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5.6-terra","reasoning":{"effort":"none"},"top_logprobs":2,"input":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the settings that request log probabilities. The answer then has none.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused on gpt-5.6-terra and gpt-5.6-luna
//! - reported, 2026-11-14: <https://github.com/vercel/ai/issues/10932>
//! - reported, 2026-01-09: <https://github.com/BerriAI/litellm/pull/18856>

use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::{Changes, Value};

/// The rule.
pub static RULE: Rule = Rule {
    id: "logprobs-while-reasoning",
    binds: "wire=openai-responses|openai-chat vendor=openai name contract=openai reasons=true",
    when: "top_logprobs>0,logprobs=true,include.*=message.output_text.logprobs",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("unsupported", "logprobs are not supported with reasoning models.")],
    check,
    fixes: &[Fix::new("remove-all", Safety::Unsafe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if facts.thinks()
        && let Some(first) = logprobs_settings(facts.body).first()
    {
        found.at(*first);
    }
}

/// Lists all settings that request log probabilities.
fn logprobs_settings(body: Value<'_>) -> Vec<Value<'_>> {
    let mut all = Vec::new();
    for path in ["logprobs", "top_logprobs"] {
        body.collect(path, &mut all);
    }
    let asked = all.len();
    body.collect("include.*", &mut all);
    let mut nth = 0;
    all.retain(|one| {
        nth += 1;
        nth <= asked || one.fits("=message.output_text.logprobs")
    });
    all
}

fn fix<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    logprobs_settings(facts.body).into_iter().try_for_each(|value| changes.remove(value))
}
