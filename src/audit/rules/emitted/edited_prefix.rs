//! What precedes a thought is not what preceded it when it was made.
//!
//! # What it checks
//!
//! For models that bind a thought to its history, the instructions, the tools that are not deferred, and every block
//! before each replayed thought are what they were when it was made, and the thoughts that are kept are an unbroken run.
//! Thinking itself and `cache_control` do not count, nor do key order and spacing. Told of at the first thought to which
//! it happened.
//!
//! # Why
//!
//! > Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".
//!
//! Since 2026-08-31 Claude's newer models check this. Whether it is refused depends on the request (`error`,
//! `drop_block`), on the model, and on how old the account is. OpenAI's newer models drop the reasoning without a word.
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
//! - reported, 2026-11-14: the sentences, <https://github.com/anomalyco/opencode/issues/48637>, <https://github.com/kirodotdev/KiroCrew/issues/11513>
//! - catalogue: anth-prefix-edited, anth-prefix-ephemeral-row, anth-thinking-gap, anth-system-changed, anth-tools-changed, anth-drop-block-not-sticky, oai-prefix-edited

use super::{is_readable, lists, producer, rebuild, restore};
use crate::audit::ledger_match::{Edit, SentPart};
use crate::audit::{Evidence, Facts, Finding, Found, Mend, Needs, Rule, Safety, Severity};
use crate::error::Error;
use crate::json::{Changes, decimal};
use crate::ledger::Answer;

/// The rule.
pub static RULE: Rule = Rule {
    id: "edited-prefix",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses binds",
    evidence: Evidence::Observed,
    needs: Needs::Ledger,
    upstream: &[
        "messages.{0}.content.{1}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\".{beta}{part}",
    ],
    check,
    fixes: &[(Safety::Safe, Mend::By(restore)), (Safety::Safe, Mend::By(rebuild)), (Safety::Unsafe, Mend::By(fix)), (Safety::Unsafe, Mend::By(forsake))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let bound = |_: &SentPart<'d>, recorded: &'d Answer| is_bound(facts, recorded);
    let Some(edited) = facts.matched.as_ref().and_then(|matched| matched.edited(facts, &bound)) else { return };
    told(facts, found.at(edited.sent.value), edited.part);
}

/// Whether what a response thought is bound to what preceded it, and the model that is asked looks at that.
fn is_bound(facts: &Facts<'_>, recorded: &Answer) -> bool {
    facts.profile.fits("binds=silently") || lists(facts, "bound", &producer(recorded)) && is_readable(facts, recorded)
}

/// What comes of a thought whose prefix was edited there, and what the provider says of it.
pub(in crate::audit) fn told(facts: &Facts<'_>, finding: &mut Finding<'_>, part: Edit) {
    let asked = facts.body.get("additionalModelRequestFields").unwrap_or(facts.body);
    let behaviour = asked.path("thinking.block_binding.prefix_mismatch_behavior").is_some();
    let refused = asked.fits("thinking.block_binding.prefix_mismatch_behavior=error") || !behaviour && facts.profile.fits("binds=prefix enforced=true");
    let costs = if refused { Severity::Reject } else { Severity::Degrade };
    let beta = if facts.profile.fits("betas.*=thinking-binding-controls-2026-08-01") { "" } else { BETA };
    finding.severity = costs;
    if facts.profile.fits("binds=silently") {
        (finding.evidence, finding.upstream) = (Evidence::Documented, usize::MAX);
    }
    let (what, said, place) = match part {
        Edit::System => ("system", " The `system` prompt differs from the one this block was created with.", None),
        Edit::Tools => ("tools", "", None),
        Edit::Gap => ("gap", GAP, None),
        Edit::Returned => ("re-inserted", GAP, None),
        Edit::Reordered => ("reordered", GAP, None),
        Edit::Changed(place) => ("changed", " Content before this block differs from when it was created, first at `messages.", Some(place)),
        Edit::Gone(place) => {
            ("gone", " Content that preceded this block when it was created is missing from this request, starting at `messages.", Some(place))
        }
    };
    let mut part = said.to_owned();
    if let Some([message, block]) = place {
        let [message, block] = [message, block].map(decimal);
        part.extend([message.as_str(), ".content.", &block, "`."]);
        finding.note("message", &message).note("block", &block);
    }
    finding.note("edited", what).note("beta", beta).note("part", &part);
}

const GAP: &str = " The `thinking` block that preceded this one when it was created is missing from this request.";

const BETA: &str = " That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.";

/// Lets the provider drop what is bound elsewhere. That needs a header, which a body cannot bring.
fn fix<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    match facts.body.get("thinking").filter(|thinking| thinking.fits("type=adaptive|enabled")) {
        Some(thinking) if facts.profile.fits("betas.*=thinking-binding-controls-2026-08-01") => {
            changes.set(thinking, "block_binding", b"{\"prefix_mismatch_behavior\":\"drop_block\"}")
        }
        _ => Ok(()),
    }
}

/// Takes away all that is bound elsewhere: of several, the first alone would leave the next to be refused.
fn forsake<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
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
