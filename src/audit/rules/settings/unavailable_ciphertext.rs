//! `reasoning.encrypted_content` is requested, but this model does not support it.
//!
//! # What it checks
//!
//! `include` has `reasoning.encrypted_content` only if the model supports it. GPT-4o, GPT-4.1, GPT-5 Chat and DeepSeek on Azure do not.
//!
//! # Why
//!
//! The model has no encrypted reasoning, and the provider refuses the request for it.
//!
//! Common cause: a client that always requests it is used with another model.
//!
//! > Encrypted content is not supported with this model.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-4.1","include":["reasoning.encrypted_content"],"input":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5-mini","include":["reasoning.encrypted_content"],"input":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: remove the value from `include`. The model has no encrypted reasoning to return.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/microsoft/agent-framework/issues/7483>
//! - reported, 2026-11-14: <https://github.com/pydantic/pydantic-ai/issues/2915>
//! - reported, 2026-11-14: <https://github.com/earendil-works/pi/issues/6228>
//! - catalogue: oai-include-unsupported

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unavailable-ciphertext",
    binds: "wire=openai-responses name ciphertext=none",
    when: "include:a",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("unsupported", "Encrypted content is not supported with this model.")],
    check,
    fixes: &[Fix::new("remove", Safety::Safe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for one in facts.body.list("include") {
        if one.fits("=reasoning.encrypted_content") {
            found.at(one);
        }
    }
}
