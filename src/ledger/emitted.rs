//! One part of a recorded answer, and by what it is known again.

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
    /// Where that hangs.
    pub attachment: Option<Attachment>,
    /// By what it is known again.
    pub trace: Trace,
    /// The digest of what a call calls, and with what, if its text is not kept. Earlier versions have let that go too.
    pub calls: Option<Digest>,
    /// Other handles that were issued for it and are as good.
    pub others: Vec<Digest>,
    /// Handles that were issued for it before there was anything in them.
    pub stubs: Vec<Digest>,
    /// The sketches of those handles: by them one is known again of which a letter was changed.
    pub sketches: Vec<Digest>,
    /// True if it arrived whole.
    pub complete: bool,
    /// Its text, as received: that of the value it is or stands in.
    pub raw: Vec<u8>,
    /// A member that has to come back with it: the phase of a message.
    pub phase: Option<Digest>,
    /// The handle of the thought before it.
    pub after: Option<Digest>,
}

impl EmittedPart {
    /// One of a kind, of which nothing is known yet.
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

    /// Keeps the digests and gives the text away.
    pub fn forget_text(&mut self) -> Vec<u8> {
        self.calls = self.called();
        std::mem::take(&mut self.raw)
    }

    /// Returns `true` if it is reasoning, or carries a handle of some.
    #[must_use]
    pub fn is_thought(&self) -> bool {
        self.thinking.is_some() || self.trace.handle.is_some()
    }

    /// The digest of what a call calls and with what; nothing if that is not known, or it is no call.
    #[must_use]
    pub fn called(&self) -> Option<Digest> {
        let raw = || scan(&self.raw).ok().and_then(|raw| called(raw.root()));
        if self.kind == PartKind::Call { self.calls.or_else(raw) } else { None }
    }

    /// The digest of what a reader sees of it: of a text its words, of a call its tool and arguments; nothing of anything else.
    #[must_use]
    pub fn visible(&self) -> Option<Digest> {
        match self.kind {
            PartKind::Text => self.trace.text,
            PartKind::Call => self.called(),
            _ => None,
        }
    }

    /// The digest of what it is known by after the same context: what is seen of it, or the text of a thought.
    #[must_use]
    pub fn words(&self) -> Option<Digest> {
        if self.kind == PartKind::Thought { self.trace.text } else { self.visible() }
    }

    /// Every handle that was issued for it.
    pub fn handles(&self) -> impl Iterator<Item = &Digest> {
        self.trace.handle.iter().chain(&self.others).chain(&self.stubs)
    }

    /// Returns `true` if that is one of the handles issued for it, with something in it.
    #[must_use]
    pub fn issued(&self, handle: Digest) -> bool {
        self.trace.handle == Some(handle) || self.others.contains(&handle)
    }
}
