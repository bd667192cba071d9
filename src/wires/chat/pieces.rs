//! The pieces that a message comes in, and how each is added to what is there.

use std::collections::BTreeMap;

use super::super::read::is_filled;
use super::growth::Growth;
use super::message::FIELDS;
use crate::json::{JsonBuilder, Kind, Text, Value};

/// A member whose elements come in pieces, and what pieces of each are known by.
pub(super) struct PieceList {
    pub(super) name: Vec<u8>,
    pub(super) elements: Vec<(Vec<u8>, JsonBuilder)>,
    /// The numbers of the elements that pieces of each key were of.
    by_key: BTreeMap<Vec<u8>, Vec<usize>>,
    /// The element that the last piece was of.
    last: usize,
}

/// So many elements of one key are looked at. A host that gives all its calls one number sends one after the other.
const MOST_OPEN: usize = 64;

impl PieceList {
    /// A list that is empty, or has a text as its first chunk.
    pub(super) fn new(name: &[u8], text: Option<JsonBuilder>) -> Self {
        Self { name: name.to_vec(), elements: text.map(written).into_iter().collect(), by_key: BTreeMap::new(), last: 0 }
    }

    /// Adds pieces of elements, or a string to the last chunk of text.
    pub(super) fn grow(&mut self, pieces: Value<'_>, growth: &mut Growth) {
        if is_filled(pieces) {
            if self.elements.last().is_none_or(|(key, _)| key != WRITTEN) {
                self.elements.push(written(JsonBuilder::Text(Vec::new())));
            }
            let nth = self.elements.len();
            if let Some((_, chunk)) = self.elements.last_mut() {
                absorb(chunk, (&self.name, Level::Element(nth)), b"text", pieces, growth);
            }
        }
        for piece in pieces.elements() {
            self.piece(piece, growth);
        }
    }

    /// The string of a single piece that makes an element longer and does nothing else.
    pub(super) fn growing_string<'d>(&self, pieces: Value<'d>) -> Option<Value<'d>> {
        let piece = pieces.element(0).filter(|piece| pieces.element(1).is_none() && piece.get("index").is_some())?;
        let text = match self.name.as_slice() {
            b"reasoning_details" if piece.fits("type=reasoning.text") && !piece.fits("data") => piece.get("text"),
            b"tool_calls" if !["id", "function.name"].iter().any(|path| piece.path(path).is_some_and(is_filled)) => {
                piece.path("function.arguments")
            }
            _ => None,
        };
        text.filter(|text| is_filled(*text))
    }

    /// Makes that element longer again.
    pub(super) fn extend(&mut self, piece: Text<'_>, growth: &mut Growth) {
        let Some((_, element)) = self.elements.get_mut(self.last) else { return };
        match element.member(b"function") {
            Some(function) => {
                growth.call_piece(self.last, piece);
                function.extend(b"arguments", piece);
            }
            None => element.extend(b"text", piece),
        }
    }

    fn piece(&mut self, piece: Value<'_>, growth: &mut Growth) {
        let raw = |name: &str| piece.get(name).map(Value::raw).unwrap_or_default();
        let (kind, index) = match (&*self.name, raw("index")) {
            (b"content", _) => (raw("type"), &[][..]),
            // By type and index, and never without an index ; but MiniMax has neither, and one item.
            (b"reasoning_details", []) => (if raw("type").is_empty() { WRITTEN } else { &[] }, &[][..]),
            (b"reasoning_details", index) => (raw("type"), index),
            (_, index) => (&[][..], index),
        };
        let is_key = |key: &[u8]| key.strip_prefix(kind) == Some(index);
        let is_content = self.name == b"content";
        let open = kind == WRITTEN || kind == b"\"thinking\"";
        let found = match self.elements.last() {
            // A chunk goes on until one of another type comes.
            Some((last, _)) if is_content => (is_key(last) && open).then_some(self.elements.len()),
            _ if kind.is_empty() && index.is_empty() => None,
            _ => {
                let alike = self.by_key.get(&[kind, index].concat()).map_or(&[][..], Vec::as_slice);
                let is_meant =
                    |nth: &usize| self.elements.get_mut(*nth).is_some_and(|(_, builder)| !is_another(builder, &self.name, piece));
                alike.iter().rev().take(MOST_OPEN).copied().find(is_meant).map(|nth| nth + 1)
            }
        };
        let nth = found.unwrap_or_else(|| {
            let key = [kind, index].concat();
            self.by_key.entry(key.clone()).or_default().push(self.elements.len());
            self.elements.push((key, JsonBuilder::default()));
            self.elements.len()
        });
        self.last = nth.saturating_sub(1);
        let Some((_, builder)) = nth.checked_sub(1).and_then(|nth| self.elements.get_mut(nth)) else { return };
        if piece.kind() != Kind::Object {
            *builder = JsonBuilder::closed(piece);
        }
        let is_call = self.name == b"tool_calls";
        let was_named = is_call && is_named(builder);
        for (name, value) in piece.members() {
            match (name.raw(), value.kind()) {
                // The number is the stream's, and not all hosts take it back.
                (b"index", _) if is_call => {}
                (b"thinking", Kind::Array) if is_content => think(builder, nth, value, growth),
                (name, _) => absorb(builder, (&self.name, Level::Element(nth)), name, value, growth),
            }
        }
        if was_named {
            piece.path("function.arguments").and_then(Value::text).into_iter().for_each(|text| growth.call_piece(self.last, text));
        } else if is_call && is_named(builder) {
            growth.call_began(self.last, builder);
        }
    }
}

