//! Exported thoughts: each is one message, with its fate when it is sent back.

use super::blocks::{block, text};
use super::content::{stored, stored_reasoning};
use super::conversation::prompted_argument;
use super::message::{Content, Envelope, sequence};
use super::otid::{made, otid};
use super::read::{RecordType, read};
use super::{is_filled, refused, string_of};
use crate::error::{Code, Error};
use crate::json::{Document, PlaceSet, Places, Value, Writer, digest, quote_wtf8, scan};
use crate::model::{Attachment, Fate, Part, PartKind, Target, Thinking, ThinkingKind};
use crate::wires::{Call, NO_CODEC, Side, codec};

/// Letta's messages, and the fate of each thought.
#[derive(Debug, Default)]
pub struct Exported {
    /// The messages, each a JSON text, in order.
    pub messages: Vec<Vec<u8>>,
    /// The same as content parts, as Letta's server stores them. They hold more than a message. Empty if the source is such parts.
    pub content: Vec<Vec<u8>>,
    /// The thoughts, in order.
    pub sent: Vec<ExportedThought>,
}

/// A thought that was exported, and its fate.
#[derive(Clone, Debug)]
pub struct ExportedThought {
    /// Its place in the body.
    pub pointer: String,
    /// Its visible form.
    pub kind: ThinkingKind,
    /// The number of its message, from 0. `None` if there is none.
    pub message: Option<usize>,
    /// Its fate when that message is converted back.
    pub fate: Fate,
    /// The reason, unless the exact bytes are restored.
    pub reason: Option<&'static str>,
    /// Its fate when the content part is converted back, if there is one.
    pub stored: Option<Fate>,
}

/// Writes the thoughts of a response, or of the messages of a request, as Letta's messages. Each message gets the members of the envelope: `id` (of a
/// response), `date`, `name`, `sender_id`, `step_id`, `run_id`, `is_err`, and `seq_id`, which is incremented. Parts at the pointers of `unfinished`, one a
/// line, were cut off.
///
/// # Errors
/// A wire without a codec; no date, or one that cannot be read; an id for the many messages of a request.
pub fn export(document: &Document<'_>, target: &Target, envelope: Value<'_>, unfinished: &str) -> Result<Exported, Error> {
    let root = document.root();
    let codec = codec(&target.wire).ok_or_else(|| refused(Code::Input, NO_CODEC, "/wire"))?;
    let date = Envelope(envelope, root).date()?;
    let mut export = Export {
        target,
        envelope,
        unfinished: unfinished.lines().collect(),
        date,
        places: Places::new(document),
        done: Exported::default(),
    };
    let given = string_of(envelope, "id");
    if codec.recognise(root).is_none_or(|recognition| recognition.side != Side::Request) {
        export.turn(given.as_deref(), (root, 0), &codec.response(root).parts)?;
        return Ok(export.done);
    }
    if given.is_some() {
        return Err(refused(Code::Input, "the messages of a request have an id each: they are made", "/id"));
    }
    let history = codec.request(root);
    for (nth, entry) in history.entries().iter().enumerate() {
        export.turn(None, (entry.value, nth), entry.parts)?;
    }
    Ok(export.done)
}

struct Export<'d> {
    target: &'d Target,
    envelope: Value<'d>,
    unfinished: PlaceSet<'d>,
    date: String,
    places: Places<'d>,
    done: Exported,
}

