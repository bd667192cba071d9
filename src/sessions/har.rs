//! HAR 1.2, the export format of browsers and proxies: <http://www.softwareishard.com/blog/har-12-spec/>.
//!
//! Exporters omit different parts. A body in base64 has an `encoding`. A missing one may have a `comment` with the reason. Playwright keeps bodies in separate
//! files and names them in `_file`. Chrome keeps the messages of a socket in `_webSocketMessages`.

use super::bodies::{base64, body, spelled_out, status, words};
use super::calls::{Calls, Http, RecordedBody};
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::gzip::unpack;
use super::sample::Sample;
use crate::json::Value;

pub(super) const FORMAT: TranscriptFormat = TranscriptFormat { name: "har", fits, cut: Cut::Elements("log.entries"), open };

fn fits(sample: &Sample<'_>) -> bool {
    sample.opens_with(b'{') && sample.has(1, "log") && ["entries", "version", "creator", "pages"].iter().any(|name| sample.has(2, name))
}

fn open() -> Box<dyn FormatReader> {
    Calls::boxed(None, read)
}

fn read(entry: Value<'_>) -> Vec<Http> {
    let of = |path: &str| words(entry.path(path));
    let socket = socket(entry);
    if !socket.is_empty() {
        let calls = socket.into_iter().map(|(asked, answered)| Http {
            // The upgrade to a socket (see the status) changed the address.
            url: of("request.url").map(|url| url.strip_prefix("ws").map(|rest| ["http", rest].concat()).unwrap_or(url)),
            request: RecordedBody { bytes: Some(asked), missing: None },
            response: RecordedBody { bytes: Some(answered).filter(|bytes| !bytes.is_empty()), missing: None },
            media: "application/x-ndjson".to_owned(),
            time: of("startedDateTime"),
            ..Http::default()
        });
        return calls.collect();
    }
    vec![Http {
        method: of("request.method").unwrap_or_default(),
        url: of("request.url"),
        status: status(entry.path("response.status")),
        time: of("startedDateTime"),
        request: content(entry.path("request.postData")),
        response: content(entry.path("response.content")),
        media: of("response.content.mimeType").unwrap_or_default(),
        label: None,
    }]
}

/// Reads a body, or the recorder's reason for a missing one.
fn content(content: Option<Value<'_>>) -> RecordedBody {
    let Some(content) = content else { return RecordedBody::default() };
    let text = content.get("text").filter(|text| !text.is_null());
    let bytes = if content.word("encoding").eq_ignore_ascii_case("base64") { text.and_then(base64) } else { body(text) };
    let bytes = bytes.map(spelled_out).map(unpack);
    let file = words(content.get("_file").or_else(|| content.get("_sha1")));
    let file = file.map(|file| ["it is in a file of its own, ", &file].concat());
    RecordedBody { bytes, missing: file.or_else(|| words(content.get("comment"))) }
}

/// Returns the requests over a socket, message by message, each with the received messages until the next.
fn socket(entry: Value<'_>) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut calls: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for message in entry.list("_webSocketMessages") {
        let Some(data) = body(message.get("data")) else { continue };
        if message.word("type") == "send" {
            calls.push((data, Vec::new()));
        } else if let Some((_, answered)) = calls.last_mut() {
            answered.extend_from_slice(&data);
            answered.push(b'\n');
        }
    }
    calls
}
