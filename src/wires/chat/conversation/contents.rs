//! Writes the contents of a message or of a result: one text, or a list.

use std::borrow::Cow;

use super::dialects::{CACHE_MARKS, ONE_TEXT, ONE_TEXT_BUT_FROM_USERS, TEXTS_ONLY, THINKING_CHUNKS};
use super::media::write_media;
use crate::conversation::marks;
use crate::conversation::plan::visible;
use crate::conversation::writer::RequestWriter;
use crate::json::Value;
use crate::model::{Content, ContentKind, MediaSource, Speaker};

/// Writes the member `content` if it is not empty: a string if there is only one text or the target accepts only strings, otherwise a list.
pub(super) fn write_contents<'d>(role: &str, contents: &[(Speaker, &Content<'d>)], request: &mut RequestWriter<'_, 'd>) -> bool {
    let mark = request.out.len();
    let profile = request.profile;
    let joins = profile.fits(TEXTS_ONLY)
        || profile.fits(ONE_TEXT) && !contents.iter().any(|(_, content)| is_medium(content))
        || role != "user" && profile.fits(ONE_TEXT_BUT_FROM_USERS);
    request.out.name("content");
    if joins {
        return write_joined(role, contents, mark, request);
    }
    if let [(speaker, content)] = contents
        && (content.cache.is_none() || !profile.fits(CACHE_MARKS))
        && let Some(text) = text_of(role, *speaker, content, request)
    {
        request.note_cache(content.cache);
        let start = request.out.len();
        request.out.written(&text);
        request.placed(content, start);
        return true;
    }
    request.out.open(b'[');
    let from = request.out.len();
    for (speaker, content) in contents {
        let start = request.out.len();
        write_part(role, *speaker, content, request);
        request.placed(content, start);
    }
    let is_written = request.out.len() > from;
    if is_written {
        request.out.close(b']')
    } else {
        request.out.cut(mark)
    }
    is_written
}

fn write_joined<'d>(role: &str, contents: &[(Speaker, &Content<'d>)], mark: usize, request: &mut RequestWriter<'_, 'd>) -> bool {
    let start = request.out.len();
    let mut joined = Vec::new();
    let mut count = 0;
    for (speaker, content) in contents {
        request.note_cache(content.cache);
        match text_of(role, *speaker, content, request) {
            Some(text) => {
                if count > 0 {
                    joined.extend_from_slice(b"\\n\\n");
                }
                joined.extend_from_slice(&text);
                count += 1;
            }
            None => request.left_out(content, "the target supports only text here"),
        }
    }
    if count == 0 {
        request.out.cut(mark);
        return false;
    }
    request.out.written(&joined);
    for (_, content) in contents {
        if count > 1 {
            request.notes.add(content.value, "text", "the target accepts one text: several are joined by a blank line");
        }
        request.placed(content, start);
    }
    true
}

/// Returns the text of a content, or the text that replaces it.
fn text_of<'c, 'd>(role: &str, speaker: Speaker, content: &'c Content<'d>, request: &mut RequestWriter<'_, 'd>) -> Option<Cow<'c, [u8]>> {
    match &content.kind {
        ContentKind::Text(text) if role == "user" && matches!(speaker, Speaker::System | Speaker::Developer) => {
            request.notes.add(
                content.value,
                "system",
                "the target allows instructions only at the beginning: it is sent as a marked user text",
            );
            Some(Cow::Owned(marks::SYSTEM.put(text)))
        }
        ContentKind::Text(text) => Some(Cow::Borrowed(&**text)),
        ContentKind::Refusal(text) => {
            request.notes.add(content.value, "refusal", "the target has no refusals: it is sent as text");
            Some(Cow::Borrowed(&**text))
        }
        ContentKind::Media(media) => match &media.source {
            MediaSource::Text(text) => {
                request.document_as_text(content, media);
                Some(Cow::Borrowed(&**text))
            }
            _ => None,
        },
        _ => None,
    }
}

fn write_part<'d>(role: &str, speaker: Speaker, content: &Content<'d>, request: &mut RequestWriter<'_, 'd>) {
    if let Some(text) = text_of(role, speaker, content, request) {
        if text.is_empty() {
            return request.left_out(content, "the text is empty");
        }
        return write_text(&text, content.cache, request);
    }
    match &content.kind {
        ContentKind::Thought if request.native(content) => {}
        ContentKind::Thought if request.profile.fits(THINKING_CHUNKS) => write_chunk(content, request),
        ContentKind::Media(_) if role == "assistant" => request.left_out(content, "the target does not accept media in assistant messages"),
        ContentKind::Media(media) => write_media(content, media, request),
        _ => request.left_out(content, "only the wire of the source supports it"),
    }
}

pub(super) fn write_text<'d>(text: &[u8], cache: Option<Value<'d>>, request: &mut RequestWriter<'_, 'd>) {
    request.out.open(b'{');
    request.out.member("type", "text");
    request.string("text", text);
    write_cache(cache, request);
    request.out.close(b'}');
}

/// Writes `cache_control`, or notes its loss.
pub(super) fn write_cache<'d>(cache: Option<Value<'d>>, request: &mut RequestWriter<'_, 'd>) {
    match cache {
        Some(mark) if request.profile.fits(CACHE_MARKS) => {
            request.json("cache_control", if mark.fits("type=ephemeral") { mark.raw() } else { br#"{"type":"ephemeral"}"# });
        }
        _ => request.note_cache(cache),
    }
}

/// Returns `true` if a content is a medium that is not a text itself.
pub(super) fn is_medium(content: &Content<'_>) -> bool {
    matches!(&content.kind, ContentKind::Media(media) if !matches!(media.source, MediaSource::Text(_)))
}

/// Writes a thought as Mistral's chunk.
fn write_chunk(content: &Content<'_>, request: &mut RequestWriter<'_, '_>) {
    request.out.open(b'{');
    request.out.member("type", "thinking");
    request.out.name("thinking");
    request.out.open(b'[');
    request.out.open(b'{');
    request.out.member("type", "text");
    request.string("text", &visible(content));
    request.out.close(b'}');
    request.out.close(b']');
    request.out.close(b'}');
}
