//! The model refuses this reasoning block in Converse.
//!
//! # What it checks
//!
//! A `reasoningContent` block for Amazon Nova or MiniMax has no empty `signature`. A request to DeepSeek R1 has no `reasoningContent` in
//! its history.
//!
//! Nova and MiniMax accept unsigned reasoning, but refuse a signature that is an empty text. DeepSeek R1 emits reasoning and does not
//! accept it back.
//!
//! # Why
//!
//! > User messages cannot contain reasoning content. Please remove the reasoning content and try again.
//!
//! The model does not accept reasoning in this form.
//!
//! Common cause: a client writes `"signature": ""` for a missing value, or replays reasoning to every model alike.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"bedrock-converse","model":"amazon.nova-2-lite-v1:0"},"request":{"messages":[
//!   {"role":"user","content":[{"text":"Hello"}]},
//!   {"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"A greeting.","signature":""}}},{"text":"Hello."}]},
//!   {"role":"user","content":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"bedrock-converse","model":"amazon.nova-2-lite-v1:0"},"request":{"messages":[
//!   {"role":"user","content":[{"text":"Hello"}]},
//!   {"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"A greeting."}}},{"text":"Hello."}]},
//!   {"role":"user","content":[{"text":"And now?"}]}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: remove the empty `signature`.
//! - Unsafe: remove the block for DeepSeek R1. The model does not accept reasoning back.
//!
//! # Evidence
//!
//! - reported, 2026-09-07: an empty signature, <https://github.com/maximhq/bifrost/issues/6942>
//! - reported, 2025-03-13: DeepSeek R1, <https://github.com/langchain-ai/langchain-aws/issues/401>
//! - observed, 2026-11-14: unsigned reasoning was accepted in recorded traffic, Amazon Nova 2
//! - catalogue: conv-empty-signature, conv-reasoning-refused

use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "refused-reasoning-block",
    binds: "wire=bedrock-converse name replayed",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "user-messages",
        "User messages cannot contain reasoning content. Please remove the reasoning content and try again.",
    )],
    check,
    fixes: &[DROP_SIGNATURE, REMOVE],
    ..Rule::DEFAULT
};

details! {
    /// A signature without text.
    struct EmptySignature {}
    message => "`signature` is empty: this model refuses an empty signature"

    /// A block for a model that accepts no reasoning.
    struct RefusedReasoning { model: String }
    message => "`{model}` does not accept reasoning in the history"
}

const DROP_SIGNATURE: Fix = Fix::new("drop-signature", Safety::Safe, FixEdit::By(drop_signature));
const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let never = facts.profile.fits("replayed=never");
    for (_, part, _) in facts.thoughts() {
        if never {
            found.at(part.value).with(RefusedReasoning { model: facts.profile.word("model").to_owned() }).offers(&[REMOVE]);
        } else if part.value.fits("reasoningContent.reasoningText.signature=") {
            found.at(part.value).with(EmptySignature {}).says_nothing().offers(&[DROP_SIGNATURE]);
        }
    }
}

fn drop_signature<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    finding.place.path("reasoningContent.reasoningText.signature").map_or(Ok(()), |signature| changes.remove(signature))
}
