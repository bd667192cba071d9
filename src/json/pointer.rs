//! JSON pointers (RFC 6901): finds the place of a pointer, and the pointer of a place or a byte.

use super::document::{Document, Value};
use super::error;
use super::span::Kind;
use super::string::{Text, append, lossy};
use super::writer::write_decimal;
use crate::error::Error;
use std::borrow::Cow;

/// The pointer of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The pointer. The root is the empty text.
    pub pointer: String,
    /// True if the pointer leads back to exactly this value. It does not if a later duplicate key hides the value, or if a key holds half of a surrogate pair,
    /// which no pointer can write.
    pub exact: bool,
}

impl Document<'_> {
    /// Returns the value at a pointer: the last of duplicate keys, as in other parsers.
    ///
    /// # Errors
    /// A text that is not a pointer, with the byte in it; a pointer to a value that does not exist.
    pub fn find(&self, pointer: &str) -> Result<Value<'_>, Error> {
        Finder::new(self).find(pointer)
    }

    /// Returns the pointer of a value of this document. A key has the pointer of its value.
    #[must_use]
    pub fn place(&self, value: Value<'_>) -> Place {
        Places::new(self).place(value)
    }

    /// Returns the innermost value at a byte of the text. On a key it is the key's value, between values their container, outside `None`.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<Value<'_>> {
        let covers = |value: &Value<'_>| value.span().range().contains(&offset);
        // The values are ordered by their start. The last that begins before the byte is the innermost, if it has not ended.
        let after = self.nodes.partition_point(|node| super::document::offset(node.start) <= offset);
        if let Some(last) = after.checked_sub(1).map(|index| Value { document: self, index }).filter(covers) {
            return Some(if last.kind() == Kind::Key { Value { document: self, index: after } } else { last });
        }
        let mut here = Some(self.root()).filter(covers)?;
        loop {
            let inner = match here.kind() {
                Kind::Object => {
                    here.members().map(|(_, value)| value).find(|value| covers(value) || value.key().as_ref().is_some_and(covers))
                }
                _ => here.elements().find(covers),
            };
            match inner {
                Some(value) if covers(&value) => here = value,
                on_key => return Some(on_key.unwrap_or(here)),
            }
        }
    }
}

/// Returns `true` if a pointer names a place or something below it.
#[must_use]
pub fn is_within(pointer: &str, place: &str) -> bool {
    pointer.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Finds many values of one document. It caches the elements of an array that it visits again, so that a thousand of them need one walk.
#[derive(Debug)]
pub struct Finder<'d> {
    document: &'d Document<'d>,
    /// For each step of a pointer, the last array there, and its elements once it was visited again.
    arrays: Vec<(Option<usize>, Vec<usize>)>,
}

impl<'d> Finder<'d> {
    /// Makes an empty finder.
    #[must_use]
    pub fn new(document: &'d Document<'d>) -> Self {
        Self { document, arrays: Vec::new() }
    }

    /// Returns the value at a pointer, like [`Document::find`].
    ///
    /// # Errors
    /// A text that is not a pointer, with the byte in it; a pointer to a value that does not exist.
    pub fn find(&mut self, pointer: &str) -> Result<Value<'d>, Error> {
        let root = self.document.root();
        let Some(path) = pointer.strip_prefix('/') else {
            return if pointer.is_empty() { Ok(root) } else { Err(error::pointer_syntax("a pointer starts with '/'", 0)) };
        };
        let (mut value, mut at) = (root, 1);
        for (depth, token) in path.split('/').enumerate() {
            let name = unescape(token, at)?;
            let step = match value.kind() {
                Kind::Object => value.get(&name),
                Kind::Array => index(&name).and_then(|index| self.element(depth, value, index)),
                _ => None,
            };
            value = step.ok_or_else(|| error::pointer_missing(pointer))?;
            at += token.len() + 1;
        }
        Ok(value)
    }

    fn element(&mut self, depth: usize, array: Value<'d>, nth: usize) -> Option<Value<'d>> {
        if self.arrays.len() <= depth {
            self.arrays.resize_with(depth + 1, Default::default);
        }
        let (last, elements) = self.arrays.get_mut(depth)?;
        if last.replace(array.index) != Some(array.index) {
            elements.clear();
            return array.element(nth);
        }
        if elements.is_empty() {
            elements.extend(array.elements().map(|element| element.index));
        }
        elements.get(nth).map(|index| Value { document: self.document, index: *index })
    }
}

/// Finds the pointers of many values of one document. Each search starts where the previous one ended, so values in the order of the text need one walk.
#[derive(Debug)]
pub struct Places<'d> {
    document: &'d Document<'d>,
    path: Vec<PathStep<'d>>,
    pointer: Vec<u8>,
}

