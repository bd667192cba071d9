//! The plan: what becomes of every thought, decided before a byte is written.
//!
//! It follows from three things: who issued the thought ([`super::travel`]), what the contract of the target asks for, and the caller's [`Policy`]. It is
//! data: convert, replay, Letta and the page show the same fates for the same reasons.

use super::demand::Demand;
use super::policy::{ForeignThoughts, Mode, Policy, Window};
use super::reader::{readable, text_in_span};
use super::travel::{Ends, Hold, Holds, Kinship, kinship};
use crate::json::{Document, Places, Span, Value, lossy};
use crate::model::{Attachment, Content, ContentKind, Conversation, Fate, Speaker, Thinking, ThinkingKind};

/// The fates of all thoughts, in the order of the source.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// One for each thought.
    pub thoughts: Vec<PlannedThought>,
    /// The calls that get the documented string, by their bytes, each with the number of the thought in whose place it stands.
    placeholders: Vec<(Span, Option<usize>)>,
}

/// One thought, and what becomes of it.
#[derive(Clone, Debug)]
pub struct PlannedThought {
    /// Its bytes in the source.
    pub span: Span,
    /// Its place in the source, as a JSON pointer.
    pub pointer: String,
    /// Its kind.
    pub kind: ThinkingKind,
    /// Its fate.
    pub fate: Fate,
    /// Why.
    pub reason: &'static str,
    /// Its place in the target, as a JSON pointer.
    pub to: Option<String>,
    /// The task of the writer.
    pub(super) decision: Decision,
}

/// The task of a writer with a thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// It writes the thought whole, in the shape of its wire.
    Native,
    /// It writes the text of the thought where its wire has reasoning as a text.
    Plain,
    /// It writes the text of the thought as visible text.
    Envelope,
    /// It writes the thought beside the messages.
    Beside,
    /// It writes nothing.
    Nothing,
}

impl Plan {
    /// Plans the fate of every thought, on the way to a wire or into a format.
    #[must_use]
    pub(super) fn new(
        conversation: &Conversation<'_>,
        request: &Document<'_>,
        ends: &Ends<'_>,
        holds: Option<Holds>,
        policy: &Policy,
    ) -> Self {
        let to = ends.to;
        let (mut thoughts, mut places) = (Vec::new(), Places::new(request));
        let messages = &conversation.messages;
        let first = match policy.window {
            Window::All => 0,
            Window::Round => open_round(conversation),
            Window::Turn => messages.iter().rposition(|message| message.speaker == Speaker::Assistant).unwrap_or_default(),
        };
        let demand = Demand::of(conversation, to);
        for (nth, message) in messages.iter().enumerate() {
            let is_asked = demand.asks(conversation, nth);
            let mut is_given = false;
            for content in &message.contents {
                let Some(thinking) = &content.thinking else { continue };
                let (fate, decision, reason) = if policy.mode == Mode::Off {
                    (Fate::Elided, Decision::Nothing, "thoughts are switched off")
                } else if nth < first {
                    (Fate::Elided, Decision::Nothing, "it lies before the window of thoughts that are sent")
                } else if let Some(holds) = holds {
                    keep(content, holds(ends.issuer(content), content), policy)
                } else {
                    decide(content, ends, policy, is_asked && !is_given)
                };
                is_given |= decision == Decision::Plain || decision == Decision::Native;
                let (span, kind) = (content.span, thinking.kind);
                let pointer = lossy(places.pointer(content.value));
                // Some readers tell a thought before the text that stands before it.
                let after = thoughts.partition_point(|one: &PlannedThought| one.span.start <= span.start);
                thoughts.insert(after, PlannedThought { span, pointer, kind, fate, reason, to: None, decision });
            }
        }
        let mut plan = Self { thoughts, placeholders: Vec::new() };
        if policy.placeholder && to.fits("signs=always wire=gemini-generate|openai-chat dialect=gemini,wire=gemini-generate") {
            plan.stand_in(conversation);
        }
        plan
    }

    /// Puts the documented string on the first call of every step of the open round that has no signature of the target's own.
    fn stand_in(&mut self, conversation: &Conversation<'_>) {
        let round = open_round(conversation);
        for message in conversation.messages.iter().skip(round).filter(|message| message.speaker == Speaker::Assistant) {
            let Some(call) = message.contents.iter().find(|content| matches!(content.kind, ContentKind::Call(_))) else { continue };
            if self.decision(call.span) == Some(Decision::Native) {
                continue;
            }
            let own = self.nth(call.span).filter(|nth| self.is_elided(*nth));
            let mut all = message.contents.iter().filter_map(|content| self.nth(content.span));
            let elided = own.or_else(|| all.find(|nth| self.is_elided(*nth)));
            if let Some(thought) = elided.and_then(|nth| self.thoughts.get_mut(nth)) {
                (thought.fate, thought.reason) =
                    (Fate::Placeholder, "the target refuses the call unsigned: the documented string stands there");
            }
            self.placeholders.push((call.span, elided));
        }
    }

