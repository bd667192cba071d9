//! A scanned text: the bytes, and the tape of its values and keys.

use std::cell::OnceCell;

use super::siblings::Siblings;
use super::span::{Kind, Span};
use super::string::Text;

/// A text and its tape. It borrows the bytes and never changes them.
#[derive(Clone, Debug)]
pub struct Document<'s> {
    source: &'s [u8],
    /// In the order of the text: a container, then its children; a key, then its value.
    pub(super) nodes: Vec<Node>,
    /// Built when an edit first needs it.
    pub(super) siblings: OnceCell<Siblings>,
    /// The values of strings with an escape, by their place in the tape. Built when one is first read as a word.
    decoded: OnceCell<Box<[OnceCell<Box<str>>]>>,
}

impl<'s> Document<'s> {
    pub(super) fn new(source: &'s [u8], nodes: Vec<Node>) -> Self {
        Self { source, nodes, siblings: OnceCell::new(), decoded: OnceCell::new() }
    }

    pub(super) fn into_nodes(self) -> Vec<Node> {
        self.nodes
    }

    /// Returns the scanned text, byte for byte.
    #[must_use]
    pub fn source(&self) -> &'s [u8] {
        self.source
    }

    /// Returns the root value.
    #[must_use]
    pub fn root(&self) -> Value<'_> {
        Value { document: self, index: 0 }
    }

    /// Returns the number of values and keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always `false`: a text that scans has a value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns `true` if the text starts with a byte order mark.
    #[must_use]
    pub fn has_bom(&self) -> bool {
        self.source.starts_with(b"\xef\xbb\xbf")
    }

    /// Returns every value and key in the order of the text.
    pub fn values(&self) -> impl Iterator<Item = Value<'_>> {
        (0..self.nodes.len()).map(|index| Value { document: self, index })
    }
}

/// One place of the tape. It has 16 bytes, so that a large body's tape stays small.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The index of the first node that is not inside this one.
    pub(super) next: u32,
    pub(super) kind: Kind,
    pub(super) flags: u8,
}

impl Node {
    /// The node for a place that does not exist.
    pub(super) const NOTHING: Node = Node { start: 0, end: 0, next: 0, kind: Kind::Null, flags: 0 };
    /// The string has an escape, so its raw text is not its value.
    pub(super) const ESCAPED: u8 = 1;
    /// The string has half of a surrogate pair, which can only be written as an escape.
    pub(super) const LONE: u8 = 2;

    /// Returns the inside of its string.
    #[inline(always)]
    fn text(self, source: &[u8]) -> Text<'_> {
        let inner = source.get(offset(self.start) + 1..offset(self.end).saturating_sub(1)).unwrap_or_default();
        Text::new(inner, self.flags & Node::ESCAPED != 0, self.flags & Node::LONE != 0)
    }
}

