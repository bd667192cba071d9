//! This model does not support `async` tools.
//!
//! # What it checks
//!
//! No tool has `"async": true` for a model before GPT-6. Applies to OpenAI and Azure.
//!
//! # Why
//!
//! GPT-6 continues while an `async` tool runs, and accepts its output in a later request. OpenRouter's documentation says that OpenAI
//! answers earlier models with a 400.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5.6","tools":[{"type":"function","name":"report","async":true,"parameters":{"type":"object"}}],
//!   "input":[{"role":"user","content":"Start the report."}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-6-astra","tools":[{"type":"function","name":"report","async":true,"parameters":{"type":"object"}}],
//!   "input":[{"role":"user","content":"Start the report."}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove `async`. The model then waits for the tool.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: <https://developers.openai.com/api/docs/guides/async-tool-calling>, <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/gpt-6.md>;
//!   the text of the refusal is not known
//! - catalogue: oai-async-tool

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsupported-async-tool",
    binds: "wire=openai-responses vendor=openai contract=openai name async=false",
    when: "tools.*.async=true",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for tool in facts.body.list("tools").filter_map(|tool| tool.get("async")).filter(|asked| asked.fits("=true")) {
        found.at(tool);
    }
}
