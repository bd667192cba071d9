//! A sampling parameter is not allowed while the model thinks.
//!
//! # What it checks
//!
//! While the model thinks, `temperature` is 1, `top_p` is at least 0.95, and `top_k` is not set.
//!
//! Models since Claude 4.7 allow only a `temperature` of 1 and a `top_p` of at least 0.99, with or without thinking. Haiku 5.5 allows a `top_p`
//! of 0.99 only, and not together with `temperature`. Claude 4.1, 4.5 and 4.6 allow one of the two, unless they think.
//!
//! From the API version 2026-10-21 on, no model has these parameters. The header `anthropic-version` names the version.
//!
//! # Why
//!
//! The model, its thinking and the API version decide which sampling values are allowed. Anthropic refuses all others.
//!
//! Common cause: a client keeps its `temperature` when it enables thinking or changes the model.
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
//! Unsafe: remove the parameter. The model then uses its default sampling.
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
//! - reported, 2026-05-16: both parameters, <https://github.com/Vali-98/ChatterUI/issues/564>, <https://github.com/open-webui/pipelines/pull/546>
//! - reported, 2026-01-26: both, through Converse, <https://github.com/SalesforceAIResearch/MCP-Universe/issues/49>
//! - catalogue: config.anth.temperature, config.anth.top-k

use super::parameters::{is_converse, parameters, thinking_mode};
use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::json::{Kind, Value, canonical, lossy};

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
    struct SamplingWhileThinking { name: &'static str, value: Unlisted<String> }
    message if *name == "temperature" => "`temperature` is {value}, but it must be 1 or unset while the model thinks"
    message if *name == "top_p" => "`top_p` is {value}, but it must be at least 0.95 or unset while the model thinks"
    message => "`{name}` is {value}, but it must be unset while the model thinks"

    /// A parameter that the model does not support, or not with this value.
    struct DeprecatedSampling { name: &'static str, value: Unlisted<String> }
    message => "`{name}` is {value}, which this model does not support"

    /// A parameter that the version of the API does not have.
    struct RemovedSampling { name: &'static str }
    message => "`{name}` does not exist in this `anthropic-version`"

    /// A `top_p` together with a `temperature`.
    struct TwoSamplings { name: &'static str }
    message => "`temperature` and `top_p` are both set, but this model allows only one"
}

const TEMPERATURE: Sentence = Sentence::new("temperature", "`temperature` may only be set to 1 when thinking is enabled");

const TOP_P: Sentence = Sentence::new("top-p", "`top_p` must be greater than or equal to 0.95 or unset");

const TOP_K: Sentence = Sentence::new("top-k", "`top_k` must be unset when thinking is enabled");

const DEPRECATED: Sentence = Sentence::new("deprecated", "`{name}` is deprecated for this model.");

const NO_TEMPERATURE: Sentence = Sentence::new("no-temperature", "temperature: Extra inputs are not permitted");

const NO_TOP_P: Sentence = Sentence::new("no-top-p", "top_p: Extra inputs are not permitted");

const NO_TOP_K: Sentence = Sentence::new("no-top-k", "top_k: Extra inputs are not permitted");

const BOTH: Sentence = Sentence::new("both", "`temperature` and `top_p` cannot both be specified for this model. Please use only one.");

/// A version of the API that has no sampling parameters. Only Anthropic's own service reads the header.
const WITHOUT_SAMPLING: &str = "wire=anthropic-messages surface=api version !version<2026-10-21";

/// The parameters: the name, the path in Converse, the allowed values, Anthropic's answer, and its answer in versions without the parameter.
const PARAMETERS: [(&str, &str, Allowed, [&Sentence; 2]); 3] = [
    ("temperature", "inferenceConfig.temperature", Allowed::One, [&TEMPERATURE, &NO_TEMPERATURE]),
    ("top_p", "inferenceConfig.topP", Allowed::NearOne, [&TOP_P, &NO_TOP_P]),
    ("top_k", "", Allowed::Nothing, [&TOP_K, &NO_TOP_K]),
];

/// The values that a parameter may have.
#[derive(Clone, Copy)]
enum Allowed {
    One,
    /// At least 0.95, or at least 0.99 with models that support no sampling parameter.
    NearOne,
    Nothing,
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let [removed, never, only_default] = [WITHOUT_SAMPLING, "sampling=false", "top_p=0.99"].map(|query| facts.profile.fits(query));
    let temperature = parameters(facts).get("temperature").or_else(|| facts.body.path("inferenceConfig.temperature"));
    let tempered = temperature.is_some();
    if !removed && !never && !matches!(thinking_mode(facts), "enabled" | "adaptive") {
        let top_p = parameters(facts).get("top_p").or_else(|| facts.body.path("inferenceConfig.topP"));
        let is_number = |value: &Value<'_>| value.kind() == Kind::Number;
        if let Some(top_p) = top_p.filter(|top_p| is_number(top_p) && temperature.as_ref().is_some_and(is_number))
            && facts.profile.fits("one_sampling=true")
        {
            found.at(top_p).with(TwoSamplings { name: "top_p" }).says(&BOTH).evidence = Evidence::Reported;
        }
        return;
    }
    for (name, elsewhere, allowed, [sentence, none]) in &PARAMETERS {
        let other = if is_converse(facts) { facts.body.path(elsewhere) } else { None };
        let Some(value) = parameters(facts).get(name).or(other).filter(|value| value.kind() == Kind::Number) else { continue };
        let (one, is_default) = (value.fits("=1"), value.fits("=0.99"));
        // The digits are compared as text. The canonical text of a number below a millionth has an exponent and is ignored.
        let number = canonical(value);
        let after = number.strip_prefix(b"0");
        let below = after.is_some_and(|after| after < if never { b".99".as_slice() } else { b".95" });
        let shown = Unlisted(lossy(value.raw()));
        match allowed {
            _ if removed => found.at(value).with(RemovedSampling { name }).says(none),
            Allowed::NearOne if only_default && is_default && tempered => found.at(value).with(TwoSamplings { name }).says(&BOTH),
            Allowed::NearOne if only_default && is_default => continue,
            Allowed::One if one => continue,
            Allowed::NearOne if !only_default && (one || !below) => continue,
            _ if never => found.at(value).with(DeprecatedSampling { name, value: shown }).says(&DEPRECATED),
            _ => found.at(value).with(SamplingWhileThinking { name, value: shown }).says(sentence),
        };
    }
}