impl Export<'_> {
    /// Writes the thoughts of one message or response. A missing id is derived from its digest and its place.
    fn turn(&mut self, id: Option<&str>, (value, nth): (Value<'_>, usize), parts: &[Part<'_>]) -> Result<(), Error> {
        let (mut id, said) = (id.map(str::to_owned), said_in_items(parts));
        for (inner, part) in parts.iter().enumerate() {
            if let Some(thinking) = &part.thinking {
                if is_said_twice(thinking, &said) {
                    let (pointer, kind) = (self.places.place(part.value).pointer, thinking.kind);
                    let (fate, reason) = (Fate::Routed, Some(TWICE));
                    self.done.sent.push(ExportedThought { pointer, kind, message: None, fate, reason, stored: None });
                    continue;
                }
                let id = id.get_or_insert_with(|| made(digest(value), nth));
                self.thought(id, inner, part, thinking)?;
            } else if let Some(said) = argument_of(part) {
                let id = id.get_or_insert_with(|| made(digest(value), nth));
                self.argument(id, inner, part, &said);
            }
        }
        Ok(())
    }

    /// Writes the argument of a call in which a prompt made the model think.
    fn argument(&mut self, id: &str, place: usize, part: &Part<'_>, said: &[u8]) {
        let pointer = self.places.place(part.value).pointer;
        let nth = self.done.messages.len();
        let kind = ThinkingKind::Text;
        let content = Content { kind, native: false, text: Some(quote_wtf8(said)), handle: None };
        self.done.messages.push(self.message(id, place, nth, &content));
        self.done.content.push(stored_reasoning(&content));
        let (fate, reason) = (Fate::Routed, Some(IN_CALL));
        self.done.sent.push(ExportedThought { pointer, kind, message: Some(nth), fate, reason, stored: Some(fate) });
    }

    /// Writes one message. `place` is the number of its part in the turn, `nth` its own number.
    fn message(&self, id: &str, place: usize, nth: usize, content: &Content<'_>) -> Vec<u8> {
        let mut out = Writer::default();
        let otid = i64::try_from(place).ok().and_then(|place| otid(id, place).ok());
        let sequence = sequence(None, self.envelope, nth);
        Envelope(self.envelope, self.envelope).write(&mut out, [id, &self.date], otid.as_deref(), sequence, content);
        out.finish()
    }

    fn thought(&mut self, id: &str, place: usize, part: &Part<'_>, thinking: &Thinking<'_>) -> Result<(), Error> {
        let pointer = self.places.place(part.value).pointer;
        let nth = self.done.messages.len();
        let mut sent =
            ExportedThought { pointer, kind: thinking.kind, message: None, fate: Fate::Elided, reason: Some(NO_REASONING), stored: None };
        // A compaction replaces everything before it, and is not a thought.
        if !part.value.fits("type^compaction") {
            let whole = thinking.complete && !self.unfinished.holds(&sent.pointer);
            let content = Content {
                kind: thinking.kind,
                native: thinking.attachment.is_native(),
                text: visible(part, thinking),
                handle: thinking.handles.first().filter(|_| whole).map(|handle| handle.raw()),
            };
            let (message, stored) = (self.message(id, place, nth, &content), stored(part, &content));
            (sent.fate, sent.reason) = fate_of(&message, part, thinking, self.target)?;
            sent.stored = Some(fate_of(&stored, part, thinking, self.target)?.0);
            if !whole {
                (sent.fate, sent.reason, sent.stored) = (Fate::Elided, Some(CUT), Some(Fate::Elided));
            }
            sent.message = Some(nth);
            self.done.messages.push(message);
            self.done.content.push(stored);
        }
        self.done.sent.push(sent);
        Ok(())
    }
}

/// Writes the reasoning of stored messages, or of a list of content parts, as the messages that Letta's API would show: in order, each separately. The
/// envelope supplies the members that a record lacks.
///
/// # Errors
/// A record without its shape, with its pointer; no date, or one that cannot be read.
pub fn project(document: &Document<'_>, envelope: Value<'_>) -> Result<Exported, Error> {
    let mut places = Places::new(document);
    let mut exported = Exported::default();
    for reasoning in read(document)?.0 {
        let sequence = sequence(reasoning.message, envelope, exported.messages.len());
        let record = reasoning.message.unwrap_or(document.root());
        let envelope = Envelope(reasoning.message.unwrap_or(envelope), envelope);
        let id = string_of(envelope.0, "id").or_else(|| string_of(envelope.1, "id"));
        let id = id.map_or_else(|| made(digest(record), record.span().start), |id| id.into_owned());
        let place = reasoning.place.and_then(|place| i64::try_from(place).ok());
        let otid = match place.and_then(|place| otid(&id, place).ok()) {
            // A record of the API keeps its own.
            _ if record.get("message_type").is_some() => string_of(record, "otid").map(|otid| otid.into_owned()),
            derived => derived,
        };
        let is_seen = matches!(reasoning.kind, ThinkingKind::Text | ThinkingKind::Summary);
        let content = Content {
            kind: reasoning.kind,
            native: reasoning.native,
            text: is_seen
                .then(|| reasoning.argument.as_ref().map_or_else(|| text(&reasoning.texts, reasoning.kind), |(_, said)| quote_wtf8(said))),
            handle: reasoning.handle.map(Value::raw),
        };
        let mut out = Writer::default();
        envelope.write(&mut out, [&id, &envelope.date()?], otid.as_deref(), sequence, &content);
        let (fate, reason) = match reasoning.record_type {
            RecordType::Summarized => (Fate::Degraded, Some(NO_ITEM)),
            _ if reasoning.argument.is_some() => (Fate::Routed, Some(IN_CALL)),
            RecordType::Text | RecordType::Call => (Fate::Routed, Some(ALONE)),
            _ => (Fate::Verbatim, None),
        };
        let message = Some(exported.messages.len());
        exported.messages.push(out.finish());
        exported.sent.push(ExportedThought {
            pointer: places.place(reasoning.value).pointer,
            kind: reasoning.kind,
            message,
            fate,
            reason,
            stored: None,
        });
    }
    Ok(exported)
}

/// Returns the text of the argument of a call in which a prompt made the model think.
fn argument_of(part: &Part<'_>) -> Option<Vec<u8>> {
    let arguments = (part.kind == PartKind::Call).then(|| Call::read(part.value).content)??;
    prompted_argument(arguments).map(|(_, said)| said)
}

