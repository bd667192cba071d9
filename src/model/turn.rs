//! The parts of a response and of the messages of a request, in the order of the wire.
//!
//! Everything here points into a scanned body: a part has a kind and a place, and its text is read from there. A thought is never in a list beside the
//! content. It is a part, or is attached to one.

use std::borrow::Cow;
use std::ops::Deref;

use serde::Serialize;

use super::attachment::Attachment;
use super::role::Role;
use super::transformation::InputTransformation;
use crate::json::{Span, Value};

/// One response, read.
#[derive(Clone, Debug, Default)]
pub struct Turn<'d> {
    /// Its parts, in order.
    pub parts: Vec<Part<'d>>,
    /// The response's id.
    pub id: Option<Cow<'d, str>>,
    /// The model that the response names.
    pub model: Option<Cow<'d, str>>,
    /// The reported tokens.
    pub usage: Option<Value<'d>>,
    /// The missing rest of the answer. `None` if the answer is complete.
    pub continuation: Option<Continuation<'d>>,
    /// The thoughts of the request that the provider dropped, or accepted although they failed a check. Empty if there were none. `None` if the response does
    /// not report this.
    pub transformations: Option<Vec<InputTransformation<'d>>>,
    /// The faults. Everything else is still read.
    pub diagnostics: Vec<Diagnostic<'d>>,
}

/// The rest of an interrupted answer. It comes in the next hop: the same request again, with the token.
#[derive(Clone, Copy, Debug)]
pub struct Continuation<'d> {
    /// The value that reports it: the candidate, the choice or the interaction.
    pub value: Value<'d>,
    /// The token. OpenRouter has it among the thoughts of the message; there the incomplete answer itself is sent back.
    pub token: Option<Value<'d>>,
    /// True if the provider stopped within the budget of the request, so the answer is incomplete. False if the budget is spent: a larger one gives more.
    pub required: bool,
}

impl<'d> Turn<'d> {
    /// Returns the parts that are thoughts or carry a handle of one.
    pub fn thoughts(&self) -> impl Iterator<Item = (&Part<'d>, &Thinking<'d>)> {
        self.parts.iter().filter_map(|part| part.thinking.as_ref().map(|thinking| (part, thinking)))
    }
}

/// The messages of a request, read.
#[derive(Clone, Debug, Default)]
pub struct History<'d> {
    /// The parts of all its messages or items, in order. They are one list, because a long request has thousands of messages of one or two parts.
    pub parts: Vec<Part<'d>>,
    /// Its messages or items, in order: the place of each, its role, and the number after its last part.
    pub heads: Vec<(Value<'d>, Option<Role>, usize)>,
    /// The faults. Everything else is still read.
    pub diagnostics: Vec<Diagnostic<'d>>,
}

impl History<'_> {
    /// Returns its messages or items, in order.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry<'_>> {
        let mut entries = Vec::with_capacity(self.heads.len());
        let mut from = 0;
        for (value, role, end) in &self.heads {
            entries.push(Entry { value: *value, role: *role, parts: self.parts.get(from..*end).unwrap_or_default() });
            from = *end;
        }
        entries
    }
}

/// One message or item of a request.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'d> {
    /// Its value.
    pub value: Value<'d>,
    /// The role of its author, if the role is known.
    pub role: Option<Role>,
    /// Its parts, in order.
    pub parts: &'d [Part<'d>],
}

/// One part of a turn or of a message.
#[derive(Clone, Debug)]
pub struct Part<'d> {
    /// Its value, or the value that holds it.
    pub value: Value<'d>,
    /// Its bytes: those of the value, unless it is a stretch of visible text.
    pub span: Span,
    /// Its kind.
    pub kind: PartKind,
    /// The reasoning that it is, or whose handle it carries.
    pub thinking: Option<Thinking<'d>>,
}

impl<'d> Part<'d> {
    /// Makes a part of a whole value.
    #[must_use]
    pub fn new(value: Value<'d>, kind: PartKind) -> Self {
        Self { value, span: value.span(), kind, thinking: None }
    }

    /// Returns the part with reasoning.
    #[must_use]
    pub fn with(mut self, thinking: Thinking<'d>) -> Self {
        self.thinking = Some(thinking);
        self
    }
}

