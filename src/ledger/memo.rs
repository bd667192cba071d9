//! The digests that were made last.
//!
//! A response is digested when it is recorded, again when the next request brings it back, and the results of its calls when they
//! are sent and when that is recorded; instructions and tools with every request. A digest is forty times as dear as the mark that
//! tells that it is the same text.

use std::cell::Cell;

use crate::json::{Digest, Mark, Value};

/// The digest of a value.
pub(super) fn digest(value: Value<'_>) -> Digest {
    // What is shorter is digested sooner than looked up.
    let known = if value.raw().len() < 64 { None } else { remembered(Sort::Value, value, &|| Some(crate::json::digest(value))) };
    known.unwrap_or_else(|| crate::json::digest(value))
}

/// What is digested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Value,
    System,
    Tools,
}

/// The digest that is made of a value, by its text and by how it is made.
pub(super) fn remembered(sort: Sort, value: Value<'_>, make: &dyn Fn() -> Option<Digest>) -> Option<Digest> {
    let mark = Mark::of(value.raw());
    // Not held while another is made, which may be of a part of it.
    let last = LAST.take();
    let known = last.iter().find(|(known, of, _)| *of == mark && *known == sort).map(|(.., digest)| *digest);
    LAST.set(last);
    if let Some(known) = known {
        return known;
    }
    let digest = make();
    let mut last = LAST.take();
    last.truncate(MOST - 1);
    last.insert(0, (sort, mark, digest));
    LAST.set(last);
    digest
}

/// As many as two turns of many calls have.
const MOST: usize = 64;

thread_local! {
    static LAST: Cell<Vec<(Sort, Mark, Option<Digest>)>> = const { Cell::new(Vec::new()) };
}
