//! `reasoningText` has no `text`.
//!
//! # What it checks
//!
//! Each `reasoningText` has the member `text`. It may be an empty string.
//!
//! # Why
//!
//! Bedrock requires `text`. But if the model does not show its thinking, Bedrock omits `text` in its own answer. A client that sends the answer
//! back unchanged is refused.
//!
//! > 1 validation error detected: Value at 'messages.2.member.content.1.member.reasoningContent.reasoningText.text' failed to satisfy
//! > constraint: Member must not be null
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"bedrock-converse","model":"us.anthropic.claude-opus-4-8"},"request":{"messages":[
//!   {"role":"user","content":[{"text":"Hello"}]},
//!   {"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"signature":"RXF1YWwgYnl0ZXM="}}},{"text":"Hello."}]},
//!   {"role":"user","content":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"bedrock-converse","model":"us.anthropic.claude-opus-4-8"},"request":{"messages":[
//!   {"role":"user","content":[{"text":"Hello"}]},
//!   {"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"signature":"RXF1YWwgYnl0ZXM=","text":""}}},{"text":"Hello."}]},
//!   {"role":"user","content":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Fix
//!
//! Safe: add an empty `text`. The model emitted no text here.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: `text` is required, <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ReasoningTextBlock.html>; input that fails the constraints is a `ValidationException` with status 400, <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html>
//! - reported, 2026-11-14: <https://github.com/langchain-ai/langchainjs/issues/11164>
//! - reported, 2026-11-14: <https://github.com/danny-avila/LibreChat/issues/12722>
//! - catalogue: conv-reasoning-text-null

use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "reasoning-without-text",
    binds: "wire=bedrock-converse",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "null-text",
        "1 validation error detected: Value at 'messages.{message}.member.content.{block}.member.reasoningContent.reasoningText.text' failed to satisfy constraint: Member must not be null",
    )],
    check,
    fixes: &[Fix::new("set-text", Safety::Safe, FixEdit::Put("text", "\"\"")).titled("Add an empty `text`.")],
    ..Rule::DEFAULT
};

details! {
    /// The message and the block. Converse counts both from one.
    struct ReasoningWithoutText { message: usize, block: usize }
    message => "`reasoningText` has no `text`"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (nth, entry) in facts.entries.iter().enumerate() {
        for (at, part) in entry.parts.iter().enumerate().filter(|(_, part)| part.thinking.is_some()) {
            let Some(text) = part.value.path("reasoningContent.reasoningText") else { continue };
            if text.fits(":o !text,text=null") {
                found.at(text).with(ReasoningWithoutText { message: nth + 1, block: at + 1 });
            }
        }
    }
}
