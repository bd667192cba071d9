//! Media in Google's form: data or an address, and always a type.

use std::borrow::Cow;

use crate::conversation::reader::{inside, plain, written, written_if};
use crate::conversation::writer::RequestWriter;
use crate::json::base64::{decode, encode};
use crate::json::{Value, find_bytes};
use crate::model::{Content, Media, MediaKind, MediaSource, Written};

/// Reads a medium. A text in base64 becomes that text.
pub(crate) fn media<'d>(data: Option<Value<'d>>, uri: Option<Value<'d>>, mime: Option<Value<'d>>) -> Option<Media<'d>> {
    let mime = written_if(mime);
    let source = match data {
        Some(data) => text_in(&written(Some(data)), mime.as_deref()).unwrap_or_else(|| MediaSource::Data(in_standard_alphabet(data))),
        None => {
            let uri = written(Some(uri?));
            if is_file(&uri) { MediaSource::File(uri) } else { MediaSource::Url(uri) }
        }
    };
    let kind = mime.as_deref().map_or(MediaKind::Document, kind_of);
    Some(Media { kind, source, mime, name: None, detail: None })
}

/// Returns `true` if an address is a file at Google.
fn is_file(uri: &[u8]) -> bool {
    uri.starts_with(b"gs:") || uri.starts_with(b"https://generativelanguage.googleapis.com/")
}

fn kind_of(mime: &[u8]) -> MediaKind {
    let kinds = [(&b"image"[..], MediaKind::Image), (b"audio", MediaKind::Audio), (b"video", MediaKind::Video)];
    kinds.iter().find(|(head, _)| mime.starts_with(head)).map_or(MediaKind::Document, |(_, kind)| *kind)
}

fn text_in<'d>(data: &[u8], mime: Option<&[u8]>) -> Option<MediaSource<'d>> {
    let text = mime.filter(|mime| mime.starts_with(b"text")).and_then(|_| decode(data))?;
    std::str::from_utf8(&text).is_ok().then(|| MediaSource::Text(Cow::Owned(inside(&text))))
}

/// Returns base64 in the standard alphabet, which every wire accepts. Google also accepts and writes the URL-safe one.
fn in_standard_alphabet(data: Value<'_>) -> Written<'_> {
    let mut text = written(Some(data));
    if text.iter().any(|byte| matches!(byte, b'-' | b'_')) {
        for byte in text.to_mut() {
            match byte {
                b'-' => *byte = b'+',
                b'_' => *byte = b'/',
                _ => {}
            }
        }
        let missing = text.len().wrapping_neg() % 4;
        text.to_mut().extend(std::iter::repeat_n(b'=', missing));
    }
    text
}

/// A medium, to be written.
pub(crate) struct Blob<'m> {
    /// The data, or the address.
    pub(crate) value: Cow<'m, [u8]>,
    /// True if `value` is the data.
    pub(crate) is_data: bool,
    /// The type.
    pub(crate) mime: &'m [u8],
}

/// Prepares a medium for writing, or notes why it cannot be written.
pub(crate) fn blob<'m, 'd>(content: &Content<'d>, media: &'m Media<'d>, request: &mut RequestWriter<'_, 'd>) -> Option<Blob<'m>> {
    let (value, is_data) = match &media.source {
        MediaSource::Url(url) => (Cow::Borrowed(&**url), false),
        MediaSource::Data(data) => (Cow::Borrowed(&**data), true),
        MediaSource::File(file) if is_file(file) => (Cow::Borrowed(&**file), false),
        MediaSource::Text(text) => (Cow::Owned(encode(&plain(text)).into_bytes()), true),
        MediaSource::File(_) => {
            request.left_out(content, "the target does not support this kind of file");
            return None;
        }
    };
    let mime = match media.mime.as_deref() {
        Some(mime) => mime,
        None => {
            if !matches!(media.source, MediaSource::Text(_)) {
                request.notes.add(content.value, "mime_type", "the target requires a MIME type: it is guessed");
            }
            guess(media, &value)
        }
    };
    Some(Blob { value, is_data, mime })
}

/// Returns the most likely type of a medium, by the end of its address or by its kind.
fn guess(media: &Media<'_>, address: &[u8]) -> &'static [u8] {
    let by_end: [(&[u8], &[u8]); 4] =
        [(b".png", b"image/png"), (b".webp", b"image/webp"), (b".gif", b"image/gif"), (b".wav", b"audio/wav")];
    match (media.kind, &media.source) {
        (_, MediaSource::Text(_)) => b"text/plain",
        (MediaKind::Document, _) => b"application/pdf",
        (MediaKind::Video, _) => b"video/mp4",
        (kind, source) => {
            let is_url = matches!(source, MediaSource::Url(_));
            let named = by_end.iter().find(|(end, mime)| is_url && kind_of(mime) == kind && find_bytes(address, end).is_some());
            named.map_or(if kind == MediaKind::Image { b"image/jpeg" } else { b"audio/mpeg" }, |(_, mime)| mime)
        }
    }
}
