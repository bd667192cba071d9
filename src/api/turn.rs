//! A turn or a history. JavaScript cuts a text out of the body only when somebody asks for it.
//!
//! A text is the stretch between its quotes, escapes untouched. A body has one part for every few hundred bytes, so parts are lists without names: names
//! would be most of what crosses.
//!
//! - an entry: pointer, start, end, role, parts
//! - a part: pointer, start, end, kind, and as far as there is any of it text, call, thought
//! - a text: start and end of each of its strings
//! - a call: id, name, and start and end of its content
//! - a transformation of the request: type, reason, pointer
//! - a thought: kind, complete, type of the attachment, its id, partner or name, text, handles (as a text)

use crate::json::{Document, Places, Span, Value, Writer, is_within};
use crate::model::{Attachment, Continuation, Diagnostic, History, Part, PartKind, Role, Target, Thinking, ThinkingKind, Turn};
use crate::wires::{Call, description, issuer};

/// Writes a turn. `unfinished` lists, in the order of the text, the pointers that a stream left unfinished: parts at or below one are not complete.
#[must_use]
pub fn write_turn(turn: &Turn<'_>, document: &Document<'_>, target: &Target, unfinished: &[String]) -> Vec<u8> {
    let is_sealed = seals_thoughts(target, turn.model.as_deref());
    let mut writer = PartsWriter { out: Writer::default(), places: Places::new(document), unfinished, is_sealed };
    writer.out.open(b'{');
    writer.out.member("wire", target.wire.as_str());
    if let Some(continuation) = &turn.continuation {
        writer.write_continuation(continuation, document);
    }
    writer.out.member_if("id", turn.id.as_deref());
    writer.out.member_if("model", turn.model.as_deref());
    if let Some(usage) = turn.usage {
        writer.out.name("usage");
        writer.out.open(b'[');
        writer.write_span(usage.span());
        writer.out.close(b']');
    }
    if let Some(transformations) = &turn.transformations {
        writer.out.name("transformations");
        writer.out.open(b'[');
        for transformation in transformations {
            writer.out.open(b'[');
            writer.out.text(&transformation.kind);
            writer.out.text(&transformation.reason);
            writer.out.text_or_null(transformation.pointer.as_deref());
            writer.out.close(b']');
        }
        writer.out.close(b']');
    }
    writer.write_issuer(target);
    writer.out.name("parts");
    writer.write_parts(&turn.parts);
    writer.finish(&turn.diagnostics)
}

/// Returns `true` if the issuer signs every block of reasoning: Claude does, and others on its wires do not.
fn seals_thoughts(target: &Target, model: Option<&str>) -> bool {
    let is_claude = |name: Option<&str>| name.is_some_and(|name| name.contains("claude"));
    description(&target.wire).behaviour.signs_every_block
        && (is_claude(model) || is_claude(target.model.as_deref()) || target.host.as_deref() == Some("api.anthropic.com"))
}

/// Writes the messages of a request. It names no issuer, because the target of a request does not say who issued its thoughts.
#[must_use]
pub fn write_history(history: &History<'_>, document: &Document<'_>, target: &Target) -> Vec<u8> {
    let mut writer = PartsWriter { out: Writer::default(), places: Places::new(document), unfinished: &[], is_sealed: false };
    writer.out.open(b'{');
    writer.out.member("wire", target.wire.as_str());
    writer.out.name("entries");
    writer.out.open(b'[');
    for entry in history.entries() {
        writer.open_at(entry.value, entry.value.span());
        writer.out.text_or_null(entry.role.map(Role::name));
        writer.write_parts(entry.parts);
        writer.out.close(b']');
    }
    writer.out.close(b']');
    writer.finish(&history.diagnostics)
}

struct PartsWriter<'d> {
    out: Writer,
    places: Places<'d>,
    unfinished: &'d [String],
    /// True if a block of reasoning without a handle cannot go back.
    is_sealed: bool,
}

