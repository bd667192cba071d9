//! Reasoning found in Letta's records: messages as its API shows them, messages as its server stores them, content parts.

use std::cmp::Ordering;

use super::otid::place;
use super::{is_filled, refused, said};
use crate::error::{Code, Error};
use crate::json::{Document, Kind, Value, sorted_indices};
use crate::model::ThinkingKind;

/// One piece of reasoning in a record of Letta's.
#[derive(Clone, Debug)]
pub struct Reasoning<'d> {
    /// The message or part that it stands in.
    pub value: Value<'d>,
    /// What that is.
    pub sort: Sort,
    /// What can be seen of it.
    pub kind: ThinkingKind,
    /// Whether the model reasons by itself (`reasoner_model`) and was not prompted to (`non_reasoner_model`).
    pub native: bool,
    /// What can be read, in order: one string, or the parts of a summary.
    pub texts: Vec<Value<'d>>,
    /// What only the issuer can read.
    pub handle: Option<Value<'d>>,
    /// The message that it belongs to, which may be itself.
    pub message: Option<Value<'d>>,
    /// Its place among the parts of that message, where it can be told.
    pub place: Option<usize>,
}

/// What a message or part of Letta's is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A message with text.
    Message,
    /// A message without.
    Hidden,
    /// A message of the time before `reasoning_message`.
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

/// A sort: the word for it, what it must have and of which kind, and where its text and its handle are.
type Row = (Sort, &'static str, (&'static str, &'static str, &'static str), &'static str, &'static str);

const STRING: &str = ":s";

const ROWS: &[Row] = &[
    (Sort::Message, "reasoning_message", ("reasoning", STRING, "must be a string"), "reasoning", "signature"),
    (Sort::Hidden, "hidden_reasoning_message", ("state", "=redacted|omitted", "must be `redacted` or `omitted`"), "", "hidden_reasoning"),
    (Sort::Monologue, "internal_monologue", ("internal_monologue", STRING, "must be a string"), "internal_monologue", ""),
    (Sort::Reasoning, "reasoning", ("reasoning", STRING, "must be a string"), "reasoning", "signature"),
    (Sort::Redacted, "redacted_reasoning", ("data", STRING, "must be a string"), "", "data"),
    (Sort::Omitted, "omitted_reasoning", ("type", STRING, ""), "", "signature"),
    (Sort::Summarized, "summarized_reasoning", ("summary", ":a", "must be an array"), "summary.*.text", "encrypted_content"),
    (Sort::Text, "text", ("text", STRING, "must be a string"), "", "signature"),
    (Sort::Call, "tool_call", ("name", STRING, "must be a string"), "", "signature"),
];

/// The messages or parts of a text: those of a list, of what a page of the API or a stored message holds, or the one that it is.
#[must_use]
pub fn elements(root: Value<'_>) -> Vec<Value<'_>> {
    let list = root.get("messages").filter(|list| list.kind() == Kind::Array).unwrap_or(root);
    let mut found = Vec::new();
    list.collect(if list.kind() == Kind::Array { "*" } else { "" }, &mut found);
    found
}

/// The reasoning in a list of messages, of stored messages or of parts, in order; and whatever else stands there.
///
/// # Errors
/// A message or part that has not what its sort must have, with its pointer; a text that is neither a list nor an object.
pub fn read<'d>(document: &'d Document<'d>) -> Result<(Vec<Reasoning<'d>>, Vec<Value<'d>>), Error> {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    let root = document.root();
    if !matches!(root.kind(), Kind::Array | Kind::Object) {
        return Err(refused(Code::Message, "expected a list of messages, or one", ""));
    }
    for (nth, element) in elements(root).into_iter().enumerate() {
        let content = element.get("content").filter(|content| content.kind() == Kind::Array);
        let is_message = content.is_some() || element.fits("id date,message_type");
        let is_stored = stored(element).is_some();
        let mut parts = Vec::new();
        element.collect(if content.is_some() { "content.*" } else { "" }, &mut parts);
        for (inner, part) in parts.into_iter().enumerate() {
            match one(part).map_err(|(name, wrong)| {
                let pointer = [document.place(part).pointer.as_str(), "/", name].concat();
                refused(Code::Message, wrong, &pointer)
            })? {
                Some(mut reasoning) => {
                    reasoning.message = is_message.then_some(element);
                    reasoning.place = match is_message {
                        _ if is_stored => Some(inner),
                        true => told(element),
                        false => Some(nth),
                    };
                    found.push(reasoning);
                }
                None => others.push(part),
            }
        }
    }
    Ok((found, others))
}

