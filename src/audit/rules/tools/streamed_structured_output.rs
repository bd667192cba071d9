//! The model cannot stream structured output or tool calls.
//!
//! # What it checks
//!
//! A request with `"stream": true` has no JSON `response_format`. Applies to Qwen 3 models at Cerebras that reason. gpt-oss and GLM
//! support both. The 235B thinking model also refuses `tools` in a stream, unless `tool_choice` is `none`. The 32B model supports them.
//!
//! # Why
//!
//! > "stream=true" with structured outputs is currently not supported for reasoning models.
//!
//! Cerebras refuses the combination for this model, so a client that works with other models fails.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.cerebras.ai"},"request":{"model":"qwen-3-32b","stream":true,"response_format":{"type":"json_object"},
//!   "messages":[{"role":"user","content":"Hello, in JSON."}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.cerebras.ai"},"request":{"model":"qwen-3-32b","response_format":{"type":"json_object"},
//!   "messages":[{"role":"user","content":"Hello, in JSON."}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: set `stream` to `false`. The answer then comes in one piece, and the client must not wait for a stream.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: recorded with `json_object` and `json_schema` on both models, and with tools, `auto` and `required`, on the 235B thinking model
//! - observed, 2025-12: accepted with tools on the 32B model, whose streamed call was answered in the next request

use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "streamed-structured-output",
    binds: "wire=openai-chat dialect=cerebras structured=whole",
    when: "stream=true tools.*,response_format.type=json_object|json_schema",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("streamed", "\"stream=true\" with structured outputs is currently not supported for reasoning models.")],
    check,
    fixes: &[Fix::new("replace", Safety::Unsafe, FixEdit::Replace("false"))],
    ..Rule::DEFAULT
};

details! {
    /// The part of the answer that the model cannot stream.
    struct StreamedOutput { what: Unlisted<&'static str> }
    message => "`stream` is `true`, but this model cannot stream {what}"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let formatted = facts.body.fits("response_format.type=json_object|json_schema");
    let calls = facts.profile.fits("streamed_tools=false") && facts.body.fits("tools.* !tool_choice=none");
    if (formatted || calls)
        && let Some(stream) = facts.body.get("stream")
    {
        let what = Unlisted(if formatted { "structured output" } else { "tool calls" });
        found.at(stream).with(StreamedOutput { what });
    }
}
