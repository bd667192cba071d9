//! Bodies inside of transcripts: as text, as a value, in base64 or hex, as gzip, in chunks.

use std::borrow::Cow;

use super::gzip::unpack;
use super::record::Exchange;
use crate::json::base64::decode;
use crate::json::{Kind, Value, find_bytes, scan};
use crate::wires::{CODECS, Side, detect};

/// Returns the body of a value: the text of a string, and the JSON text of anything else. `None` for `null`, an empty string and no value.
#[must_use]
pub fn body(value: Option<Value<'_>>) -> Option<Vec<u8>> {
    let value = value.filter(|value| !value.is_null())?;
    let bytes = match value.text() {
        Some(text) => text.wtf8().into_owned(),
        None => value.raw().to_vec(),
    };
    // Recorders write a missing request body in both ways.
    Some(bytes).filter(|bytes| !bytes.is_empty() && bytes != b"null")
}

/// Returns the text of a string, or a number as it is written.
#[must_use]
pub fn words(value: Option<Value<'_>>) -> Option<String> {
    let value = value?;
    match value.kind() {
        Kind::String => value.text().map(|text| text.lossy().into_owned()).filter(|text| !text.is_empty()),
        Kind::Number => Some(String::from_utf8_lossy(value.raw()).into_owned()),
        _ => None,
    }
}

/// Reads an HTTP status: a number, or the number at the start of a text, `200 OK`.
#[must_use]
pub fn status(value: Option<Value<'_>>) -> Option<u16> {
    let text = words(value)?;
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text.get(..digits)?.parse().ok().filter(|status| (100..600).contains(status))
}

/// Returns the first of several members that exists and is not `null`.
#[must_use]
pub fn first<'d>(root: Value<'d>, names: &[&str]) -> Option<Value<'d>> {
    names.iter().filter_map(|name| root.path(name)).find(|value| !value.is_null())
}

/// The members of an HTTP object that may hold its body, and the form of the body in each. The most exact comes first.
const PLACES: &[(&str, BodyForm)] = &[
    ("body_raw", BodyForm::Plain),
    ("body_base64", BodyForm::Base64),
    ("base64Body", BodyForm::Base64),
    ("body", BodyForm::Wrapped),
    ("parsed_body", BodyForm::Plain),
    ("json_body", BodyForm::Plain),
    ("jsonBody", BodyForm::Plain),
    ("chunks", BodyForm::Chunks),
    ("streamed_data", BodyForm::Plain),
    ("bodyPatterns.*.equalToJson", BodyForm::Plain),
];

/// The same members inside of a body that is an object: `{"encoding":"UTF-8","string":"…"}`, `{"kind":"sse","chunks":[…]}`.
const WRAPPED: &[(&str, BodyForm)] = &[
    ("base64_string", BodyForm::Base64),
    ("string.base64_string", BodyForm::Base64),
    ("string", BodyForm::Plain),
    ("value", BodyForm::Plain),
    ("chunks", BodyForm::Chunks),
    ("streamed_data", BodyForm::Plain),
];

#[derive(Clone, Copy)]
enum BodyForm {
    Plain,
    Base64,
    Chunks,
    Wrapped,
}

/// Returns the body of an HTTP object. Any other object is the body itself.
///
/// A body may have members of such names, so a body that a wire recognises is not searched.
#[must_use]
pub fn message(object: Value<'_>) -> Option<Vec<u8>> {
    recorded(object).map(spelled_out).map(unpack)
}

fn recorded(object: Value<'_>) -> Option<Vec<u8>> {
    if object.kind() != Kind::Object || is_body(object) {
        return body(Some(object));
    }
    let (found, named) = within(object, PLACES);
    // Neither: it is a body of an unknown kind, possibly an error.
    if found.is_some() || named || has_sign(object) { found } else { body(Some(object)) }
}

/// Returns `true` if an object has a member that only HTTP objects have.
fn has_sign(object: Value<'_>) -> bool {
    ["headers", "method", "uri", "status_code", "statusCode"].iter().any(|name| object.get(name).is_some())
}

