//! A setting of reasoning is sent to a model that has no use for it, or one that reasoning excludes.
//!
//! # What it checks
//!
//! Settings that the model is known to refuse are not there: `reasoning_format` and `reasoning_effort` for Groq's models that do not reason;
//! `reasoning_effort` for the Grok 4 models before 4.3, the penalties for all, and `stop` since 4.3; `prompt_mode` at Mistral, save for Magistral
//! Medium; `think` for Ollama's Gemma 3.
//!
//! # Why
//!
//! > Model grok-4-latest does not support parameter reasoningEffort.
//!
//! Clients keep one set of options for all models of a host.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.x.ai"},"request":{"model":"grok-4-latest","reasoning_effort":"high",
//!   "messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.x.ai"},"request":{"model":"grok-3-mini","reasoning_effort":"high",
//!   "messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the setting goes.
//!
//! # Evidence
//!
//! - reported, 2025-12-09: Groq <https://github.com/0xPlaygrounds/rig/issues/1134>
//! - reported, 2025-11-05: xAI <https://github.com/BerriAI/litellm/pull/16265>
//! - reported, 2026-09-15: xAI, the penalties <https://github.com/miaoxworld/NativeTavern/issues/83>
//! - reported, 2026-05-29: Mistral <https://github.com/spring-projects/spring-ai/pull/6208>
//! - reported, 2025-07-27: Ollama <https://github.com/taketwo/llm-ollama/pull/54>

use crate::audit::{Facts, Found, Mend, Rule, Safety};
use crate::json::Value;

/// The rule.
pub static RULE: Rule = Rule {
    id: "setting-refused-by-model",
    binds: "wire=openai-chat|mistral-chat|ollama-chat dialect,without without",
    upstream: &[
        "`{setting}` is not supported with this model",
        "Model {model} does not support parameter {setting}.",
        "Reasoning prompt mode is not enabled for this model",
        "\"{model}\" does not support thinking",
    ],
    check,
    fixes: &[(Safety::Unsafe, Mend::Remove)],
    ..Rule::DEFAULT
};

/// How xAI calls what it does not know.
const NAMES: [(&str, &str); 3] =
    [("reasoning_effort", "reasoningEffort"), ("presence_penalty", "presencePenalty"), ("frequency_penalty", "frequencyPenalty")];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let says = ["groq", "xai", "mistral"].iter().position(|host| *host == facts.profile.word("dialect")).unwrap_or(3);
    for name in facts.profile.get("without").into_iter().flat_map(Value::elements).filter_map(Value::text) {
        let name = name.plain().unwrap_or_default();
        if let Some(setting) = facts.body.get(name).filter(|setting| !setting.is_null() && setting.boolean() != Some(false)) {
            let called = NAMES.iter().find(|(ours, _)| says == 1 && *ours == name).map_or(name, |(_, theirs)| theirs);
            found.push(found.finding(setting).says(says).arg("setting", called).arg("model", facts.profile.word("model")));
        }
    }
}
