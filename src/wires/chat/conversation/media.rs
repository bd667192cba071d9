//! Writes the pictures, documents and recordings of a chat.

use super::dialects::{FILMS, THINKING_CHUNKS};
use crate::conversation::data_url::url_of;
use crate::conversation::writer::RequestWriter;
use crate::model::{Content, Media, MediaKind, MediaSource};

pub(crate) fn write_media<'d>(content: &Content<'d>, media: &Media<'d>, request: &mut RequestWriter<'_, 'd>) {
    let is_mistral = request.profile.fits(THINKING_CHUNKS);
    match (media.kind, &media.source) {
        (MediaKind::Document, MediaSource::File(id)) => {
            request.out.open(b'{');
            request.out.member("type", "file");
            if !is_mistral {
                request.out.name("file");
                request.out.open(b'{');
            }
            request.string("file_id", id);
            if !is_mistral {
                request.out.close(b'}');
            }
        }
        (_, MediaSource::File(_) | MediaSource::Text(_)) => {
            return request.left_out(content, "the target does not support this kind of file");
        }
        (MediaKind::Image, source) => write_address("image_url", media, &address(source, media, b"image/png"), request),
        (MediaKind::Video, source) if request.profile.fits(FILMS) => {
            write_address("video_url", media, &address(source, media, b"video/mp4"), request);
        }
        (MediaKind::Video, _) => return request.left_out(content, "the target does not accept video"),
        (MediaKind::Document, source) if is_mistral => {
            request.out.open(b'{');
            request.out.member("type", "document_url");
            request.string("document_url", &address(source, media, b"application/pdf"));
            if let Some(name) = &media.name {
                request.string("document_name", name);
            }
        }
        (MediaKind::Document, MediaSource::Url(_)) if !request.profile.fits("wire=openrouter-chat") => {
            return request.left_out(content, "the target does not accept documents by URL");
        }
        (MediaKind::Document, source) => {
            request.out.open(b'{');
            request.out.member("type", "file");
            request.out.name("file");
            request.out.open(b'{');
            match &media.name {
                Some(name) => request.string("filename", name),
                None => {
                    request.out.member("filename", "document.pdf");
                    request.notes.add(content.value, "filename", "the target requires a file name");
                }
            }
            request.string("file_data", &address(source, media, b"application/pdf"));
            request.out.close(b'}');
        }
        (MediaKind::Audio, MediaSource::Url(url)) if is_mistral => {
            request.out.open(b'{');
            request.out.member("type", "input_audio");
            request.string("input_audio", url);
        }
        (MediaKind::Audio, MediaSource::Url(_)) => return request.left_out(content, "the target does not accept audio by URL"),
        (MediaKind::Audio, MediaSource::Data(data)) => {
            request.out.open(b'{');
            request.out.member("type", "input_audio");
            if is_mistral {
                request.string("input_audio", data);
            } else {
                request.out.name("input_audio");
                request.out.open(b'{');
                request.string("data", data);
                request.string("format", audio_format(media));
                request.out.close(b'}');
            }
        }
    }
    // Only texts carry `cache_control`.
    request.note_cache(content.cache);
    request.out.close(b'}');
}

/// Writes a picture of the model, next to the content.
pub(super) fn write_picture(media: &Media<'_>, request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.name("image_url");
    request.out.open(b'{');
    request.string("url", &address(&media.source, media, b"image/png"));
    request.out.close(b'}');
    request.out.close(b'}');
}

/// Opens a part with an address in an object.
fn write_address(kind: &str, media: &Media<'_>, url: &[u8], request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.member("type", kind);
    request.out.name(kind);
    request.out.open(b'{');
    request.string("url", url);
    if let Some(detail) = media.detail
        && media.kind == MediaKind::Image
    {
        request.json("detail", detail.raw());
    }
    request.out.close(b'}');
}

fn address(source: &MediaSource<'_>, media: &Media<'_>, default: &[u8]) -> Vec<u8> {
    match source {
        MediaSource::Data(data) => url_of(Some(media.mime.as_deref().unwrap_or(default)), data),
        MediaSource::Url(url) | MediaSource::Text(url) | MediaSource::File(url) => url.to_vec(),
    }
}

/// Returns the subtype of a recording, as OpenAI names it.
fn audio_format<'m>(media: &'m Media<'_>) -> &'m [u8] {
    let mime = media.mime.as_deref().unwrap_or(b"audio/wav");
    match mime.strip_prefix(b"audio/").unwrap_or(mime) {
        b"mpeg" => b"mp3",
        b"x-wav" | b"wave" => b"wav",
        format => format,
    }
}
