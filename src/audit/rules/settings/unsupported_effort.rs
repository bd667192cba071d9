//! An effort is asked for that the model does not have.
//!
//! # What it checks
//!
//! `reasoning.effort` in Responses, `reasoning_effort` in a chat. A model that does not reason (GPT-4o, GPT-4.1, GPT-5 Chat) takes
//! none; most Groks reason and still take none; the others take those of their generation: `minimal` is GPT-5's, `none` came with
//! GPT-5.1, `xhigh` with GPT-5.2, `max` with GPT-5.6.
//!
//! # Why
//!
//! > Unsupported parameter: 'reasoning.effort' is not supported with this model.
//!
//! > Unsupported value: 'minimal' is not supported with the 'gpt-5.1' model. Supported values are: 'none', 'low', 'medium', and 'high'.
//!
//! > Model grok-4-latest does not support parameter reasoningEffort.
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
//! Unsafe: the effort goes, and the model does as it does by default.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused on gpt-5-chat-latest
//! - documented, 2026-11-14: <https://learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort>
//! - reported, 2025-11-18: <https://github.com/anomalyco/opencode/issues/4451>
//! - reported, 2026-08-28: <https://github.com/AAswordman/Operit/issues/1048>
//! - observed, 2026-05-10: every Grok of its time was tried, <https://github.com/NousResearch/hermes-agent/pull/23435>

use crate::audit::{Evidence, Facts, Found, Mend, Rule, Safety};
use crate::json::Value;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsupported-effort",
    binds: "wire=openai-responses|openai-chat name contract",
    when: "reasoning.effort:s,reasoning_effort:s",
    evidence: Evidence::Observed,
    upstream: &[
        "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
        "Unrecognized request argument supplied: reasoning_effort",
        "Unsupported value: '{effort}' is not supported with the '{model}' model. Supported values are: {efforts}.",
        "Unsupported value: 'reasoning_effort' does not support '{effort}' with this model. Supported values are: {efforts}.",
        "Model {model} does not support parameter reasoningEffort.",
    ],
    check,
    fixes: &[(Safety::Unsafe, Mend::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let chat = usize::from(facts.profile.fits("wire=openai-chat"));
    let Some(asked) = facts.body.path(if chat == 1 { "reasoning_effort" } else { "reasoning.effort" }) else { return };
    let effort = asked.text().map(|text| text.lossy()).unwrap_or_default();
    let efforts = facts.profile.word("efforts");
    let model = facts.profile.get("model").and_then(Value::text).map(|text| text.lossy()).unwrap_or_default();
    let finding = found.finding(asked).arg("effort", effort.clone()).arg("efforts", efforts).arg("model", model);
    if facts.profile.fits("effort=false") {
        found.push(finding.says(4));
    } else if facts.profile.fits("contract=openai reasons=false") {
        found.push(finding.says(chat));
    } else if !efforts.is_empty() && !efforts.split('\'').any(|known| known == effort) {
        found.push(finding.says(2 + chat).known(Evidence::Documented));
    }
}
