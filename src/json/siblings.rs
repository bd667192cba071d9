//! The container and the neighbours of each value. The tape leads only inwards and forwards; an edit also needs the container and the previous sibling.

use std::num::NonZeroU32;

use super::document::{Document, Node, Value, narrow, offset};
use super::span::Kind;

/// The container of every value, and the value before it there. Built once for a document, when an edit first needs it.
#[derive(Clone, Debug, Default)]
pub(super) struct Siblings {
    parents: Vec<u32>,
    /// The previous sibling. The root is never one, so its index can mean that there is none.
    previous: Vec<Option<NonZeroU32>>,
}

impl Siblings {
    pub(super) fn of(nodes: &[Node]) -> Self {
        let mut siblings = Self { parents: Vec::with_capacity(nodes.len()), previous: Vec::with_capacity(nodes.len()) };
        // Each open container: its index, its end, and its last child so far.
        let mut open: Vec<(u32, u32, Option<NonZeroU32>)> = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            let index = narrow(index);
            while open.last().is_some_and(|(_, end, _)| *end <= index) {
                open.pop();
            }
            let (parent, previous) = match open.last_mut() {
                // A key is not a separate child. The value after it is the child.
                Some((parent, _, last)) if node.kind != Kind::Key => (*parent, std::mem::replace(last, NonZeroU32::new(index))),
                around => (around.map_or(0, |(parent, ..)| *parent), None),
            };
            siblings.parents.push(parent);
            siblings.previous.push(previous);
            if node.next > index + 1 {
                open.push((index, node.next, None));
            }
        }
        siblings
    }
}

impl<'d> Value<'d> {
    /// Returns the array or object that holds it. The root holds itself.
    #[must_use]
    pub fn parent(self) -> Value<'d> {
        let index = self.document.siblings().parents.get(self.index).copied().unwrap_or(0);
        Value { document: self.document, index: offset(index) }
    }

    /// Returns the element or member before it.
    pub(super) fn previous(self) -> Option<Value<'d>> {
        let index = self.document.siblings().previous.get(self.index).copied().flatten()?;
        Some(Value { document: self.document, index: offset(index.get()) })
    }

    /// Returns the element or member after it.
    pub(super) fn following(self) -> Option<Value<'d>> {
        let (container, next) = (self.parent(), self.end());
        let index = if container.kind() == Kind::Object { next + 1 } else { next };
        (next < container.end()).then_some(Value { document: self.document, index })
    }

    /// Returns the byte after the last child of an array or an object that has one. Only space is between that and the bracket.
    pub(super) fn content_end(self) -> Option<usize> {
        let inside = self.document.source().get(..self.span().end.saturating_sub(1)).unwrap_or_default();
        (self.end() > self.index + 1).then(|| inside.trim_ascii_end().len())
    }
}

impl Document<'_> {
    fn siblings(&self) -> &Siblings {
        self.siblings.get_or_init(|| Siblings::of(&self.nodes))
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use crate::json::scan;

    #[test]
    fn every_child_knows_its_container_and_its_neighbours() {
        let document = scan(br#"{"a":[1,[2,3],{}],"b":{"c":4 , "d":[ ]} }"#).unwrap();
        let mut containers = 0;
        for container in document.values() {
            let children: Vec<_> = container.elements().chain(container.members().map(|(_, value)| value)).collect();
            for (nth, child) in children.iter().enumerate() {
                assert!(child.parent() == container);
                assert_eq!(child.previous(), nth.checked_sub(1).map(|before| children[before]));
                assert_eq!(child.following(), children.get(nth + 1).copied());
            }
            containers += usize::from(!children.is_empty());
            assert_eq!(container.content_end(), children.last().map(|last| last.span().end));
        }
        assert_eq!(containers, 4);
        assert!(document.root().parent() == document.root());
    }
}
