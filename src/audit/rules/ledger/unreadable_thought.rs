//! The model or account of this request cannot read a thought.
//!
//! # What it checks
//!
//! The model of the request can read every replayed thought, also those of other models. Thoughts that are bound to an account are sent
//! from that account.
//!
//! Sonnet 5.5 and Haiku 5.5 bind their thoughts to the account. Which model can read which thoughts depends on the service.
//!
//! On the Claude API and Google Cloud, Opus 5.5 reads thoughts of Sonnet 5.5 and Haiku 5.5, and Sonnet 5.5 reads those of Haiku 5.5. On
//! the Claude API, Fable 5.1 reads those of Opus 5.5. At Bedrock, thoughts of Haiku 5.5 can be sent to any model. The route of a gateway
//! is not known, so the rule reports there only what is true for every service.
//!
//! # Why
//!
//! > model_binding_mismatch
//!
//! The request is accepted, and the provider drops the thought. A client need not remove it: the thought is read again where the
//! conversation returns to a model and account that can read it.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-fable-5-1","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-fable-5-1","content":[{"type":"thinking","thinking":"","signature":"EqQBCkYIAxgCKkDc"},{"type":"text","text":"Three."}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"EqQBCkYIAxgCKkDc"},{"type":"text","text":"Three."}]},
//!     {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-8","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-4-8","content":[{"type":"thinking","thinking":"","signature":"EqQBCkYIAxgCKkDc"},{"type":"text","text":"Three."}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"EqQBCkYIAxgCKkDc"},{"type":"text","text":"Three."}]},
//!     {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: restore the recorded thought, if this one is in its place.
//! - Unsafe: remove the thought. If the provider only ignores the thought, its tokens are saved.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://platform.claude.com/docs/en/build-with-claude/preserved-thinking>
//! - documented, 2026-10-08: the 5.5 models, on the same page
//! - documented, 2026-11-14: Haiku 5.5 at Bedrock, <https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-thinking-block-binding>
//! - observed, 2026-11-14: a replay to another model was dropped silently
//! - catalogue: anth-model-unreadable, anth-account-bound

use super::producer::{is_readable, producer};
use super::restore::restore;
use super::sent_parts::issued;
use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Rule, Safety, Severity, Tier};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unreadable-thought",
    binds: "wire=anthropic-messages|bedrock-converse|openrouter-chat vendor=anthropic",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    check,
    fixes: &[
        Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded thought."),
        Fix::new("remove", Safety::Unsafe, FixEdit::Remove),
    ],
    ..Rule::DEFAULT
};

details! {
    /// The model that produced the thought.
    struct UnreadableThought { model: String, reader: Unlisted<&'static str> }
    message if model.is_empty() => "The {reader} of this request cannot read this thought"
    message => "The {reader} of this request cannot read this thought of `{model}`"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (sent, recorded, _) in issued(facts).filter(|(sent, ..)| sent.kind == PartKind::Thought) {
        if !is_readable(facts, recorded) {
            let model = producer(recorded);
            let reader = if model == facts.profile.word("name") { "account" } else { "model" };
            found.at(sent.value).with(UnreadableThought { model, reader: Unlisted(reader) });
        }
    }
}
