//! A sampling parameter is set that thinking does not allow.
//!
//! # What it checks
//!
//! While the model thinks, `temperature` is 1, `top_p` at least 0.95, and `top_k` is not set. Models since Claude 4.7 take none of them
//! at all, but for a `temperature` of 1 and a `top_p` from 0.99 on.
//!
//! # Why
//!
//! > `temperature` may only be set to 1 when thinking is enabled or in adaptive mode.
//!
//! > `temperature` is deprecated for this model.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":4000,"temperature":0.2,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":4000,"temperature":1.0,"top_p":0.95,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the parameter goes.
//!
//! # Evidence
//!
//! - documented, 2026-08-22: <https://platform.claude.com/docs/en/build-with-claude/thinking>
//! - documented, 2026-09-24: <https://platform.claude.com/docs/en/api/messages/create>
//! - reported, 2026-03-23: <https://github.com/dotCipher/opencode-claude-bridge/pull/1>
//! - reported, 2026-11-14: `top_k`, <https://github.com/quarkiverse/quarkus-langchain4j/issues/1812>
//! - catalogue: config.anth.temperature, config.anth.top-k

use super::parameters::{is_converse, parameters, thinking_mode};
use crate::audit::{Evidence, Facts, Fix, Found, Mend, Rule, Safety, Sentence, Tier};
use crate::json::Kind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "sampling-while-thinking",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[TEMPERATURE, TOP_P, TOP_K, DEPRECATED],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, Mend::Remove)],
    ..Rule::DEFAULT
};

const TEMPERATURE: Sentence = Sentence::new("temperature", "`temperature` may only be set to 1 when thinking is enabled");

const TOP_P: Sentence = Sentence::new("top-p", "`top_p` must be greater than or equal to 0.95 or unset");

const TOP_K: Sentence = Sentence::new("top-k", "`top_k` must be unset when thinking is enabled");

const DEPRECATED: Sentence = Sentence::new("deprecated", "`{name}` is deprecated for this model.");

/// The parameters: the name, the path in Converse, the test that a value must pass, and Anthropic's answer.
const PARAMETERS: [(&str, &str, Allowed, &Sentence); 3] = [
    ("temperature", "inferenceConfig.temperature", Allowed::One, &TEMPERATURE),
    ("top_p", "inferenceConfig.topP", Allowed::NearOne, &TOP_P),
    ("top_k", "", Allowed::Nothing, &TOP_K),
];

/// The values that a parameter may have.
#[derive(Clone, Copy)]
enum Allowed {
    One,
    /// From 0.95 on, or from 0.99 on where the model takes no sampling parameter.
    NearOne,
    Nothing,
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let never = facts.profile.fits("sampling=false");
    if !never && !matches!(thinking_mode(facts), "enabled" | "adaptive") {
        return;
    }
    for (name, elsewhere, allowed, sentence) in &PARAMETERS {
        let other = facts.body.path(elsewhere).filter(|_| is_converse(facts));
        let Some(value) = parameters(facts).get(name).or(other).filter(|value| value.kind() == Kind::Number) else { continue };
        let point = value.raw().iter().position(|byte| *byte == b'.').unwrap_or(value.raw().len());
        let (before, after) = value.raw().split_at_checked(point).unwrap_or_default();
        let one = before == b"1" && !after.iter().any(|byte| !matches!(byte, b'.' | b'0'));
        // The digits decide. A number with an exponent is left alone.
        let below =
            before == b"0" && !after.contains(&b'e') && !after.contains(&b'E') && after < if never { b".99".as_slice() } else { b".95" };
        let is_refused = match allowed {
            Allowed::One => !one,
            Allowed::NearOne => !one && below,
            Allowed::Nothing => true,
        };
        if is_refused {
            found.at(value).note("name", name).says(if never { &DEPRECATED } else { sentence });
        }
    }
}
