//! A turn or a history as a record. It holds places of the body: JavaScript cuts a text out of the body only when somebody asks for it.

use serde::Serialize;

use super::records::{
    CallRecord, Continuation, Diagnostic, EntryRecord, HistoryRecord, InputTransformation, Issuer, PartRecord, Stretch, Strings,
    ThoughtRecord, TurnRecord, json_of,
};
use crate::json::{Document, Places, Span, Value, Writer, is_within, lossy};
use crate::model::{self, Attachment, History, Part, PartKind, Target, Thinking, ThinkingKind, Turn};
use crate::wires::{Call, description, issuer};

/// Writes two lines: a turn, and the list of its parts. `unfinished` lists, in the order of the text, the pointers that a stream left unfinished: parts at or
/// below one are not complete.
#[must_use]
pub fn write_turn(turn: &Turn<'_>, document: &Document<'_>, target: &Target, unfinished: &[String]) -> String {
    let is_sealed = seals_thoughts(target, turn.model.as_deref());
    let mut reader = PartReader { places: Places::new(document), unfinished, is_sealed };
    let record = TurnRecord {
        wire: target.wire.as_str(),
        continuation: turn.continuation.map(|continuation| continuation_record(continuation, document)),
        id: turn.id.as_deref(),
        model: turn.model.as_deref(),
        usage: turn.usage.map(|usage| stretch(usage.span())),
        input_transformations: turn.transformations.as_ref().map(|all| all.iter().map(transformation_record).collect()),
        issuer: issuer_record(turn, target),
        diagnostics: diagnostics(&turn.diagnostics, document),
    };
    two_lines(&record, |out| reader.write_parts(&turn.parts, out))
}

/// Returns `true` if the vendor signs every block of reasoning: Claude does, and others on its wires do not.
fn seals_thoughts(target: &Target, model: Option<&str>) -> bool {
    let is_claude = |name: Option<&str>| name.is_some_and(|name| name.contains("claude"));
    description(&target.wire).behaviour.signs_every_block
        && (is_claude(model) || is_claude(target.model.as_deref()) || target.host.as_deref() == Some("api.anthropic.com"))
}

fn issuer_record<'d>(turn: &'d Turn<'_>, target: &'d Target) -> Issuer<'d> {
    let [vendor, surface] = issuer(target);
    let model = turn.model.as_deref().or(target.model.as_deref());
    Issuer { vendor, surface, account: target.account.as_deref(), model, response: turn.id.as_deref() }
}

fn continuation_record<'d>(continuation: model::Continuation<'d>, document: &Document<'_>) -> Continuation<'d> {
    Continuation {
        pointer: document.place(continuation.value).pointer,
        required: continuation.required,
        token: continuation.token.and_then(Value::text).map(|token| token.lossy()),
    }
}

fn transformation_record<'d>(transformation: &'d model::InputTransformation<'_>) -> InputTransformation<'d> {
    InputTransformation { kind: &transformation.kind, reason: &transformation.reason, pointer: transformation.pointer.as_deref() }
}

/// Writes two lines: what all messages of a request share, and the list of them.
#[must_use]
pub fn write_history(history: &History<'_>, document: &Document<'_>, target: &Target) -> String {
    let mut reader = PartReader { places: Places::new(document), unfinished: &[], is_sealed: false };
    let record = HistoryRecord { wire: target.wire.as_str(), diagnostics: diagnostics(&history.diagnostics, document) };
    two_lines(&record, |out| {
        out.open(b'[');
        for entry in history.entries() {
            let record = EntryRecord { pointer: reader.pointer(entry.value), place: stretch(entry.value.span()), role: entry.role };
            record.write(out, |out| reader.write_parts(entry.parts, out));
        }
        out.close(b']');
    })
}

fn two_lines(record: &impl Serialize, write_list: impl FnOnce(&mut Writer)) -> String {
    let mut list = Writer::default();
    write_list(&mut list);
    let mut lines = json_of(record);
    lines.push(b'\n');
    lines.append(&mut list.finish());
    String::from_utf8(lines).unwrap_or_default()
}

