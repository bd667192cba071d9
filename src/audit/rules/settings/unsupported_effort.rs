//! The model or host does not support this effort.
//!
//! # What it checks
//!
//! The rule checks every effort of a request: `reasoning.effort`, `reasoning_effort`, `output_config.effort` and Converse's `outputConfig.effort`.
//! It also checks the effort of a message and of a `configuration_update`.
//!
//! Models that do not reason support no effort: GPT-4o, GPT-4.1 and GPT-5 Chat. Most Grok models and Claude models before 4.6, except Opus 4.5,
//! think but support no effort either.
//!
//! OpenAI's other models support the values of their generation. GPT-5 has `minimal`. GPT-5.1 added `none`, GPT-5.2 `xhigh` and GPT-5.6 `max`.
//! The pro models, the chat models and GPT-6 have lists of their own. Claude supports `low` to `high`, from 4.6 on also `max`, from 4.7 on also
//! `xhigh`.
//!
//! Grok, GLM, Kimi, Doubao, Mistral, Groq, Copilot and OpenRouter have lists too. All lists are in the tables: `rethought tables`.
//!
//! # Why
//!
//! Providers refuse an effort that the model does not have.
//!
//! Common causes: a client sends the scale of another vendor, or the model was changed and the setting was not.
//!
//! > Unsupported value: 'minimal' is not supported with the 'gpt-5.1' model. Supported values are: 'none', 'low', 'medium', and 'high'.
//!
//! > This model does not support the effort parameter.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5.1","reasoning":{"effort":"minimal"},"input":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5.1","reasoning":{"effort":"low"},"input":[
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the effort. The model then uses its default.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused on gpt-5-chat-latest
//! - observed, 2026-05-10: every Grok of its time was tried, <https://github.com/NousResearch/hermes-agent/pull/23435>
//! - documented, 2026-11-14: OpenAI's, <https://learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort>
//! - documented, 2026-08-22: Claude's, <https://platform.claude.com/docs/en/build-with-claude/effort>
//! - documented, 2026-11-16: GPT-6, <https://developers.openai.com/api/docs/guides/latest-model>, <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/gpt-6.md>
//! - documented, 2026-09-16: GLM-5.3, except on the coding route, <https://docs.z.ai/guides/capabilities/thinking>
//! - reported, 2026-09-21: the same, probes of both routes, <https://github.com/NousResearch/hermes-agent/issues/96838>
//! - reported, 2026-10-26: OpenAI's pro and chat models, Claude's, Kimi's, live checks in the source of <https://github.com/pydantic/pydantic-ai>
//! - reported, 2026-11-15: Mistral's and Grok's, the catalogues of a client, <https://github.com/vercel/ai>; the texts of their refusals are unknown
//! - reported, 2026-05-08: OpenAI's Codex models, <https://github.com/CherryHQ/cherry-studio/issues/10430>, <https://github.com/openai/codex/issues/6647>, <https://github.com/just-every/code/issues/422>, <https://github.com/anomalyco/opencode/pull/26268>
//! - reported, 2025-11-18: OpenAI's, <https://github.com/anomalyco/opencode/issues/4451>
//! - reported, 2026-08-28: OpenAI's, <https://github.com/AAswordman/Operit/issues/1048>
//! - reported, 2026-03-04: Claude's, <https://github.com/anthropics/claude-code/issues/30760>
//! - reported, 2026-03-03: Groq's Qwen 3, <https://github.com/earendil-works/pi/issues/1745>
//! - reported, 2026-04-26: Groq's, of no model, <https://github.com/earendil-works/pi/issues/3764>
//! - reported, 2026-06-29: Copilot's, <https://github.com/anomalyco/opencode/issues/34438>, <https://github.com/charmbracelet/crush/issues/2902>, <https://github.com/caozhiyuan/copilot-api/issues/286>, <https://github.com/microsoft/vscode/issues/310940>
//! - reported, 2026-08-26: Doubao's, probes, <https://github.com/anomalyco/models.dev/pull/5564>
//! - reported, 2026-08-15: GLM-5.3's on the coding route, probes, <https://github.com/stefandevo/glm-acp-agent/issues/74>
//! - reported, 2026-08-14: Kimi K2.6's, <https://github.com/futuregene/future-os/pull/245>
//! - reported, 2026-07-28: OpenCode Zen's, probes, <https://github.com/anomalyco/models.dev/pull/3812>
//! - reported, 2026-08-19: Grok Build's, <https://github.com/earendil-works/pi/issues/8381>
//! - reported, 2026-08-19: OpenRouter's, an answer in the tests of <https://github.com/roboflow/inference>
//! - catalogue: config.oai.effort, config.anth.effort

