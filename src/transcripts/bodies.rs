//! Bodies inside of transcripts: as text, or as the value itself.

use super::Exchange;
use crate::codecs::{Side, detect};
use crate::json::{Kind, Value};

/// The body that a value stands for: what a string says, and of anything else its own text. Nothing for `null`, an empty string and nothing.
#[must_use]
pub fn body(value: Option<Value<'_>>) -> Option<Vec<u8>> {
    let value = value.filter(|value| !value.is_null())?;
    let bytes = match value.text() {
        Some(text) => text.wtf8().into_owned(),
        None => value.raw().to_vec(),
    };
    Some(bytes).filter(|bytes| !bytes.is_empty())
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
    let told = ["event-stream", "eventstream", "ndjson", "jsonl"].iter().any(|word| media.contains(word));
    // An error is a body even where a stream was asked for.
    let object = start.first() == Some(&b'{') && !start.contains(&b'\n');
    if object || start.is_empty() {
        return told && !object;
    }
    told || ["data:", "event:", "id:", "retry:", ":"].iter().any(|field| start.starts_with(field.as_bytes()))
        || detect(bytes, url).is_some_and(|found| found.side == Side::Stream)
}