/// A container on the path, and the selected child.
#[derive(Debug)]
struct PathStep<'d> {
    container: Value<'d>,
    child: Value<'d>,
    nth: usize,
    /// The length of the pointer before this step.
    length: usize,
}

impl PathStep<'_> {
    /// Returns `true` if the name of the child leads to it: no later member has the same name, and a pointer can write it.
    fn is_exact(&self) -> bool {
        let Some(key) = self.child.key().filter(|_| self.container.kind() == Kind::Object).and_then(Value::text) else { return true };
        !key.has_lone_surrogate() && !self.container.members().any(|(other, value)| value.index > self.child.index && same(other, key))
    }
}

impl<'d> Places<'d> {
    /// Starts at the root.
    #[must_use]
    pub fn new(document: &'d Document<'d>) -> Self {
        Self { document, path: Vec::new(), pointer: Vec::new() }
    }

    /// Returns the pointer of a value of the document. A key has the pointer of its value.
    pub fn place(&mut self, value: Value<'_>) -> Place {
        let pointer = lossy(self.pointer(value));
        Place { pointer, exact: self.path.iter().all(PathStep::is_exact) }
    }

    /// Returns only the pointer, as UTF-8, without checking that it leads back.
    pub fn pointer(&mut self, value: Value<'_>) -> &[u8] {
        let target = if value.kind() == Kind::Key { value.index + 1 } else { value.index };
        let mut here = self.document.root();
        let mut child = None;
        while let Some(step) = self.path.pop() {
            self.pointer.truncate(step.length);
            if step.container.index < target && target < step.container.end() {
                here = step.container;
                child = Some((step.child, step.nth)).filter(|(child, _)| child.index <= target);
                break;
            }
        }
        while here.index != target {
            let Some(step) = self.step(here, child.take(), target) else { break };
            here = step.child;
            self.path.push(step);
        }
        &self.pointer
    }

    /// Moves from a child, or from the first, to the one that holds the target.
    fn step(&mut self, container: Value<'d>, from: Option<(Value<'d>, usize)>, target: usize) -> Option<PathStep<'d>> {
        let is_object = container.kind() == Kind::Object;
        let at = |index: usize| Value { document: self.document, index: if is_object { index + 1 } else { index } };
        let (mut child, mut nth) = from.unwrap_or((at(container.index + 1), 0));
        while child.end() <= target {
            if child.end() >= container.end() {
                return None;
            }
            (child, nth) = (at(child.end()), nth + 1);
        }
        let length = self.pointer.len();
        match child.key().filter(|_| is_object).and_then(Value::text) {
            Some(key) => push_escaped(&key.lossy(), &mut self.pointer),
            None => {
                self.pointer.push(b'/');
                write_decimal(u64::try_from(nth).unwrap_or(u64::MAX), &mut self.pointer);
            }
        }
        Some(PathStep { container, child, nth, length })
    }
}

fn same(one: Text<'_>, other: Text<'_>) -> bool {
    one.wtf8() == other.wtf8()
}

/// Reads an array index as RFC 6901 writes it: digits, no leading zero.
fn index(token: &str) -> Option<usize> {
    let mut index = 0_usize;
    for byte in token.bytes() {
        let digit = if byte.is_ascii_digit() { usize::from(byte - b'0') } else { return None };
        index = index.checked_mul(10)?.checked_add(digit)?;
    }
    let plain = token == "0" || !token.starts_with('0') && !token.is_empty();
    plain.then_some(index)
}

fn push_escaped(name: &str, pointer: &mut Vec<u8>) {
    pointer.push(b'/');
    for byte in name.bytes() {
        match byte {
            b'~' => append(pointer, b"~0"),
            b'/' => append(pointer, b"~1"),
            other => pointer.push(other),
        }
    }
}