/// True if a call says what it calls.
fn is_named(call: &mut JsonBuilder) -> bool {
    let name = call.member(b"function").and_then(|function| function.member(b"name"));
    matches!(name, Some(JsonBuilder::Text(name)) if !name.is_empty())
}

/// True if a piece has the key of an element and begins another one. Gemini numbers all its calls 0. A seal comes whole, so a second seal is a second
/// item, and the first must not be lost.
fn is_another(builder: &mut JsonBuilder, list: &[u8], piece: Value<'_>) -> bool {
    // Another id alone does not make another call: it must say what it calls.
    let named = || piece.path("function.name").is_some_and(is_filled);
    let name = if list == b"tool_calls" { "id" } else { "data" };
    let Some(JsonBuilder::Text(there)) = builder.member(name.as_bytes()) else { return false };
    let differs = |value: &Value<'_>| is_filled(*value) && value.text().is_some_and(|text| text.raw() != there);
    !there.is_empty() && piece.get(name).filter(differs).is_some() && (name == "data" || named())
}

/// Adds the chunks inside a thinking chunk: text to text, whatever else in its place.
fn think(chunk: &mut JsonBuilder, nth: usize, inner: Value<'_>, growth: &mut Growth) {
    let Some(list) = chunk.member_or(b"thinking", JsonBuilder::List(Vec::new())).and_then(JsonBuilder::list) else { return };
    for piece in inner.elements() {
        let text = if piece.get("type").is_some_and(|kind| kind.raw() == WRITTEN) { piece.get("text") } else { None };
        match (text.and_then(Value::text), list.last_mut().and_then(|last| last.member(b"text"))) {
            (Some(text), Some(there)) => growth.add(there, (b"thinking", nth), text),
            (text, _) => {
                list.push(JsonBuilder::of(piece));
                text.into_iter().for_each(|text| growth.emit(b"thinking", text));
            }
        }
    }
}

/// Adds a member of a piece to what is there: text to text, an object into an object, what comes whole in its place.
pub(super) fn absorb(builder: &mut JsonBuilder, (parent, level): (&[u8], Level), name: &[u8], value: Value<'_>, growth: &mut Growth) {
    match value.kind() {
        Kind::String if grows(parent, name) => {
            let place = if parent.is_empty() { name } else { parent };
            let piece = value.text().unwrap_or(Text::written(b""));
            match (builder.member_or(name, JsonBuilder::Text(Vec::new())), level) {
                (Some(text), Level::Element(nth)) => growth.add(text, (place, nth), piece),
                (Some(text), _) => text.grow(piece),
                (None, _) => {}
            }
        }
        // As deep as hosts cut: the function of a call, a vendor's `extra_content`.
        Kind::Object if level != Level::Innermost => {
            let below = if matches!(level, Level::Element(_)) { Level::Inner } else { Level::Innermost };
            if let Some(inner) = builder.member_or(name, JsonBuilder::default()) {
                for (key, value) in value.members() {
                    absorb(inner, (name, below), key.raw(), value, growth);
                }
            }
        }
        _ => set(builder, name, value),
    }
}

/// How deep in a message a member stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// In the message itself, as 0, or in the element of that number.
    Element(usize),
    /// In an object of an element.
    Inner,
    /// In an object of that object. Nothing is put together below it.
    Innermost,
}

/// A chunk of text, and its type as it is written.
const WRITTEN: &[u8] = b"\"text\"";

fn written(text: JsonBuilder) -> (Vec<u8>, JsonBuilder) {
    let mut chunk = JsonBuilder::default();
    chunk.put(b"type", JsonBuilder::text("text"));
    chunk.put(b"text", text);
    (WRITTEN.to_vec(), chunk)
}

/// The strings that come in pieces. All others come whole, and above all `data` and `signature`.
pub(super) fn grows(parent: &[u8], name: &[u8]) -> bool {
    let named = |known: &&str| known.as_bytes() == name;
    parent.is_empty() && FIELDS.iter().any(named)
        || GROWS.iter().any(|(within, names)| within.as_bytes() == parent && names.iter().any(named))
}

/// The strings that grow beside the fields of reasoning, by the member that holds them.
const GROWS: &[(&str, &[&str])] = &[
    ("", &["content", "refusal"]),
    ("function", &["arguments"]),
    ("function_call", &["arguments"]),
    ("reasoning_details", &["text", "summary"]),
    ("content", &["text", "summary"]),
    ("audio", &["data", "transcript"]),
];

/// Sets a member that comes whole. The last value that says something counts; `null` and "" count only where there is nothing yet.
pub(super) fn set(builder: &mut JsonBuilder, name: &[u8], value: Value<'_>) {
    let silent = value.is_null() || value.text().is_some_and(|text| text.is_empty());
    if !silent || builder.member(name).is_none() {
        builder.receive(name, value);
    }
}
