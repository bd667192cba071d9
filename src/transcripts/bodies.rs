//! Bodies inside of transcripts: as text, as the value itself, in base64, in chunks.

use std::borrow::Cow;

use super::Exchange;
use crate::codecs::base64::decode;
use crate::codecs::{CODECS, Side, detect};
use crate::json::{Kind, Value, find_bytes};

/// The body that a value stands for: what a string says, and of anything else its own text. Nothing for `null`, an empty string and nothing.
#[must_use]
pub fn body(value: Option<Value<'_>>) -> Option<Vec<u8>> {
    let value = value.filter(|value| !value.is_null())?;
    let bytes = match value.text() {
        Some(text) => text.wtf8().into_owned(),
        None => value.raw().to_vec(),
    };
    // Recorders write the body of a request without one in both ways.
    Some(bytes).filter(|bytes| !bytes.is_empty() && bytes != b"null")
}

/// What a string says, or a number's own text.
#[must_use]
pub fn words(value: Option<Value<'_>>) -> Option<String> {
    let value = value?;
    match value.kind() {
        Kind::String => value.text().map(|text| text.lossy().into_owned()).filter(|text| !text.is_empty()),
        Kind::Number => Some(String::from_utf8_lossy(value.raw()).into_owned()),
        _ => None,
    }
}

/// A status of HTTP: a number, or the number that a text begins with, `200 OK`.
#[must_use]
pub fn status(value: Option<Value<'_>>) -> Option<u16> {
    let text = words(value)?;
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text.get(..digits)?.parse().ok().filter(|status| (100..600).contains(status))
}

/// The first of several members that is there, and is not `null`.
#[must_use]
pub fn first<'d>(root: Value<'d>, names: &[&str]) -> Option<Value<'d>> {
    names.iter().filter_map(|name| root.path(name)).find(|value| !value.is_null())
}

/// In which member of an object of HTTP its body is, and in which way; the most faithful first.
const PLACES: &[(&str, Way)] = &[
    ("body_raw", Way::Plain),
    ("body_base64", Way::Base64),
    ("base64Body", Way::Base64),
    ("body", Way::Wrapped),
    ("parsed_body", Way::Plain),
    ("json_body", Way::Plain),
    ("jsonBody", Way::Plain),
    ("chunks", Way::Chunks),
    ("streamed_data", Way::Plain),
    ("bodyPatterns.*.equalToJson", Way::Plain),
];

/// The same inside of a body that is an object: `{"encoding":"UTF-8","string":"…"}`, `{"kind":"sse","chunks":[…]}`.
const WRAPPED: &[(&str, Way)] = &[
    ("base64_string", Way::Base64),
    ("string.base64_string", Way::Base64),
    ("string", Way::Plain),
    ("value", Way::Plain),
    ("chunks", Way::Chunks),
    ("streamed_data", Way::Plain),
];

#[derive(Clone, Copy)]
enum Way {
    Plain,
    Base64,
    Chunks,
    Wrapped,
}

/// The body of an object of HTTP; of one that is none of HTTP, the object.
///
/// A body may have members of such names, so nothing is looked for in what a wire knows for its own.
#[must_use]
pub fn message(object: Value<'_>) -> Option<Vec<u8>> {
    if object.kind() != Kind::Object || is_body(object) {
        return body(Some(object));
    }
    let (found, named) = within(object, PLACES);
    let is_http = named || ["headers", "method", "uri", "status_code", "statusCode"].iter().any(|name| object.get(name).is_some());
    // Neither: it is a body of a kind that is not known, an error among them.
    if found.is_some() || is_http { found } else { body(Some(object)) }
}

