//! The spacing around a value, so that new text beside it looks the same.

use super::document::Value;
use super::span::Span;

/// The spacing of the children of a container.
pub(super) struct Style {
    /// The text between two children.
    pub(super) separator: Vec<u8>,
    /// The text between a key and its value.
    pub(super) colon: Vec<u8>,
}

impl Style {
    pub(super) fn of(container: Value<'_>, source: &[u8]) -> Self {
        let between = |start: usize, end: usize| source.get(start..end).unwrap_or_default();
        let mut children = container.elements().chain(container.members().map(|(_, member)| member));
        let (first, second) = (children.next(), children.next());
        let separator = match (first, second) {
            (Some(first), Some(second)) => between(first.span().end, whole(second).start).to_vec(),
            (Some(only), None) => [b",", between(container.span().start + 1, whole(only).start)].concat(),
            _ => b",".to_vec(),
        };
        let colon = first.and_then(|child| Some(between(child.key()?.span().end, child.span().start)));
        Self { separator, colon: colon.unwrap_or(b":").to_vec() }
    }
}

/// Returns the span of a child with its key.
pub(super) fn whole(child: Value<'_>) -> Span {
    Span { start: child.key().unwrap_or(child).span().start, end: child.span().end }
}
