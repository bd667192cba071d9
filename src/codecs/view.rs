//! The typed view as JSON: how it leaves for JavaScript, where text is cut out of the body only when it is asked for.
//!
//! Places are byte offsets into the body. A text is the stretch between its quotes, escapes untouched. There is one part for
//! every few hundred bytes of a body, so parts are lists without names: names would be most of what crosses.
//!
//! - an entry: pointer, start, end, role, parts
//! - a part: pointer, start, end, kind, and as far as there is any of it text, call, thought
//! - a text: start and end of each of its strings
//! - a call: id, name, and start and end of its content
//! - a thought: kind, complete, type of the attachment, its id, partner or name, text, handles (as a text)

use super::Call;
use super::issuer::issuer;
use crate::json::{Document, Places, Span, Value, Writer};
use crate::model::{Diagnostic, History, Part, PartKind, Role, Target, Thinking, Turn};

/// A turn; parts at the pointers of `unfinished`, which are in the order of the text, or below them are not complete.
#[must_use]
pub fn turn(turn: &Turn<'_>, document: &Document<'_>, target: &Target, unfinished: &[String]) -> Vec<u8> {
    let mut view = View { out: Writer::default(), places: Places::new(document), unfinished };
    view.out.open(b'{');
    view.out.member("wire", target.wire.as_str());
    view.out.member_if("id", turn.id.as_deref());
    view.out.member_if("model", turn.model.as_deref());
    if let Some(usage) = turn.usage {
        view.out.name("usage");
        view.out.open(b'[');
        view.span(usage.span());
        view.out.close(b']');
    }
    view.issuer(target);
    view.out.name("parts");
    view.parts(&turn.parts);
    view.diagnostics(&turn.diagnostics)
}

/// The messages of a request.
#[must_use]
pub fn history(history: &History<'_>, document: &Document<'_>, target: &Target) -> Vec<u8> {
    let mut view = View { out: Writer::default(), places: Places::new(document), unfinished: &[] };
    view.out.open(b'{');
    view.out.member("wire", target.wire.as_str());
    // No issuer: where a request goes says nothing of where its thoughts came from.
    view.out.name("entries");
    view.out.open(b'[');
    for entry in history.entries() {
        view.begin(entry.value, entry.value.span());
        view.out.text_or_null(entry.role.map(Role::name));
        view.parts(entry.parts);
        view.out.close(b']');
    }
    view.out.close(b']');
    view.diagnostics(&history.diagnostics)
}

struct View<'d> {
    out: Writer,
    places: Places<'d>,
    unfinished: &'d [String],
}

impl View<'_> {
    /// Opens a list that stands for a place of the body; says whether that is finished.
    fn begin(&mut self, value: Value<'_>, span: Span) -> bool {
        let pointer = self.places.place(value).pointer;
        self.out.open(b'[');
        self.out.text(&pointer);
        self.span(span);
        // Both lists are in the order of the text, so that the next one is never far.
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

    fn parts(&mut self, parts: &[Part<'_>]) {
        self.out.open(b'[');
        for part in parts {
            let finished = self.begin(part.value, part.span);
            self.out.text(part.kind.name());
            let stretch = (part.span != part.value.span()).then_some(part.span);
            let is_call = matches!(part.kind, PartKind::Call | PartKind::Result);
            if part.kind == PartKind::Text || is_call || part.thinking.is_some() {
                let said = if part.kind == PartKind::Text && stretch.is_none() { said(part.value) } else { Vec::new() };
                self.texts(stretch.filter(|_| part.kind == PartKind::Text), &said);
            }
            if is_call || part.thinking.is_some() {
                self.out.open(b'[');
                if is_call {
                    self.call(&Call::read(part.value));
                }
                self.out.close(b']');
            }
            if let Some(thinking) = &part.thinking {
                self.thought(thinking, stretch, finished);
            }
            self.out.close(b']');
        }
        self.out.close(b']');
    }

    fn call(&mut self, call: &Call<'_>) {
        self.out.text_or_null(call.id.as_deref());
        self.out.text_or_null(call.name.as_deref());
        call.content.into_iter().for_each(|content| self.span(content.span()));
    }

    /// What stands between tags is a stretch of the part's own text.
    fn thought(&mut self, thinking: &Thinking<'_>, stretch: Option<Span>, finished: bool) {
        let (kind, of) = thinking.attachment.words();
        self.out.open(b'[');
        self.out.text(thinking.kind.name());
        self.out.flag(thinking.complete && finished);
        self.out.text(kind);
        self.out.text_or_null(of);
        self.texts(stretch, &thinking.texts);
        self.texts(None, &thinking.handles);
        self.out.close(b']');
    }

    fn texts(&mut self, stretch: Option<Span>, texts: &[Value<'_>]) {
        self.out.open(b'[');
        stretch.into_iter().for_each(|span| self.span(span));
        texts.iter().for_each(|text| self.span(inside(*text)));
        self.out.close(b']');
    }

    fn issuer(&mut self, target: &Target) {
        let [vendor, surface] = issuer(target);
        self.out.name("issuer");
        self.out.open(b'{');
        self.out.member_if("vendor", vendor);
        self.out.member_if("surface", surface);
        self.out.member_if("account", target.account.as_deref());
        self.out.member_if("model", target.model.as_deref());
        self.out.close(b'}');
    }

    fn diagnostics(mut self, diagnostics: &[Diagnostic<'_>]) -> Vec<u8> {
        self.out.name("diagnostics");
        self.out.open(b'[');
        for diagnostic in diagnostics {
            self.begin(diagnostic.value, diagnostic.value.span());
            self.out.text(diagnostic.reason);
            self.out.close(b']');
        }
        self.out.close(b']');
        self.out.close(b'}');
        self.out.finish()
    }

    fn span(&mut self, span: Span) {
        self.out.number(span.start);
        self.out.number(span.end);
    }
}

/// Whether a pointer leads to a place or below it.
#[must_use]
pub fn is_within(pointer: &str, place: &str) -> bool {
    pointer.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The strings that a visible part says: itself, its text, its content, or the texts of the pieces of its content. A block that
/// calls itself text and holds none says nothing.
fn said(part: Value<'_>) -> Vec<Value<'_>> {
    let content = part.get("content");
    match [Some(part), part.get("text"), content].into_iter().flatten().find(|value| value.text().is_some()) {
        Some(text) => vec![text],
        None => part.list("content").filter_map(|piece| piece.get("text")).filter(|text| text.text().is_some()).collect(),
    }
}

/// What stands between the quotes of a string; of anything else, all of it.
fn inside(value: Value<'_>) -> Span {
    let span = value.span();
    if value.text().is_some() { Span { start: span.start + 1, end: span.end - 1 } } else { span }
}
