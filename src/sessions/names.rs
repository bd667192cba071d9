//! The names of the members of an exchange in logs. Pairs of a transcript and lines of a batch use the same lists.
//!
//! A name with a dot is a path: the member is in an HTTP object, or among facts about the exchange. The first name of a list takes precedence.

use super::bodies::may_be_http;
use crate::json::{Kind, Value};

pub(super) const REQUEST: &[&str] = &["request", "req", "requestBody", "request_body", "proxy_server_request", "params"];
pub(super) const RESPONSE: &[&str] = &["response", "res", "responseBody", "response_body", "result.message", "result.error"];
pub(super) const STREAM: &[&str] = &["stream", "sse", "ndjson", "response.sse", "response.stream", "response_body.streamed_data", "events"];
/// The names of a stream in base64.
pub(super) const FRAMES: &[&str] = &["eventstream_base64", "stream_base64"];
pub(super) const URL: &[&str] = &["url", "request.url", "request.uri", "meta.url", "req.url", "endpoint", "request_path", "api_base"];
pub(super) const STATUS: &[&str] = &[
    "status",
    "response.status",
    "response.status.code",
    "response.status_code",
    "response.statusCode",
    "status_code",
    "statusCode",
    "response_status",
    "meta.http_status",
    "res.status",
    "res.statusCode",
];
pub(super) const TIME: &[&str] =
    &["time", "timestamp", "request.timestamp", "logged_at", "created_at", "request_created_at", "startTime", "meta.recorded_at"];
pub(super) const SESSION: &[&str] = &["session", "session_id", "sessionId", "conversation", "trace_id", "meta.group"];
pub(super) const LABEL: &[&str] = &["label", "id", "name", "custom_id", "request_id"];
pub(super) const MODEL: &[&str] = &["model", "meta.model", "request_model"];

/// The members of a session that is recorded message by message, in the inspector's format.
const OF_SESSIONS: &[&str] = &["opening", "added", "reply", "branchOf", "unrecorded"];

/// The members that hold the bodies of a line in the names of this package.
const OWN: &[&str] = &["request", "response", "stream"];

/// Returns the names of a list that are members of the exchange itself.
pub(super) fn undotted<'n>(names: &'n [&'n str]) -> impl Iterator<Item = &'n str> {
    names.iter().copied().filter(|name| !name.contains('.'))
}

/// Returns `true` if a line has a member that only another logger writes. Its bodies, addresses and times may then be in any place.
pub(super) fn is_foreign(line: Value<'_>) -> bool {
    let bodies = [REQUEST, RESPONSE, STREAM, FRAMES, OF_SESSIONS].into_iter().flatten();
    let facts = [URL, STATUS, TIME, SESSION, MODEL].into_iter().flatten().filter(|name| name.contains('.'));
    let members = bodies.chain(facts).map(|name| name.split('.').next().unwrap_or(name));
    let has_other = members.filter(|name| !OWN.contains(name)).any(|name| line.get(name).is_some());
    has_other || ["request", "response"].iter().filter_map(|name| line.get(name)).any(is_of_http)
}

/// Returns `true` if a request or a response is an HTTP object that contains the body.
fn is_of_http(value: Value<'_>) -> bool {
    value.kind() == Kind::Object && (may_be_http(value) || ["url", "sse"].iter().any(|name| value.get(name).is_some()))
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    fn is_foreign_line(line: &str) -> bool {
        is_foreign(scan(line.as_bytes()).unwrap().root())
    }

    /// Names under which a line of our own has a body or a fact.
    const OURS: [&str; 3] = ["request", "response", "stream"];

    #[test]
    fn every_body_that_is_looked_for_under_another_name_makes_a_line_foreign() {
        for name in [REQUEST, RESPONSE, STREAM, FRAMES, OF_SESSIONS].concat() {
            let member = name.split('.').next().unwrap();
            assert_eq!(is_foreign_line(&format!(r#"{{"request":{{"a":1}},"{member}":{{}}}}"#)), !OURS.contains(&member), "{name}");
        }
        for member in ["meta", "req", "res", "result"] {
            assert!(is_foreign_line(&format!(r#"{{"{member}":null}}"#)), "{member}");
        }
    }

    #[test]
    fn facts_beside_the_bodies_are_our_names_too() {
        for name in [URL, STATUS, TIME, SESSION, MODEL].into_iter().flat_map(undotted) {
            assert!(!is_foreign_line(&format!(r#"{{"request":{{"a":1}},"{name}":1}}"#)), "{name}");
        }
        assert!(!is_foreign_line(r#"{"id":1,"request":{"messages":[],"status":1},"target":{},"wire":1,"host":1,"next":{}}"#));
    }

    #[test]
    fn a_request_or_a_response_of_http_makes_a_line_foreign() {
        for member in [
            "body_raw",
            "body_base64",
            "base64Body",
            "body",
            "parsed_body",
            "json_body",
            "jsonBody",
            "chunks",
            "streamed_data",
            "bodyPatterns",
            "headers",
            "method",
            "uri",
            "url",
            "status_code",
            "statusCode",
            "sse",
        ] {
            for side in ["request", "response"] {
                assert!(is_foreign_line(&format!(r#"{{"{side}":{{"{member}":null}}}}"#)), "{side}.{member}");
                assert!(!is_foreign_line(&format!(r#"{{"{side}":["{member}"],"next":{{"{member}":1}}}}"#)), "{side}.{member}");
            }
        }
    }
}