fn unescape(token: &str, at: usize) -> Result<Cow<'_, str>, Error> {
    if !token.contains('~') {
        return Ok(Cow::Borrowed(token));
    }
    let mut name = String::with_capacity(token.len());
    let mut chars = token.char_indices();
    while let Some((place, char)) = chars.next() {
        name.push(match char {
            '~' => match chars.next() {
                Some((_, '0')) => '~',
                Some((_, '1')) => '/',
                _ => return Err(error::pointer_syntax("'~' in a pointer is followed by 0 or 1", at + place)),
            },
            other => other,
        });
    }
    Ok(Cow::Owned(name))
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use crate::error::Code;
    use crate::json::scan;

    #[test]
    fn many_places_are_named_as_each_alone_would_be_in_any_order() {
        let body = br#"{"a":[1,{"b":[[],{}],"c":2,"c":3},[4,[5,6]]],"d":{},"":{"~/":[[[7]]]}}"#;
        let document = scan(body).unwrap();
        let values: Vec<_> = document.values().collect();
        let mut forward = super::Places::new(&document);
        let mut any = super::Places::new(&document);
        for (nth, value) in values.iter().enumerate() {
            assert_eq!(forward.place(*value), document.place(*value));
            let other = values[nth * 7 % values.len()];
            assert_eq!(any.place(other), document.place(other));
        }
        let named = |nth: usize| document.place(values[nth]).pointer;
        assert_eq!((named(0), named(3), named(10)), (String::new(), "/a/0".to_owned(), "/a/1/c".to_owned()));
    }

    #[test]
    fn many_values_are_found_as_each_alone_would_be() {
        let document = scan(br#"{"a":[1,[2,[3,4]],[5,6]],"b":[[7],[]]}"#).unwrap();
        let mut finder = super::Finder::new(&document);
        for _ in 0..3 {
            for pointer in ["/a/0", "/a/1/1/1", "/a/2/1", "/b/0/0", "/b/1", "/a/1/1/0", "/a/1/2", "/b/1/0", "", "/a/3"] {
                assert_eq!(finder.find(pointer).ok(), document.find(pointer).ok(), "{pointer}");
            }
        }
        assert_eq!(finder.find("/a/1/1/1").unwrap().raw(), b"4");
    }

    #[test]
    fn the_examples_of_rfc_6901_lead_where_it_says() {
        let body = br#"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#;
        let document = scan(body).unwrap();
        let found = |pointer: &str| String::from_utf8(document.find(pointer).unwrap().raw().to_vec()).unwrap();
        assert_eq!(found("").as_bytes(), body);
        assert_eq!(found("/foo/0"), "\"bar\"");
        for (pointer, value) in [
            ("/", "0"),
            ("/a~1b", "1"),
            ("/c%d", "2"),
            ("/e^f", "3"),
            ("/g|h", "4"),
            ("/i\\j", "5"),
            ("/k\"l", "6"),
            ("/ ", "7"),
            ("/m~0n", "8"),
        ] {
            assert_eq!(found(pointer), value);
        }
    }

    #[test]
    fn wrong_pointers_are_told_from_pointers_to_nothing() {
        let document = scan(br#"{"a":[1,2]}"#).unwrap();
        for (pointer, code) in [
            ("a", Code::PointerSyntax),
            ("/a~", Code::PointerSyntax),
            ("/a~2", Code::PointerSyntax),
            ("/a/2", Code::PointerMissing),
            ("/a/-", Code::PointerMissing),
            ("/a/00", Code::PointerMissing),
            ("/a/01", Code::PointerMissing),
            ("/a/+1", Code::PointerMissing),
            ("/a/99999999999999999999999", Code::PointerMissing),
            ("/b", Code::PointerMissing),
            ("/a/0/x", Code::PointerMissing),
        ] {
            assert_eq!(document.find(pointer).unwrap_err().code(), code, "{pointer}");
        }
        assert_eq!(document.find("/a~2").unwrap_err().offset(), Some(2));
    }

    #[test]
    fn every_value_is_found_again_by_its_pointer_or_says_that_it_cannot_be() {
        let document = scan(br#"{"a":1,"a":{"~/":[null,{"":[]}]},"\ud800":2,"\u0061b":3,"ab":4}"#).unwrap();
        let mut inexact = 0;
        for value in document.values() {
            let place = document.place(value);
            let named = document.find(&place.pointer);
            if place.exact {
                let named = named.unwrap();
                assert!(named == value || named.key() == Some(value), "{place:?}");
            } else {
                inexact += 1;
            }
        }
        assert_eq!(inexact, 6, "the hidden first a, the surrogate and the hidden ab: key and value each");
    }

    #[test]
    fn a_byte_leads_to_the_innermost_value() {
        let body = br#" {"key": [10, {"x":"y"}] } "#;
        let document = scan(body).unwrap();
        let raw = |offset| document.at(offset).map(|value| String::from_utf8(value.raw().to_vec()).unwrap());
        assert_eq!(raw(0), None);
        assert_eq!(raw(1).unwrap(), r#"{"key": [10, {"x":"y"}] }"#);
        assert_eq!(raw(3).unwrap(), r#"[10, {"x":"y"}]"#, "a key leads to its value");
        assert_eq!(raw(10).unwrap(), "10");
        assert_eq!(raw(12).unwrap(), r#"[10, {"x":"y"}]"#, "between values");
        assert_eq!(raw(19).unwrap(), "\"y\"");
        assert_eq!(raw(body.len() - 1), None);
        assert_eq!(raw(4000), None);
    }
}
