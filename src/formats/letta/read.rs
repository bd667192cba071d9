//! Reasoning found in Letta's records: messages as its API shows them, messages as its server stores them, content parts.

use super::conversation::{check_record, list_of, messages, prompted_argument};
use super::otid::place;
use super::{is_filled, refused, string_of};
use crate::error::{Code, Error};
use crate::json::{Document, Kind, Value};
use crate::model::ThinkingKind;

/// One piece of reasoning in a record of Letta's.
#[derive(Clone, Debug)]
pub struct Reasoning<'d> {
    /// The message or part that contains it.
    pub value: Value<'d>,
    /// The type of that record.
    pub record_type: RecordType,
    /// Its visible form.
    pub kind: ThinkingKind,
    /// True if the model reasons natively (`reasoner_model`) and was not prompted to (`non_reasoner_model`).
    pub native: bool,
    /// The readable strings, in order: one, or the parts of a summary.
    pub texts: Vec<Value<'d>>,
    /// The string that only the issuer can read.
    pub handle: Option<Value<'d>>,
    /// The argument of a call in which a prompt made the model think, by its name, and its text.
    pub argument: Option<(&'static str, Vec<u8>)>,
    /// The message that it belongs to, which may be itself.
    pub message: Option<Value<'d>>,
    /// Its place among the parts of that message, if it is known.
    pub place: Option<usize>,
}

/// The type of a message or part of Letta's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordType {
    /// A message with text.
    Message,
    /// A message without text.
    Hidden,
    /// A message from before `reasoning_message` existed.
    Monologue,
    /// A stored part with text.
    Reasoning,
    /// A stored part that the provider withheld.
    Redacted,
    /// A stored part without text.
    Omitted,
    /// A stored item of OpenAI's Responses.
    Summarized,
    /// A stored text that carries a handle.
    Text,
    /// A stored call that carries a handle.
    Call,
}

/// A record type: its word; its required member, the test of that member and the error words; the paths of its text and of its handle.
type RecordShape = (RecordType, &'static str, (&'static str, &'static str, &'static str), &'static str, &'static str);

const STRING: &str = ":s";

const ROWS: &[RecordShape] = &[
    (RecordType::Message, "reasoning_message", ("reasoning", STRING, "must be a string"), "reasoning", "signature"),
    (
        RecordType::Hidden,
        "hidden_reasoning_message",
        ("state", "=redacted|omitted", "must be `redacted` or `omitted`"),
        "",
        "hidden_reasoning",
    ),
    (RecordType::Monologue, "internal_monologue", ("internal_monologue", STRING, "must be a string"), "internal_monologue", ""),
    (RecordType::Reasoning, "reasoning", ("reasoning", STRING, "must be a string"), "reasoning", "signature"),
    (RecordType::Redacted, "redacted_reasoning", ("data", STRING, "must be a string"), "", "data"),
    (RecordType::Omitted, "omitted_reasoning", ("type", STRING, ""), "", "signature"),
    (RecordType::Summarized, "summarized_reasoning", ("summary", ":a", "must be an array"), "summary.*.text", "encrypted_content"),
    (RecordType::Text, "text", ("text", STRING, "must be a string"), "", "signature"),
    (RecordType::Call, "tool_call", ("name", STRING, "must be a string"), "", "signature"),
];

/// Returns the messages or parts of a text: those of a list, of a page of the API, or the text itself as one.
#[must_use]
pub fn elements(root: Value<'_>) -> Vec<Value<'_>> {
    let list = list_of(root).map_or(root, |(_, list)| list);
    let mut found = Vec::new();
    list.collect(if list.kind() == Kind::Array { "*" } else { "" }, &mut found);
    found
}

/// Finds the reasoning in a list of messages, of stored messages or of parts, in order. Returns it, and all other messages and parts.
///
/// # Errors
/// A message or part without the member that its type must have, with its pointer; a text that is neither a list nor an object.
pub fn read<'d>(document: &'d Document<'d>) -> Result<(Vec<Reasoning<'d>>, Vec<Value<'d>>), Error> {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    let root = document.root();
    if !matches!(root.kind(), Kind::Array | Kind::Object) {
        return Err(refused(Code::Message, "expected a list of messages, or one", ""));
    }
    let all = elements(root);
    let chunks = messages(&all).flat_map(|message| (0..message.len()).map(|nth| nth > 0));
    for ((nth, element), is_chunk) in all.iter().copied().enumerate().zip(chunks) {
        // Finding a pointer visits all elements before it, so it is made only for an error.
        check_record(element, || document.place(element).pointer)?;
        let content = element.get("content").filter(|content| content.kind() == Kind::Array);
        let is_message = content.is_some() || element.fits("id date,message_type");
        let is_stored = stored(element).is_some();
        let mut parts = Vec::new();
        element.collect(if content.is_some() { "content.*" } else { "" }, &mut parts);
        for (inner, part) in parts.into_iter().enumerate() {
            match read_one(part).map_err(|(name, wrong)| {
                let pointer = [document.place(part).pointer.as_str(), "/", name].concat();
                refused(Code::Message, wrong, &pointer)
            })? {
                Some(mut reasoning) => {
                    reasoning.message = is_message.then_some(element);
                    reasoning.place = match is_message {
                        _ if is_stored => Some(inner),
                        true => place_of(element),
                        false => Some(nth),
                    };
                    match found.last_mut().filter(|_| is_chunk) {
                        Some(first) => go_on(first, reasoning),
                        None => found.push(reasoning),
                    }
                }
                None => others.push(part),
            }
        }
        found.extend(stored_calls(element));
    }
    Ok((found, others))
}

