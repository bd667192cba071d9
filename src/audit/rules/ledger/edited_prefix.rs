//! Something before a thought was changed after the model produced it.
//!
//! # What it checks
//!
//! Some models bind a thought to the conversation before it. For these models, everything before each replayed thought is unchanged: the
//! system prompt, the tools that are not deferred, every block, and the effort that a message sets. The thoughts that are kept are an
//! unbroken sequence. The rule reports the first thought that does not fit.
//!
//! These differences do not count: thinking itself, `cache_control`, key order and spacing. On Responses these do not count either: ids,
//! annotations, members that a client library added, and a text that is written as a string.
//!
//! A `compaction` block is a summary that the API wrote. It replaces everything before it, so the conversation begins there. Turns that
//! are kept after a summary on demand stay valid if they follow the summarised part. A model that binds thoughts must have written the
//! summary, with the same system prompt and tools. A record does not show whether the first of these turns has another role than the last
//! summarised message. The rule reports nothing for a thread that is not recorded.
//!
//! Newer Claude models check this since 2026-08-31. Bedrock names the setting `mismatch_behavior`. OpenRouter does not enforce the check
//! for Fable 5.1 and the 5.5 models, and does not mention Fable 5.2. Two pages contradict each other on Mythos 5.1. For these models a
//! refusal is likely, not certain. OpenAI's models from GPT-5.6 on refuse nothing.
//!
//! The model, the settings of the request and the age of the account decide between a refusal and a dropped thought. The rule is
//! undecided if the model that produced the thought is unknown.
//!
//! # Why
//!
//! > Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".
//!
//! The provider compares a thought with the conversation that it was produced in. If they do not match, it refuses the request or drops
//! the thought.
//!
//! Common causes: compaction, a reminder that is removed later, or a tool list that grows.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","enforced":true},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"system":"Be brief.","messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"thinking","thinking":"","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]}}],
//!  "request":{"model":"claude-opus-5-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"system":"Be brief, and kind.","messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]},
//!     {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"3"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","enforced":true},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"system":"Be brief.","messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-5-5","content":[{"type":"thinking","thinking":"","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]}}],
//!  "request":{"model":"claude-opus-5-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}},{"name":"later","input_schema":{"type":"object"},"defer_loading":true}],"system":[{"type":"text","text":"Be brief."}],"messages":[
//!     {"role":"user","content":[{"type":"text","text":"How many?","cache_control":{"type":"ephemeral"}}]},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"EqQBCkYIAxgCKkDc"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]},
//!     {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"3"}]}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: restore the recorded thought, if another one is in its place.
//! - Safe: restore the recorded order of its message and the missing blocks.
//! - Unsafe: let the provider drop the blocks that do not match, if the request has the beta for it. All later requests need this
//!   setting too.
//! - Unsafe: remove the thought, and every later thought that does not match. Their reasoning is lost.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused under `error`, accepted on an old account, dropped under `drop_block`
//! - documented, 2026-11-14: <https://platform.claude.com/docs/en/build-with-claude/preserved-thinking>
//! - documented, 2026-11-15: OpenRouter, <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/claude-5-5>
//! - reported, 2026-11-15: the name at Bedrock, in the source of <https://github.com/vercel/ai/tree/main/packages/amazon-bedrock>
//! - documented, 2026-11-15: turns kept after a summary, <https://platform.claude.com/docs/en/build-with-claude/compaction-thinking-blocks>; threads, in the types of
//!   `@anthropic-ai/sdk` 1.8.0, <https://github.com/anthropics/anthropic-sdk-typescript>
//! - reported, 2026-11-14: the sentences, <https://github.com/anomalyco/opencode/issues/48637>, <https://github.com/kirodotdev/KiroCrew/issues/11513>
//! - catalogue: anth-prefix-edited, anth-prefix-ephemeral-row, anth-thinking-gap, anth-system-changed, anth-tools-changed, anth-drop-block-not-sticky, oai-prefix-edited

use super::prefix::note_edit;
use super::producer::{is_bound, producer};
use super::rebuild::rebuild_message;
use super::restore::restore;
use crate::audit::grade::MODEL;
use crate::audit::rules::anthropic::parameters::{MISMATCH, parameters};
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Needs, Rule, Safety, Sentence, Severity, Subject, Tier};
use crate::error::Error;
use crate::json::Changes;
use crate::ledger::Answer;
use crate::ledger::matching::SentPart;

/// The rule.
pub static RULE: Rule = Rule {
    id: "edited-prefix",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses binds",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    upstream: &[Sentence::new(
        "bound-elsewhere",
        "messages.{0}.content.{1}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\".{beta}{part}",
    )],
    check,
    fixes: &[
        Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded thought."),
        Fix::new("rebuild-message", Safety::Safe, FixEdit::By(rebuild_message))
            .titled("Restore the recorded thinking blocks of the message in their order."),
        Fix::new("drop-mismatched-blocks", Safety::Unsafe, FixEdit::By(let_provider_drop)),
        Fix::new("remove-mismatched-thoughts", Safety::Unsafe, FixEdit::By(remove_mismatched_thoughts))
            .titled("Remove each thought that does not match the conversation before it."),
    ],
    subject: Subject::Prefix,
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let bound = |_: &SentPart<'d>, recorded: &'d Answer| is_bound(facts, recorded);
    let unnamed = |_: &SentPart<'d>, recorded: &'d Answer| producer(recorded).is_empty();
    let Some(matched) = facts.matched.as_ref() else { return };
    match matched.edited(facts, &bound) {
        Some(edited) => note_edit(facts, found.at(edited.sent.value), edited.part),
        // A response of Converse does not name its model. Only the address of its request does.
        None if matched.edited(facts, &unnamed).is_some() => found.needs(MODEL),
        None => {}
    }
}

/// Lets the provider drop blocks that are bound to another prefix. This needs a header, which a body cannot set.
fn let_provider_drop<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    match parameters(facts)
        .get("thinking")
        .filter(|thinking| finding.severity == Severity::Reject && thinking.fits("type=adaptive|enabled"))
    {
        Some(thinking) if facts.profile.fits("betas.*=thinking-binding-controls-2026-08-01,betas_needed=false") => {
            let own = facts.profile.word("on_mismatch");
            let name = if own.is_empty() { MISMATCH } else { own };
            changes.set(thinking, "block_binding", ["{\"", name, "\":\"drop_block\"}"].concat().as_bytes())
        }
        _ => Ok(()),
    }
}

/// Removes every thought whose prefix was edited. If only the first were removed, the provider would refuse the next.
fn remove_mismatched_thoughts<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let bound = |_: &SentPart<'d>, recorded: &'d Answer| is_bound(facts, recorded);
    let mismatched = facts.matched.as_ref().map(|matched| matched.edited_prefix_thoughts(facts, &bound)).unwrap_or_default();
    let mut rest = mismatched.as_slice();
    for entry in facts.entries {
        let within = rest.iter().take_while(|thought| thought.span().start < entry.value.span().end).count();
        let (own, after) = rest.split_at_checked(within).unwrap_or((rest, &[]));
        rest = after;
        match own {
            // The message has no other part.
            [_, ..] if own.len() == entry.parts.len() => changes.remove(entry.value)?,
            _ => own.iter().try_for_each(|thought| changes.remove(*thought))?,
        }
    }
    Ok(())
}
