//! One text for all spellings of a value, and its digest.
//!
//! The form is RFC 8785 (members sorted by UTF-16, no space, shortest escapes, ECMAScript numbers), carried on where
//! that standard gives up, always so that different values stay different: numbers beyond a double keep their digits,
//! half surrogate pairs stay as escapes, duplicate members stay, in their order.

use std::cmp::Ordering;
use std::fmt;

use sha2::{Digest as _, Sha256};

use super::document::{Members, Value};
use super::edit::in_order;
use super::number;
use super::span::Kind;
use super::string::{Text, append};

/// The SHA-256 of a value's canonical text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The canonical text of a value.
#[must_use]
pub fn canonical(value: Value<'_>) -> Vec<u8> {
    let mut out = Vec::with_capacity(value.span().len());
    write(value, &mut out, &mut |_| {});
    out
}

/// The digest of a value: equal for all spellings of it, different for different values.
#[must_use]
pub fn digest(value: Value<'_>) -> Digest {
    let mut hash = Sha256::new();
    let mut out = Vec::with_capacity(2 * BLOCK);
    write(value, &mut out, &mut |out| {
        if out.len() > BLOCK {
            hash.update(&out);
            out.clear();
        }
    });
    hash.update(&out);
    Digest(hash.finalize().into())
}

/// How much text is gathered before it is hashed.
const BLOCK: usize = 4096;

/// A container that is being written: what is still to come.
struct Open<'d> {
    rest: std::vec::IntoIter<(Option<Text<'d>>, Value<'d>)>,
    close: u8,
    first: bool,
}

/// Writes a value; after each value in it, `spill` may take what is written so far.
fn write<'d>(value: Value<'d>, out: &mut Vec<u8>, spill: &mut dyn FnMut(&mut Vec<u8>)) {
    let mut stack: Vec<Open<'d>> = Vec::new();
    stack.extend(begin(value, out));
    while let Some(open) = stack.last_mut() {
        let Some((key, child)) = open.rest.next() else {
            out.push(open.close);
            stack.pop();
            continue;
        };
        if !std::mem::take(&mut open.first) {
            out.push(b',');
        }
        if let Some(key) = key {
            key.write(out);
            out.push(b':');
        }
        stack.extend(begin(child, out));
        spill(out);
    }
}

/// Writes a scalar whole, or the opening of a container.
fn begin<'d>(value: Value<'d>, out: &mut Vec<u8>) -> Option<Open<'d>> {
    match value.kind() {
        Kind::Object => {
            out.push(b'{');
            Some(Open { rest: sorted(value.members()).into_iter(), close: b'}', first: true })
        }
        Kind::Array => {
            out.push(b'[');
            let elements: Vec<_> = value.elements().map(|element| (None, element)).collect();
            Some(Open { rest: elements.into_iter(), close: b']', first: true })
        }
        Kind::String | Kind::Key => {
            value.text()?.write(out);
            None
        }
        Kind::Number => {
            append(out, &number::canonical(value.raw()));
            None
        }
        Kind::Null | Kind::True | Kind::False => {
            append(out, value.raw());
            None
        }
    }
}

fn sorted<'d>(members: Members<'d>) -> Vec<(Option<Text<'d>>, Value<'d>)> {
    let members: Vec<_> = members.collect();
    let order = in_order(members.len(), &mut |one, other| match (members.get(*one), members.get(*other)) {
        (Some((one, _)), Some((other, _))) => compare(*one, *other),
        _ => Ordering::Equal,
    });
    order.into_iter().filter_map(|nth| members.get(nth)).map(|(key, value)| (Some(*key), *value)).collect()
}

/// UTF-16 order, which for text below U+D800 is the order of the bytes.
fn compare(one: Text<'_>, other: Text<'_>) -> Ordering {
    if one.is_ascii() && other.is_ascii() { one.raw().cmp(other.raw()) } else { one.utf16().cmp(other.utf16()) }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    fn canon(json: &str) -> String {
        String::from_utf8(canonical(scan(json.as_bytes()).unwrap().root())).unwrap()
    }

    #[test]
    fn spellings_of_one_value_have_one_text() {
        assert_eq!(canon(r#" { "b" : [ 1.0 , "\u0041\/" ] , "a" : null } "#), r#"{"a":null,"b":[1,"A/"]}"#);
        assert_eq!(
            canon(r#"{"€":1,"\r":2,"\ufb33":3,"1":4,"😀":5,"\u0080":6,"ö":7}"#),
            "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}"
        );
    }

    #[test]
    fn different_values_stay_different() {
        let texts = [
            r#""\ud800""#,
            r#""\udfff""#,
            "\"\u{fffd}\"",
            "9007199254740993",
            "9007199254740992",
            r#"{"a":1,"a":2}"#,
            r#"{"a":2}"#,
            r#"{"a":2,"a":1}"#,
        ];
        for (nth, one) in texts.iter().enumerate() {
            for other in texts.iter().skip(nth + 1) {
                assert_ne!(canon(one), canon(other));
            }
        }
    }

    #[test]
    fn the_digest_of_a_prefix_is_the_one_that_adk_pins() {
        // Vectors A and D of ADK's canonicalFingerprint; B and C hold `undefined`, which no JSON text can.
        let a = r#"{"model":"claude-opus-5","system":[{"type":"text","text":"sys"}],"tools":[{"name":"search_docs","input_schema":{"type":"object","properties":{}}}],
            "messages":[{"role":"user","content":[{"type":"text","text":"hello"}]}]}"#;
        let d = r#"{"model":"claude-opus-5","system":[{"type":"text","text":"sys"}],"tools":[],
            "messages":[{"role":"user","content":[{"type":"text","text":"first"}]},{"role":"assistant","content":[{"type":"text","text":"kept-before-thinking"}]}]}"#;
        let hex = |json: &str| digest(scan(json.as_bytes()).unwrap().root()).to_string();
        assert_eq!(hex(a), "1566013c7929149620dd29e3bb84716c39a358da49357cef5e71800677d0c952");
        assert_eq!(hex(d), "72e68d70243738678ea53547cac6e69e99314b49556779a533002340449acc6a");
    }
}
