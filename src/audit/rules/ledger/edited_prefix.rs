//! What precedes a thought is not what preceded it when it was made.
//!
//! # What it checks
//!
//! For models that bind a thought to its history, the instructions, the tools that are not deferred, and every block
//! before each replayed thought are what they were when it was made, and the thoughts that are kept are an unbroken run.
//! Thinking itself and `cache_control` do not count, nor do key order and spacing; on Responses neither do ids, annotations, what a client has
//! parsed, and a text that is written as a string. Told of at the first thought to which it happened.
//!
//! A summary that the API wrote (a `compaction` block) stands for all before it: the prefix begins there. Turns that are kept behind a summary on demand
//! stay valid if they follow what it summarises, and if it was written by a model that binds thoughts, under the same instructions and tools. That their
//! first message has another role than the last one summarised cannot be told from a record. Of a thread that is not on record nothing is said.
//!
//! Claude's newer models check this since 2026-08-31. Bedrock calls the setting `mismatch_behavior`. OpenRouter does not enforce the check for
//! Fable 5.1 and the 5.5 models, and says nothing of Fable 5.2; two pages contradict each other on Mythos 5.1: such a refusal is likely and not sure.
//! OpenAI's models from GPT-5.6 on refuse nothing.
//!
//! # Why
//!
//! > Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".
//!
//! The provider holds a thought against what it was made from. One that no longer fits is refused or dropped without a word, by the model, by what
//! the request asks for, and by how old the account is. Where nothing tells which model thought, the check is unknown.
//! Compaction, a reminder that is taken out again, a tool list that grows: all of them edit the prefix.
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
//! Safe: where the thought stands in the place of a recorded one, that comes back; or its message gets its recorded order back, and what is
//! missing in it.
//! Unsafe: blocks that are bound elsewhere are dropped by the provider, if the request may say so; it must go on saying
//! so.
//! Unsafe: the thought goes, and every one after it that is bound to what is no longer there.
//!
//! # Evidence
//!
//! - observed, 2026-11-14: refused under `error`, accepted on an old account, dropped under `drop_block`
//! - documented, 2026-11-14: <https://platform.claude.com/docs/en/build-with-claude/preserved-thinking>
//! - documented, 2026-11-15: OpenRouter, <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/claude-5-5>
//! - reported, 2026-11-15: the name at Bedrock, in the source of <https://github.com/vercel/ai/tree/main/packages/amazon-bedrock>
//! - documented, 2026-11-15: turns kept behind a summary, <https://platform.claude.com/docs/en/build-with-claude/compaction-thinking-blocks>; threads, in the types of
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
        Fix::new("restore", Safety::Safe, FixEdit::By(restore)),
        Fix::new("rebuild-message", Safety::Safe, FixEdit::By(rebuild_message)),
        Fix::new("drop-mismatched-blocks", Safety::Unsafe, FixEdit::By(fix)),
        Fix::new("remove-mismatched-thoughts", Safety::Unsafe, FixEdit::By(remove_mismatched_thoughts)),
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
        // A response of Converse does not name its model, so only the address of its request does.
        None if matched.edited(facts, &unnamed).is_some() => found.needs(MODEL),
        None => {}
    }
}

/// Lets the provider drop blocks that are bound to another prefix. That takes a header, which a body cannot set.
fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
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

/// Removes every thought whose prefix was edited. Without the first alone, the provider would refuse the next.
fn remove_mismatched_thoughts<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let bound = |_: &SentPart<'d>, recorded: &'d Answer| is_bound(facts, recorded);
    let strays = facts.matched.as_ref().map(|matched| matched.edited_prefix_thoughts(facts, &bound)).unwrap_or_default();
    let mut rest = strays.as_slice();
    for entry in facts.entries {
        let within = rest.iter().take_while(|stray| stray.span().start < entry.value.span().end).count();
        let (own, after) = rest.split_at_checked(within).unwrap_or((rest, &[]));
        rest = after;
        match own {
            // Nothing else is in it.
            [_, ..] if own.len() == entry.parts.len() => changes.remove(entry.value)?,
            _ => own.iter().try_for_each(|stray| changes.remove(*stray))?,
        }
    }
    Ok(())
}
