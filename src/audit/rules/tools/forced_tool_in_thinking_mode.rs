//! A tool is forced while the model thinks.
//!
//! # What it checks
//!
//! `tool_choice` is neither `required` nor a tool by name while the model thinks, as the request asks or by default. It binds DeepSeek, Alibaba's
//! Qwen and Kimi on their own hosts; `kimi-k3` takes `required`. Others that serve the same models take it.
//!
//! # Why
//!
//! > Thinking mode does not support this tool_choice
//!
//! Alibaba says it inside a stream that began with 200 as well. Structured output by a forced tool is how most clients run into it.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","tool_choice":"required",
//!   "tools":[{"type":"function","function":{"name":"weather"}}],"messages":[{"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","tool_choice":"required","thinking":{"type":"disabled"},
//!   "tools":[{"type":"function","function":{"name":"weather"}}],"messages":[{"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: `tool_choice` becomes `auto`, and the model may answer without a call. To keep the force, switch thinking off.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: recorded on DeepSeek V4 and on Qwen 3 to 3.8, also inside a stream
//! - reported, 2026-08-31: Kimi, form by form and model by model <https://github.com/UKGovernmentBEIS/inspect_ai/pull/5152>
//! - reported, 2026-05-14: Kimi <https://github.com/can1357/oh-my-pi/issues/1077>
//! - catalogue: ds.toolchoice.forced, observed.10.qwen-forced-tool

use crate::audit::{Evidence, Facts, Found, Mend, Rule, Safety};

/// The rule.
pub static RULE: Rule = Rule {
    id: "forced-tool-in-thinking-mode",
    binds: "wire=openai-chat dialect forced",
    when: "tool_choice=required,tool_choice:o",
    evidence: Evidence::Observed,
    upstream: &[
        "Thinking mode does not support this tool_choice",
        "<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required or object in thinking mode",
        "tool_choice '{choice}' is incompatible with thinking enabled",
    ],
    check,
    fixes: &[(Safety::Unsafe, Mend::Replace("\"auto\""))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(choice) = facts.body.get("tool_choice").filter(|choice| !choice.fits("type=auto|none")) else { return };
    let named = choice.text().is_none();
    if !facts.thinks() || !named && facts.profile.fits("forced=required") {
        return;
    }
    let says = ["deepseek", "qwen", "kimi"].iter().position(|host| *host == facts.profile.word("dialect")).unwrap_or(usize::MAX);
    let known = if says < 2 { Evidence::Observed } else { Evidence::Reported };
    let finding = found.finding(choice).says(says).known(known);
    found.push(finding.arg("choice", if named { "specified" } else { "required" }));
}