/// Converts an index to the stored form. The length was checked against `u32` before the scan, so no bits are lost.
#[inline(always)]
pub(super) fn narrow(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Converts a stored place to an index.
#[inline(always)]
pub(super) fn offset(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// A value (or key) of a document. It is a place; typed views are read from it.
#[derive(Clone, Copy, Debug)]
pub struct Value<'d> {
    pub(super) document: &'d Document<'d>,
    pub(super) index: usize,
}

impl<'d> Value<'d> {
    #[inline(always)]
    fn node(self) -> Node {
        self.document.nodes.get(self.index).copied().unwrap_or(Node::NOTHING)
    }

    /// Returns its kind.
    #[must_use]
    #[inline(always)]
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Returns the value of its string, decoded if there is an escape. `None` for half of a surrogate pair.
    pub(super) fn decoded(self) -> Option<&'d str> {
        let text = self.text()?;
        if let Some(plain) = text.plain() {
            return Some(plain);
        }
        let empty = || self.document.nodes.iter().map(|_| OnceCell::new()).collect();
        let cell = self.document.decoded.get_or_init(empty).get(self.index)?;
        if cell.get().is_none() {
            cell.set(text.to_str()?.into()).ok()?;
        }
        cell.get().map(|decoded| &**decoded)
    }

    /// Returns its place in the text.
    #[must_use]
    pub fn span(self) -> Span {
        let node = self.node();
        Span { start: offset(node.start), end: offset(node.end) }
    }

    /// Returns its text as received: quotes, escapes and inner whitespace included.
    #[must_use]
    pub fn raw(self) -> &'d [u8] {
        let node = self.node();
        self.document.source.get(offset(node.start)..offset(node.end)).unwrap_or_default()
    }

    /// Returns the index after everything inside it.
    #[inline(always)]
    pub(super) fn end(self) -> usize {
        offset(self.node().next)
    }

    /// Returns itself, and every value and key inside it, in the order of the text.
    pub fn within(self) -> impl Iterator<Item = Value<'d>> {
        (self.index..self.end()).map(move |index| Value { document: self.document, index })
    }

    /// Returns its string, if it is one.
    #[must_use]
    pub fn text(self) -> Option<Text<'d>> {
        let node = self.node();
        matches!(node.kind, Kind::String | Kind::Key).then(|| node.text(self.document.source))
    }

    /// Returns `true` if it is `null`.
    #[must_use]
    #[inline(never)]
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// Returns its truth value, if it is a boolean.
    #[must_use]
    pub fn boolean(self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// Returns the elements of an array. Empty for any other value.
    #[must_use]
    pub fn elements(self) -> Children<'d> {
        Children { document: self.document, next: self.index + 1, end: if self.kind() == Kind::Array { self.end() } else { 0 } }
    }

    /// Returns the members of an object in the order of the text, duplicates included. Empty for any other value.
    #[must_use]
    pub fn members(self) -> Members<'d> {
        Members { document: self.document, next: self.index + 1, end: if self.kind() == Kind::Object { self.end() } else { 0 } }
    }

    /// Returns the member of that name: the last of duplicates, as in other parsers.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Value<'d>> {
        self.member(name.as_bytes())
    }

    /// Returns the member of a name that is given as bytes.
    pub(super) fn member(self, name: &[u8]) -> Option<Value<'d>> {
        let Document { nodes, source, .. } = self.document;
        let end = if self.kind() == Kind::Object { self.end() } else { 0 };
        let (mut at, mut found) = (self.index + 1, None);
        while at < end {
            let (Some(key), Some(value)) = (nodes.get(at), nodes.get(at + 1)) else { break };
            let is_escaped = key.flags & Node::ESCAPED != 0;
            if is_escaped || offset(key.end - key.start) == name.len() + 2 {
                let raw = source.get(offset(key.start) + 1..offset(key.end) - 1).unwrap_or_default();
                if if is_escaped { Text::new(raw, true, false).is(name) } else { is_same(raw, name) } {
                    found = Some(Value { document: self.document, index: at + 1 });
                }
            }
            at = offset(value.next);
        }
        found
    }

    /// Returns the element at that index.
    #[must_use]
    pub fn element(self, index: usize) -> Option<Value<'d>> {
        self.elements().nth(index)
    }

    /// Returns the key of this value, if it is a member of an object.
    #[must_use]
    pub fn key(self) -> Option<Value<'d>> {
        let key = Value { document: self.document, index: self.index.checked_sub(1)? };
        (key.kind() == Kind::Key).then_some(key)
    }
}

/// Returns `true` if two short texts of one length are equal. It is a loop, because the comparison of the standard library is four calls deep.
#[inline(always)]
fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.iter().zip(other).all(|(one, other)| one == other)
}

impl PartialEq for Value<'_> {
    /// Compares places: equal only for the same place of the same document.
    #[inline(never)]
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.document.source, other.document.source)
    }
}

/// The elements of an array, in order.
#[derive(Clone, Debug)]
pub struct Children<'d> {
    document: &'d Document<'d>,
    next: usize,
    end: usize,
}

impl<'d> Children<'d> {
    pub(super) fn none(document: &'d Document<'d>) -> Self {
        Self { document, next: 0, end: 0 }
    }
}

impl<'d> Iterator for Children<'d> {
    type Item = Value<'d>;

    fn next(&mut self) -> Option<Value<'d>> {
        (self.next < self.end).then(|| {
            let value = Value { document: self.document, index: self.next };
            self.next = value.end();
            value
        })
    }
}

/// The members of an object, in the order of the text.
#[derive(Clone, Debug)]
pub struct Members<'d> {
    document: &'d Document<'d>,
    next: usize,
    end: usize,
}

impl<'d> Members<'d> {
    pub(super) fn none(document: &'d Document<'d>) -> Self {
        Self { document, next: 0, end: 0 }
    }
}

impl<'d> Iterator for Members<'d> {
    type Item = (Text<'d>, Value<'d>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.end {
            return None;
        }
        let (key, index) = (self.document.nodes.get(self.next)?, self.next + 1);
        self.next = offset(self.document.nodes.get(index)?.next);
        Some((key.text(self.document.source), Value { document: self.document, index }))
    }
}