/// Returns `true` if an object may be an HTTP object, with its body in one of its members.
#[must_use]
pub fn may_be_http(object: Value<'_>) -> bool {
    let mut places = PLACES.iter().map(|(path, _)| path.split('.').next().unwrap_or(path));
    has_sign(object) || places.any(|name| object.get(name).is_some())
}

/// Returns the body of the first member that has one, and `true` if any of the members exists.
fn within(object: Value<'_>, places: &[(&str, BodyForm)]) -> (Option<Vec<u8>>, bool) {
    let mut named = false;
    for (path, way) in places {
        let mut values = Vec::new();
        object.collect(path, &mut values);
        named |= !values.is_empty();
        let Some(value) = values.first().copied().filter(|value| !value.is_null()) else { continue };
        let bytes = match way {
            BodyForm::Plain => body(Some(value)),
            BodyForm::Base64 => base64(value),
            BodyForm::Chunks => chunks(value),
            BodyForm::Wrapped if value.kind() == Kind::Object && !is_body(value) => match within(value, WRAPPED) {
                (found, true) => found,
                _ => body(Some(value)),
            },
            BodyForm::Wrapped => body(Some(value)),
        };
        if bytes.is_some() {
            return (bytes, named);
        }
    }
    (None, named)
}

/// Returns `true` if a value has the shape of some wire's body.
#[must_use]
pub fn is_body(value: Value<'_>) -> bool {
    CODECS.iter().any(|codec| codec.recognise(value).is_some())
}

/// Decodes a base64 string, which recorders break into lines. A string that is not base64 is returned unchanged.
#[must_use]
pub fn base64(value: Value<'_>) -> Option<Vec<u8>> {
    let text = body(Some(value))?;
    let digits: Cow<'_, [u8]> = if text.iter().any(u8::is_ascii_whitespace) {
        text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
    } else {
        Cow::Borrowed(&text)
    };
    Some(decode(&digits).unwrap_or(text))
}

/// Joins the pieces of a stream. Event lines get the empty line that ends them; network pieces stay unchanged.
fn chunks(list: Value<'_>) -> Option<Vec<u8>> {
    let pieces: Vec<Vec<u8>> = list.elements().filter_map(|piece| body(Some(piece))).collect();
    if pieces.is_empty() {
        return None;
    }
    let are_events = pieces.iter().all(|piece| is_event(piece) && !piece.ends_with(b"\n"));
    let joined = pieces.join(if are_events { b"\n\n".as_slice() } else { b"" });
    Some(if are_events { [joined.as_slice(), b"\n\n"].concat() } else { joined })
}

/// Returns `true` if a text begins like a stream of events.
#[must_use]
pub fn is_event(text: &[u8]) -> bool {
    ["data:", "event:", "id:", "retry:", ":"].iter().any(|field| text.starts_with(field.as_bytes()))
}

/// Returns `true` if bytes begin like Amazon's frames: the length of the frame, below 16 MiB, and that of its headers, which is less.
#[must_use]
pub fn is_frames(bytes: &[u8]) -> bool {
    let Some(([0, a, b, c], rest)) = bytes.split_first_chunk() else { return false };
    let Some((headers, _)) = rest.split_first_chunk() else { return false };
    u64::from(u32::from_be_bytes(*headers)) + 16 <= u64::from(u32::from_be_bytes([0, *a, *b, *c]))
}

/// Returns the compression of bytes. Whole gzip is decompressed before, so gzip here is damaged.
#[must_use]
pub fn packing(bytes: &[u8]) -> Option<&'static str> {
    // As bytes, as bytes that were read as Latin-1 or as broken UTF-8, and in lists of hex or base64 that are cut or damaged.
    const SIGNS: &[(&str, &[&[u8]])] = &[
        ("gzip", &[b"\x1f\x8b", b"\x1f\xc2\x8b", b"\x1f\xef\xbf\xbd\x08", b"1f8b0", b"H4sI"]),
        ("zstd", &[b"\x28\xb5\x2f\xfd", b"(\xc2\xb5/\xc3\xbd", b"(\xef\xbf\xbd/\xef\xbf\xbd"]),
    ];
    let listed = bytes.strip_prefix(b"[").and_then(|list| list.trim_ascii_start().strip_prefix(b"\""));
    let bytes = listed.unwrap_or(bytes);
    SIGNS.iter().find(|(_, signs)| signs.iter().any(|sign| bytes.starts_with(sign))).map(|(name, _)| *name)
}

