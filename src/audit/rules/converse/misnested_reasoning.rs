//! Reasoning of Converse is nested as Converse does not know it.
//!
//! # What it checks
//!
//! `reasoningContent` holds `reasoningText` or `redactedContent`; text and signature do not stand in it directly, and no name is
//! written with underscores.
//!
//! # Why
//!
//! What is no member of the union is not seen. Where manual thinking asks for the block, the answer is
//!
//! > The model returned the following errors: messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found
//! > `tool_use`.
//!
//! and otherwise the reasoning is lost without a word. Streams have `text` and `signature` one level higher, which misleads.
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
//! Safe: the same text and signature, nested as they should be.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/NousResearch/hermes-agent/issues/36260>
//! - reported, 2026-11-14: <https://github.com/langchain-ai/langchain-aws/issues/844>
//! - catalogue: conv-wrong-nesting

use crate::audit::{Evidence, Facts, Finding, Found, Mend, Rule, Safety, Severity};
use crate::error::Error;
use crate::json::Changes;
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "misnested-reasoning",
    binds: "wire=bedrock-converse",
    severity: Severity::Degrade,
    evidence: Evidence::Reported,
    upstream: &[
        "messages.{0}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{found}`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).",
    ],
    check,
    fixes: &[(Safety::Safe, Mend::By(fix))],
    ..Rule::DEFAULT
};

/// How the block is written where it is not seen.
const WRONG: &str = "reasoning_content,reasoningContent.text,reasoningContent.signature,reasoningContent.reasoning_text,reasoningContent.redacted_content";
const RIGHT: &str = "reasoningContent.reasoningText,reasoningContent.redactedContent";

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let manual = facts.body.fits("additionalModelRequestFields.thinking.type=enabled");
    let called = facts.calls.last().is_some_and(|call| call.entry >= facts.round);
    // Under manual thinking the turn must begin with what is seen.
    let mut begins = facts.answers().find(|(nth, _)| *nth >= facts.round).map(|(nth, _)| nth).filter(|_| manual && called);
    for (nth, entry) in facts.answers() {
        for (at, part) in entry.parts.iter().enumerate() {
            if !matches!(part.kind, PartKind::Thought | PartKind::Other) || !part.value.fits(WRONG) || part.value.fits(RIGHT) {
                continue;
            }
            let seen = entry.parts.iter().find(|part| part.value.fits(RIGHT) || part.kind != PartKind::Thought);
            let finding = found.finding(part.value).says(usize::MAX);
            let rejected = begins == Some(nth) && at == 0 && seen.is_none_or(|part| part.kind != PartKind::Thought);
            found.push(match seen {
                _ if rejected => {
                    begins = None;
                    let next = seen.map_or("", |part| if part.kind == PartKind::Call { "tool_use" } else { "text" });
                    finding.costs(Severity::Reject).says(0).arg("found", next)
                }
                _ if nth >= facts.round && called => finding,
                // Of a turn that is over the model needs none of it.
                _ => finding.costs(Severity::Advice),
            });
        }
    }
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let block = finding.place;
    let holder = block.get("reasoningContent").or_else(|| block.get("reasoning_content")).unwrap_or(block);
    let inner = holder.get("reasoningText").or_else(|| holder.get("reasoning_text"));
    let mut text = b"{\"reasoningContent\":{".to_vec();
    match (inner, holder.get("redactedContent").or_else(|| holder.get("redacted_content"))) {
        (None, Some(bytes)) => text.extend([b"\"redactedContent\":", bytes.raw()].concat()),
        (Some(inner), _) => text.extend([b"\"reasoningText\":", inner.raw()].concat()),
        (None, None) => text.extend([b"\"reasoningText\":", holder.raw()].concat()),
    }
    text.extend(b"}}");
    changes.replace(block, &text)
}