fn diagnostics(diagnostics: &[model::Diagnostic<'_>], document: &Document<'_>) -> Vec<Diagnostic> {
    let mut places = Places::new(document);
    let record = |diagnostic: &model::Diagnostic<'_>| {
        let Span { start, end } = diagnostic.value.span();
        Diagnostic { pointer: lossy(places.pointer(diagnostic.value)), start, end, reason: diagnostic.reason }
    };
    diagnostics.iter().map(record).collect()
}

/// Reads parts in the order of the text, so that the pointers of all of them cost one walk.
struct PartReader<'d> {
    places: Places<'d>,
    unfinished: &'d [String],
    /// True if a block of reasoning without a handle cannot go back.
    is_sealed: bool,
}

impl PartReader<'_> {
    fn pointer(&mut self, value: Value<'_>) -> String {
        lossy(self.places.pointer(value))
    }

    fn write_parts(&mut self, parts: &[Part<'_>], out: &mut Writer) {
        out.open(b'[');
        for part in parts {
            self.part(part).write(out);
        }
        out.close(b']');
    }

    fn part<'p>(&mut self, part: &'p Part<'_>) -> PartRecord<'p> {
        let pointer = self.pointer(part.value);
        let is_finished = self.is_finished(&pointer);
        // Reasoning between tags and the text around it are stretches of one string.
        let stretch_of_text = (part.span != part.value.span()).then_some(part.span);
        let text = match (part.kind, stretch_of_text) {
            (PartKind::Text, Some(_)) => strings(stretch_of_text, &[]),
            (PartKind::Text, None) => strings(None, &visible_texts(part.value)),
            _ => Strings::new(),
        };
        let is_call = matches!(part.kind, PartKind::Call | PartKind::Result);
        PartRecord {
            pointer,
            place: stretch(part.span),
            kind: part.kind,
            text,
            call: is_call.then(|| call_record(part.value)),
            thought: part.thinking.as_ref().map(|thinking| self.thought(thinking, stretch_of_text, is_finished)),
        }
    }

    /// Returns `true` if a stream finished the part at a pointer.
    fn is_finished(&mut self, pointer: &str) -> bool {
        // Both lists are in the order of the text, so the next candidate is the first or the second of the rest.
        while let [open, rest @ ..] = self.unfinished {
            if is_within(pointer, open) {
                return false;
            }
            match rest.first() {
                Some(next) if is_within(pointer, next) => self.unfinished = rest,
                _ => return true,
            }
        }
        true
    }

    fn thought<'p>(&self, thinking: &'p Thinking<'_>, stretch_of_text: Option<Span>, is_finished: bool) -> ThoughtRecord<'p> {
        let is_thinking = thinking.attachment == Attachment::Block && matches!(thinking.kind, ThinkingKind::Text | ThinkingKind::Omitted);
        let lacks_seal = self.is_sealed && is_thinking && thinking.handles.is_empty();
        ThoughtRecord {
            kind: thinking.kind,
            complete: thinking.complete && is_finished && !lacks_seal,
            attachment: &thinking.attachment,
            texts: strings(stretch_of_text, &thinking.texts),
            handles: strings(None, &thinking.handles),
        }
    }
}

fn call_record(part: Value<'_>) -> CallRecord<'_> {
    let Call { id, name, content } = Call::read(part);
    CallRecord { id, name, content: content.map(|content| stretch(content.span())) }
}

fn stretch(span: Span) -> Stretch {
    [span.start, span.end]
}

/// The places of a stretch of text, if it is one, and of strings.
fn strings(stretch_of_text: Option<Span>, values: &[Value<'_>]) -> Strings {
    let mut strings = Strings::with_capacity(2 * (values.len() + usize::from(stretch_of_text.is_some())));
    for span in stretch_of_text.into_iter().chain(values.iter().map(|value| inner_span(*value))) {
        strings.extend(stretch(span));
    }
    strings
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

/// Returns the stretch between the quotes of a string, or all of a value that is not a string.
fn inner_span(value: Value<'_>) -> Span {
    let span = value.span();
    if value.text().is_some() { Span { start: span.start + 1, end: span.end - 1 } } else { span }
}
