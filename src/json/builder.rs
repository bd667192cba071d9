//! A JSON text that grows: it joins the pieces of a stream.
//!
//! All received text stays as it was written. A string grows by the escaped text of its pieces, so a surrogate pair that is split between two pieces becomes
//! whole. Names are compared as they are written too: no provider escapes one.

use super::document::Value;
use super::scan::scan;
use super::span::Kind;
use super::string::{Text, append, lossy, quote};

/// A value under construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonBuilder {
    /// A text that is not parsed.
    Raw(Vec<u8>),
    /// A string: the text between its quotes.
    Text(Vec<u8>),
    /// An array.
    List(Vec<JsonBuilder>),
    /// An object: names, as written between their quotes, and values.
    Object(Vec<(Vec<u8>, JsonBuilder)>),
}

impl Default for JsonBuilder {
    /// An object without members.
    fn default() -> Self {
        JsonBuilder::Object(Vec::new())
    }
}

impl JsonBuilder {
    /// An object with one member.
    #[must_use]
    pub fn with(name: &[u8], value: JsonBuilder) -> Self {
        JsonBuilder::Object(vec![(name.to_vec(), value)])
    }

    /// Makes a string that needs no escapes.
    #[must_use]
    pub fn text(text: &str) -> Self {
        JsonBuilder::Text(text.as_bytes().to_vec())
    }

    /// Makes a value of a JSON text that came in pieces. A text that is not JSON becomes a string, so that nothing is lost and the damage is visible.
    #[must_use]
    pub fn pieced(text: &[u8]) -> Self {
        match scan(text) {
            Ok(_) => JsonBuilder::Raw(text.to_vec()),
            Err(_) => JsonBuilder::Raw(quote(&lossy(text)).into_bytes()),
        }
    }

    /// Copies a received value. Its containers are opened one level deep, and deeper only on access.
    #[must_use]
    pub fn of(value: Value<'_>) -> Self {
        let mut draft = JsonBuilder::default();
        match value.kind() {
            Kind::Object => draft.merge(value),
            Kind::Array => {
                let mut list = Vec::new();
                value.elements().for_each(|element| list.push(JsonBuilder::closed(element)));
                draft = JsonBuilder::List(list);
            }
            _ => draft = JsonBuilder::closed(value),
        }
        draft
    }

    /// Copies a received value without parsing it.
    #[must_use]
    pub fn closed(value: Value<'_>) -> Self {
        match value.text() {
            Some(text) => JsonBuilder::Text(text.raw().to_vec()),
            None => JsonBuilder::Raw(value.raw().to_vec()),
        }
    }

    /// Parses a raw text, so that it can be changed.
    fn open(&mut self) {
        if let JsonBuilder::Raw(raw) = self
            && let Ok(document) = scan(raw)
        {
            let opened = JsonBuilder::of(document.root());
            *self = opened;
        }
    }

