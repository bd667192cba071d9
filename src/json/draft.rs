//! A JSON text that grows: what a stream's pieces are put together in.
//!
//! Everything taken from a received text stays as it was written. A string grows by the escaped text of its pieces, so
//! half of a surrogate pair in one piece and half in the next come out as the pair they were.

use super::document::Value;
use super::scan::scan;
use super::span::Kind;
use super::string::{Text, append, quote};

/// A value under construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Draft {
    /// A text that is not to be looked into.
    Raw(Vec<u8>),
    /// A string: what stands between its quotes.
    Text(Vec<u8>),
    /// An array.
    List(Vec<Draft>),
    /// An object: names as written, with their quotes, and values.
    Object(Vec<(Vec<u8>, Draft)>),
}

impl Draft {
    /// An object without members.
    #[must_use]
    pub fn object() -> Self {
        Draft::Object(Vec::new())
    }

    /// A string of a text of our own.
    #[must_use]
    pub fn text(text: &str) -> Self {
        let quoted = quote(text).into_bytes();
        Draft::Text(quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().to_vec())
    }

    /// A JSON text that came in pieces. What is not JSON is kept as a string, so that nothing is lost and it is seen to be broken.
    #[must_use]
    pub fn pieced(text: &[u8]) -> Self {
        match scan(text) {
            Ok(_) => Draft::Raw(text.to_vec()),
            Err(_) => Draft::text(&String::from_utf8_lossy(text)),
        }
    }

    /// A received value. Its containers are opened one level deep, and deeper as they are reached into.
    #[must_use]
    pub fn of(value: Value<'_>) -> Self {
        match value.kind() {
            Kind::Object => {
                let quoted = |key: Text<'_>| [b"\"", key.raw(), b"\""].concat();
                Draft::Object(value.members().map(|(key, value)| (quoted(key), Draft::closed(value))).collect())
            }
            Kind::Array => Draft::List(value.elements().map(Draft::closed).collect()),
            _ => Draft::closed(value),
        }
    }

    /// A received value, not looked into.
    #[must_use]
    pub fn closed(value: Value<'_>) -> Self {
        match value.text() {
            Some(text) => Draft::Text(text.raw().to_vec()),
            None => Draft::Raw(value.raw().to_vec()),
        }
    }

    /// Opens a text that was not looked into, so that it can be changed.
    fn open(&mut self) {
        if let Draft::Raw(raw) = self
            && let Ok(document) = scan(raw)
        {
            let opened = Draft::of(document.root());
            *self = opened;
        }
    }

    /// The member of that name.
    pub fn member(&mut self, name: &str) -> Option<&mut Draft> {
        self.open();
        match self {
            Draft::Object(members) => {
                // A plain name is compared as it stands: a stream asks for many, and to quote each takes longer than to find it.
                let plain = !name.bytes().any(|byte| byte < b' ' || matches!(byte, b'"' | b'\\'));
                let quoted = if plain { String::new() } else { quote(name) };
                let is_named = |key: &[u8]| match key {
                    [b'"', inner @ .., b'"'] if plain => inner == name.as_bytes(),
                    _ => key == quoted.as_bytes(),
                };
                members.iter_mut().rev().find(|(key, _)| is_named(key)).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The member of that name, put there if it is missing. What is no object becomes one, so there always is one.
    pub fn member_or(&mut self, name: &str, missing: impl FnOnce() -> Draft) -> Option<&mut Draft> {
        if self.member(name).is_none() {
            self.put(name, missing());
        }
        self.member(name)
    }

    /// Gives a member a value, in its place if it is there.
    pub fn put(&mut self, name: &str, value: Draft) {
        if let Some(there) = self.member(name) {
            *there = value;
            return;
        }
        if !matches!(self, Draft::Object(_)) {
            *self = Draft::object();
        }
        if let Draft::Object(members) = self {
            members.push((quote(name).into_bytes(), value));
        }
    }

    /// Gives every member of a received object to this one.
    pub fn merge(&mut self, object: Value<'_>) {
        for (key, value) in object.members() {
            self.put(&key.lossy(), Draft::closed(value));
        }
    }

    /// Makes the string of a member longer by a received one.
    pub fn lengthen(&mut self, name: &str, piece: Value<'_>) {
        if let Some(text) = self.member_or(name, || Draft::Text(Vec::new())) {
            text.grow(piece);
        }
    }

    /// Adds a received value, if there is one, to the list of a member; a `null` there becomes a list.
    pub fn push(&mut self, name: &str, element: Option<Value<'_>>) {
        let Some(element) = element else { return };
        if self.member(name).and_then(Draft::list).is_none() {
            self.put(name, Draft::List(Vec::new()));
        }
        if let Some(list) = self.member(name).and_then(Draft::list) {
            list.push(Draft::closed(element));
        }
    }

    /// The elements, if it is an array.
    pub fn list(&mut self) -> Option<&mut Vec<Draft>> {
        self.open();
        match self {
            Draft::List(elements) => Some(elements),
            _ => None,
        }
    }

    /// Makes a string longer by a received one; what is no string (a `null`, say) becomes one.
    pub fn grow(&mut self, piece: Value<'_>) {
        let Some(piece) = piece.text() else { return };
        match self {
            Draft::Text(text) => append(text, piece.raw()),
            _ => *self = Draft::Text(piece.raw().to_vec()),
        }
    }

    /// The text of it all.
    #[must_use]
    pub fn emit(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out);
        out
    }

    /// Goes as deep as it was opened, which is as deep as our own code reaches, whatever the input nests.
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Draft::Raw(raw) => append(out, raw),
            Draft::Text(text) => {
                out.push(b'"');
                append(out, text);
                out.push(b'"');
            }
            Draft::List(elements) => {
                out.push(b'[');
                for (nth, element) in elements.iter().enumerate() {
                    if nth > 0 {
                        out.push(b',');
                    }
                    element.write(out);
                }
                out.push(b']');
            }
            Draft::Object(members) => {
                out.push(b'{');
                for (nth, (key, value)) in members.iter().enumerate() {
                    if nth > 0 {
                        out.push(b',');
                    }
                    append(out, key);
                    out.push(b':');
                    value.write(out);
                }
                out.push(b'}');
            }
        }
    }
}
