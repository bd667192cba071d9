//! The records of a plan: the fate of every thought of a conversation. The conversion decides it, and writers follow it.

use super::reader::{readable, text_in_span};
use crate::json::Span;
use crate::model::{Attachment, Content, Fate, ThinkingKind};

/// The fates of all thoughts, in the order of the source.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// One for each thought.
    pub thoughts: Vec<PlannedThought>,
    /// The calls that get the documented string, by their bytes, each with the number of the thought that it replaces.
    pub(crate) placeholders: Vec<(Span, Option<usize>)>,
}

/// One thought and its fate.
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
    /// The reason for the fate.
    pub reason: &'static str,
    /// Its place in the target, as a JSON pointer.
    pub to: Option<String>,
    /// The writer's action.
    pub(crate) decision: Decision,
    /// Its handles, as they are written in the source: JSON strings.
    pub(crate) handles: Vec<Vec<u8>>,
}

/// The writer's action for a thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// It writes the thought whole, in the shape of its wire.
    Native,
    /// It writes the text of the thought in the wire's place for plain reasoning text.
    Plain,
    /// It writes the text of the thought as visible text.
    Envelope,
    /// It writes the thought beside the messages.
    Beside,
    /// It writes nothing.
    Nothing,
}

impl Decision {
    /// Returns `true` if the writer puts any part of the thought into the messages.
    fn is_in_messages(self) -> bool {
        !matches!(self, Decision::Beside | Decision::Nothing)
    }
}

impl Plan {
    pub(crate) fn is_elided(&self, nth: usize) -> bool {
        self.thoughts.get(nth).is_some_and(|thought| thought.fate == Fate::Elided)
    }

    /// Returns the number of the placeholder on the call with these bytes.
    fn placeholder(&self, span: Span) -> Option<usize> {
        self.placeholders.binary_search_by_key(&span.start, |(call, _)| call.start).ok()
    }

    /// Returns `true` if the call with these bytes gets the documented string.
    pub(crate) fn has_placeholder(&self, span: Span) -> bool {
        self.placeholder(span).is_some()
    }

    /// Returns `true` if the documented string on the call with these bytes replaces no thought.
    pub(crate) fn stands_alone(&self, span: Span) -> bool {
        self.placeholder(span).and_then(|nth| self.placeholders.get(nth)).is_some_and(|(_, thought)| thought.is_none())
    }

    pub(crate) fn nth(&self, span: Span) -> Option<usize> {
        self.thoughts.binary_search_by_key(&span.start, |thought| thought.span.start).ok()
    }

    /// Returns the decision on the thought with these bytes.
    pub(crate) fn decision(&self, span: Span) -> Option<Decision> {
        self.nth(span).and_then(|nth| self.thoughts.get(nth)).map(|thought| thought.decision)
    }

    /// Notes that the original entry of a thought is restored, with its thoughts.
    pub(crate) fn replace_by_original(&mut self, span: Span) {
        if let Some(thought) = self.nth(span).and_then(|nth| self.thoughts.get_mut(nth)) {
            (thought.fate, thought.decision) = (Fate::Elided, Decision::Nothing);
            thought.reason = REPLACED;
        }
        self.placeholders.retain(|(call, _)| *call != span);
    }

    /// Leaves out a thought that is bound to the previous messages.
    pub(crate) fn unbind(&mut self, span: Span) {
        if let Some(thought) = self.nth(span).and_then(|nth| self.thoughts.get_mut(nth)) {
            (thought.fate, thought.decision) = (Fate::Elided, Decision::Nothing);
            thought.reason = "it is valid only after its original messages, and these were changed";
        }
    }

    /// Changes the fate of a thought after a repair changed its place.
    pub(crate) fn settle(&mut self, span: Span, fate: Fate, reason: &'static str) {
        if let Some(thought) = self.sent_at(span) {
            (thought.fate, thought.reason) = (fate, reason);
            thought.to.take_if(|_| fate == Fate::Elided);
        }
    }

    /// Adds a thought that was restored from the ledger, at the place of its message in the source.
    pub(crate) fn returned(&mut self, stretch: Span, pointer: String, kind: ThinkingKind, to: String) {
        let reason = "restored from the ledger";
        let waits = |thought: &&mut PlannedThought| thought.reason == REPLACED && stretch.range().contains(&thought.span.start);
        if let Some(thought) = self.thoughts.iter_mut().find(waits) {
            (thought.fate, thought.reason, thought.to) = (Fate::Verbatim, reason, Some(to));
            return;
        }
        self.restored(stretch, pointer, kind, reason, to);
    }

    /// Adds a thought that the source lacks and the request has.
    pub(crate) fn restored(&mut self, span: Span, pointer: String, kind: ThinkingKind, reason: &'static str, to: String) {
        let (fate, to, decision, handles) = (Fate::Verbatim, Some(to), Decision::Native, Vec::new());
        self.thoughts.push(PlannedThought { span, pointer, kind, fate, reason, to, decision, handles });
    }

    /// Returns `true` if any thought is sent whole.
    pub(crate) fn carries_any(&self) -> bool {
        self.thoughts.iter().any(|thought| thought.decision == Decision::Native)
    }

    /// Returns `true` if any thought is sent.
    pub(crate) fn sends_any(&self) -> bool {
        !self.placeholders.is_empty() || self.thoughts.iter().any(|thought| thought.decision != Decision::Nothing)
    }

    /// Returns `true` if a thought is sent at the place of the content with these bytes.
    pub(crate) fn goes_somewhere(&self, span: Span) -> bool {
        self.has_placeholder(span) || self.decision(span).is_some_and(Decision::is_in_messages)
    }

    /// Notes the place of a thought in the target.
    pub(crate) fn place(&mut self, span: Span, to: String) {
        if let Some(thought) = self.sent_at(span) {
            thought.to = Some(to);
        }
    }

    /// Finds the thought that is sent at the place of the content with these bytes: the content's own, or the one that its placeholder replaces.
    fn sent_at(&mut self, span: Span) -> Option<&mut PlannedThought> {
        let replaced = self.placeholder(span).and_then(|nth| self.placeholders.get(nth)?.1);
        let thought = replaced.or_else(|| self.nth(span)).and_then(|nth| self.thoughts.get_mut(nth));
        thought.filter(|thought| thought.decision.is_in_messages() || replaced.is_some())
    }
}

/// The reason for a thought whose original message is restored.
const REPLACED: &str = "its message was restored from the ledger";

/// Returns the readable text of a thought, as it is written.
pub(crate) fn visible(content: &Content<'_>) -> Vec<u8> {
    let Some(thinking) = &content.thinking else { return Vec::new() };
    match thinking.attachment {
        Attachment::Tag { .. } => text_in_span(content.value, content.span).to_vec(),
        _ => readable(thinking),
    }
}
