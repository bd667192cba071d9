//! Media in a url: an address, or the data.

use std::borrow::Cow;

use super::reader::{inside, plain};
use crate::json::base64;
use crate::json::{Value, find_bytes};
use crate::model::{Media, MediaKind, MediaSource, Written};

/// Reads the medium at a url.
pub(crate) fn media_at(kind: MediaKind, url: Written<'_>) -> Media<'_> {
    let (source, mime) = match split(&url) {
        Some((start, comma)) => {
            let (mime, data) = (cut(&url, 5..start), cut(&url, comma..url.len()));
            (MediaSource::Data(data), Some(mime).filter(|mime| !mime.is_empty()))
        }
        None => (MediaSource::Url(url), None),
    };
    Media { kind, source, mime, name: None, detail: None }
}

/// Returns the data url of a medium.
pub(crate) fn url_of(mime: Option<&[u8]>, data: &[u8]) -> Vec<u8> {
    [b"data:", mime.unwrap_or(b"application/octet-stream"), b";base64,", data].concat()
}

/// Returns the text of a text document, plain or from base64.
pub(crate) fn text_in<'m>(media: &'m Media<'_>) -> Option<Cow<'m, [u8]>> {
    match &media.source {
        MediaSource::Text(text) => Some(Cow::Borrowed(text)),
        MediaSource::Data(data) if media.kind == MediaKind::Document && plain(media.mime.as_deref()?).starts_with(b"text/") => {
            let bytes = base64::decode(&plain(data))?;
            std::str::from_utf8(&bytes).ok()?;
            Some(Cow::Owned(inside(&bytes)))
        }
        _ => None,
    }
}

/// Reads a recording in OpenAI's form: the data, and the second half of their type.
pub(crate) fn audio(audio: Value<'_>) -> Media<'_> {
    let [data, format] =
        ["data", "format"].map(|name| audio.get(name).and_then(Value::text).map(crate::json::Text::raw).unwrap_or_default());
    let mime = Some(Cow::Owned([b"audio/", format].concat()));
    Media { kind: MediaKind::Audio, source: MediaSource::Data(Cow::Borrowed(data)), mime, name: None, detail: None }
}

/// Finds where the type of a data url ends, and where its data begin. A slash may be escaped.
fn split(url: &[u8]) -> Option<(usize, usize)> {
    let rest = url.strip_prefix(b"data:")?;
    let marked = find_bytes(rest.get(..200.min(rest.len()))?, b";base64,")?;
    Some((5 + marked, 5 + marked + b";base64,".len()))
}

fn cut<'d>(text: &Written<'d>, range: std::ops::Range<usize>) -> Written<'d> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.get(range).unwrap_or_default()),
        Cow::Owned(text) => Cow::Owned(text.get(range).unwrap_or_default().to_vec()),
    }
}
