//! A sampling parameter is not supported while the model reasons.
//!
//! # What it checks
//!
//! While an OpenAI model reasons, `temperature` and `top_p` are 1 or not set. `presence_penalty` and `frequency_penalty` are 0 or not set. A chat
//! has no `stop`, except with o1 and o3-mini.
//!
//! With the effort `none`, which is the default of GPT-5.1, 5.2 and 5.4, all values are allowed. Grok models that reason support `temperature`
//! and `top_p` and refuse the other parameters, even with the value 0.
//!
//! # Why
//!
//! The provider supports only some sampling parameters and values for this model.
//!
//! Common cause: a client sends its sampling values to every model.
//!
//! > Unsupported parameter: 'temperature' is not supported with this model.
//!
//! > Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.
//!
//! > Argument not supported on this model: presencePenalty
//!
//! > Model grok-4.6 does not support parameter presencePenalty.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","temperature":0.2,"input":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5.6-sol","temperature":0.2,"reasoning":{"effort":"none"},"input":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the parameter. The model then uses its default.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: with an effort other than `none`, and on GPT-5, `temperature` and `top_p` "will raise an error", as far as GPT-5.4, <https://developers.openai.com/api/docs/guides/latest-model>
//! - documented, 2026-11-16: both and the penalties are not supported by models that reason, <https://learn.microsoft.com/en-us/azure/foundry/openai/how-to/reasoning>
//! - documented, 2026-11-16: `stop` is not supported with o3 and o4-mini, in the types of OpenAI's own client, <https://github.com/openai/openai-node/blob/master/src/resources/chat/completions/completions.ts>
//! - documented, 2026-11-16: xAI, "Adding them in the request would result in an error", of the penalties and `stop`, <https://docs.x.ai/docs/guides/reasoning>
//! - reported, 2025-08-27: <https://github.com/getzep/graphiti/issues/874>
//! - reported, 2025-08-08: <https://community.openai.com/t/gpt-5-models-temperature/1337957>
//! - reported, 2025-04-24: <https://github.com/yym68686/uni-api/issues/105>
//! - reported, 2025-05-22: xAI, of a penalty of 0 <https://github.com/n8n-io/n8n/pull/15607>
//! - reported, 2026-09-15: xAI, the same <https://github.com/miaoxworld/NativeTavern/issues/83>
//! - observed, 2026-11-14: accepted with the value 1, with the effort `none`, and on gpt-5.4-nano without an effort

use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::json::lossy;

/// The rule.
pub static RULE: Rule = Rule {
    id: "sampling-while-reasoning",
    binds: "wire=openai-responses|openai-chat name contract reasons=true,penalties=false",
    when: "temperature,top_p,presence_penalty,frequency_penalty,stop",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[UNSUPPORTED, ONLY_DEFAULT, XAI_ARGUMENT, XAI_PARAMETER],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The provider's name of the parameter, its value in the request, and the model.
    struct SamplingWhileReasoning { name: &'static str, value: String, model: String }
    message => "`{name}` is `{value}`, which `{model}` does not support while it reasons"

    /// The same for a Grok, which refuses the parameter whether it reasons or not.
    struct SamplingOfGrok { name: &'static str, member: Unlisted<&'static str>, value: String, model: String }
    message => "`{member}` is `{value}`, but `{model}` does not support this parameter"
}

const UNSUPPORTED: Sentence = Sentence::new("unsupported", "Unsupported parameter: '{name}' is not supported with this model.");

const ONLY_DEFAULT: Sentence = Sentence::new(
    "only-default",
    "Unsupported value: 'temperature' does not support {value} with this model. Only the default (1) value is supported.",
);

const XAI_ARGUMENT: Sentence = Sentence::new("xai-argument", "Argument not supported on this model: {name}");

const XAI_PARAMETER: Sentence = Sentence::new("xai-parameter", "Model {model} does not support parameter {name}.");

/// A parameter, its allowed values, and xAI's name of it if xAI refuses it.
const SETTINGS: [(&str, &str, &str); 5] = [
    ("temperature", "=1|null", ""),
    ("top_p", "=1|null", ""),
    ("presence_penalty", "=0|null", "presencePenalty"),
    ("frequency_penalty", "=0|null", "frequencyPenalty"),
    ("stop", "=null", "stop"),
];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let xai = facts.profile.fits("contract=xai");
    if !xai && !facts.thinks() {
        return;
    }
    for (name, free, theirs) in &SETTINGS {
        let Some(set) = facts.body.get(name).filter(|set| !set.fits(if xai { "=null" } else { free })) else { continue };
        if xai && theirs.is_empty() || *name == "stop" && !facts.profile.fits("stops=false") {
            continue;
        }
        let (value, model) = (lossy(set.raw()), facts.profile.word("model").to_owned());
        let finding = found.at(set);
        if xai {
            finding.with(SamplingOfGrok { name: theirs, member: Unlisted(name), value, model });
        } else {
            finding.with(SamplingWhileReasoning { name, value, model });
        }
        finding.says(match *name {
            // xAI uses another text since 2026.
            _ if xai && facts.profile.fits("name^grok-4-2|grok-4-3|grok-4-5|grok-4-6|grok-4-7|grok-5") => &XAI_PARAMETER,
            _ if xai => &XAI_ARGUMENT,
            "temperature" if facts.profile.fits("wire=openai-chat") => &ONLY_DEFAULT,
            _ => &UNSUPPORTED,
        });
        // OpenAI documents it for models up to GPT-5.4, and for `stop` only with two models.
        if !xai && (facts.profile.fits("name^gpt-5-5|gpt-5-6|gpt-6") || *name == "stop" && !facts.profile.fits("name^o3|o4-mini")) {
            finding.evidence = Evidence::Reported;
        }
    }
}
