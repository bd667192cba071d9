//! The typed view as JSON: how it leaves for JavaScript, where text is cut out of the body only when it is asked for.
//!
//! Places are byte offsets into the body. A text is the stretch between its quotes, escapes untouched.

use super::Call;
use crate::json::{Document, Places, Span, Value, Writer};
use crate::model::{Attachment, Diagnostic, History, Part, PartKind, Provenance, Role, Target, Thinking, Turn};

/// A turn; parts at the pointers of `unfinished` or below are not complete.
#[must_use]
pub fn turn(turn: &Turn<'_>, document: &Document<'_>, target: &Target, unfinished: &[String]) -> Vec<u8> {
    let mut view = View { out: Writer::default(), places: Places::new(document), unfinished };
    view.out.open(b'{');
    view.out.member("wire", target.wire.as_str());
    view.out.member_if("id", turn.id.as_deref());
    view.out.member_if("model", turn.model.as_deref());
    if let Some(usage) = turn.usage {
        view.out.name("usage");
        view.span(usage.span());
    }
    view.issuer(target);
    view.parts(&turn.parts);
    view.diagnostics(&turn.diagnostics)
}

/// The messages of a request.
#[must_use]
pub fn history(history: &History<'_>, document: &Document<'_>, target: &Target) -> Vec<u8> {
    let mut view = View { out: Writer::default(), places: Places::new(document), unfinished: &[] };
    view.out.open(b'{');
    view.out.member("wire", target.wire.as_str());
    view.issuer(target);
    view.out.name("entries");
    view.out.open(b'[');
    for entry in &history.entries {
        view.begin(entry.value, entry.value.span());
        view.out.member_if("role", entry.role.map(Role::name));
        view.parts(&entry.parts);
        view.out.close(b'}');
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
    /// Opens an object that stands for a place of the body; says whether it is finished.
    fn begin(&mut self, value: Value<'_>, span: Span) -> bool {
        let pointer = self.places.place(value).pointer;
        self.out.open(b'{');
        self.out.member("pointer", &pointer);
        for (name, at) in [("start", span.start), ("end", span.end)] {
            self.out.name(name);
            self.out.number(at);
        }
        !self.unfinished.iter().any(|open| is_within(&pointer, open))
    }

    fn parts(&mut self, parts: &[Part<'_>]) {
        self.out.name("parts");
        self.out.open(b'[');
        for part in parts {
            let finished = self.begin(part.value, part.span);
            self.out.member("kind", part.kind.name());
            match part.kind {
                PartKind::Text => {
                    let whole = part.value.span();
                    let text = if whole == part.span { part.value.get("text").unwrap_or(part.value) } else { part.value };
                    self.out.name("text");
                    self.span(if whole == part.span { inside(text) } else { part.span });
                }
                PartKind::Call | PartKind::Result => self.call(&Call::read(part.value)),
                _ => {}
            }
            if let Some(thinking) = &part.thinking {
                self.thought(thinking, part, finished);
            }
            self.out.close(b'}');
        }
        self.out.close(b']');
    }

    fn call(&mut self, call: &Call<'_>) {
        self.out.name("call");
        self.out.open(b'{');
        self.out.member_if("id", call.id.as_deref());
        self.out.member_if("name", call.name.as_deref());
        if let Some(content) = call.content {
            self.out.name("content");
            self.span(content.span());
        }
        self.out.close(b'}');
    }

    fn thought(&mut self, thinking: &Thinking<'_>, part: &Part<'_>, finished: bool) {
        self.out.name("thought");
        self.out.open(b'{');
        self.out.member("kind", thinking.kind.name());
        self.out.name("complete");
        self.out.flag(thinking.complete && finished);
        self.out.name("attachment");
        self.attachment(&thinking.attachment);
        self.out.name("texts");
        self.out.open(b'[');
        // What stands between tags is a stretch of the part's own text.
        if part.span != part.value.span() {
            self.span(part.span);
        }
        for text in &thinking.texts {
            self.span(inside(*text));
        }
        self.out.close(b']');
        self.out.name("handles");
        self.out.open(b'[');
        for handle in &thinking.handles {
            self.span(inside(*handle));
        }
        self.out.close(b']');
        self.out.close(b'}');
    }

    fn attachment(&mut self, attachment: &Attachment) {
        let (kind, name, value) = match attachment {
            Attachment::Block => ("block", "", None),
            Attachment::Call { id } => ("call", "id", id.as_deref()),
            Attachment::Text => ("text", "", None),
            Attachment::Empty => ("empty", "", None),
            Attachment::Item { partner } => ("item", "partner", partner.as_deref()),
            Attachment::Field { name } => ("field", "name", Some(name.as_str())),
            Attachment::Tag { name } => ("tag", "name", Some(name.as_str())),
            Attachment::Argument { name } => ("argument", "name", Some(name.as_str())),
        };
        self.out.open(b'{');
        self.out.member("type", kind);
        self.out.member_if(name, value);
        self.out.close(b'}');
    }

    fn issuer(&mut self, target: &Target) {
        let issuer = Provenance::of(target);
        self.out.name("issuer");
        self.out.open(b'{');
        for (name, value) in
            [("vendor", &issuer.vendor), ("surface", &issuer.surface), ("account", &issuer.account), ("model", &issuer.model)]
        {
            self.out.member_if(name, value.as_deref());
        }
        self.out.close(b'}');
    }

    fn diagnostics(mut self, diagnostics: &[Diagnostic<'_>]) -> Vec<u8> {
        self.out.name("diagnostics");
        self.out.open(b'[');
        for diagnostic in diagnostics {
            self.begin(diagnostic.value, diagnostic.value.span());
            self.out.member("reason", diagnostic.reason);
            self.out.close(b'}');
        }
        self.out.close(b']');
        self.out.close(b'}');
        self.out.finish()
    }

    fn span(&mut self, span: Span) {
        self.out.open(b'[');
        self.out.number(span.start);
        self.out.number(span.end);
        self.out.close(b']');
    }
}

/// Whether a pointer leads to a place or below it.
#[must_use]
pub fn is_within(pointer: &str, place: &str) -> bool {
    pointer.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// What stands between the quotes of a string; of anything else, all of it.
fn inside(value: Value<'_>) -> Span {
    let span = value.span();
    if value.text().is_some() { Span { start: span.start + 1, end: span.end - 1 } } else { span }
}