impl PartsWriter<'_> {
    /// Opens the list of a value, with its place. Returns `true` if the value is finished.
    fn open_at(&mut self, value: Value<'_>, span: Span) -> bool {
        let pointer = self.places.place(value).pointer;
        self.out.open(b'[');
        self.out.text(&pointer);
        self.write_span(span);
        // Both lists are in the order of the text, so the next candidate is the first or the second of the rest.
        while let [open, rest @ ..] = self.unfinished {
            if is_within(&pointer, open) {
                return false;
            }
            match rest.first() {
                Some(next) if is_within(&pointer, next) => self.unfinished = rest,
                _ => return true,
            }
        }
        true
    }

    fn write_parts(&mut self, parts: &[Part<'_>]) {
        self.out.open(b'[');
        for part in parts {
            let finished = self.open_at(part.value, part.span);
            self.out.text(part.kind.name());
            let stretch = (part.span != part.value.span()).then_some(part.span);
            let is_call = matches!(part.kind, PartKind::Call | PartKind::Result);
            if part.kind == PartKind::Text || is_call || part.thinking.is_some() {
                let texts = if part.kind == PartKind::Text && stretch.is_none() { visible_texts(part.value) } else { Vec::new() };
                self.write_texts(stretch.filter(|_| part.kind == PartKind::Text), &texts);
            }
            if is_call || part.thinking.is_some() {
                self.out.open(b'[');
                if is_call {
                    self.write_call(&Call::read(part.value));
                }
                self.out.close(b']');
            }
            if let Some(thinking) = &part.thinking {
                self.write_thought(thinking, stretch, finished);
            }
            self.out.close(b']');
        }
        self.out.close(b']');
    }

    fn write_call(&mut self, call: &Call<'_>) {
        self.out.text_or_null(call.id.as_deref());
        self.out.text_or_null(call.name.as_deref());
        call.content.into_iter().for_each(|content| self.write_span(content.span()));
    }

    /// Writes a thought. Reasoning between tags is a stretch of the part's own text.
    fn write_thought(&mut self, thinking: &Thinking<'_>, stretch: Option<Span>, finished: bool) {
        let (kind, of) = thinking.attachment.words();
        self.out.open(b'[');
        self.out.text(thinking.kind.name());
        let is_thinking = thinking.attachment == Attachment::Block && matches!(thinking.kind, ThinkingKind::Text | ThinkingKind::Omitted);
        let lacks_seal = self.is_sealed && is_thinking && thinking.handles.is_empty();
        self.out.flag(thinking.complete && finished && !lacks_seal);
        self.out.text(kind);
        self.out.text_or_null(of);
        self.write_texts(stretch, &thinking.texts);
        self.write_texts(None, &thinking.handles);
        self.out.close(b']');
    }

    fn write_texts(&mut self, stretch: Option<Span>, texts: &[Value<'_>]) {
        self.out.open(b'[');
        stretch.into_iter().for_each(|span| self.write_span(span));
        texts.iter().for_each(|text| self.write_span(inner_span(*text)));
        self.out.close(b']');
    }

    /// Writes what is still to come. It stands before all else, so that JavaScript need not read the turn to know that there is none.
    fn write_continuation(&mut self, continuation: &Continuation<'_>, document: &Document<'_>) {
        self.out.name("continuation");
        self.out.open(b'{');
        self.out.member("pointer", &document.place(continuation.value).pointer);
        self.out.name("required");
        self.out.flag(continuation.required);
        self.out.member_if("token", continuation.token.and_then(Value::text).map(|token| token.lossy()).as_deref());
        self.out.close(b'}');
    }

    fn write_issuer(&mut self, target: &Target) {
        let [vendor, surface] = issuer(target);
        self.out.name("issuer");
        self.out.open(b'{');
        self.out.member_if("vendor", vendor);
        self.out.member_if("surface", surface);
        self.out.member_if("account", target.account.as_deref());
        self.out.member_if("model", target.model.as_deref());
        self.out.close(b'}');
    }

    fn finish(mut self, diagnostics: &[Diagnostic<'_>]) -> Vec<u8> {
        self.out.name("diagnostics");
        self.out.open(b'[');
        for diagnostic in diagnostics {
            self.open_at(diagnostic.value, diagnostic.value.span());
            self.out.text(diagnostic.reason);
            self.out.close(b']');
        }
        self.out.close(b']');
        self.out.close(b'}');
        self.out.finish()
    }

    fn write_span(&mut self, span: Span) {
        self.out.number(span.start);
        self.out.number(span.end);
    }
}

/// Returns the strings of a visible part: itself, its text, its content, or the texts of the pieces of its content. A block of type
/// text that holds none has none.
fn visible_texts(part: Value<'_>) -> Vec<Value<'_>> {
    let content = part.get("content");
    match [Some(part), part.get("text"), content].into_iter().flatten().find(|value| value.text().is_some()) {
        Some(text) => vec![text],
        None => part.list("content").filter_map(|piece| piece.get("text")).filter(|text| text.text().is_some()).collect(),
    }
}

/// Returns the stretch between the quotes of a string, or all of a value that is no string.
fn inner_span(value: Value<'_>) -> Span {
    let span = value.span();
    if value.text().is_some() { Span { start: span.start + 1, end: span.end - 1 } } else { span }
}
