//! A tool is forced, and the model would have to think first.
//!
//! # What it checks
//!
//! Under manual thinking (`"type":"enabled"`), `tool_choice` is neither `any` nor `tool`. Some models, which always think, take
//! neither in any mode. Adaptive thinking elsewhere takes both.
//!
//! # Why
//!
//! > Thinking may not be enabled when tool_choice forces tool use.
//!
//! > tool_choice: type "tool" and "any" are not supported for this model.
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
//! Unsafe: the model chooses (`auto`), and may call none.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused in recorded traffic under `enabled`, accepted under `adaptive`, Claude Opus 4.6
//! - documented, 2026-09-29: <https://platform.claude.com/docs/en/api/errors>
//! - reported, 2026-11-14: <https://github.com/mastra-ai/mastra/issues/7507>
//! - catalogue: anth-forced-tool-manual, anth-forced-tool-model

use super::{is_converse, mode};
use crate::audit::{Evidence, Facts, Finding, Found, Mend, Rule, Safety};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "forced-tool-while-thinking",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    when: "tool_choice.type=any|tool,toolConfig.toolChoice.any,toolConfig.toolChoice.tool",
    evidence: Evidence::Observed,
    upstream: &[
        "Thinking may not be enabled when tool_choice forces tool use.",
        "tool_choice: type \"tool\" and \"any\" are not supported for this model.",
    ],
    check,
    fixes: &[(Safety::Unsafe, Mend::By(fix))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let choice = if is_converse(facts) { facts.body.path("toolConfig.toolChoice") } else { facts.body.get("tool_choice") };
    let never = facts.profile.fits("forced=false");
    if let Some(choice) = choice.filter(|_| never || mode(facts) == "enabled") {
        let finding = found.finding(choice).says(usize::from(never));
        found.push(if never { finding.known(Evidence::Documented) } else { finding });
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    if is_converse(facts) {
        return changes.replace(finding.place, b"{\"auto\":{}}");
    }
    changes.set(finding.place, "type", b"\"auto\"")?;
    Mend::Drop("name").apply(facts, finding, changes)
}