use std::fmt::{Formatter, Result};

use crate::audit::details::{Field, details};
use crate::audit::fix_title::joined;
use crate::audit::rules::texts::read_text;
use crate::audit::{Args, Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::conversation::reasoning::listed_words;
use crate::json::Value;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsupported-effort",
    binds: "wire=openai-responses|openai-chat|openrouter-chat|mistral-chat|anthropic-messages|bedrock-converse name effort,efforts,refused_efforts",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[
        NO_EFFORT,
        OTHER_EFFORT,
        NO_EFFORT_ON_CHAT,
        OTHER_EFFORT_ON_CHAT,
        XAI,
        ANTHROPIC,
        OPENROUTER,
        GROQ,
        GROQ_UNKNOWN,
        GLM,
        GLM_CODING,
        ARK,
        COPILOT_NONE,
        COPILOT_OTHER,
        COPILOT_NONE_ON_CHAT,
        COPILOT_OTHER_ON_CHAT,
    ],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// An effort for a model that has none.
    struct EffortWithoutChoice { effort: String, efforts: Efforts, model: String }
    message => "The effort is `{effort}`, but `{model}` does not support the parameter"

    /// An effort that the model does not support, and the supported ones.
    struct UnsupportedEffort { effort: String, efforts: Efforts, model: String }
    message if efforts.listed.is_empty() => "The effort is `{effort}`, which `{model}` does not support"
    message => "The effort is `{effort}`, but `{model}` allows only {efforts}"
}

/// The efforts of a model in the form of its provider.
#[derive(Debug)]
struct Efforts {
    listed: String,
}

impl Field for Efforts {
    fn list<'a>(&'a self, name: &'static str, args: &mut Args<'a>) {
        self.listed.list(name, args);
    }

    /// They come from the tables, so nothing is escaped.
    fn show(&self, out: &mut Formatter<'_>) -> Result {
        let names: Vec<String> = listed_words(&self.listed).map(|name| format!("`{name}`")).collect();
        out.write_str(&joined(&names))
    }
}

const NO_EFFORT: Sentence = Sentence::new("no-effort", "Unsupported parameter: 'reasoning.effort' is not supported with this model.");

const OTHER_EFFORT: Sentence = Sentence::new(
    "other-effort",
    "Unsupported value: '{effort}' is not supported with the '{model}' model. Supported values are: {efforts}.",
);

const NO_EFFORT_ON_CHAT: Sentence = Sentence::new("no-effort-on-chat", "Unrecognized request argument supplied: reasoning_effort");

const OTHER_EFFORT_ON_CHAT: Sentence = Sentence::new(
    "other-effort-on-chat",
    "Unsupported value: 'reasoning_effort' does not support '{effort}' with this model. Supported values are: {efforts}.",
);

const XAI: Sentence = Sentence::new("xai", "Model {model} does not support parameter reasoningEffort.");

const ANTHROPIC: Sentence = Sentence::new("anthropic", "This model does not support the effort parameter.");

const OPENROUTER: Sentence = Sentence::new(
    "openrouter",
    "reasoning.effort: Invalid option: expected one of \"max\"|\"xhigh\"|\"high\"|\"medium\"|\"low\"|\"minimal\"|\"none\"",
);

const GROQ: Sentence = Sentence::new("groq", "`reasoning_effort` must be one of {efforts}");

const GROQ_UNKNOWN: Sentence = Sentence::new(
    "groq-unheard",
    "'reasoning_effort' : value is not one of the allowed values ['none', 'default', 'low', 'medium', 'high']",
);

