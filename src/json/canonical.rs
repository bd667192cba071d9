//! One text for all spellings of a value, and its digest.
//!
//! The form is RFC 8785 (members sorted by UTF-16, no space, shortest escapes, ECMAScript numbers). It is extended where that standard gives up, and different
//! values always stay different: numbers beyond a double keep their digits, half surrogate pairs stay as escapes, duplicate members stay, in their order.

use std::cmp::Ordering;
use std::fmt::{self, Write as _};

use sha2::{Digest as _, Sha256};

use super::document::{Children, Value};
use super::number;
use super::scan::scan;
use super::span::Kind;
use super::string::{Text, append, is_plain, quote_wtf8, write_quoted};

/// The SHA-256 of a value's canonical text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// Reads a digest from hexadecimal.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        let half = |digit: u8| char::from(digit).to_digit(16).and_then(|half| u8::try_from(half).ok());
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let bytes: Option<Vec<u8>> = pairs.iter().map(|[high, low]| Some(half(*high)? << 4 | half(*low)?)).collect();
        bytes?.try_into().ok().filter(|_| rest.is_empty()).map(Self)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for half in self.0.iter().flat_map(|byte| [byte >> 4, byte & 0xf]) {
            f.write_char(char::from_digit(u32::from(half), 16).unwrap_or('0'))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// Returns the canonical text of a value.
#[must_use]
pub fn canonical(value: Value<'_>) -> Vec<u8> {
    let mut out = Vec::with_capacity(value.span().len());
    write(value, &mut out, &mut |out, long| long.into_iter().for_each(|text| text.write(out)));
    out
}

/// Returns the digest of a value: equal for all spellings of it, different for different values.
#[must_use]
pub fn digest(value: Value<'_>) -> Digest {
    digest_between(b"", value, b"")
}

/// Returns the digest of a canonical text: a value between two pieces.
pub(crate) fn digest_between(before: &[u8], value: Value<'_>, after: &[u8]) -> Digest {
    hash_between(before, value, after, |text| text.is_canonical())
}

/// Returns the digest of a value that a [`Writer`](super::Writer) wrote: its strings are canonical.
pub(crate) fn digest_of_written(value: Value<'_>) -> Digest {
    hash_between(b"", value, b"", |_| true)
}

fn hash_between(before: &[u8], value: Value<'_>, after: &[u8], is_canonical: fn(Text<'_>) -> bool) -> Digest {
    let mut hash = Sha256::new();
    let mut out = Vec::with_capacity(before.len() + value.span().len().min(2 * BLOCK) + after.len());
    append(&mut out, before);
    write(value, &mut out, &mut |out, long| {
        if out.len() > BLOCK || long.is_some() {
            hash.update(&out);
            out.clear();
        }
        match long {
            // It may be most of a request, so it is not copied.
            Some(text) if is_canonical(text) => quoted(text).into_iter().for_each(|piece| hash.update(piece)),
            Some(text) => text.write(out),
            None => {}
        }
    });
    append(&mut out, after);
    hash.update(&out);
    Digest(hash.finalize().into())
}

/// Returns the digest of a text in WTF-8, as that of the string that says it.
#[must_use]
pub(crate) fn digest_of_text(text: &[u8]) -> Digest {
    let mut hash = Sha256::new();
    if is_plain(text) {
        [b"\"", text, b"\""].into_iter().for_each(|piece| hash.update(piece));
    } else {
        let mut quoted = quote_wtf8(text);
        // Two halves of a surrogate pair from two texts are one letter in a string.
        if text.contains(&0xed)
            && let Ok(document) = scan(&quoted)
        {
            quoted = canonical(document.root());
        }
        hash.update(&quoted);
    }
    Digest(hash.finalize().into())
}

/// Returns the digest of a value in which the digest of each long text replaces that text.
#[must_use]
pub(crate) fn digest_of_digests(value: Value<'_>, name: &dyn Fn(Digest) -> String) -> Digest {
    let mut out = Vec::new();
    write(value, &mut out, &mut |out, long| {
        if let Some(text) = long {
            write_quoted(name(of_text(text)).as_bytes(), out);
        }
    });
    Digest(Sha256::digest(&out).into())
}

fn of_text(text: Text<'_>) -> Digest {
    let mut hash = Sha256::new();
    if text.is_canonical() {
        quoted(text).into_iter().for_each(|piece| hash.update(piece));
    } else {
        let mut out = Vec::with_capacity(text.raw().len() + 2);
        text.write(&mut out);
        hash.update(&out);
    }
    Digest(hash.finalize().into())
}

fn quoted(text: Text<'_>) -> [&[u8]; 3] {
    [b"\"", text.raw(), b"\""]
}

/// The amount of text that is collected before it is hashed.
const BLOCK: usize = 4096;

/// A string that is longer than this, with its quotes, is hashed separately. This is as long as several blocks of the hash. Recorded ledgers depend on it.
const LONG: usize = 256;

/// A container that is being written: its remaining children.
struct OpenContainer<'d> {
    /// The rest of an array, or the members of an object in the order of the text.
    rest: Children<'d>,
    /// The sorted keys of an object, from the last to the next.
    keys: Vec<Value<'d>>,
    close: u8,
    first: bool,
}

/// Writes a value without its long texts. `spill` gets those, and may also remove the text so far after each value.
fn write<'d>(value: Value<'d>, out: &mut Vec<u8>, spill: &mut dyn FnMut(&mut Vec<u8>, Option<Text<'d>>)) {
    let mut stack: Vec<OpenContainer<'d>> = Vec::new();
    let mut next = Some(value);
    loop {
        if let Some(value) = next.take() {
            let mut long = None;
            match value.kind() {
                Kind::Object => {
                    out.push(b'{');
                    stack.push(OpenContainer { rest: value.elements(), keys: sorted(value), close: b'}', first: true });
                }
                Kind::Array => {
                    out.push(b'[');
                    stack.push(OpenContainer { rest: value.elements(), keys: Vec::new(), close: b']', first: true });
                }
                Kind::Number => number::write(value.raw(), out),
                _ => match value.text() {
                    Some(text) if value.span().len() > LONG => long = Some(text),
                    Some(text) => text.write(out),
                    None => append(out, value.raw()),
                },
            }
            spill(out, long);
        }
        let Some(open) = stack.last_mut() else { return };
        let key = open.keys.pop();
        next = match key {
            Some(key) => Some(Value { document: key.document, index: key.index + 1 }),
            None => open.rest.next(),
        };
        if next.is_none() {
            out.push(open.close);
            stack.pop();
            continue;
        }
        if !std::mem::take(&mut open.first) {
            out.push(b',');
        }
        if let Some(key) = key.and_then(Value::text) {
            key.write(out);
            out.push(b':');
        }
    }
}

/// Returns the keys of an object from the last to the first. The later of equal keys comes first here, and so last in the text.
fn sorted(object: Value<'_>) -> Vec<Value<'_>> {
    let mut keys = Vec::new();
    for (_, value) in object.members() {
        keys.extend(value.key());
    }
    let mut keys: Vec<(Text<'_>, Value<'_>)> = keys.into_iter().filter_map(|key: Value<'_>| Some((key.text()?, key))).collect();
    keys.sort_by(|(one, _), (other, _)| compare(*one, *other));
    keys.into_iter().rev().map(|(_, key)| key).collect()
}

/// Compares in UTF-16 order. For text below U+D800 this is the order of the bytes.
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
