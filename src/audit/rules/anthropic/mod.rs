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

use crate::audit::rule::rules;
use crate::audit::{Facts, Finding, Mend, Safety, Tool};
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::model::{Entry, Part, PartKind, Role};

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
    repeated_tool_result,
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
fn is_converse(facts: &Facts<'_>) -> bool {
    facts.wire.as_str() == "bedrock-converse"
}

/// Where the model's own parameters stand: Converse hands them on in a member of their own.
pub(super) fn settings<'d>(facts: &Facts<'d>) -> Value<'d> {
    facts.body.get("additionalModelRequestFields").filter(|_| is_converse(facts)).unwrap_or(facts.body)
}

/// How the model will think: as the request says, or else as it does by itself.
pub(super) fn mode<'d>(facts: &Facts<'d>) -> &'d str {
    match settings(facts).get("thinking").map_or("", |thinking| thinking.word("type")) {
        "" if facts.profile.fits("thinks=always|default") => "adaptive",
        "" => "disabled",
        said => said,
    }
}

/// Whether the request is sent with a beta whose name begins so.
fn has_beta(facts: &Facts<'_>, name: &str) -> bool {
    facts
        .profile
        .get("betas")
        .into_iter()
        .flat_map(Value::elements)
        .filter_map(Value::text)
        .any(|beta| beta.raw().starts_with(name.as_bytes()))
}

/// Between tool calls as well, under manual thinking.
const INTERLEAVED: &str = "interleaved-thinking";

fn is_thinking(part: &Part<'_>) -> bool {
    part.kind == PartKind::Thought
}

/// Neighbours of one role, which the API takes for one message.
struct Run<'f, 'd> {
    /// The number of the first.
    start: usize,
    /// The messages.
    entries: &'f [Entry<'d>],
}

impl<'f, 'd> Run<'f, 'd> {
    fn is(&self, role: Role) -> bool {
        self.entries.first().is_some_and(|entry| entry.role == Some(role))
    }

    fn parts(&self) -> impl DoubleEndedIterator<Item = &'f Part<'d>> + use<'f, 'd> {
        self.entries.iter().flat_map(|entry| &entry.parts)
    }

    /// The number after the last.
    fn end(&self) -> usize {
        self.start + self.entries.len()
    }

    /// Which of the calls or results stand in it.
    fn own<'t>(&self, tools: &'t [Tool<'d>]) -> &'t [Tool<'d>] {
        let before = |end: usize| tools.partition_point(|tool| tool.entry < end);
        tools.get(before(self.start)..before(self.end())).unwrap_or_default()
    }
}

/// The messages of a request as the API folds them.
fn runs<'f, 'd>(facts: &'f Facts<'d>) -> impl Iterator<Item = Run<'f, 'd>> {
    let mut end = 0;
    facts.entries.chunk_by(|one, next| one.role == next.role).map(move |entries| {
        end += entries.len();
        Run { start: end - entries.len(), entries }
    })
}

/// Whether one of them has that id; most often it is the one in the same place.
fn has_id(tools: &[Tool<'_>], nth: usize, id: &str) -> bool {
    tools.get(nth).is_some_and(|tool| tool.id == id) || tools.iter().any(|tool| tool.id == id)
}

/// What Anthropic calls a part.
fn type_of<'d>(part: &Part<'d>) -> &'d str {
    match (part.kind, part.value.word("type")) {
        (PartKind::Text, _) => "text",
        (PartKind::Call, _) => "tool_use",
        (_, said) => said,
    }
}

/// The blocks that are meant go, and each message of which nothing else is left.
fn cut<'d>(facts: &Facts<'d>, is_meant: &dyn Fn(&Part<'d>) -> bool, changes: &mut Changes<'d>) -> Result<(), Error> {
    for entry in facts.entries.iter().filter(|entry| entry.parts.iter().any(is_meant)) {
        if entry.parts.iter().all(is_meant) {
            changes.remove(entry.value)?;
            continue;
        }
        entry.parts.iter().filter(|part| is_meant(part)).try_for_each(|part| changes.remove(part.value))?;
    }
    Ok(())
}

/// A block that cannot stay goes, and what would be refused without it: the other thinking of the latest message, which is as it came or
/// not there at all; and, where blocks are bound, all thinking before it, since what is kept must have no gap.
fn withdraw<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let latest = runs(facts).filter(|run| run.is(Role::Assistant)).last().map_or(&[][..], |run| run.entries);
    let within = |value: Value<'d>| {
        latest.iter().any(|entry| entry.value.span().start <= value.span().start && value.span().end <= entry.value.span().end)
    };
    let bound =
        facts.profile.fits("binds=prefix !enforced=false") || settings(facts).fits("thinking.block_binding.prefix_mismatch_behavior=error");
    let place = finding.place;
    let is_meant = |part: &Part<'d>| {
        let linked = within(place) && within(part.value) || bound && part.value.span().start < place.span().start;
        part.value.span() == place.span() || linked && is_thinking(part)
    };
    cut(facts, &is_meant, changes)
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
fn nth_message(facts: &Facts<'_>, nth: usize) -> String {
    let leads = facts.entries.first().is_some_and(|entry| entry.role == Some(Role::Assistant)) && !is_converse(facts);
    (nth + usize::from(leads)).to_string()
}

/// The ids, one after the other.
fn ids<'t, 'd: 't>(tools: impl Iterator<Item = &'t Tool<'d>>) -> String {
    tools.map(|tool| tool.id.as_ref()).collect::<Vec<_>>().join(", ")
}

/// Whether the model takes thinking of that type.
pub(super) fn takes(facts: &Facts<'_>, kind: &str) -> bool {
    facts.profile.get("thinking").into_iter().flat_map(Value::elements).filter_map(Value::text).any(|one| one == *kind)
}