    fn is_elided(&self, nth: usize) -> bool {
        self.thoughts.get(nth).is_some_and(|thought| thought.fate == Fate::Elided)
    }

    /// The number of the placeholder on the call with these bytes.
    fn placeholder(&self, span: Span) -> Option<usize> {
        self.placeholders.binary_search_by_key(&span.start, |(call, _)| call.start).ok()
    }

    /// True if the call with these bytes gets the documented string.
    pub(super) fn has_placeholder(&self, span: Span) -> bool {
        self.placeholder(span).is_some()
    }

    /// True if the documented string on the call with these bytes stands in the place of no thought.
    pub(super) fn stands_alone(&self, span: Span) -> bool {
        self.placeholder(span).and_then(|nth| self.placeholders.get(nth)).is_some_and(|(_, thought)| thought.is_none())
    }

    fn nth(&self, span: Span) -> Option<usize> {
        self.thoughts.binary_search_by_key(&span.start, |thought| thought.span.start).ok()
    }

    /// The decision on the thought with these bytes.
    pub(super) fn decision(&self, span: Span) -> Option<Decision> {
        self.nth(span).and_then(|nth| self.thoughts.get(nth)).map(|thought| thought.decision)
    }

    /// Notes that the entry of a thought comes home as it was, with the thoughts that it had there.
    pub(super) fn comes_home(&mut self, span: Span) {
        if let Some(thought) = self.nth(span).and_then(|nth| self.thoughts.get_mut(nth)) {
            (thought.fate, thought.decision) = (Fate::Elided, Decision::Nothing);
            thought.reason = COMES_HOME;
        }
        self.placeholders.retain(|(call, _)| *call != span);
    }

    /// Leaves out a thought that is bound to what stood before it.
    pub(super) fn unbind(&mut self, span: Span) {
        if let Some(thought) = self.nth(span).and_then(|nth| self.thoughts.get_mut(nth)) {
            (thought.fate, thought.decision) = (Fate::Elided, Decision::Nothing);
            thought.reason = "it is bound to what its issuer saw before it, and the target sees something else there";
        }
    }

    /// Plans a thought anew whose place the audit of the target mended.
    pub(super) fn settle(&mut self, span: Span, fate: Fate, reason: &'static str) {
        if let Some(thought) = self.nth(span).and_then(|nth| self.thoughts.get_mut(nth)) {
            (thought.fate, thought.reason) = (fate, reason);
        }
    }

    /// Plans a thought that came home, in the stretch of the source that its message stands for. The source has the text of it, or nothing any more.
    pub(super) fn returned(&mut self, stretch: Span, pointer: String, kind: ThinkingKind, to: String) {
        let reason = "it was left out on the way to another vendor, and comes home as it was issued";
        let waits = |thought: &&mut PlannedThought| thought.reason == COMES_HOME && stretch.range().contains(&thought.span.start);
        if let Some(thought) = self.thoughts.iter_mut().find(waits) {
            (thought.fate, thought.reason, thought.to) = (Fate::Verbatim, reason, Some(to));
            return;
        }
        let span = stretch;
        self.thoughts.push(PlannedThought { span, pointer, kind, fate: Fate::Verbatim, reason, to: Some(to), decision: Decision::Native });
    }

    /// True if any thought goes whole.
    pub(super) fn carries_any(&self) -> bool {
        self.thoughts.iter().any(|thought| thought.decision == Decision::Native)
    }

    /// True if any thought goes anywhere.
    pub(super) fn sends_any(&self) -> bool {
        !self.placeholders.is_empty() || self.thoughts.iter().any(|thought| thought.decision != Decision::Nothing)
    }

    /// True if a thought goes to the place of the content with these bytes.
    pub(super) fn goes_somewhere(&self, span: Span) -> bool {
        self.has_placeholder(span) || self.decision(span).is_some_and(|decision| decision != Decision::Nothing)
    }

    /// Notes where a thought went.
    pub(super) fn place(&mut self, span: Span, to: String) {
        let replaced = self.placeholder(span).and_then(|nth| self.placeholders.get(nth)?.1);
        if let Some(thought) = replaced.or_else(|| self.nth(span)).and_then(|nth| self.thoughts.get_mut(nth))
            && (thought.decision != Decision::Nothing || replaced.is_some())
        {
            thought.to = Some(to);
        }
    }
}

/// The reason of a thought whose message comes home.
const COMES_HOME: &str = "its message comes home as it was, with the thoughts that it had there";