/// Returns the message for bytes that are neither text nor frames: their compression, if it is known. They cannot be decompressed here.
#[must_use]
pub fn packed(bytes: &[u8]) -> Option<String> {
    if let Some(packing) = packing(bytes) {
        let why = if packing == "gzip" { "is damaged" } else { "cannot be unpacked here" };
        return Some(["is packed with ", packing, ", and ", why].concat());
    }
    // Brotli and deflate have no signature bytes. No text begins with such bytes.
    let is_control = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r');
    // A control character in a text that begins like JSON is a fault of that text, and is reported as one.
    let is_json = bytes.trim_ascii_start().first().is_some_and(|byte| matches!(byte, b'{' | b'['));
    let is_binary = !is_json && bytes.iter().take(BEGINNING).any(is_control) && !is_frames(bytes);
    is_binary.then(|| "is not text: it is packed or damaged, and cannot be read here".to_owned())
}

/// The number of bytes that decide whether they are text.
const BEGINNING: usize = 256;

/// Decodes a text in hex or base64, in one string or in a list of chunks, as Polly.js and nock write them. Any other text is returned unchanged, and so is one
/// that does not decode to a body.
#[must_use]
pub fn spelled_out(text: Vec<u8>) -> Vec<u8> {
    let chunks = match text.first() {
        Some(b'[') => scan(&text)
            .ok()
            .and_then(|list| list.root().elements().map(|chunk| Some(chunk.text()?.wtf8().into_owned())).collect::<Option<Vec<_>>>()),
        Some(byte) if byte.is_ascii_alphanumeric() => Some(vec![text.clone()]),
        _ => None,
    };
    let Some(chunks) = chunks.filter(|chunks| !chunks.is_empty()) else { return text };
    let spelled = |read: fn(&[u8]) -> Option<Vec<u8>>| {
        let bytes = chunks.iter().map(|chunk| read(chunk)).collect::<Option<Vec<_>>>()?.concat();
        let is_known = is_frames(&bytes) || is_event(&bytes) || packing(&bytes).is_some() || matches!(bytes.first(), Some(b'{' | b'['));
        is_known.then_some(bytes)
    };
    spelled(from_hex).or_else(|| spelled(from_base64)).unwrap_or(text)
}

fn from_hex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let digits = text.iter().map(digit).collect::<Option<Vec<u8>>>()?;
    (digits.len() % 2 == 0).then(|| digits.chunks_exact(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect())
}

fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    decode(&digits)
}

impl Exchange {
    /// Reads the answer as a body or as a stream, by its media type or its first bytes.
    pub(super) fn answer(&mut self, bytes: Vec<u8>, media: &str) {
        if is_stream(&bytes, media, self.url.as_deref()) {
            self.stream = Some(bytes);
        } else {
            self.response = Some(bytes);
        }
    }
}

fn is_stream(bytes: &[u8], media: &str, url: Option<&str>) -> bool {
    let start = bytes.trim_ascii_start();
    let is_stream_type =
        ["event-stream", "eventstream", "ndjson", "jsonl"].iter().any(|word| find_bytes(media.as_bytes(), word.as_bytes()).is_some());
    // An error is a body even if a stream was requested.
    let object = start.first() == Some(&b'{') && !start.trim_ascii_end().contains(&b'\n');
    if object || start.is_empty() {
        return false;
    }
    is_stream_type || is_event(start) || is_frames(bytes) || detect(bytes, url).is_some_and(|found| found.side == Side::Stream)
}
