//! Reading code that all wires share: collects parts in order, with a diagnostic for each invalid one.

use std::borrow::Cow;

use crate::json::{Kind, Value};
use crate::model::{Attachment, Diagnostic, History, Part, PartKind, Role, Thinking, ThinkingKind, Turn};

/// Collects parts in order, and diagnostics of invalid ones.
#[derive(Default)]
pub(super) struct PartSink<'d> {
    pub(super) parts: Vec<Part<'d>>,
    pub(super) diagnostics: Vec<Diagnostic<'d>>,
}

/// A function that reads one message, item or block.
pub(super) type ReadParts = for<'d> fn(Value<'d>, &mut PartSink<'d>);

impl<'d> PartSink<'d> {
    /// Adds a part without reasoning.
    pub(super) fn part(&mut self, value: Value<'d>, kind: PartKind) {
        self.parts.push(Part { value, span: value.span(), kind, thinking: None });
    }

    /// Adds a part that is reasoning, or carries its handle.
    pub(super) fn thought(&mut self, value: Value<'d>, kind: PartKind, thinking: Thinking<'d>) {
        self.parts.push(Part { value, span: value.span(), kind, thinking: Some(thinking) });
    }

    /// Reports a problem with a value.
    pub(super) fn wrong(&mut self, value: Value<'d>, reason: &'static str) {
        self.diagnostics.push(Diagnostic { value, reason });
    }

    /// Adds a part of an unknown kind, with the reason.
    pub(super) fn odd(&mut self, value: Value<'d>, reason: &'static str) {
        self.wrong(value, reason);
        self.part(value, PartKind::Other);
    }

    /// Adds the reasoning in a member of the message, if it is not empty.
    pub(super) fn field(&mut self, message: Value<'d>, name: &str, wrong: &'static str) {
        let Some(text) = message.get(name).filter(|text| text.text().is_none_or(|text| !text.is_empty()) && !text.is_null()) else {
            return;
        };
        if !is_filled(text) {
            self.wrong(text, wrong);
        }
        self.thought(text, PartKind::Thought, FIELD.read(text, Attachment::Field { name: name.to_owned() }));
    }

    /// Adds the calls of a message, if there are any.
    pub(super) fn calls(&mut self, message: Value<'d>) {
        if message.get("tool_calls").is_some_and(|calls| !calls.is_null()) {
            self.each(message, "tool_calls", |call, sink| sink.part(call, PartKind::Call));
        }
    }

    /// Reads the messages of a list. Returns each message, its role, and the number of the first part after it.
    pub(super) fn messages(
        &mut self,
        list: Value<'d>,
        read: ReadParts,
        role: fn(Value<'_>) -> Option<Role>,
    ) -> Vec<(Value<'d>, Option<Role>, usize)> {
        let count = list.elements().count();
        self.parts.reserve(2 * count);
        let mut heads = Vec::with_capacity(count);
        for value in list.elements() {
            read(value, self);
            heads.push((value, role(value), self.parts.len()));
        }
        heads
    }

    /// Reads the elements of a member, which must be an array if present.
    pub(super) fn each(&mut self, object: Value<'d>, name: &str, read: ReadParts) {
        self.all(object.get(name), read);
    }

    /// Reads the elements of a value, which must be an array if present.
    pub(super) fn all(&mut self, list: Option<Value<'d>>, read: ReadParts) {
        match list {
            Some(list) if list.kind() == Kind::Array => list.elements().for_each(|element| read(element, self)),
            Some(other) => self.wrong(other, "expected an array"),
            None => {}
        }
    }
}

/// Returns the turn of a response: its metadata, and its message.
pub(super) fn turn<'d>(body: Value<'d>, message: Option<Value<'d>>, read: ReadParts) -> Turn<'d> {
    let mut sink = PartSink::default();
    match message.filter(|message| message.kind() == Kind::Object) {
        Some(message) => read(message, &mut sink),
        None => sink.wrong(body, "a response without its message"),
    }
    finish(body, sink)
}

/// Returns the turn with the collected parts.
pub(super) fn finish<'d>(body: Value<'d>, sink: PartSink<'d>) -> Turn<'d> {
    Turn {
        id: text(body, "id"),
        model: text(body, "model"),
        usage: body.get("usage"),
        parts: sink.parts,
        continuation: None,
        transformations: None,
        diagnostics: sink.diagnostics,
    }
}

/// Reads the messages of a request.
pub(super) fn history<'d>(body: Value<'d>, name: &str, read: ReadParts) -> History<'d> {
    let mut sink = PartSink::default();
    let mut heads = Vec::new();
    match body.get(name) {
        Some(list) if list.kind() == Kind::Array => heads = sink.messages(list, read, role),
        Some(other) => sink.wrong(other, "expected an array"),
        None => {}
    }
    History { parts: sink.parts, heads, diagnostics: sink.diagnostics }
}

/// The shape of one sort of reasoning: the places of its strings, and its visible kind.
pub(super) struct ThoughtShape {
    /// Its kind if its text is readable.
    pub(super) seen: ThinkingKind,
    /// Its kind if there is only a handle.
    pub(super) sealed: ThinkingKind,
    /// Its kind if there is neither.
    pub(super) bare: ThinkingKind,
    /// The paths to the readable strings.
    pub(super) texts: &'static [&'static str],
    /// The paths to the strings that only the issuer can read.
    pub(super) handles: &'static [&'static str],
}

/// A plain text: the value itself.
const FIELD: ThoughtShape =
    ThoughtShape { seen: ThinkingKind::Text, sealed: ThinkingKind::Text, bare: ThinkingKind::Text, texts: &[""], handles: &[] };

impl ThoughtShape {
    /// Reads reasoning of this shape from a value.
    pub(super) fn read<'d>(&self, value: Value<'d>, attachment: Attachment) -> Thinking<'d> {
        let mut thinking = Thinking::new(self.bare, attachment);
        let mut handle = |handle| {
            if is_filled(handle) {
                thinking.handles.push(handle);
                thinking.kind = self.sealed;
            }
        };
        self.handles.iter().for_each(|path| value.visit(path, &mut handle));
        let mut text = |text: Value<'d>| {
            if let Some(read) = text.text() {
                thinking.texts.push(text);
                if !read.is_empty() {
                    thinking.kind = self.seen;
                }
            }
        };
        self.texts.iter().for_each(|path| value.visit(path, &mut text));
        thinking
    }
}

/// Returns `true` if a value is a non-empty string.
pub(super) fn is_filled(value: Value<'_>) -> bool {
    value.text().is_some_and(|text| !text.is_empty())
}

/// Returns the string of a member, for display or as a name.
pub(super) fn text<'d>(object: Value<'d>, name: &str) -> Option<Cow<'d, str>> {
    object.get(name).and_then(Value::text).map(|text| text.lossy())
}

/// Returns the string of a member, as an owned copy.
pub(super) fn owned(object: Value<'_>, name: &str) -> Option<String> {
    text(object, name).map(Cow::into_owned)
}

/// Returns the role of a message.
pub(super) fn role(message: Value<'_>) -> Option<Role> {
    Role::named(message.token("role"))
}
