//! Cassettes of LangChain's test suites: YAML with a list `requests:` and a list `responses:` of the same length, in which the bodies are binary and often gzip.

use super::bodies::{message, status, words};
use super::calls::{Calls, Http, RecordedBody};
use super::cut::Cut;
use super::format::TranscriptFormat;
use super::sample::Sample;
use super::yaml::item_to_json;
use crate::json::Value;

pub(super) const FORMAT: TranscriptFormat =
    TranscriptFormat { name: "langchain-cassette", fits, cut: Cut::Whole, open: || Calls::boxed(Some(item_to_json), read) };

fn fits(sample: &Sample<'_>) -> bool {
    let mut lines = sample.text.split(|byte| *byte == b'\n').skip_while(|line| !line.starts_with(b"requests:"));
    lines.next().is_some() && lines.next().is_some_and(|line| line.trim_ascii_start().starts_with(b"- "))
}

fn read(cassette: Value<'_>) -> Vec<Http> {
    let mut responses = cassette.list("responses");
    let call = |request: Value<'_>| {
        let response = responses.next();
        Http {
            method: words(request.get("method")).unwrap_or_default(),
            url: words(request.get("uri").or_else(|| request.get("url"))),
            status: response.and_then(|response| status(response.path("status.code").or_else(|| response.get("status")))),
            request: RecordedBody { bytes: message(request), missing: None },
            response: RecordedBody { bytes: response.and_then(message), missing: None },
            ..Http::default()
        }
    };
    cassette.list("requests").map(call).collect()
}
