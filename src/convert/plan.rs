//! The plan: what becomes of every thought, decided before a byte is written.
//!
//! It follows from three things: who issued the thought ([`crate::conversation::travel`]), what the contract of the target asks for, and the caller's [`Policy`]. It is
//! data: convert, replay, Letta and the page show the same fates for the same reasons.

use super::demand::Demand;
use super::policy::{ForeignThoughts, Mode, Policy, Window};
use crate::conversation::plan::{Decision, Plan, PlannedThought, visible};
use crate::conversation::travel::{Ends, Hold, Holds, Kinship, kinship};
use crate::json::{Document, Places, Value, lossy};
use crate::model::{Attachment, Content, ContentKind, Conversation, Fate, Speaker, Thinking, ThinkingKind};

/// Plans the fate of every thought, on the way to a wire or into a format.
#[must_use]
pub(super) fn plan_thoughts(
    conversation: &Conversation<'_>,
    request: &Document<'_>,
    ends: &Ends<'_>,
    holds: Option<Holds>,
    policy: &Policy,
) -> Plan {
    let to = ends.to;
    let (mut thoughts, mut places) = (Vec::new(), Places::new(request));
    let messages = &conversation.messages;
    let first = first_sent(conversation, policy);
    let demand = Demand::of(conversation, to);
    for (nth, message) in messages.iter().enumerate() {
        let is_asked = demand.asks(conversation, nth);
        let mut is_given = false;
        for content in &message.contents {
            let Some(thinking) = &content.thinking else { continue };
            let is_optional = !is_state(content);
            let (fate, decision, reason) = if is_optional && policy.mode == Mode::Off {
                (Fate::Elided, Decision::Nothing, "the policy sends no thoughts")
            } else if is_optional && nth < first {
                (Fate::Elided, Decision::Nothing, "it is older than the thoughts that the policy sends")
            } else if let Some(holds) = holds {
                keep(content, holds(ends.issuer(content), content), policy)
            } else {
                decide(content, ends, policy, is_asked && !is_given)
            };
            is_given |= decision == Decision::Plain || decision == Decision::Native;
            let (span, kind) = (content.span, thinking.kind);
            let pointer = lossy(places.pointer(content.value));
            // Some readers return a thought before the text that is before it.
            let after = thoughts.partition_point(|one: &PlannedThought| one.span.start <= span.start);
            let handles = thinking.handles.iter().map(|handle| handle.raw().to_vec()).collect();
            thoughts.insert(after, PlannedThought { span, pointer, kind, fate, reason, to: None, decision, handles });
        }
    }
    let mut plan = Plan { thoughts, placeholders: Vec::new() };
    let accepts_placeholder = to.fits("signatures=google") || to.fits("placeholders=google");
    if policy.placeholder && to.fits("signs=always") && accepts_placeholder {
        stand_in(&mut plan, conversation);
    }
    plan
}

/// Returns the number of the first message whose thoughts the policy sends.
pub(super) fn first_sent(conversation: &Conversation<'_>, policy: &Policy) -> usize {
    match policy.window {
        Window::All => 0,
        Window::Round => open_round(conversation),
        Window::Turn => conversation.messages.iter().rposition(|one| one.speaker == Speaker::Assistant).unwrap_or_default(),
    }
}

/// Puts the documented string on the first call of every step of the open round that has no signature of the target's own. In Interactions a step before the
/// call has the signature.
fn stand_in(plan: &mut Plan, conversation: &Conversation<'_>) {
    let round = open_round(conversation);
    for message in conversation.messages.iter().skip(round).filter(|message| message.speaker == Speaker::Assistant) {
        let Some(call) = message.contents.iter().find(|content| matches!(content.kind, ContentKind::Call(_))) else { continue };
        if plan.decision(call.span) == Some(Decision::Native) {
            continue;
        }
        let own = plan.nth(call.span).filter(|nth| plan.is_elided(*nth));
        let mut all = message.contents.iter().filter_map(|content| plan.nth(content.span));
        let elided = own.or_else(|| all.find(|nth| plan.is_elided(*nth)));
        if let Some(thought) = elided.and_then(|nth| plan.thoughts.get_mut(nth)) {
            (thought.fate, thought.reason) = (Fate::Placeholder, "the target refuses unsigned calls: the documented placeholder is sent");
        }
        plan.placeholders.push((call.span, elided));
    }
}

/// The number of the first message after the last input of the user.
pub(super) fn open_round(conversation: &Conversation<'_>) -> usize {
    conversation.messages.iter().rposition(|message| message.speaker == Speaker::User).map_or(0, |user| user + 1)
}

