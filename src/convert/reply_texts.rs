//! The visible texts of a reply.

use crate::conversation::reader::text_in_span;
use crate::json::{Span, Value};
use crate::model::Part;

/// The visible texts of a part, each with its place, as they are written.
pub(super) fn said(part: &Part<'_>, paths: &[&str]) -> Vec<(Span, Vec<u8>)> {
    if part.span != part.value.span() {
        return vec![(part.span, text_in_span(part.value, part.span).to_vec())];
    }
    let mut texts = Vec::new();
    let mut add = |value: Value<'_>| texts.extend(value.text().map(|text| (value.span(), text.raw().to_vec())));
    add(part.value);
    paths.iter().chain(SPECIAL_TEXTS).for_each(|path| part.value.visit(path, &mut add));
    texts.retain(|(_, text)| !text.is_empty());
    texts
}

/// Visible texts with blocks of their own: a refusal, and a text with citations.
const SPECIAL_TEXTS: &[&str] = &["content.*.refusal", "citationsContent.content.*.text"];
