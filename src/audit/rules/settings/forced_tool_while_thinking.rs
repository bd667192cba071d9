//! `tool_choice` forces a tool call while the model thinks.
//!
//! # What it checks
//!
//! While the model thinks, no tool is forced.
//!
//! Claude refuses a forced tool with `"type":"enabled"`. Some Claude models always think and refuse it in every mode, also through
//! OpenRouter. With adaptive thinking the other models accept it.
//!
//! DeepSeek, Alibaba's Qwen and Kimi refuse `required` and a tool by name on their own hosts, if thinking is requested or the default.
//! `kimi-k3` accepts `required`. Other hosts of the same models accept both. DeepSeek's Messages endpoint refuses a tool by name.
//!
//! Alibaba may also refuse it inside a stream that started with status 200.
//!
//! # Why
//!
//! The provider refuses a forced tool call while the model thinks.
//!
//! Common cause: a client forces a tool to get structured output.
//!
//! > Thinking may not be enabled when tool_choice forces tool use.
//!
//! > Thinking mode does not support this tool_choice
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-6","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":1024},
//!   "tools":[{"name":"weather","input_schema":{"type":"object"}}],"tool_choice":{"type":"any"},"messages":[{"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-6","max_tokens":9000,"thinking":{"type":"adaptive"},
//!   "tools":[{"name":"weather","input_schema":{"type":"object"}}],"tool_choice":{"type":"any"},"messages":[{"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: set the choice to `auto`. The model may then answer without a call. To keep the forced call, disable thinking if the model allows
//! it.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused in recorded traffic under `enabled`, accepted under `adaptive`, Claude Opus 4.6
//! - observed, 2026-11-14: recorded on DeepSeek V4 and on Qwen 3 to 3.8, also inside a stream
//! - documented, 2026-09-29: <https://platform.claude.com/docs/en/api/errors>
//! - documented, 2026-11-15: through OpenRouter, <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/opus-5-5>
//! - reported, 2026-08-03: DeepSeek's Messages endpoint <https://github.com/deepseek-ai/DeepSeek-V3/issues/1376>
//! - reported, 2026-11-14: <https://github.com/mastra-ai/mastra/issues/7507>
//! - reported, 2026-08-31: Kimi, form by form and model by model <https://github.com/UKGovernmentBEIS/inspect_ai/pull/5152>
//! - reported, 2026-05-14: Kimi <https://github.com/can1357/oh-my-pi/issues/1077>
//! - catalogue: anth-forced-tool-manual, anth-forced-tool-model, ds.toolchoice.forced, observed.10.qwen-forced-tool

use crate::audit::details::details;
use crate::audit::rules::anthropic::parameters::thinking_mode;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "forced-tool-while-thinking",
    binds: "wire=anthropic-messages|bedrock-converse|openai-chat|openrouter-chat vendor=anthropic,dialect vendor=anthropic,forced",
    when: "tool_choice=required,tool_choice:o,toolConfig.toolChoice.any,toolConfig.toolChoice.tool",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[THINKING_ENABLED, NEVER, DEEPSEEK, QWEN, KIMI],
    check,
    fixes: &[Fix::new("choose-auto", Safety::Unsafe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

details! {
    /// Kimi's word for the choice: one specified tool, or any tool.
    struct ForcedTool { choice: &'static str }
    message => "`tool_choice` forces a tool call while the model thinks"
}

const THINKING_ENABLED: Sentence = Sentence::new("thinking-enabled", "Thinking may not be enabled when tool_choice forces tool use.");

const NEVER: Sentence = Sentence::new("never", "tool_choice: type \"tool\" and \"any\" are not supported for this model.");

const DEEPSEEK: Sentence = Sentence::new("deepseek", "Thinking mode does not support this tool_choice");

const QWEN: Sentence = Sentence::new(
    "qwen",
    "<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required or object in thinking mode",
);

const KIMI: Sentence = Sentence::new("kimi", "tool_choice '{choice}' is incompatible with thinking enabled");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let choice = facts.body.path("toolConfig.toolChoice").or_else(|| facts.body.get("tool_choice"));
    let Some(choice) = choice.filter(|choice| !choice.fits("type=auto|none")) else { return };
    let named = choice.text().is_none() && !choice.fits("type=any");
    let is_refused_by_host = || facts.thinks() && (named || !facts.profile.fits("forced=required"));
    let (refused, sentence, evidence) = match facts.profile.word("dialect") {
        "deepseek" if facts.profile.fits("wire=anthropic-messages") => (is_refused_by_host(), &DEEPSEEK, Evidence::Reported),
        "deepseek" => (is_refused_by_host(), &DEEPSEEK, Evidence::Observed),
        "qwen" => (is_refused_by_host(), &QWEN, Evidence::Observed),
        "kimi" => (is_refused_by_host(), &KIMI, Evidence::Reported),
        // OpenRouter passes the choice on in Anthropic's form. The text of its answer is not documented.
        "openrouter" if facts.profile.fits("wire=openai-chat|openrouter-chat") => {
            (facts.profile.fits("forced=false") && !choice.fits("=auto|none"), &NEVER, Evidence::Documented)
        }
        _ if facts.profile.fits("wire=openai-chat|openrouter-chat") => return,
        _ if facts.profile.fits("forced=false") => (true, &NEVER, Evidence::Documented),
        _ => (thinking_mode(facts) == "enabled", &THINKING_ENABLED, Evidence::Observed),
    };
    if refused {
        let finding = found.at(choice).with(ForcedTool { choice: if named { "specified" } else { "required" } });
        finding.says(sentence).evidence = evidence;
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    match facts.wire.as_str() {
        "bedrock-converse" => changes.replace(finding.place, b"{\"auto\":{}}"),
        "openai-chat" | "openrouter-chat" => changes.replace(finding.place, b"\"auto\""),
        _ => {
            changes.set(finding.place, "type", b"\"auto\"")?;
            FixEdit::Drop("name").apply(facts, finding, changes)
        }
    }
}