/// The body in the first of several places that has one, and whether one of them was there.
fn within(object: Value<'_>, places: &[(&str, Way)]) -> (Option<Vec<u8>>, bool) {
    let mut named = false;
    for (path, way) in places {
        let mut values = Vec::new();
        object.collect(path, &mut values);
        named |= !values.is_empty();
        let Some(value) = values.first().copied().filter(|value| !value.is_null()) else { continue };
        let bytes = match way {
            Way::Plain => body(Some(value)),
            Way::Base64 => base64(value),
            Way::Chunks => chunks(value),
            Way::Wrapped if value.kind() == Kind::Object && !is_body(value) => match within(value, WRAPPED) {
                (found, true) => found,
                _ => body(Some(value)),
            },
            Way::Wrapped => body(Some(value)),
        };
        if bytes.is_some() {
            return (bytes, named);
        }
    }
    (None, named)
}

/// Whether a value is a body of some wire by its looks.
#[must_use]
pub fn is_body(value: Value<'_>) -> bool {
    CODECS.iter().any(|codec| codec.recognise(value).is_some())
}

/// What a string in base64 stands for; recorders break it into lines. What is none is taken as it stands.
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

/// The pieces of a stream put together: lines of events get the empty line that ends them, pieces off the network are as they came.
fn chunks(list: Value<'_>) -> Option<Vec<u8>> {
    let pieces: Vec<Vec<u8>> = list.elements().filter_map(|piece| body(Some(piece))).collect();
    let whole = pieces.iter().all(|piece| is_event(piece) && !piece.ends_with(b"\n"));
    let joined = pieces.join(if whole { b"\n\n".as_slice() } else { b"" });
    Some(if whole { [joined.as_slice(), b"\n\n"].concat() } else { joined }).filter(|_| !pieces.is_empty())
}

/// Whether a text begins as a stream of events does.
#[must_use]
pub fn is_event(text: &[u8]) -> bool {
    ["data:", "event:", "id:", "retry:", ":"].iter().any(|field| text.starts_with(field.as_bytes()))
}

/// Whether bytes begin as Amazon's frames do: the length of the frame, below 16 MiB, and that of its headers, which is less.
#[must_use]
pub fn is_frames(bytes: &[u8]) -> bool {
    let Some(([0, a, b, c], rest)) = bytes.split_first_chunk() else { return false };
    let Some((headers, _)) = rest.split_first_chunk() else { return false };
    u64::from(u32::from_be_bytes(*headers)) + 16 <= u64::from(u32::from_be_bytes([0, *a, *b, *c]))
}

/// How bytes are packed, if they are: they cannot be unpacked here.
#[must_use]
pub fn packing(bytes: &[u8]) -> Option<&'static str> {
    // As bytes, as bytes that were taken for Latin-1 or for broken UTF-8, and in lists of hex or base64, as Polly.js and nock write them.
    const SIGNS: &[(&str, &[&[u8]])] = &[
        ("gzip", &[b"\x1f\x8b", b"\x1f\xc2\x8b", b"\x1f\xef\xbf\xbd\x08", b"1f8b0", b"H4sI"]),
        ("zstd", &[b"\x28\xb5\x2f\xfd", b"(\xc2\xb5/\xc3\xbd", b"(\xef\xbf\xbd/\xef\xbf\xbd"]),
    ];
    let listed = bytes.strip_prefix(b"[").and_then(|list| list.trim_ascii_start().strip_prefix(b"\""));
    let bytes = listed.unwrap_or(bytes);
    SIGNS.iter().find(|(_, signs)| signs.iter().any(|sign| bytes.starts_with(sign))).map(|(name, _)| *name)
}

impl Exchange {
    /// Takes what answered, as a body or as a stream: by the type that it was given, or by its looks.
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
    let told =
        ["event-stream", "eventstream", "ndjson", "jsonl"].iter().any(|word| find_bytes(media.as_bytes(), word.as_bytes()).is_some());
    // An error is a body even where a stream was asked for.
    let object = start.first() == Some(&b'{') && !start.trim_ascii_end().contains(&b'\n');
    if object || start.is_empty() {
        return false;
    }
    told || is_event(start) || is_frames(bytes) || detect(bytes, url).is_some_and(|found| found.side == Side::Stream)
}