/// Returns the readable text of a thought as one JSON string, or `None` if there is none.
fn visible(part: &Part<'_>, thinking: &Thinking<'_>) -> Option<Vec<u8>> {
    if part.span != part.value.span() {
        let from = part.value.span().start;
        let stretch = part.value.raw().get(part.span.start.checked_sub(from)?..part.span.end.checked_sub(from)?)?;
        return Some([b"\"", stretch, b"\""].concat());
    }
    let is_seen = thinking.texts.iter().any(|text| is_filled(*text));
    is_seen.then(|| text(&thinking.texts, thinking.kind))
}

/// Joins the texts of the OpenRouter items in a message.
fn said_in_items(parts: &[Part<'_>]) -> Vec<u8> {
    let items = parts.iter().filter(|part| part.value.fits("type^reasoning.")).filter_map(|part| part.thinking.as_ref());
    items.flat_map(decoded).collect()
}

/// Returns `true` if a thought is a member of a message whose items have the same text.
fn is_said_twice(thinking: &Thinking<'_>, said: &[u8]) -> bool {
    let is_field = matches!(&thinking.attachment, Attachment::Field { name } if name != DETAILS);
    is_field && !said.is_empty() && said == decoded(thinking)
}

fn decoded(thinking: &Thinking<'_>) -> Vec<u8> {
    thinking.texts.iter().filter_map(|text| text.text()).flat_map(|text| text.wtf8().into_owned()).collect()
}

const DETAILS: &str = "reasoning_details";

/// Returns the fate of a thought when its message is converted back. It is lower if the part had more than the message holds.
fn fate_of(message: &[u8], part: &Part<'_>, thinking: &Thinking<'_>, target: &Target) -> Result<(Fate, Option<&'static str>), Error> {
    let (fate, reason, replayed) = compare(message, part, thinking, target)?;
    Ok(match replayed {
        Some((replayed, why)) if loss(replayed) > loss(fate) => (replayed, why),
        _ if fate == Fate::Verbatim && !scan(message)?.root().members().all(|(_, value)| is_spelled_plainly(value)) => {
            (Fate::Routed, Some(SPELLING))
        }
        _ => (fate, reason),
    })
}

/// Returns the loss of a fate, as a number.
fn loss(fate: Fate) -> usize {
    match fate {
        Fate::Verbatim => 0,
        Fate::Routed => 1,
        Fate::Degraded | Fate::Placeholder => 2,
        Fate::Elided => 3,
    }
}

/// Returns `true` if a string stays the same when a client parses and writes it.
fn is_spelled_plainly(value: Value<'_>) -> bool {
    value.text().is_none_or(|text| quote_wtf8(&text.wtf8()) == value.raw())
}

/// Compares the block from a message with the part that the message was made of.
fn compare(message: &[u8], part: &Part<'_>, thinking: &Thinking<'_>, target: &Target) -> Result<Compared, Error> {
    let document = scan(message)?;
    // A call without its handle is not reasoning.
    let Some(block) = read(&document)?.0.first().map(|reasoning| block(reasoning, target, None)) else {
        return Ok((Fate::Elided, None, None));
    };
    let replayed = Some((block.fate, block.reason));
    let Some(json) = block.json else { return Ok((block.fate, block.reason, replayed)) };
    let rebuilt = scan(&json)?;
    let Some((name, value)) = rebuilt.root().members().next() else { return Ok((Fate::Elided, None, replayed)) };
    let name = name.lossy();
    let named = match (&thinking.attachment, block.on) {
        (Attachment::Field { name: field }, "message") if *field == name && value.raw() == part.value.raw() => {
            return Ok((Fate::Verbatim, None, replayed));
        }
        (Attachment::Field { .. }, "message") => false,
        (Attachment::Field { name: field }, "part") if *field == name => true,
        (_, "part") => part.value.get(&name).is_some(),
        _ if json == part.value.raw() => return Ok((Fate::Verbatim, None, replayed)),
        _ if digest(rebuilt.root()) == digest(part.value) => false,
        _ => return Ok((Fate::Degraded, block.reason.or(Some(LOST)), replayed)),
    };
    Ok(if named { (block.fate, block.reason, replayed) } else { (Fate::Routed, Some(SPELLING), replayed) })
}

/// A fate, its reason, and the fate and reason of the conversion back alone.
type Compared = (Fate, Option<&'static str>, Option<(Fate, Option<&'static str>)>);

const TWICE: &str = "the items of the message have the same content";
const NO_REASONING: &str = "it is a summary of earlier messages, not reasoning of this turn";
const CUT: &str = "it is incomplete or has no handle: only the text is kept";
const LOST: &str = "it has members for which a message has no place";
const SPELLING: &str = "the same content in another spelling";
const NO_ITEM: &str = "the item's id, and where one paragraph of its summary ends, have no place in a message";
const IN_CALL: &str = "it is an argument of a call, and is sent with it";
const ALONE: &str = "the handle is in a separate message";