/// The content parts of a message, if that is one as the server stores it. What the API shows may have such content too, and says its type.
pub(super) fn stored(message: Value<'_>) -> Option<Value<'_>> {
    message.get("content").filter(|content| content.kind() == Kind::Array && message.get("message_type").is_none())
}

/// The place that a message's `otid` tells.
fn told(message: Value<'_>) -> Option<usize> {
    place(&said(message, "id")?, &said(message, "otid")?)
}

/// The reasoning that a message or part is or carries; what is wrong with it, and at which member.
fn one(value: Value<'_>) -> Result<Option<Reasoning<'_>>, (&'static str, &'static str)> {
    let named = [value.word("message_type"), value.word("type")].into_iter().find(|word| !word.is_empty());
    // The schema has a default for the word, so that it may be left out.
    let word = match named {
        Some(word) => word,
        None if value.fits("id date reasoning") => "reasoning_message",
        None if value.fits("id date state") => "hidden_reasoning_message",
        None => return Ok(None),
    };
    let Some((sort, _, (must, test, wrong), text, handle)) = ROWS.iter().find(|(_, name, ..)| *name == word) else { return Ok(None) };
    let sort = *sort;
    let sealed = value.path(handle).filter(|sealed| !handle.is_empty() && !sealed.is_null());
    if sealed.is_some_and(|sealed| sealed.text().is_none()) {
        return Err((handle, "must be a string or null"));
    }
    let sealed = sealed.filter(|sealed| is_filled(*sealed));
    if matches!(sort, Sort::Text | Sort::Call) && sealed.is_none() {
        return Ok(None);
    }
    if !value.fits(&[*must, *test].concat()) {
        return Err((must, wrong));
    }
    let mut texts = Vec::new();
    if !text.is_empty() {
        value.collect(text, &mut texts);
    }
    if sort == Sort::Summarized {
        let mut parts = Vec::new();
        value.collect("summary.*", &mut parts);
        if texts.len() != parts.len() || texts.iter().any(|text| text.text().is_none()) {
            return Err(("summary", "must be made of parts with a text"));
        }
        by_index(value, &mut texts);
    }
    let seen = texts.iter().any(|text| is_filled(*text));
    let kind = match sort {
        Sort::Summarized if seen => ThinkingKind::Summary,
        _ if seen => ThinkingKind::Text,
        Sort::Redacted => ThinkingKind::Redacted,
        Sort::Hidden if value.fits("state=redacted") => ThinkingKind::Redacted,
        Sort::Summarized if sealed.is_some() => ThinkingKind::Encrypted,
        _ => ThinkingKind::Omitted,
    };
    let native = match sort {
        // Nobody signs what was coaxed out of a model: where the channel is not said, a signature says it.
        Sort::Message => value.fits("source=reasoner_model") || value.get("source").is_none() && sealed.is_some(),
        Sort::Reasoning => value.fits("is_native=true"),
        Sort::Monologue => false,
        _ => true,
    };
    Ok(Some(Reasoning { value, sort, kind, native, texts, handle: sealed, message: None, place: None }))
}

/// Puts the parts of a summary in the order that they say they have.
fn by_index(item: Value<'_>, texts: &mut Vec<Value<'_>>) {
    let mut places = Vec::new();
    item.collect("summary.*.index", &mut places);
    if places.len() == texts.len() {
        let at = |nth: &usize| places.get(*nth).and_then(|place| place.whole());
        let order =
            sorted_indices(texts.len(), &mut |one, other| at(one).zip(at(other)).map_or(Ordering::Equal, |(one, other)| one.cmp(&other)));
        let unordered = std::mem::take(texts);
        for nth in order {
            if let Some(text) = unordered.get(nth) {
                texts.push(*text);
            }
        }
    }
}
