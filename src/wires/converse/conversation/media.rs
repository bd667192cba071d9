//! Media of Converse: a format instead of a type, bytes or an S3 location instead of an address, and a name for every document.

use std::collections::BTreeSet;

use std::borrow::Cow;

use crate::conversation::reader::{plain, written, written_if};
use crate::conversation::writer::RequestWriter;
use crate::json::base64;
use crate::json::{Value, decimal};
use crate::model::{Content, ContentKind, Media, MediaKind, MediaSource, Written};

/// Formats whose type is not the kind of the medium, a slash and the format.
const TYPES: &[(MediaKind, &str, &str)] = &[
    (MediaKind::Document, "pdf", "application/pdf"),
    (MediaKind::Document, "csv", "text/csv"),
    (MediaKind::Document, "doc", "application/msword"),
    (MediaKind::Document, "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    (MediaKind::Document, "xls", "application/vnd.ms-excel"),
    (MediaKind::Document, "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    (MediaKind::Document, "html", "text/html"),
    (MediaKind::Document, "txt", "text/plain"),
    (MediaKind::Document, "md", "text/markdown"),
    (MediaKind::Image, "jpeg", "image/jpg"),
    (MediaKind::Video, "mov", "video/quicktime"),
    (MediaKind::Video, "mkv", "video/x-matroska"),
    (MediaKind::Video, "three_gp", "video/3gpp"),
];

/// Formats whose type is the kind of the medium, a slash and the format.
const FORMATS: &[(MediaKind, &[&str])] = &[
    (MediaKind::Image, &["png", "jpeg", "gif", "webp"]),
    (MediaKind::Video, &["flv", "mp4", "mpeg", "mpg", "webm", "wmv"]),
    (MediaKind::Audio, &["aac", "flac", "m4a", "mka", "mkv", "mp3", "mp4", "mpeg", "mpga", "ogg", "opus", "pcm", "wav", "webm", "x-aac"]),
];

/// The prefix of a name that a document has only because a name is required.
const UNNAMED: &[u8] = b"unnamed document ";

/// The blocks that are media.
const BLOCKS: [(&str, MediaKind); 4] =
    [("image", MediaKind::Image), ("document", MediaKind::Document), ("video", MediaKind::Video), ("audio", MediaKind::Audio)];

/// Reads a block that is a medium.
pub(super) fn read(block: Value<'_>) -> Option<Media<'_>> {
    let (kind, holder) = BLOCKS.iter().find_map(|(name, kind)| Some((*kind, block.get(name)?)))?;
    let source = holder.get("source")?;
    let place = if let Some(bytes) = source.get("bytes") {
        MediaSource::Data(written(Some(bytes)))
    } else if let Some(uri) = source.path("s3Location.uri") {
        MediaSource::File(written(Some(uri)))
    } else {
        MediaSource::Text(written_if(source.get("text"))?)
    };
    let name = written_if(holder.get("name")).filter(|name| !name.starts_with(UNNAMED));
    Some(Media { kind, source: place, mime: mime(kind, holder.word("format")), name, detail: None })
}

fn mime(kind: MediaKind, format: &str) -> Option<Written<'static>> {
    let named = TYPES.iter().find(|(of, name, _)| *of == kind && *name == format && *of != MediaKind::Image);
    match named {
        Some((_, _, mime)) => Some(Cow::Borrowed(mime.as_bytes())),
        None if format.is_empty() => None,
        None => Some(Cow::Owned([kind.name(), "/", format].concat().into_bytes())),
    }
}

/// Returns the format of a medium, if Converse supports it. A document of any other text type is a text.
fn format(media: &Media<'_>) -> Option<&'static str> {
    let default: &[u8] = match (media.kind, &media.source) {
        (MediaKind::Image, _) => b"image/png",
        (MediaKind::Document, MediaSource::Text(_)) => b"text/plain",
        (MediaKind::Document, _) => b"application/pdf",
        (MediaKind::Audio, _) => b"audio/wav",
        (MediaKind::Video, _) => b"video/mp4",
    };
    let mime = media.mime.as_deref().map_or(Cow::Borrowed(default), plain);
    if let Some((_, format, _)) = TYPES.iter().find(|(kind, _, own)| *kind == media.kind && own.as_bytes() == &*mime) {
        return Some(format);
    }
    let slash = mime.iter().position(|byte| *byte == b'/')?;
    let (head, tail) = (mime.get(..slash)?, mime.get(slash + 1..)?);
    if media.kind == MediaKind::Document {
        return (head == b"text").then_some("txt");
    }
    let formats = FORMATS.iter().find(|(kind, _)| *kind == media.kind)?.1;
    let own = |format: &&&str| format.as_bytes() == tail || Some(format.as_bytes()) == tail.strip_prefix(b"x-");
    formats.iter().find(own).copied()
}

/// Writes a medium, or its address as a text.
pub(super) fn write<'d>(content: &Content<'d>, media: &Media<'d>, names: &mut BTreeSet<Vec<u8>>, request: &mut RequestWriter<'_, 'd>) {
    if matches!(media.kind, MediaKind::Audio | MediaKind::Video) && request.profile.fits("vendor=anthropic") {
        return request.left_out(content, "the target supports only images and documents");
    }
    let encoded;
    let (source, bytes) = match &media.source {
        MediaSource::Data(data) => ("bytes", data),
        // A text in a separate member is refused: "must set one of the following keys: bytes, s3Location" (maximhq/bifrost#7072).
        MediaSource::Text(text) if media.kind == MediaKind::Document => {
            request.notes.add(content.value, "document", "the target accepts base64 data: the text is encoded");
            encoded = Cow::Owned(base64::encode(&plain(text)).into_bytes());
            ("bytes", &encoded)
        }
        MediaSource::File(uri) if uri.starts_with(b"s3:") => ("s3Location", uri),
        MediaSource::Url(url) => {
            request.notes.add(content.value, media.kind.name(), "the target accepts data, not a URL: the URL is sent as text");
            return write_text(url, request);
        }
        MediaSource::Text(_) | MediaSource::File(_) => {
            return request.left_out(content, "the target does not support this kind of file");
        }
    };
    let Some(format) = format(media) else { return request.left_out(content, "the target does not support this format") };
    request.out.open(b'{');
    request.out.name(media.kind.name());
    request.out.open(b'{');
    request.out.member("format", format);
    if media.kind == MediaKind::Document {
        let name = name(content, media, names, request);
        request.string("name", &name);
        names.insert(name.to_ascii_lowercase());
    }
    request.out.name("source");
    request.out.open(b'{');
    if source == "s3Location" {
        request.out.name(source);
        request.out.open(b'{');
        request.string("uri", bytes);
        request.out.close(b'}');
    } else {
        request.string(source, bytes);
    }
    request.out.close(b'}');
    request.out.close(b'}');
    request.out.close(b'}');
}

/// Writes a text.
pub(super) fn write_text(text: &[u8], request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.string("text", text);
    request.out.close(b'}');
}

/// Returns a unique document name of letters, digits, single spaces, hyphens and brackets.
fn name<'d>(content: &Content<'d>, media: &Media<'d>, names: &BTreeSet<Vec<u8>>, request: &mut RequestWriter<'_, 'd>) -> Vec<u8> {
    let Some(name) = &media.name else {
        request.notes.add(content.value, "name", "the target requires a document name");
        // The position in the source is unique for each document.
        return [UNNAMED, decimal(content.span.start).as_bytes()].concat();
    };
    let mut fitted = Vec::with_capacity(name.len());
    for byte in plain(name).iter() {
        let is_allowed = byte.is_ascii_alphanumeric() || b" -()[]".contains(byte);
        let byte = if is_allowed { *byte } else { b'-' };
        if byte != b' ' || fitted.last() != Some(&b' ') {
            fitted.push(byte);
        }
    }
    fitted.truncate(180);
    if fitted != **name {
        request.notes.add(content.value, "name", "the target allows only letters, digits, spaces, hyphens and brackets in a document name");
    }
    // "Messages can't contain duplicate document names" (maximhq/bifrost#7003).
    if names.contains(&fitted.to_ascii_lowercase()) {
        request.notes.add(content.value, "name", "the target requires unique document names");
        return [&*fitted, b" ", decimal(content.span.start).as_bytes()].concat();
    }
    fitted
}

/// Returns the kind of a content: a medium, or a block that only this wire supports.
pub(super) fn kind_of(block: Value<'_>) -> ContentKind<'_> {
    read(block).map_or(ContentKind::Opaque, ContentKind::Media)
}