/// Decides on a thought for a format, which keeps the thoughts of every vendor.
fn keep(content: &Content<'_>, hold: Hold, policy: &Policy) -> (Fate, Decision, &'static str) {
    match hold {
        _ if is_prompted(content) => (Fate::Verbatim, Decision::Native, ARGUMENT),
        Hold::Whole if policy.mode != Mode::SummaryOnly => {
            (Fate::Verbatim, Decision::Native, "the format keeps everything that the vendor needs back")
        }
        Hold::Joined if policy.mode != Mode::SummaryOnly => {
            (Fate::Degraded, Decision::Native, "the format keeps its handle, and joins its texts")
        }
        Hold::Whole | Hold::Joined | Hold::Text if !visible(content).is_empty() => {
            (Fate::Degraded, Decision::Plain, "the format keeps only its text")
        }
        _ => (Fate::Elided, Decision::Nothing, "the format has no place for it"),
    }
}

const ARGUMENT: &str = "it is an argument of a call, and is sent with it";

/// Returns `true` if a prompt made the model think in an argument of a call. The thought is sent with that call.
fn is_prompted(content: &Content<'_>) -> bool {
    content.thinking.as_ref().is_some_and(|thinking| matches!(thinking.attachment, Attachment::Argument { .. }))
}

/// Returns `true` for state of the provider, such as a compaction, which replaces earlier messages. A request cannot do without it as it can without a thought.
fn is_state(content: &Content<'_>) -> bool {
    matches!(content.kind, ContentKind::Opaque)
}

/// Decides on a thought for a wire.
pub(super) fn decide(content: &Content<'_>, ends: &Ends<'_>, policy: &Policy, is_asked: bool) -> (Fate, Decision, &'static str) {
    let Some(thinking) = &content.thinking else { return (Fate::Elided, Decision::Nothing, "") };
    let (text, to) = (visible(content), ends.to);
    if is_prompted(content) {
        return (Fate::Verbatim, Decision::Native, ARGUMENT);
    }
    if policy.mode == Mode::SummaryOnly {
        return match text.is_empty() {
            true => (Fate::Elided, Decision::Nothing, "the policy sends only readable text, and it has none"),
            false if takes_text(to) => (Fate::Degraded, Decision::Plain, "the policy sends only its readable text"),
            false => (Fate::Degraded, Decision::Envelope, "the policy sends only its readable text"),
        };
    }
    let kinship = kinship(content, ends);
    if is_state(content) && kinship != Kinship::Own {
        return match text.is_empty() {
            true => (Fate::Elided, Decision::Nothing, "only the API that wrote it can read it"),
            false => (Fate::Degraded, Decision::Envelope, "only the API that wrote it can read it, so its text is sent instead"),
        };
    }
    let why = match kinship {
        Kinship::Own | Kinship::Relative if !thinking.complete => "it is incomplete, and its vendor would refuse it",
        Kinship::Own if !has_place(content, thinking, to) => "the target has no place for reasoning in plain text",
        Kinship::Own => return (Fate::Verbatim, Decision::Native, "the target produced it"),
        Kinship::Relative => return (Fate::Routed, Decision::Native, "the target can read it, in another format"),
        Kinship::Family if takes_text(to) && !text.is_empty() => {
            return (Fate::Routed, Decision::Plain, "a model of the same family produced it, and it is plain text");
        }
        Kinship::Family => "the target has no place for reasoning in plain text",
        Kinship::Foreign(why) => why,
    };
    if is_asked && !text.is_empty() {
        return (Fate::Degraded, Decision::Plain, "the target requires reasoning here: the text of another model's reasoning is sent");
    }
    match policy.foreign {
        ForeignThoughts::Envelope if !text.is_empty() => (Fate::Degraded, Decision::Envelope, "the policy sends its text in an envelope"),
        ForeignThoughts::Summary if thinking.kind == ThinkingKind::Summary && !text.is_empty() => {
            (Fate::Degraded, Decision::Envelope, "the policy sends its summary in an envelope")
        }
        ForeignThoughts::SideChannel => (Fate::Routed, Decision::Beside, "the policy sends it in the side channel"),
        _ => (Fate::Elided, Decision::Nothing, why),
    }
}

/// True if the target has a place for a thought of its own. One that a format keeps in its own shape is written again, and then a text wants a member.
fn has_place(content: &Content<'_>, thinking: &Thinking<'_>, to: Value<'_>) -> bool {
    content.issued.is_none_or(|issued| issued.is_native)
        || !thinking.handles.is_empty()
        || takes_text(to)
        || !to.fits("text_thoughts=by-host")
}

/// True if the target has a place for reasoning that is only a text.
fn takes_text(to: Value<'_>) -> bool {
    let has_member = to.fits("fields.reads.*,text_thoughts=always !dialect=gemini");
    has_member || to.fits("text_thoughts=other-vendors vendor !vendor=anthropic|openai|xai")
}