/// The kind of a part. A `thought` is only reasoning, and `text` is visible. A `call` is one of a tool, and a `result` is that of a call. Any `other` part is
/// kept and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PartKind {
    /// Only reasoning.
    Thought,
    /// Visible text.
    Text,
    /// A call of a tool.
    Call,
    /// The result of a call.
    Result,
    /// An image, a server's tool, something unknown: kept and not read.
    Other,
}

impl PartKind {
    /// Returns its name in reports and in TypeScript.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PartKind::Thought => "thought",
            PartKind::Text => "text",
            PartKind::Call => "call",
            PartKind::Result => "result",
            PartKind::Other => "other",
        }
    }
}

/// Reasoning in a part.
#[derive(Clone, Debug)]
pub struct Thinking<'d> {
    /// Its visible form.
    pub kind: ThinkingKind,
    /// The readable strings, in order: one, or several parts of a summary.
    pub texts: Strings<'d>,
    /// The strings that only the vendor can read. They must be sent back unchanged.
    pub handles: Strings<'d>,
    /// The place of its handle.
    pub attachment: Attachment,
    /// True if it can be sent back. It cannot if a required handle is missing, or if it was cut off.
    pub complete: bool,
}

impl<'d> Thinking<'d> {
    /// Makes empty, complete reasoning of that kind in that place.
    #[must_use]
    pub fn new(kind: ThinkingKind, attachment: Attachment) -> Self {
        Self { kind, texts: Strings::None, handles: Strings::None, attachment, complete: true }
    }

    /// Adds a readable text, if there is one.
    #[must_use]
    pub fn text(mut self, text: Option<Value<'d>>) -> Self {
        text.filter(|value| value.text().is_some()).into_iter().for_each(|text| self.texts.push(text));
        self
    }

    /// Adds a handle, if there is one. An empty string does not count.
    #[must_use]
    pub fn handle(mut self, handle: Option<Value<'d>>) -> Self {
        let handle = handle.filter(|value| value.text().is_some_and(|text| !text.is_empty()));
        handle.into_iter().for_each(|handle| self.handles.push(handle));
        self
    }

    /// Sets it incomplete unless it has a handle.
    #[must_use]
    pub fn signed(mut self) -> Self {
        self.complete &= !self.handles.is_empty();
        self
    }
}

/// The strings of a thought, in order. Nearly every thought has one, which needs no list.
#[derive(Clone, Debug, Default)]
pub enum Strings<'d> {
    /// There is none.
    #[default]
    None,
    /// The only one.
    One(Value<'d>),
    /// Two or more.
    Many(Vec<Value<'d>>),
}

impl<'d> Strings<'d> {
    /// Adds one at the end.
    #[inline(never)]
    pub fn push(&mut self, value: Value<'d>) {
        match self {
            Strings::None => *self = Strings::One(value),
            Strings::One(first) => *self = Strings::Many(vec![*first, value]),
            Strings::Many(all) => all.push(value),
        }
    }
}

impl<'d> Deref for Strings<'d> {
    type Target = [Value<'d>];

    #[inline(never)]
    fn deref(&self) -> &[Value<'d>] {
        match self {
            Strings::None => &[],
            Strings::One(value) => std::slice::from_ref(value),
            Strings::Many(all) => all,
        }
    }
}

impl<'s, 'd> IntoIterator for &'s Strings<'d> {
    type Item = &'s Value<'d>;
    type IntoIter = std::slice::Iter<'s, Value<'d>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The visible form of reasoning: its `text`, or a `summary` by the provider. There is no text if it is `encrypted`, `redacted` or `omitted` (only a
/// signature). Anything else is `unknown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ThinkingKind {
    /// Its text.
    Text,
    /// A summary that the provider made.
    Summary,
    /// Nothing: it is encrypted.
    Encrypted,
    /// Nothing: the provider withheld it and sent a ciphertext.
    Redacted,
    /// Nothing but a signature.
    Omitted,
    /// Something unknown.
    Unknown,
}

impl ThinkingKind {
    /// Returns its name in reports and in TypeScript.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ThinkingKind::Text => "text",
            ThinkingKind::Summary => "summary",
            ThinkingKind::Encrypted => "encrypted",
            ThinkingKind::Redacted => "redacted",
            ThinkingKind::Omitted => "omitted",
            ThinkingKind::Unknown => "unknown",
        }
    }
}

/// A fault in a body. Everything else is still read.
#[derive(Clone, Debug)]
pub struct Diagnostic<'d> {
    /// The value at fault.
    pub value: Value<'d>,
    /// The fault, in a sentence.
    pub reason: &'static str,
}