/// Adds a chunk of a token stream to the reasoning of the same message before it.
fn go_on<'d>(first: &mut Reasoning<'d>, chunk: Reasoning<'d>) {
    first.texts.extend(chunk.texts);
    first.handle = chunk.handle.or(first.handle);
    first.native |= chunk.native;
    if first.texts.iter().any(|text| is_filled(*text)) {
        first.kind = ThinkingKind::Text;
    }
}

/// Returns the content parts of a message that the server stores. A message of the API may have such content too, but it has a type.
pub(super) fn stored(message: Value<'_>) -> Option<Value<'_>> {
    message.get("content").filter(|content| content.kind() == Kind::Array && message.get("message_type").is_none())
}

/// Returns the place that a message's `otid` names.
fn place_of(message: Value<'_>) -> Option<usize> {
    place(&string_of(message, "id")?, &string_of(message, "otid")?)
}

/// Returns the reasoning that a message or part is or carries. The error is the member at fault and the reason.
fn read_one(value: Value<'_>) -> Result<Option<Reasoning<'_>>, (&'static str, &'static str)> {
    let named = [value.word("message_type"), value.word("type")].into_iter().find(|word| !word.is_empty());
    // The schema has a default for the word, so it may be left out.
    let word = match named {
        Some(word) => word,
        None if value.fits("id date reasoning") => "reasoning_message",
        None if value.fits("id date state") => "hidden_reasoning_message",
        None => return Ok(None),
    };
    if matches!(word, "tool_call_message" | "approval_request_message" | "tool_call") && filled_handle(value).is_none() {
        return Ok(prompted_call(value));
    }
    let Some((record_type, _, (must, test, wrong), text, handle)) = ROWS.iter().find(|(_, name, ..)| *name == word) else {
        return Ok(None);
    };
    let record_type = *record_type;
    let sealed = value.path(handle).filter(|sealed| !handle.is_empty() && !sealed.is_null());
    if sealed.is_some_and(|sealed| sealed.text().is_none()) {
        return Err((handle, "must be a string or null"));
    }
    let sealed = sealed.filter(|sealed| is_filled(*sealed));
    if matches!(record_type, RecordType::Text | RecordType::Call) && sealed.is_none() {
        return Ok(None);
    }
    if !value.fits(&[*must, *test].concat()) {
        return Err((must, wrong));
    }
    let mut texts = Vec::new();
    if !text.is_empty() {
        value.collect(text, &mut texts);
    }
    if record_type == RecordType::Summarized {
        let mut parts = Vec::new();
        value.collect("summary.*", &mut parts);
        if texts.len() != parts.len() || texts.iter().any(|text| text.text().is_none()) {
            return Err(("summary", "must be made of parts with a text"));
        }
        by_index(value, &mut texts);
    }
    let seen = texts.iter().any(|text| is_filled(*text));
    let kind = match record_type {
        RecordType::Summarized if seen => ThinkingKind::Summary,
        _ if seen => ThinkingKind::Text,
        RecordType::Redacted => ThinkingKind::Redacted,
        RecordType::Hidden if value.fits("state=redacted") => ThinkingKind::Redacted,
        RecordType::Summarized if sealed.is_some() => ThinkingKind::Encrypted,
        _ => ThinkingKind::Omitted,
    };
    let native = match record_type {
        // No vendor signs prompted reasoning. If the source is not named, a signature proves native reasoning.
        RecordType::Message => value.fits("source=reasoner_model") || value.get("source").is_none() && sealed.is_some(),
        RecordType::Reasoning => value.fits("is_native=true"),
        RecordType::Monologue => false,
        _ => true,
    };
    Ok(Some(Reasoning { value, record_type, kind, native, texts, handle: sealed, argument: None, message: None, place: None }))
}

fn filled_handle(record: Value<'_>) -> Option<Value<'_>> {
    record.get("signature").filter(|handle| !handle.is_null())
}

/// Returns the reasoning in an argument of a call, from a model that does not reason natively.
fn prompted_call(record: Value<'_>) -> Option<Reasoning<'_>> {
    let input =
        ["input", "function.arguments", "tool_call.arguments", "tool_calls.0.arguments"].iter().find_map(|path| record.path(path))?;
    let argument = Some(prompted_argument(input)?);
    let (record_type, kind) = (RecordType::Call, ThinkingKind::Text);
    Some(Reasoning {
        value: record,
        record_type,
        kind,
        native: false,
        texts: Vec::new(),
        handle: None,
        argument,
        message: None,
        place: None,
    })
}

/// Returns the reasoning in arguments of the calls of a stored message, which has them beside its content parts or among these.
fn stored_calls<'d>(message: Value<'d>) -> impl Iterator<Item = Reasoning<'d>> {
    let is_beside = message.fits("role:s !message_type !content.*.type=tool_call");
    let calls = message.list("tool_calls").filter(move |_| is_beside);
    calls.filter_map(prompted_call).map(move |call| Reasoning { message: Some(message), ..call })
}

/// Sorts the parts of a summary by their index.
fn by_index(item: Value<'_>, texts: &mut Vec<Value<'_>>) {
    let mut places = Vec::new();
    item.collect("summary.*.index", &mut places);
    let numbers: Option<Vec<_>> = places.iter().map(|place| place.whole()).collect();
    if let Some(numbers) = numbers.filter(|numbers| numbers.len() == texts.len()) {
        let mut numbered: Vec<_> = numbers.into_iter().zip(std::mem::take(texts)).collect();
        numbered.sort_by_key(|(number, _)| *number);
        *texts = numbered.into_iter().map(|(_, text)| text).collect();
    }
}