/// The number of the first message after the last input of the user.
pub(super) fn open_round(conversation: &Conversation<'_>) -> usize {
    conversation.messages.iter().rposition(|message| message.speaker == Speaker::User).map_or(0, |user| user + 1)
}

/// Decides on a thought that goes into a format, which holds it whatever its issuer.
fn keep(content: &Content<'_>, hold: Hold, policy: &Policy) -> (Fate, Decision, &'static str) {
    match hold {
        _ if is_prompted(content) => (Fate::Verbatim, Decision::Native, ARGUMENT),
        Hold::Whole if policy.mode != Mode::SummaryOnly => {
            (Fate::Verbatim, Decision::Native, "the format holds all that its issuer wants back")
        }
        Hold::Whole | Hold::Text if !visible(content).is_empty() => (Fate::Degraded, Decision::Plain, "the format holds its text alone"),
        _ => (Fate::Elided, Decision::Nothing, "the format has no place for it"),
    }
}

const ARGUMENT: &str = "it is an argument of the call";

/// True if a prompt made the model think in an argument of a call, with which the thought goes.
fn is_prompted(content: &Content<'_>) -> bool {
    content.thinking.as_ref().is_some_and(|thinking| matches!(thinking.attachment, Attachment::Argument { .. }))
}

/// Decides on a thought that goes to a wire.
pub(super) fn decide(content: &Content<'_>, ends: &Ends<'_>, policy: &Policy, is_asked: bool) -> (Fate, Decision, &'static str) {
    let Some(thinking) = &content.thinking else { return (Fate::Elided, Decision::Nothing, "") };
    let (text, to) = (visible(content), ends.to);
    if is_prompted(content) {
        return (Fate::Verbatim, Decision::Native, ARGUMENT);
    }
    if policy.mode == Mode::SummaryOnly {
        return match text.is_empty() {
            true => (Fate::Elided, Decision::Nothing, "only what can be read is sent, and nothing of it can be"),
            false if takes_text(to) => (Fate::Degraded, Decision::Plain, "only what can be read of it is sent"),
            false => (Fate::Degraded, Decision::Envelope, "only what can be read of it is sent"),
        };
    }
    let why = match kinship(content, ends) {
        Kinship::Own | Kinship::Relative if !thinking.complete => "it was cut off, so its issuer would refuse it",
        Kinship::Own if !has_place(content, thinking, to) => "the target has no place for a thought that is only a text",
        Kinship::Own => return (Fate::Verbatim, Decision::Native, "the target issued it"),
        Kinship::Relative => return (Fate::Routed, Decision::Native, "the target reads it, in another shape"),
        Kinship::Family if takes_text(to) && !text.is_empty() => {
            return (Fate::Routed, Decision::Plain, "a model of the same family thought it, and its text is all of it");
        }
        Kinship::Family => "the target has no place for a thought that is only a text",
        Kinship::Foreign(why) => why,
    };
    if is_asked && !text.is_empty() {
        return (Fate::Degraded, Decision::Plain, "the target asks for reasoning here: it gets the text of another model's");
    }
    match policy.foreign {
        ForeignThoughts::Envelope if !text.is_empty() => (Fate::Degraded, Decision::Envelope, "the policy sends its text in an envelope"),
        ForeignThoughts::Summary if thinking.kind == ThinkingKind::Summary && !text.is_empty() => {
            (Fate::Degraded, Decision::Envelope, "the policy sends its summary in an envelope")
        }
        ForeignThoughts::SideChannel => (Fate::Routed, Decision::Beside, "the policy sends it beside the messages"),
        _ => (Fate::Elided, Decision::Nothing, why),
    }
}

/// The readable text of a thought, as it is written.
pub(super) fn visible(content: &Content<'_>) -> Vec<u8> {
    let Some(thinking) = &content.thinking else { return Vec::new() };
    match thinking.attachment {
        Attachment::Tag { .. } => text_in_span(content.value, content.span).to_vec(),
        _ => readable(thinking),
    }
}

/// True if the target has a place for a thought of its own. One that stands in a format is written anew, and then a text wants a member.
fn has_place(content: &Content<'_>, thinking: &Thinking<'_>, to: Value<'_>) -> bool {
    content.issued.is_none() || !thinking.handles.is_empty() || takes_text(to) || !to.fits("wire=openai-chat")
}

/// True if the target has a place for reasoning that is only a text.
fn takes_text(to: Value<'_>) -> bool {
    let has_member = to.fits("fields.reads.*,wire=mistral-chat|cohere-chat|ollama-chat !dialect=gemini");
    has_member || to.fits("wire=anthropic-messages|openai-responses vendor !vendor=anthropic|openai|xai")
}
