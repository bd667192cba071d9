//! The model or host does not support this effort.
//!
//! # What it checks
//!
//! The rule checks `reasoning.effort`, `reasoning_effort` or `output_config.effort`, depending on the wire.
//!
//! Models that do not reason support no effort: GPT-4o, GPT-4.1 and GPT-5 Chat. Most Grok models and Claude models before 4.6, except Opus 4.5,
//! think but support no effort either.
//!
//! OpenAI's other models support the values of their generation. GPT-5 has `minimal`. GPT-5.1 added `none`, GPT-5.2 `xhigh` and GPT-5.6 `max`.
//! GPT-6 Astra and GPT-6.1 Sol have no `none`, and neither have Grok models from 4.5 on.
//!
//! At Mistral, `mistral-large-4` supports `low`, `medium` and `high`, and `zai-glm-5-3` supports `low`, `high` and `max`. At Groq, Qwen 3
//! supports `none` and `default`, and gpt-oss supports `low`, `medium` and `high`. OpenRouter accepts seven values for every model.
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
//! - reported, 2026-11-15: Mistral's and Grok's, the catalogues of a client, <https://github.com/vercel/ai>; the texts of their refusals are unknown
//! - reported, 2025-11-18: OpenAI's, <https://github.com/anomalyco/opencode/issues/4451>
//! - reported, 2026-08-28: OpenAI's, <https://github.com/AAswordman/Operit/issues/1048>
//! - reported, 2026-03-04: Claude's, <https://github.com/anthropics/claude-code/issues/30760>
//! - reported, 2026-03-03: Groq's Qwen 3, <https://github.com/earendil-works/pi/issues/1745>
//! - reported, 2026-04-26: Groq's, of no model, <https://github.com/earendil-works/pi/issues/3764>
//! - reported, 2026-08-19: OpenRouter's, an answer in the tests of <https://github.com/roboflow/inference>
//! - catalogue: config.oai.effort, config.anth.effort

use std::fmt::{Formatter, Result};

use crate::audit::details::{Field, details};
use crate::audit::rules::texts::read_text;
use crate::audit::{Args, Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsupported-effort",
    binds: "wire=openai-responses|openai-chat|openrouter-chat|mistral-chat|anthropic-messages|bedrock-converse name effort,efforts,refused_efforts",
    when: "reasoning.effort:s,reasoning_effort:s,output_config.effort:s,additionalModelRequestFields.output_config.effort:s",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[NO_EFFORT, OTHER_EFFORT, NO_EFFORT_ON_CHAT, OTHER_EFFORT_ON_CHAT, XAI, ANTHROPIC, OPENROUTER, GROQ, GROQ_UNKNOWN],
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

/// The efforts of a model in the form of its provider: each in quotes or backticks.
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
        out.write_str(&self.listed.replace('\'', "`"))
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

/// A sentence, if it is known, and the evidence.
type Answer = Option<(Option<&'static Sentence>, Evidence)>;

/// A target, the path of the effort, the answer if the model supports no effort, and the answer to an unsupported value.
static ANSWERS: [(&str, &str, Answer, Answer); 9] = [
    ("wire=anthropic-messages vendor=anthropic", "output_config.effort", Some((Some(&ANTHROPIC), Evidence::Documented)), None),
    (
        "wire=bedrock-converse vendor=anthropic",
        "additionalModelRequestFields.output_config.effort",
        Some((Some(&ANTHROPIC), Evidence::Documented)),
        None,
    ),
    ("dialect=openrouter", "reasoning.effort", None, Some((Some(&OPENROUTER), Evidence::Reported))),
    ("dialect=groq", "reasoning_effort", None, Some((Some(&GROQ), Evidence::Reported))),
    ("dialect=mistral", "reasoning_effort", None, Some((None, Evidence::Reported))),
    ("contract=xai wire=openai-chat", "reasoning_effort", Some((Some(&XAI), Evidence::Observed)), Some((None, Evidence::Reported))),
    ("contract=xai", "reasoning.effort", Some((Some(&XAI), Evidence::Observed)), Some((None, Evidence::Reported))),
    (
        "contract=openai wire=openai-chat",
        "reasoning_effort",
        Some((Some(&NO_EFFORT_ON_CHAT), Evidence::Observed)),
        Some((Some(&OTHER_EFFORT_ON_CHAT), Evidence::Documented)),
    ),
    (
        "contract=openai",
        "reasoning.effort",
        Some((Some(&NO_EFFORT), Evidence::Observed)),
        Some((Some(&OTHER_EFFORT), Evidence::Documented)),
    ),
];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some((_, path, none, other)) = ANSWERS.iter().find(|(target, ..)| facts.profile.fits(target)) else { return };
    let Some(asked) = facts.body.path(path).filter(|asked| asked.text().is_some()) else { return };
    let efforts = facts.profile.word("efforts");
    let is_known = |known: &[u8]| asked.text().is_some_and(|effort| effort.raw() == known);
    let is_unlisted = !efforts.is_empty() && !efforts.as_bytes().split(|byte| matches!(byte, b'\'' | b'`')).any(is_known);
    let is_refused = facts.profile.list("refused_efforts").any(|refused| refused.text().is_some_and(|refused| is_known(refused.raw())));
    let has_none = none.filter(|_| facts.profile.fits("effort=false"));
    let answer = has_none.or(other.filter(|_| is_unlisted || is_refused));
    let Some((mut sentence, evidence)) = answer else { return };
    // Groq has another text for a value that no Groq model supports.
    if sentence == Some(&GROQ) && !asked.fits("=none|default|low|medium|high") {
        sentence = Some(&GROQ_UNKNOWN);
    }
    let (effort, efforts, model) = (read_text(asked), Efforts { listed: efforts.to_owned() }, facts.profile.word("model").to_owned());
    let finding = match has_none {
        Some(_) => found.at(asked).with(EffortWithoutChoice { effort, efforts, model }),
        None => found.at(asked).with(UnsupportedEffort { effort, efforts, model }),
    };
    (finding.sentence, finding.evidence) = (sentence, evidence);
}
