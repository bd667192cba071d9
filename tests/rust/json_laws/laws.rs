//! Laws that hold for every text that scans.

use rethought::json::{Document, Kind, Value, canonical, digest, scan};
use rethought::{Code, Error};

/// Runs every law on a text that must be accepted.
pub fn hold(text: &[u8]) {
    let document = scan(text).unwrap_or_else(|error| panic!("{error}: {}", shown(text)));
    assert_eq!(document.source(), text);
    the_tape_accounts_for_every_byte(&document);
    every_value_is_named_by_its_pointer(&document);
    the_canonical_text_is_its_own(&document);
    every_prefix_ends_in_a_typed_error(text);
}

/// A text that must be refused is, with a code and a place inside it.
pub fn refused(text: &[u8]) -> Error {
    let error = scan(text).expect_err(&shown(text));
    assert!(error.offset().is_some_and(|offset| offset <= text.len()), "{error}");
    error
}

/// Between the leaves of the tape there is nothing but space and structure: no byte is unaccounted for.
fn the_tape_accounts_for_every_byte(document: &Document<'_>) {
    let source = document.source();
    let leaf = |value: &Value<'_>| !matches!(value.kind(), Kind::Array | Kind::Object);
    let mut done = if document.has_bom() { 3 } else { 0 };
    let gap = |from: usize, to: usize| {
        assert!(source[from..to].iter().all(|byte| b" \n\r\t[]{},:".contains(byte)), "{}", shown(&source[from..to]));
    };
    for value in document.values().filter(leaf) {
        let span = value.span();
        gap(done, span.start);
        assert_eq!(value.raw(), &source[span.range()]);
        done = span.end;
    }
    gap(done, source.len());
}

fn every_value_is_named_by_its_pointer(document: &Document<'_>) {
    // Naming walks from the root, so over a wide text all names would be quadratic work: a few hundred places will do.
    for value in document.values().step_by(document.len() / 200 + 1) {
        let place = document.place(value);
        if place.exact {
            let named = document.find(&place.pointer).unwrap();
            assert!(named == value || value.kind() == Kind::Key, "{place:?}");
            let inner = document.at(value.span().start).unwrap();
            assert!(inner == named || value.span() == document.root().span() || inner.span().start >= value.span().start);
        }
    }
}

fn the_canonical_text_is_its_own(document: &Document<'_>) {
    let once = canonical(document.root());
    let again = scan(&once).unwrap_or_else(|error| panic!("{error}: {}", shown(&once)));
    assert_eq!(canonical(again.root()), once);
    assert_eq!(digest(again.root()), digest(document.root()));
}

fn every_prefix_ends_in_a_typed_error(text: &[u8]) {
    for end in (0..text.len()).step_by(text.len() / 600 + 1) {
        let prefix = &text[..end];
        match scan(prefix) {
            // A number or a complete value before trailing space.
            Ok(document) => assert_eq!(document.source(), prefix),
            Err(error) => {
                assert!(matches!(error.code(), Code::JsonTruncated), "{error}: {}", shown(prefix));
                assert_eq!(error.offset(), Some(end), "{}", shown(prefix));
            }
        }
    }
}

/// A text for people, in the message of a failure.
pub fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(&text[..text.len().min(200)]).into_owned()
}
