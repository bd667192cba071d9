//! A sampling parameter is set that thinking does not allow.
//!
//! # What it checks
//!
//! While the model thinks, `temperature` is 1, `top_p` at least 0.95, and `top_k` is not set. Models since Claude 4.7 take none of them
//! at all, but for a `temperature` of 1 and a `top_p` from 0.99 on. Haiku 5.5 takes a `top_p` of 0.99 alone, and not beside a `temperature`. From the API's
//! version 2026-10-21 on there is none of the three, for any model: the header `anthropic-version` says which version is meant.
//!
//! # Why
//!
//! > `temperature` may only be set to 1 when thinking is enabled or in adaptive mode.
//!
//! > `temperature` is deprecated for this model.
//!
//! > temperature: Extra inputs are not permitted
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
//! - documented, 2026-10-08: Haiku 5.5, <https://platform.claude.com/docs/en/models/haiku-5-5/migration-guide>
//! - documented, 2026-10-21: the version, <https://platform.claude.com/docs/en/api/versioning>
//! - reported, 2026-10-31: its sentence, <https://github.com/ttlequals0/MinusPod/releases/tag/v2.101.10>
//! - reported, 2026-03-10: the sentence on both, of another model, <https://github.com/skydiscover-ai/skydiscover/issues/15>
//! - reported, 2026-03-23: <https://github.com/dotCipher/opencode-claude-bridge/pull/1>
//! - reported, 2026-11-14: `top_k`, <https://github.com/quarkiverse/quarkus-langchain4j/issues/1812>
//! - catalogue: config.anth.temperature, config.anth.top-k

use super::parameters::{is_converse, parameters, thinking_mode};
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::json::Kind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "sampling-while-thinking",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[TEMPERATURE, TOP_P, TOP_K, DEPRECATED, NO_TEMPERATURE, NO_TOP_P, NO_TOP_K, BOTH],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// A parameter that must have another value, or none, while the model thinks.
    struct SamplingWhileThinking { name: &'static str }
    message if *name == "temperature" => "`temperature` must be 1 or unset while the model thinks."
    message if *name == "top_p" => "`top_p` must be at least 0.95 or unset while the model thinks."
    message => "`{name}` must be unset while the model thinks."

    /// A parameter that the model does not support, or not with this value.
    struct DeprecatedSampling { name: &'static str }
    message => "This model does not support this value of `{name}`."

    /// A parameter that the version of the API does not have.
    struct RemovedSampling { name: &'static str }
    message => "This `anthropic-version` has no parameter `{name}`."

    /// A `top_p` beside a `temperature`.
    struct TwoSamplings { name: &'static str }
    message => "This model does not allow `temperature` and `top_p` together."
}

const TEMPERATURE: Sentence = Sentence::new("temperature", "`temperature` may only be set to 1 when thinking is enabled");

const TOP_P: Sentence = Sentence::new("top-p", "`top_p` must be greater than or equal to 0.95 or unset");

const TOP_K: Sentence = Sentence::new("top-k", "`top_k` must be unset when thinking is enabled");

const DEPRECATED: Sentence = Sentence::new("deprecated", "`{name}` is deprecated for this model.");

const NO_TEMPERATURE: Sentence = Sentence::new("no-temperature", "temperature: Extra inputs are not permitted");

const NO_TOP_P: Sentence = Sentence::new("no-top-p", "top_p: Extra inputs are not permitted");

const NO_TOP_K: Sentence = Sentence::new("no-top-k", "top_k: Extra inputs are not permitted");

const BOTH: Sentence = Sentence::new("both", "`temperature` and `top_p` cannot both be specified for this model. Please use only one.");

/// A version of the API that has no sampling parameters. Only the vendor's own service goes by the header.
const WITHOUT_SAMPLING: &str = "wire=anthropic-messages surface=api version !version<2026-10-21";

/// The parameters: the name, the path in Converse, the test that a value must pass, Anthropic's answer, and its answer where there is no such parameter.
const PARAMETERS: [(&str, &str, Allowed, [&Sentence; 2]); 3] = [
    ("temperature", "inferenceConfig.temperature", Allowed::One, [&TEMPERATURE, &NO_TEMPERATURE]),
    ("top_p", "inferenceConfig.topP", Allowed::NearOne, [&TOP_P, &NO_TOP_P]),
    ("top_k", "", Allowed::Nothing, [&TOP_K, &NO_TOP_K]),
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
    let [removed, never, only_default] = [WITHOUT_SAMPLING, "sampling=false", "top_p=0.99"].map(|query| facts.profile.fits(query));
    let tempered = parameters(facts).get("temperature").or_else(|| facts.body.path("inferenceConfig.temperature")).is_some();
    if !removed && !never && !matches!(thinking_mode(facts), "enabled" | "adaptive") {
        return;
    }
    for (name, elsewhere, allowed, [sentence, none]) in &PARAMETERS {
        let other = if is_converse(facts) { facts.body.path(elsewhere) } else { None };
        let Some(value) = parameters(facts).get(name).or(other).filter(|value| value.kind() == Kind::Number) else { continue };
        let point = value.raw().iter().position(|byte| *byte == b'.').unwrap_or(value.raw().len());
        let (before, after) = value.raw().split_at_checked(point).unwrap_or_default();
        let one = before == b"1" && !after.iter().any(|byte| !matches!(byte, b'.' | b'0'));
        // The digits decide. A number with an exponent is left alone.
        let below =
            before == b"0" && !after.contains(&b'e') && !after.contains(&b'E') && after < if never { b".99".as_slice() } else { b".95" };
        let is_default = before == b"0" && after.strip_prefix(b".99").is_some_and(|rest| rest.iter().all(|digit| *digit == b'0'));
        match allowed {
            _ if removed => found.at(value).with(RemovedSampling { name }).says(none),
            Allowed::NearOne if only_default && is_default && tempered => found.at(value).with(TwoSamplings { name }).says(&BOTH),
            Allowed::NearOne if only_default && is_default => continue,
            Allowed::One if one => continue,
            Allowed::NearOne if !only_default && (one || !below) => continue,
            _ if never => found.at(value).with(DeprecatedSampling { name }).says(&DEPRECATED),
            _ => found.at(value).with(SamplingWhileThinking { name }).says(sentence),
        };
    }
}
