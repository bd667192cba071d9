//! Anthropic's Messages, wherever they are carried, Converse included: blocks, signatures, settings, the order of tools.
//!
//! What the tables say of a Claude:
//!
//! | member | what it says |
//! |---|---|
//! | `thinking` | the values of `thinking.type` that it takes |
//! | `thinks` | whether it thinks without being asked: `default`, `always` |
//! | `display` | how thinking is shown unless asked for otherwise: `summarized`, `omitted` |
//! | `prefill` | `false`: a request must not end with a message of the assistant |
//! | `forced` | `false`: no tool can be forced |
//! | `sampling` | `false`: it takes no sampling parameter |
//! | `effort` | `false`: it takes no effort |
//! | `off_effort` | the most effort it takes while it does not think |
//! | `binds` | `prefix`: its blocks are bound to what stood before them |
//! | `enforced` | `true`: that is checked on every account, whatever the target says |
//! | `unread` | the beginnings of the names of models whose blocks it drops; its own it always reads |
//! | `own_account` | the beginnings of the names of models whose blocks only their own account can use |

use super::{cut, cut_all};
use crate::audit::rule::rules;
use crate::audit::{Facts, Finding, Mend, Safety, Tool};
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::model::{Part, PartKind, Role};

rules![
    cache_control_on_thinking,
    clear_thinking_without_thinking,
    content_after_tool_use,
    duplicate_tool_use_id,
    effort_without_thinking,
    fallback_without_beta,
    invalid_thinking_signature,
    message_without_content,
    misplaced_compaction,
    misplaced_thinking_setting,
    sampling_while_thinking,
    several_thinking_blocks,
    thinking_at_the_end,
    thinking_budget_out_of_range,
    thinking_in_prefill_while_off,
    thinking_not_first,
    thinking_off_mid_turn,
    thinking_without_signature,
    tool_result_without_tool_use,
    tool_use_without_thinking,
    turn_without_thinking,
    unanswered_tool_use,
    unsupported_prefill,
];

/// Whether the request goes through Converse.
#[inline(never)]
fn is_converse(facts: &Facts<'_>) -> bool {
    facts.wire.as_str() == "bedrock-converse"
}

/// Where the model's own parameters stand: Converse hands them on in a member of their own.
#[inline(never)]
pub(super) fn settings<'d>(facts: &Facts<'d>) -> Value<'d> {
    facts.body.get("additionalModelRequestFields").filter(|_| is_converse(facts)).unwrap_or(facts.body)
}

/// How the model will think: as the request says, or else as it does by itself.
#[inline(never)]
pub(super) fn mode<'d>(facts: &Facts<'d>) -> &'d str {
    match settings(facts).get("thinking").map_or("", |thinking| thinking.word("type")) {
        "" if facts.profile.fits("thinks=always|default") => "adaptive",
        "" => "disabled",
        said => said,
    }
}

/// Between tool calls as well, under manual thinking: it is asked for with a beta.
const INTERLEAVED: &str = "betas.*^interleaved-thinking";

fn is_thinking(part: &Part<'_>) -> bool {
    part.kind == PartKind::Thought
}

/// Whether one of them has that id; most often it is the one in the same place.
#[inline(never)]
fn has_id(tools: &[Tool<'_>], nth: usize, id: &str) -> bool {
    tools.get(nth).is_some_and(|tool| tool.id == id) || tools.iter().any(|tool| tool.id == id)
}

/// What Anthropic calls a part.
#[inline(never)]
fn type_of<'d>(part: &Part<'d>) -> &'d str {
    match (part.kind, part.value.word("type")) {
        (PartKind::Text, _) => "text",
        (PartKind::Call, _) => "tool_use",
        (_, said) => said,
    }
}

/// A block that cannot stay goes, and what would be refused without it: the other thinking of the latest message, which is as it came or
/// not there at all; and, where blocks are bound, all thinking before it, since what is kept must have no gap.
fn withdraw<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let latest = facts.runs().rfind(|run| run.is_answer()).map_or(&[][..], |run| run.entries);
    let spans = latest.first().zip(latest.last()).map(|(first, last)| first.value.span().start..last.value.span().end);
    let within = |value: Value<'d>| spans.as_ref().is_some_and(|span| span.contains(&value.span().start));
    let bound =
        facts.profile.fits("binds=prefix !enforced=false") || settings(facts).fits("thinking.block_binding.prefix_mismatch_behavior=error");
    let (place, is_latest) = (finding.place, within(finding.place));
    if !bound && !is_latest {
        return cut(facts, finding, changes);
    }
    let is_meant = |part: &Part<'d>| {
        let linked = is_latest && within(part.value) || bound && part.value.span().start < place.span().start;
        part.value == place || linked && is_thinking(part)
    };
    cut_all(facts, &is_meant, changes)
}

/// Thinking is switched off: in Messages, and in Converse.
const NO_THINKING: &[(Safety, Mend)] = &[
    (Safety::Unsafe, Mend::Set("thinking", "{\"type\":\"disabled\"}")),
    (Safety::Unsafe, Mend::Set("additionalModelRequestFields.thinking", "{\"type\":\"disabled\"}")),
];

/// What is said of calls without a result: by Anthropic, and by Converse before it asks the model.
const UNANSWERED: &[&str] = &[
    "messages.{nth}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    "Expected toolResult blocks at messages.{nth}.content for the following Ids: {ids}",
];

/// The number by which the API calls a message: it counts one more where a request begins with the assistant.
fn nth_message(facts: &Facts<'_>, nth: usize) -> usize {
    let leads = facts.entries.first().is_some_and(|entry| entry.role == Some(Role::Assistant)) && !is_converse(facts);
    nth + usize::from(leads)
}

/// Whether the model takes thinking of that type.
#[inline(never)]
pub(super) fn takes(facts: &Facts<'_>, kind: &str) -> bool {
    facts.profile.fits(&["thinking.*=", kind].concat())
}
