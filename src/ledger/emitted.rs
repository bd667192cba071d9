//! One part of a recorded answer, and the digests and ids that identify it.

use crate::json::{Digest, digest, scan};
use crate::model::{Attachment, Part, PartKind, ThinkingKind, Wire};
use crate::request::trace::{Trace, called};

/// One part of an answer.
#[derive(Clone, Debug)]
pub struct EmittedPart {
    /// Its kind.
    pub kind: PartKind,
    /// The kind of reasoning that it is or carries.
    pub thinking: Option<ThinkingKind>,
    /// The place of that reasoning.
    pub attachment: Option<Attachment>,
    /// The digests and ids that identify it.
    pub trace: Trace,
    /// The digest of the tool and arguments of a call, if its text is not kept. Earlier versions dropped it too.
    pub calls: Option<Digest>,
    /// Other valid handles that were issued for it.
    pub others: Vec<Digest>,
    /// Handles that were issued for it before they had content.
    pub stubs: Vec<Digest>,
    /// The sketches of those handles. They identify a handle with a changed letter.
    pub sketches: Vec<Digest>,
    /// True if it arrived whole.
    pub complete: bool,
    /// The text, as received, of its value or of the value that contains it.
    pub raw: Vec<u8>,
    /// A member that must be sent back with it: the phase of a message.
    pub phase: Option<Digest>,
    /// The handle of the thought before it.
    pub after: Option<Digest>,
}

impl EmittedPart {
    /// Returns an empty part of a kind.
    pub(super) fn empty(kind: PartKind) -> Self {
        Self {
            kind,
            thinking: None,
            attachment: None,
            trace: Trace::default(),
            calls: None,
            others: Vec::new(),
            stubs: Vec::new(),
            sketches: Vec::new(),
            complete: true,
            raw: Vec::new(),
            phase: None,
            after: None,
        }
    }

    pub(super) fn new(part: &Part<'_>, wire: &Wire) -> Self {
        let thinking = part.thinking.as_ref();
        Self {
            thinking: thinking.map(|thinking| thinking.kind),
            attachment: thinking.map(|thinking| thinking.attachment.clone()),
            trace: Trace::of(part, wire),
            complete: thinking.is_none_or(|thinking| thinking.complete),
            raw: part.value.raw().to_vec(),
            phase: part.value.get("phase").filter(|phase| !phase.is_null()).map(digest),
            ..Self::empty(part.kind)
        }
    }

    /// Drops the text, keeps the digests, and returns the text.
    pub fn forget_text(&mut self) -> Vec<u8> {
        self.calls = self.called();
        std::mem::take(&mut self.raw)
    }

    /// Returns `true` if it is reasoning, or has a handle.
    #[must_use]
    pub fn is_thought(&self) -> bool {
        self.thinking.is_some() || self.trace.handle.is_some()
    }

    /// Returns the digest of the tool and arguments of a call. Returns `None` if it is unknown, or the part is not a call.
    #[must_use]
    pub fn called(&self) -> Option<Digest> {
        let raw = || scan(&self.raw).ok().and_then(|raw| called(raw.root()));
        if self.kind == PartKind::Call { self.calls.or_else(raw) } else { None }
    }

    /// Returns the digest of its visible content: the words of a text, the tool and arguments of a call. Returns `None` for other parts.
    #[must_use]
    pub fn visible(&self) -> Option<Digest> {
        match self.kind {
            PartKind::Text => self.trace.text,
            PartKind::Call => self.called(),
            _ => None,
        }
    }

    /// Returns the digest that finds it after the same context: of its visible content, or of the text of a thought.
    #[must_use]
    pub fn words(&self) -> Option<Digest> {
        if self.kind == PartKind::Thought { self.trace.text } else { self.visible() }
    }

    /// Returns every handle that was issued for it.
    pub fn handles(&self) -> impl Iterator<Item = &Digest> {
        self.trace.handle.iter().chain(&self.others).chain(&self.stubs)
    }

    /// Returns `true` if the handle was issued for it, with content.
    #[must_use]
    pub fn issued(&self, handle: Digest) -> bool {
        self.trace.handle == Some(handle) || self.others.contains(&handle)
    }
}