const GLM: Sentence = Sentence::new("glm", "This model always engages in thinking and cannot be disabled; please use low, high, or max.");

const GLM_CODING: Sentence = Sentence::new("glm-coding", "reasoning_effort must be one of: {efforts}");

const ARK: Sentence = Sentence::new("ark", "Invalid reasoning_effort: {effort}");

const COPILOT_NONE: Sentence =
    Sentence::new("copilot-none", "output_config.effort \"{effort}\" was provided, but model {model} does not support reasoning effort");

const COPILOT_OTHER: Sentence = Sentence::new("copilot-other", "output_config.effort \"{effort}\" is not supported by model {model}");

const COPILOT_NONE_ON_CHAT: Sentence = Sentence::new(
    "copilot-none-on-chat",
    "reasoning_effort \"{effort}\" was provided, but model {model} does not support reasoning effort",
);

const COPILOT_OTHER_ON_CHAT: Sentence =
    Sentence::new("copilot-other-on-chat", "reasoning_effort \"{effort}\" is not supported by model {model}");

/// The paths of an effort on a wire.
static PATHS: [(&str, &[&str]); 6] = [
    ("anthropic-messages", &["output_config.effort", "messages.*.output_config.effort"]),
    ("bedrock-converse", &["outputConfig.effort", "additionalModelRequestFields.output_config.effort"]),
    ("openai-responses", &["reasoning.effort", "input.*.reasoning.effort"]),
    ("openai-chat", &["reasoning_effort"]),
    ("mistral-chat", &["reasoning_effort"]),
    ("openrouter-chat", &["reasoning.effort", "messages.*.configuration_update.reasoning.effort"]),
];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some((_, paths)) = PATHS.iter().find(|(wire, _)| *wire == facts.wire.as_str()) else { return };
    for path in *paths {
        facts.body.visit(path, &mut |asked| {
            if asked.text().is_some() {
                check_effort(asked, facts, found);
            }
        });
    }
}

fn check_effort<'d>(asked: Value<'d>, facts: &Facts<'d>, found: &mut Found<'d>) {
    let efforts = facts.profile.word("efforts");
    let effort = read_text(asked);
    let is_unlisted = !efforts.is_empty() && listed_words(efforts).all(|known| known != effort);
    let is_refused = facts.profile.list("refused_efforts").any(|refused| refused.text().is_some_and(|refused| refused.lossy() == *effort));
    // Without an answer in the tables, the host adapts the request to a model without efforts.
    let none = facts.profile.get("no_effort").filter(|_| facts.profile.fits("effort=false"));
    if none.is_none() && !is_unlisted && !is_refused {
        return;
    }
    let answer = none.or_else(|| facts.profile.get("other_effort"));
    let (mut sentence, mut evidence) = (answer.and_then(|answer| sentence(answer, asked)), answer.map_or(Evidence::Reported, evidence));
    // OpenAI lists the supported values in its answer, so it is not known without the list.
    if efforts.is_empty() && none.is_none() {
        sentence = None;
    }
    if facts.profile.fits("efforts_known=reported") {
        evidence = evidence.min(Evidence::Reported);
    }
    let (efforts, model) = (Efforts { listed: efforts.to_owned() }, facts.profile.word("model").to_owned());
    let finding = match none {
        Some(_) => found.at(asked).with(EffortWithoutChoice { effort, efforts, model }),
        None => found.at(asked).with(UnsupportedEffort { effort, efforts, model }),
    };
    (finding.sentence, finding.evidence) = (sentence, evidence);
}

/// Returns the sentence of an answer. Some hosts have another one for a value that none of their models supports.
fn sentence(answer: Value<'_>, asked: Value<'_>) -> Option<&'static Sentence> {
    let values = answer.word("values");
    RULE.sentence(answer.word(if values.is_empty() || asked.fits(values) { "says" } else { "says_of_no_value" }))
}

/// Returns how sure an answer is.
fn evidence(answer: Value<'_>) -> Evidence {
    match answer.word("known") {
        "observed" => Evidence::Observed,
        "documented" => Evidence::Documented,
        _ => Evidence::Reported,
    }
}
