//! A reasoning block is nested in a way that Converse does not read.
//!
//! # What it checks
//!
//! `reasoningContent` holds `reasoningText` or `redactedContent`. It does not hold `text` or `signature` directly, and no name has
//! underscores.
//!
//! With manual thinking, the provider refuses a tool loop that no longer starts with thinking. Otherwise the reasoning is lost without an
//! error.
//!
//! # Why
//!
//! Converse ignores unknown members, so the model does not see this reasoning.
//!
//! Common cause: a stream has `text` and `signature` one level higher, and a client sends that form back.
//!
//! > The model returned the following errors: messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found
//! > `tool_use`.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"bedrock-converse","model":"us.anthropic.claude-opus-4-6-v1"},"request":{"additionalModelRequestFields":{"thinking":{"type":"adaptive"}},"messages":[
//!   {"role":"user","content":[{"text":"How warm is it?"}]},
//!   {"role":"assistant","content":[{"reasoningContent":{"text":"Ask.","signature":"RXF1YWwgYnl0ZXM="}},{"toolUse":{"toolUseId":"tooluse_1","name":"weather","input":{}}}]},
//!   {"role":"user","content":[{"toolResult":{"toolUseId":"tooluse_1","content":[{"text":"21"}]}}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"bedrock-converse","model":"us.anthropic.claude-opus-4-6-v1"},"request":{"additionalModelRequestFields":{"thinking":{"type":"adaptive"}},"messages":[
//!   {"role":"user","content":[{"text":"How warm is it?"}]},
//!   {"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"Ask.","signature":"RXF1YWwgYnl0ZXM="}}},{"toolUse":{"toolUseId":"tooluse_1","name":"weather","input":{}}}]},
//!   {"role":"user","content":[{"toolResult":{"toolUseId":"tooluse_1","content":[{"text":"21"}]}}]}]}}
//! ```
//!
//! # Fix
//!
//! Safe: nest the text and the signature as Converse expects them. Both stay unchanged.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/NousResearch/hermes-agent/issues/36260>
//! - reported, 2026-11-14: <https://github.com/langchain-ai/langchain-aws/issues/844>
//! - catalogue: conv-wrong-nesting

use crate::audit::details::details;
use crate::audit::rules::anthropic::wording::EXPECTED_THINKING;
use crate::audit::rules::members::either;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::{Changes, Writer};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "misnested-reasoning",
    binds: "wire=bedrock-converse",
    severity: Severity::Degrade,
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[EXPECTED_THINKING],
    check,
    fixes: &[Fix::new("nest", Safety::Safe, FixEdit::By(fix)).titled("Nest the reasoning as Converse expects it.")],
    ..Rule::DEFAULT
};

details! {
    /// A block that Converse does not read, and the type of the block that the turn starts with instead.
    struct MisnestedReasoning { found: Option<&'static str> }
    message if found.is_some_and(|found| !found.is_empty()) => "Converse does not read this reasoning block, so the turn starts with a `{found}` block"
    message if found.is_some() => "Converse does not read this reasoning block, so the turn does not start with reasoning"
    message => "The reasoning is not nested as `reasoningContent.reasoningText` or `reasoningContent.redactedContent`"
}

/// The forms that Converse does not read.
const WRONG: &str =
    "reasoning_content,reasoningContent.text,reasoningContent.signature,reasoningContent.reasoning_text,reasoningContent.redacted_content";
/// The forms that Converse reads.
const RIGHT: &str = "reasoningContent.reasoningText,reasoningContent.redactedContent";

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let manual = facts.body.fits("additionalModelRequestFields.thinking.type=enabled");
    let called = facts.calls_now();
    // With manual thinking, the turn must begin with a block that Converse reads.
    let begins = if manual && called { facts.answers().find(|(nth, _)| *nth >= facts.round).map(|(nth, _)| nth) } else { None };
    for (nth, entry) in facts.answers() {
        for (at, part) in entry.parts.iter().enumerate() {
            if !matches!(part.kind, PartKind::Thought | PartKind::Other) || !part.value.fits(WRONG) || part.value.fits(RIGHT) {
                continue;
            }
            let seen = entry.parts.iter().find(|part| part.kind != PartKind::Thought || part.value.fits(RIGHT));
            let seen = seen.map(|part| part.kind);
            let finding = found.at(part.value);
            finding.with(MisnestedReasoning { found: None }).says_nothing();
            if begins == Some(nth) && at == 0 && seen != Some(PartKind::Thought) {
                let first = seen.map_or("", |kind| if kind == PartKind::Call { "tool_use" } else { "text" });
                finding.with(MisnestedReasoning { found: Some(first) }).says(&EXPECTED_THINKING);
                finding.severity = Severity::Reject;
            } else if nth < facts.round || !called {
                // The model needs no reasoning from a finished turn.
                finding.severity = Severity::Advice;
            }
        }
    }
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let block = finding.place;
    let holder = either(block, ["reasoningContent", "reasoning_content"]).unwrap_or(block);
    let (name, inner) = match (either(holder, ["reasoningText", "reasoning_text"]), either(holder, ["redactedContent", "redacted_content"]))
    {
        (None, Some(bytes)) => ("redactedContent", bytes),
        (inner, _) => ("reasoningText", inner.unwrap_or(holder)),
    };
    let mut text = Writer::default();
    text.open(b'{');
    text.name("reasoningContent");
    text.open(b'{');
    text.name(name);
    text.raw(inner.raw());
    text.close(b'}');
    text.close(b'}');
    changes.replace(block, &text.finish())
}
