//! The model does not support this reasoning setting.
//!
//! # What it checks
//!
//! The request has no setting that the model is known to refuse:
//!
//! - Groq's models that do not reason: `reasoning_format` and `reasoning_effort`.
//! - Mistral's models other than Magistral Medium: `prompt_mode`.
//! - Gemma 3 on Ollama: `think`.
//! - gpt-oss at Cerebras: `disable_reasoning`.
//!
//! # Why
//!
//! > `reasoning_format` is not supported with this model
//!
//! The host refuses the whole request because of the setting. Common cause: a client has one set of options for all models of a host.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.groq.com"},"request":{"model":"llama-3.3-70b-versatile","reasoning_format":"parsed",
//!   "messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.groq.com"},"request":{"model":"qwen/qwen3-32b","reasoning_format":"parsed",
//!   "messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the setting.
//!
//! # Evidence
//!
//! - reported, 2025-12-09: Groq <https://github.com/0xPlaygrounds/rig/issues/1134>
//! - reported, 2026-05-29: Mistral <https://github.com/spring-projects/spring-ai/pull/6208>
//! - reported, 2025-07-27: Ollama <https://github.com/taketwo/llm-ollama/pull/54>
//! - reported, 2026-10-26: Cerebras, in the source of <https://github.com/pydantic/pydantic-ai>; the text of the refusal is unknown

use crate::audit::details::details;
use crate::audit::{Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "setting-refused-by-model",
    binds: "wire=openai-chat|mistral-chat|ollama-chat dialect,without without",
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[GROQ, MISTRAL, OLLAMA],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The setting, and the model.
    struct RefusedSetting { setting: String, model: String }
    message => "`{model}` does not support `{setting}`"
}

const GROQ: Sentence = Sentence::new("groq", "`{setting}` is not supported with this model");

const MISTRAL: Sentence = Sentence::new("mistral", "Reasoning prompt mode is not enabled for this model");

const OLLAMA: Sentence = Sentence::new("ollama", "\"{model}\" does not support thinking");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for name in facts.profile.list("without") {
        let name = name.text().and_then(|text| text.plain()).unwrap_or_default();
        if let Some(setting) = facts.body.get(name).filter(|setting| !setting.fits("=null|false")) {
            let model = facts.profile.word("model").to_owned();
            let finding = found.at(setting).with(RefusedSetting { setting: name.to_owned(), model });
            finding.sentence = match facts.profile.word("dialect") {
                "groq" => Some(&GROQ),
                "mistral" => Some(&MISTRAL),
                "ollama" => Some(&OLLAMA),
                _ => None,
            };
        }
    }
}
