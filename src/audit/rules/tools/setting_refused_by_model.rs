//! The model or host does not support this setting.
//!
//! # What it checks
//!
//! The tables list settings that a model or host refuses, alone or with another setting:
//!
//! - Groq's models that do not reason: `reasoning_format` and `reasoning_effort`.
//! - Mistral's models other than Magistral Medium: `prompt_mode`. Magistral and Codestral: `reasoning_effort`.
//! - Models on Ollama that do not think: `think`. gpt-oss at Cerebras: `disable_reasoning`.
//! - Kimi: a `temperature` other than 1, or 0.6 if thinking is off.
//! - OpenAI: `parallel_tool_calls` with o1, o3 and o4-mini in Chat Completions, web search with the effort `minimal`, and values of
//!   `reasoning.summary` and `text.verbosity`.
//! - Converse: `thinking` with models other than Claude, `reasoning_effort` with GPT-5.6 and GPT-6, and Nova's `reasoningConfig`.
//! - Qwen: a `thinking_budget` of 0, above the maximum, or beside `reasoning_effort`.
//! - Volcengine Ark: a `reasoning_effort` while thinking is off. OpenCode Zen: `thinking` with GLM-5.3, `clear_thinking` with GLM-5.2.
//!
//! `rethought tables` prints all of them as `refused_settings`. Add a row with `--models` for another model.
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
//! Unsafe: remove the setting. The model then uses its default.
//!
//! # Evidence
//!
//! - reported, 2025-12-09: Groq <https://github.com/0xPlaygrounds/rig/issues/1134>
//! - reported, 2026-05-29: Mistral <https://github.com/spring-projects/spring-ai/pull/6208>
//! - reported, 2026-04-17: Magistral <https://github.com/NousResearch/hermes-agent/issues/11243>
//! - reported, 2025-07-27: Ollama <https://github.com/taketwo/llm-ollama/pull/54>, <https://github.com/Neurons-AI/crawbot/issues/24>
//! - reported, 2026-10-26: Cerebras, in the source of <https://github.com/pydantic/pydantic-ai>; the text of the refusal is unknown
//! - reported, 2026-06-12: Kimi <https://github.com/opencyvis/opencyvis-phone/issues/12>, <https://github.com/arcsin1/oh-my-ppt/issues/45>
//! - reported, 2025-07-14: OpenAI <https://github.com/evalstate/fast-agent/issues/279>, <https://github.com/openai/codex/issues/3559>
//! - reported, 2026-04-23: OpenAI <https://github.com/openai/codex/issues/19188>, <https://github.com/openai/codex/pull/7845>
//! - reported, 2026-09-11: Converse <https://github.com/agentgateway/agentgateway/issues/3442>, <https://github.com/anomalyco/opencode/pull/48195>
//! - reported, 2026-09-08: Nova <https://github.com/UKGovernmentBEIS/inspect_ai/issues/5301>, <https://github.com/UKGovernmentBEIS/inspect_ai/issues/3767>
//! - reported, 2025-06-12: an effort of Chat at Responses <https://github.com/lobehub/lobehub/pull/8163>
//! - reported, 2026-09-19: Cerebras <https://github.com/proxysoul/Empryo/pull/209>
//! - reported, 2026-08-27: Volcengine Ark, probes <https://github.com/anomalyco/models.dev/pull/5564>, <https://github.com/anomalyco/models.dev/pull/5645>
//! - reported, 2026-08-10: Qwen <https://github.com/anomalyco/opencode/issues/41531>, <https://github.com/CherryHQ/cherry-studio/issues/7263>
//! - reported, 2026-06-22: OpenCode Zen <https://github.com/liliMozi/openhanako/issues/1865>
//! - reported, 2026-09-11: OpenCode Zen <https://github.com/OnesoftQwQ/opencode-go-copilot/issues/129>

use crate::audit::details::details;
use crate::audit::rules::texts::read_text;
use crate::audit::{Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::json::{Kind, Value, lossy};

/// The rule.
pub static RULE: Rule = Rule {
    id: "setting-refused-by-model",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|openai-chat|mistral-chat|ollama-chat refused_settings",
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[
        Sentence::new("groq", "`{setting}` is not supported with this model"),
        Sentence::new("mistral", "Reasoning prompt mode is not enabled for this model"),
        Sentence::new("ollama", "\"{model}\" does not support thinking"),
        Sentence::new("kimi", "invalid temperature: only {allowed} is allowed for this model"),
        Sentence::new("web-search", "The following tools cannot be used with reasoning.effort 'minimal': web_search."),
        Sentence::new(
            "value",
            "Unsupported value: '{value}' is not supported with the '{model}' model. Supported values are: '{allowed}'.",
        ),
        Sentence::new("no-summary", "Invalid value: 'none'. Supported values are: 'concise', 'detailed', and 'auto'."),
        Sentence::new("unknown-thinking", "Unknown parameter: 'thinking'."),
        Sentence::new("unknown-effort", "Unknown parameter: 'reasoning_effort'."),
        Sentence::new("unknown-field", "thinking: unknown field thinking"),
        Sentence::new("nova", "the provided reasoning config value is invalid"),
        Sentence::new("zero-budget", "The thinking_budget parameter must be a positive integer"),
        Sentence::new(
            "moved-effort",
            "Unsupported parameter: 'reasoning_effort'. In the Responses API, this parameter has moved to 'reasoning.effort'.",
        ),
        Sentence::new("cerebras", "property '{setting}' is unsupported"),
        Sentence::new("zen", "json: unknown field \"thinking\""),
        Sentence::new("ark", "Invalid combination of reasoning_effort and thinking type: {value} + disabled"),
        Sentence::new("effort-and-budget", "'reasoning_effort' and 'thinking_budget' cannot be set simultaneously"),
    ],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The setting, its value in the request, the allowed values if the table has them, and the model.
    struct RefusedSetting { setting: String, value: String, allowed: String, model: String }
    message if model.is_empty() => "This host does not support `{setting}`"
    message if allowed.is_empty() => "`{model}` does not support `{setting}`"
    message => "`{setting}` is `{value}`, but `{model}` allows only `{allowed}`"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (setting, contract) in facts.profile.fields("refused_settings") {
        // Two contracts of one setting differ by a name after the path.
        let setting = setting.lossy();
        let setting = setting.split('#').next().unwrap_or_default();
        if contract.kind() != Kind::Object || !holds(facts, contract) {
            continue;
        }
        let unless = contract.word("unless");
        facts.body.visit(setting, &mut |set| {
            if !set.is_null() && (unless.is_empty() || !set.fits(unless)) {
                report(facts, found, setting, set, contract);
            }
        });
    }
}

/// Returns `true` if the contract is about this request: about its other settings, and about whether the model thinks.
fn holds(facts: &Facts<'_>, contract: Value<'_>) -> bool {
    let when = contract.word("when");
    let thinks = contract.get("thinks").is_none_or(|thinks| thinks.fits("=true") == facts.thinks());
    thinks && (when.is_empty() || facts.body.fits(when))
}

fn report<'d>(facts: &Facts<'d>, found: &mut Found<'d>, setting: &str, set: Value<'d>, contract: Value<'_>) {
    let (setting, allowed, model) = (setting.to_owned(), contract.word("allowed").to_owned(), facts.profile.word("model").to_owned());
    let value = if set.text().is_some() { read_text(set) } else { lossy(set.raw()) };
    let sentence = found.rule.sentence(contract.word("says"));
    found.at(set).with(RefusedSetting { setting, value, allowed, model }).sentence = sentence;
}
