//! Adds the pieces of a streamed message to the message so far.

use std::collections::BTreeMap;

use super::super::read::is_filled;
use super::growth::Growth;
use super::message::FIELDS;
use crate::json::{JsonBuilder, Kind, Text, Value};

/// A member whose elements arrive in pieces, and the keys that identify their pieces.
pub(super) struct PieceList {
    pub(super) name: Vec<u8>,
    pub(super) elements: Vec<(Vec<u8>, JsonBuilder)>,
    /// The numbers of the elements for each key.
    by_key: BTreeMap<Vec<u8>, Vec<usize>>,
    /// The element of the last piece.
    last: usize,
}

/// The number of elements with one key that are compared. A host that gives all its calls one number sends one after the other.
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

    /// Returns the string of a single piece that only extends an element.
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

    /// Extends that element again.
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
            // The key is type and index, never without an index. MiniMax has neither, and only one item.
            (b"reasoning_details", []) => (if raw("type").is_empty() { WRITTEN } else { &[] }, &[][..]),
            (b"reasoning_details", index) => (raw("type"), index),
            (_, index) => (&[][..], index),
        };
        let is_key = |key: &[u8]| key.strip_prefix(kind) == Some(index);
        let is_content = self.name == b"content";
        let open = kind == WRITTEN || kind == b"\"thinking\"";
        let found = match self.elements.last() {
            // A chunk continues until a chunk of another type arrives.
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
                // The stream assigns this number, and not all hosts accept it back.
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

/// Returns `true` if a call has a function name.
fn is_named(call: &mut JsonBuilder) -> bool {
    let name = call.member(b"function").and_then(|function| function.member(b"name"));
    matches!(name, Some(JsonBuilder::Text(name)) if !name.is_empty())
}

/// Returns `true` if a piece has the key of an element but begins a new one. Gemini numbers all its calls 0. A ciphertext arrives whole, so a second one is a
/// second item, and the first must not be lost.
fn is_another(builder: &mut JsonBuilder, list: &[u8], piece: Value<'_>) -> bool {
    // Another id alone does not begin a new call. The piece must also name the function.
    let named = || piece.path("function.name").is_some_and(is_filled);
    let name = if list == b"tool_calls" { "id" } else { "data" };
    let Some(JsonBuilder::Text(there)) = builder.member(name.as_bytes()) else { return false };
    let differs = |value: &Value<'_>| is_filled(*value) && value.text().is_some_and(|text| text.raw() != there);
    !there.is_empty() && piece.get(name).filter(differs).is_some() && (name == "data" || named())
}

/// Adds the chunks inside a thinking chunk: text is appended to text, anything else is added as a chunk.
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

/// Adds a member of a piece: appends text to text, merges objects, and sets values that arrive whole.
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
        // Hosts split no deeper than this: the function of a call, a vendor's `extra_content`.
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

/// The depth of a member in a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// In the message itself (0), or in the element of that number.
    Element(usize),
    /// In an object of an element.
    Inner,
    /// In an object of that object. Nothing below it is merged.
    Innermost,
}

/// The type of a text chunk, as JSON.
const WRITTEN: &[u8] = b"\"text\"";

fn written(text: JsonBuilder) -> (Vec<u8>, JsonBuilder) {
    let mut chunk = JsonBuilder::default();
    chunk.put(b"type", JsonBuilder::text("text"));
    chunk.put(b"text", text);
    (WRITTEN.to_vec(), chunk)
}

/// Returns `true` for strings that arrive in pieces. All others arrive whole, above all `data` and `signature`.
pub(super) fn grows(parent: &[u8], name: &[u8]) -> bool {
    let named = |known: &&str| known.as_bytes() == name;
    parent.is_empty() && FIELDS.iter().any(named)
        || GROWS.iter().any(|(within, names)| within.as_bytes() == parent && names.iter().any(named))
}

/// The strings that grow, besides the reasoning fields, by the member that holds them.
const GROWS: &[(&str, &[&str])] = &[
    ("", &["content", "refusal"]),
    ("function", &["arguments"]),
    ("function_call", &["arguments"]),
    ("reasoning_details", &["text", "summary"]),
    ("content", &["text", "summary"]),
    ("audio", &["data", "transcript"]),
];

/// Sets a member that arrives whole. The last non-empty value counts; `null` and "" count only if there is no value yet.
pub(super) fn set(builder: &mut JsonBuilder, name: &[u8], value: Value<'_>) {
    let silent = value.is_null() || value.text().is_some_and(|text| text.is_empty());
    if !silent || builder.member(name).is_none() {
        builder.receive(name, value);
    }
}
