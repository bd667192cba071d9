//! Cassettes of VCR and similar tools: the recorded HTTP of a program, for playback in tests.
//!
//! VCR for Ruby and Betamax (`http_interactions`), VCR.py and go-vcr (`interactions`), pydantic-ai's with `parsed_body`, Braintrust's (`entries`), Mastra's
//! (`recordings`), WireMock's (`mappings`), httpmock's (`when` and `then`) and nock's (a list with `scope`s). One function reads an interaction of them all,
//! from JSON or from YAML that was converted to JSON.

use super::bodies::{first, message, status, words};
use super::calls::{Calls, Http, RecordedBody};
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::sample::Sample;
use super::yaml::item_to_json;
use crate::json::{Value, find_bytes};

pub(super) const JSON: TranscriptFormat = TranscriptFormat { name: "vcr", fits: is_json, cut: Cut::Elements(LISTS), open };
pub(super) const NOCK: TranscriptFormat = TranscriptFormat { name: "vcr", fits: is_nock, cut: Cut::Elements(""), open };
pub(super) const YAML: TranscriptFormat = TranscriptFormat { name: "vcr-yaml", fits: is_yaml, cut: Cut::YamlItems, open: open_yaml };

/// The names of the list of interactions.
const LISTS: &str = "http_interactions|interactions|recordings|mappings|entries";

const REQUEST: &[&str] = &["request", "when"];
const RESPONSE: &[&str] = &["response", "then"];
const METHOD: &[&str] = &["request.method", "when.method", "method"];
const URL: &[&str] = &["request.uri", "request.url", "request.urlPath", "when.path", "path"];
const STATUS: &[&str] = &["response.status.code", "response.code", "response.status", "then.status", "status"];
const TIME: &[&str] = &["recorded_at", "recordedAt", "request.timestamp"];

fn is_json(sample: &Sample<'_>) -> bool {
    let listed = LISTS.split('|').any(|name| sample.has(1, name));
    sample.opens_with(b'{') && listed && sample.has(3, "request") && sample.has(3, "response")
        // The list may be empty, or its first element longer than the sample.
        || sample.opens_with(b'{') && ["http_interactions", "interactions"].iter().any(|name| sample.has(1, name))
}

fn is_nock(sample: &Sample<'_>) -> bool {
    sample.opens_with(b'[') && ["scope", "method", "path"].iter().all(|name| sample.has(2, name))
}

/// Matches a key at the beginning of one of the first lines, or a list of recordings without one.
fn is_yaml(sample: &Sample<'_>) -> bool {
    const STARTS: &[&str] = &["interactions:", "http_interactions:", "when:", "recorded_with:"];
    let dash = sample.text.starts_with(b"-");
    let begins = |line: &[u8]| {
        let indent = line.iter().take_while(|byte| matches!(byte, b'-' | b' ')).count();
        let item = dash && line.get(indent..).is_some_and(|rest| rest.starts_with(b"request:"));
        item || STARTS.iter().any(|start| line.starts_with(start.as_bytes()))
    };
    // A document of JSON is also YAML.
    let bare = matches!(sample.text.first(), Some(b'-' | b'a'..=b'z' | b'#'));
    bare && sample.text.split(|byte| *byte == b'\n').take(40).any(begins)
}

fn open_yaml() -> Box<dyn FormatReader> {
    Calls::boxed(Some(item_to_json), read)
}

fn open() -> Box<dyn FormatReader> {
    Calls::boxed(None, read)
}

pub(super) fn read(interaction: Value<'_>) -> Vec<Http> {
    let is_nock = interaction.get("scope").is_some();
    let (asked, answered) = if is_nock { (&["body"][..], &["response"][..]) } else { (REQUEST, RESPONSE) };
    if !is_nock && first(interaction, REQUEST).is_none() && first(interaction, RESPONSE).is_none() {
        return Vec::new();
    }
    let side = |names| RecordedBody { bytes: first(interaction, names).and_then(message), missing: None };
    vec![Http {
        method: words(first(interaction, METHOD)).unwrap_or_default(),
        url: url(interaction),
        status: status(first(interaction, STATUS)),
        time: words(first(interaction, TIME)),
        request: side(asked),
        response: side(answered),
        ..Http::default()
    }]
}

/// Returns the address. Some cassettes have it in two parts.
fn url(interaction: Value<'_>) -> Option<String> {
    let url = words(first(interaction, URL))?;
    let host = if url.starts_with('/') { words(first(interaction, &["scope", "when.host"])) } else { None };
    let Some(host) = host else { return Some(url) };
    let scheme = if find_bytes(host.as_bytes(), b"://").is_none() { words(interaction.path("when.scheme")) } else { None };
    let host = scheme.map_or_else(|| host.clone(), |scheme| [&scheme, "://", &host].concat());
    Some([host, url].concat())
}