    /// Returns the member of that name.
    pub fn member(&mut self, name: &[u8]) -> Option<&mut JsonBuilder> {
        self.open();
        match self {
            JsonBuilder::Object(members) => members.iter_mut().rev().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Returns the member of that name, and adds it if it is missing. A value that is not an object becomes one, so a member always exists.
    pub fn member_or(&mut self, name: &[u8], missing: JsonBuilder) -> Option<&mut JsonBuilder> {
        if self.member(name).is_none() {
            self.put(name, missing);
        }
        self.member(name)
    }

    /// Sets a member, in place if it exists.
    pub fn put(&mut self, name: &[u8], value: JsonBuilder) {
        if let Some(there) = self.member(name) {
            *there = value;
            return;
        }
        if !matches!(self, JsonBuilder::Object(_)) {
            *self = JsonBuilder::default();
        }
        if let JsonBuilder::Object(members) = self {
            members.push((name.to_vec(), value));
        }
    }

    /// Removes a member, if it exists.
    pub fn remove(&mut self, name: &[u8]) {
        self.open();
        if let JsonBuilder::Object(members) = self {
            members.retain(|(key, _)| key != name);
        }
    }

    /// Copies every member of a received object into this one.
    pub fn merge(&mut self, object: Value<'_>) {
        self.absorb(object, &[], &[]);
    }

    /// Copies the members of a received object into this one. A string of the names in `grow` is appended to the existing one, those in `skip` are left out,
    /// and all others replace.
    pub fn absorb(&mut self, object: Value<'_>, grow: &[&[u8]], skip: &[&[u8]]) {
        for (key, value) in object.members() {
            let name = key.raw();
            if grow.contains(&name) {
                self.lengthen(name, value);
            } else if !skip.contains(&name) {
                self.receive(name, value);
            }
        }
    }

    /// Sets a member to a received value. Most members around a piece of a stream repeat unchanged with every piece.
    pub fn receive(&mut self, name: &[u8], value: Value<'_>) {
        match self.member(name) {
            Some(there) if there.is(value) => {}
            Some(there) => *there = JsonBuilder::closed(value),
            None => self.put(name, JsonBuilder::closed(value)),
        }
    }

    /// Returns `true` if it equals that received value.
    #[must_use]
    pub fn is(&self, value: Value<'_>) -> bool {
        match self {
            JsonBuilder::Text(there) => value.text().is_some_and(|text| text.raw() == there),
            JsonBuilder::Raw(there) => value.raw() == there,
            _ => false,
        }
    }

    /// Appends a received string to the string of a member. A value that is not a string adds nothing.
    pub fn lengthen(&mut self, name: &[u8], piece: Value<'_>) {
        self.extend(name, piece.text().unwrap_or(Text::written(b"")));
    }

    /// Appends to the string of a member.
    pub fn extend(&mut self, name: &[u8], piece: Text<'_>) {
        if let Some(text) = self.member_or(name, JsonBuilder::Text(Vec::new())) {
            text.grow(piece);
        }
    }

    /// Adds an element to the list of a member. A `null` becomes a list.
    pub fn push(&mut self, name: &[u8], element: JsonBuilder) {
        if self.member(name).and_then(JsonBuilder::list).is_none() {
            self.put(name, JsonBuilder::List(Vec::new()));
        }
        if let Some(list) = self.member(name).and_then(JsonBuilder::list) {
            list.push(element);
        }
    }

    /// Returns the last element of the list of a member.
    pub fn last(&mut self, name: &[u8]) -> Option<&mut JsonBuilder> {
        self.member(name)?.list()?.last_mut()
    }

    /// Returns the elements, if it is an array.
    pub fn list(&mut self) -> Option<&mut Vec<JsonBuilder>> {
        self.open();
        match self {
            JsonBuilder::List(elements) => Some(elements),
            _ => None,
        }
    }

    /// Appends a received string to a string. A value that is not a string, such as `null`, becomes one.
    pub fn grow(&mut self, piece: Text<'_>) {
        match self {
            JsonBuilder::Text(text) => append(text, piece.raw()),
            _ => *self = JsonBuilder::Text(piece.raw().to_vec()),
        }
    }

    /// Returns the JSON text of the whole value.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out);
        out
    }

    /// Writes the value. The recursion is as deep as this crate's code opened it, however deep the input nests.
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            JsonBuilder::Raw(raw) => append(out, raw),
            JsonBuilder::Text(text) => {
                out.push(b'"');
                append(out, text);
                out.push(b'"');
            }
            JsonBuilder::List(elements) => {
                out.push(b'[');
                for (nth, element) in elements.iter().enumerate() {
                    if nth > 0 {
                        out.push(b',');
                    }
                    element.write(out);
                }
                out.push(b']');
            }
            JsonBuilder::Object(members) => {
                out.push(b'{');
                for (nth, (key, value)) in members.iter().enumerate() {
                    if nth > 0 {
                        out.push(b',');
                    }
                    out.push(b'"');
                    append(out, key);
                    append(out, b"\":");
                    value.write(out);
                }
                out.push(b'}');
            }
        }
    }
}
