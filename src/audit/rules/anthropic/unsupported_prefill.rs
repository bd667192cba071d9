//! The request ends with an assistant message, but this model does not support prefill.
//!
//! # What it checks
//!
//! With models since Claude 4.6, the last message is not from the assistant. Claude models up to 4.5 support prefill, but not in a request with tools.
//!
//! Three endings are allowed. A message may end with a tool that the server runs, which continues a paused turn. A request for a summary
//! (`"compaction":{"type":"summarize"}`) may end with a finished turn. A retry with a `fallback_credit_token` may end with one assistant message.
//!
//! # Why
//!
//! Prefill means that the request starts the answer and the model continues it. The provider refuses it here.
//!
//! Common cause: a prompt that starts the answer, for example with `{` to get JSON.
//!
//! > This model does not support assistant message prefill. The conversation must end with a user message.
//!
//! > Your API request included an `assistant` message in the final position, which would pre-fill the `assistant` response. When using tools,
//! > pre-filling the `assistant` response is not supported.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":4096,"messages":[
//!   {"role":"user","content":"Answer in JSON."},
//!   {"role":"assistant","content":"{"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-4-5","max_tokens":4096,"messages":[
//!   {"role":"user","content":"Answer in JSON."},
//!   {"role":"assistant","content":"{"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the assistant messages at the end. Their content is lost. If the request ends with a user message, remove nothing: text after a tool
//! call is the cause, and `content-after-tool-use` moves it.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused in recorded traffic, Claude Sonnet 5
//! - observed, 2026-11-15: refused in recorded traffic, Claude 3 Haiku with tools through Converse
//! - reported, 2025-01: with tools, Anthropic's API, <https://github.com/inngest/agent-kit/issues/41>
//! - reported, 2026-04: with tools, Sonnet 4.5, Haiku 4.5 and Opus 4.1, <https://github.com/ash-project/ash_ai/issues/191>
//! - documented, 2026-08-22: <https://platform.claude.com/docs/en/api/errors>
//! - documented, 2026-11-15: a summary of a finished turn, <https://platform.claude.com/docs/en/build-with-claude/compaction-on-demand>; the retry, in the
//!   types of `@anthropic-ai/sdk` 1.8.0, <https://github.com/anthropics/anthropic-sdk-typescript>
//! - catalogue: anth-prefill-tools, anth-trailing-assistant, anth-reasoning-only-turn-prefill

use super::wording::NO_PREFILL;
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Presumed, Rule, Safety, Sentence, Subject, Tier};
use crate::error::Error;
use crate::json::Changes;
use crate::model::{PartKind, Role};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsupported-prefill",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic prefill=false|without_tools",
    when: "!compaction.type=summarize !fallback_credit_token:s|o",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Messages],
    upstream: &[NO_PREFILL, WITH_TOOLS],
    check,
    fixes: &[Fix::new("remove-trailing-answers", Safety::Unsafe, FixEdit::By(fix))],
    subject: Subject::Ending,
    ..Rule::DEFAULT
};

details! {
    /// A model that never supports prefill.
    struct UnsupportedPrefill {}
    message => "The request ends with an assistant message, but this model does not support prefill"

    /// A model that supports prefill in requests without tools.
    struct PrefillWithTools {}
    message => "The request ends with an assistant message, but this model does not support prefill with tools"
}

const WITH_TOOLS: Sentence = Sentence::new("with-tools", "When using tools, pre-filling the `assistant` response is not supported.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let with_tools = facts.profile.fits("prefill=without_tools");
    if with_tools && !facts.body.fits("toolConfig.tools.*,tools.*") {
        return;
    }
    let Some(last) = facts.last().filter(|last| last.role == Some(Role::Assistant)) else { return };
    // Only a text at the end is known to be refused beside tools.
    if with_tools && last.parts.last().is_none_or(|part| part.kind != PartKind::Text) {
        return;
    }
    // Another rule finds an unanswered call.
    if !facts.has(facts.entries.len() - 1, PartKind::Call) && last.parts.last().is_none_or(|part| part.kind != PartKind::Other) {
        let finding = found.at(last.value);
        if with_tools {
            finding.with(PrefillWithTools {}).says(&WITH_TOOLS);
            if !facts.profile.fits("wire=bedrock-converse name^claude-3-haiku") {
                finding.evidence = Evidence::Reported;
            }
        } else {
            finding.with(UnsupportedPrefill {}).says(&NO_PREFILL);
        }
    }
}

fn fix<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let mut last = facts.entries.iter().rev().take_while(|entry| entry.role == Some(Role::Assistant));
    last.try_for_each(|entry| changes.remove(entry.value))
}
