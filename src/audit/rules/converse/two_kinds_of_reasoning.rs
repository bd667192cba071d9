//! `reasoningContent` has both `reasoningText` and `redactedContent`.
//!
//! # What it checks
//!
//! No `reasoningContent` has both `reasoningText` and `redactedContent`.
//!
//! # Why
//!
//! `reasoningContent` is a union in Amazon's API: exactly one member may be set. Bedrock refuses a block with two.
//!
//! Common cause: a client joins the deltas of a stream into one block.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"bedrock-converse","model":"us.anthropic.claude-sonnet-4-5-20250929-v1:0"},"request":{"messages":[
//!   {"role":"user","content":[{"text":"Hello"}]},
//!   {"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"A greeting.","signature":"RXF1YWwgYnl0ZXM="},"redactedContent":"EmwKAhgB"}},{"text":"Hello."}]},
//!   {"role":"user","content":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"bedrock-converse","model":"us.anthropic.claude-sonnet-4-5-20250929-v1:0"},"request":{"messages":[
//!   {"role":"user","content":[{"text":"Hello"}]},
//!   {"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"A greeting.","signature":"RXF1YWwgYnl0ZXM="}}},{"reasoningContent":{"redactedContent":"EmwKAhgB"}},{"text":"Hello."}]},
//!   {"role":"user","content":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Fix
//!
//! Safe: send two blocks in the order of the two members. With a ledger, the recorded block is restored instead.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: the block is a union, and only one member can be given, <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ReasoningContentBlock.html>; input that fails the constraints is a `ValidationException` with status 400, <https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html>
//! - catalogue: conv-both-members

use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Needs, Rule, Safety, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "two-kinds-of-reasoning",
    binds: "wire=bedrock-converse",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::LedgerIfThere,
    each: "reasoningContent.reasoningText reasoningContent.redactedContent",
    fixes: &[Fix::new("split", Safety::Safe, FixEdit::By(fix)).titled("Split the block in two: `reasoningText` and `redactedContent`.")],
    ..Rule::DEFAULT
};

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    // The ledger may have the block with only one of the two.
    let matched = facts.matched.as_ref();
    let recorded = matched.and_then(|matched| matched.emitted(matched.sent.iter().find(|sent| sent.value == finding.place)?.of?));
    if let Some((_, emitted)) = recorded.filter(|(_, emitted)| !emitted.raw.is_empty()) {
        return changes.replace(finding.place, &emitted.raw);
    }
    let Some(reasoning) = finding.place.get("reasoningContent") else { return Ok(()) };
    for (nth, (name, value)) in reasoning.members().enumerate() {
        let block = [b"{\"reasoningContent\":{\"", name.raw(), b"\":", value.raw(), b"}}"].concat();
        if nth == 0 {
            changes.insert(finding.place, &block)?;
        } else {
            changes.replace(finding.place, &block)?;
        }
    }
    Ok(())
}
