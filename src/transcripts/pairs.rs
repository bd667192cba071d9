//! Requests with what answered them, one object each: a list of them, or one a line, or one alone.
//!
//! Everybody who logs an API by hand writes such objects, and no two alike, so several names are taken for each member. A body is a string
//! with its text, best, or the value itself. This is also the form in which the inspector writes what it was shown.

use super::bodies::{body, words};
use super::cut::Cut;
use super::sample::Sample;
use super::{Exchange, Format, Kind, Piece, Record};
use crate::Error;
use crate::error::Code;
use crate::json::{Value, scan};

pub(super) const LIST: Kind = Kind { name: "pairs", fits: is_list, cut: Cut::Elements(""), open };
pub(super) const LINES: Kind = Kind { name: "pairs", fits: is_lines, cut: Cut::Lines, open };
pub(super) const ONE: Kind = Kind { name: "pairs", fits: is_one, cut: Cut::Whole, open };

const REQUEST: &[&str] = &["request", "req", "request.body", "req.body", "requestBody", "request_body", "input.body"];
const RESPONSE: &[&str] = &["response", "res", "response.body", "res.body", "responseBody", "response_body", "events"];
const STREAM: &[&str] = &["stream", "sse", "ndjson", "response.sse", "response.stream", "response.body_raw"];
const URL: &[&str] = &["url", "request.url", "meta.url", "req.url", "endpoint"];
const STATUS: &[&str] =
    &["status", "response.status", "response.status_code", "status_code", "meta.http_status", "res.status", "statusCode"];
const TIME: &[&str] = &["time", "timestamp", "logged_at", "created_at", "request.timestamp", "meta.recorded_at"];
const SESSION: &[&str] = &["session", "session_id", "sessionId", "conversation", "meta.group"];
const LABEL: &[&str] = &["label", "id", "name"];
const MODEL: &[&str] = &["model", "meta.model"];
const WIRE: &[&str] = &["wire"];

fn is_list(sample: &Sample<'_>) -> bool {
    sample.opens_with(b'[') && NAMES.iter().any(|name| sample.has(2, name))
}

fn is_lines(sample: &Sample<'_>) -> bool {
    !sample.opens_with(b'[') && NAMES.iter().any(|name| sample.has_line(&[name]))
}

fn is_one(sample: &Sample<'_>) -> bool {
    sample.opens_with(b'{') && NAMES.iter().any(|name| sample.has(1, name))
}

/// By which of its members a pair is known.
const NAMES: &[&str] =
    &["request", "req", "requestBody", "request_body", "response", "sse", "stream", "responseBody", "response_body", "added", "reply"];

struct Pairs;

fn open() -> Box<dyn Format> {
    Box::new(Pairs)
}

impl Format for Pairs {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        let document = scan(piece.text)?;
        let root = document.root();
        let mut exchange = Exchange { line: piece.line, offset: piece.offset, ..Exchange::default() };
        exchange.session = words(first(root, SESSION));
        exchange.label = words(first(root, LABEL));
        exchange.wire = words(first(root, WIRE));
        exchange.url = words(first(root, URL));
        exchange.model = words(first(root, MODEL));
        exchange.status = words(first(root, STATUS)).and_then(|status| status.parse().ok());
        exchange.time = words(first(root, TIME));
        exchange.request = body(inner(root, REQUEST));
        for (name, place) in [("opening", &mut exchange.opening), ("added", &mut exchange.added), ("reply", &mut exchange.reply)] {
            *place = body(root.get(name));
        }
        match body(first(root, STREAM)) {
            Some(stream) => exchange.stream = Some(stream),
            None => body(inner(root, RESPONSE)).into_iter().for_each(|bytes| exchange.answer(bytes, "")),
        }
        if exchange.request.is_none() && exchange.added.is_none() && exchange.response.is_none() && exchange.stream.is_none() {
            return Err(Error::new(Code::Input, "there is neither a request nor a response in it"));
        }
        out.push(Record::Exchange(Box::new(exchange)));
        Ok(())
    }
}

/// The first of several members that is there, and is not empty.
fn first<'d>(root: Value<'d>, names: &[&str]) -> Option<Value<'d>> {
    names.iter().filter_map(|name| root.path(name)).find(|value| !value.is_null())
}

/// The same, of a body: where it is an object of HTTP with the body inside, that.
fn inner<'d>(root: Value<'d>, names: &[&str]) -> Option<Value<'d>> {
    let outer = first(root, names)?;
    let is_http = ["headers", "status", "status_code", "url", "method"].iter().any(|name| outer.get(name).is_some());
    let within = ["body", "body.string", "content", "text", "json", "data"].iter().filter_map(|name| outer.path(name));
    let within = within.filter(|value| value.text().is_some() || (value.get("string").is_none() && !value.is_null()));
    if is_http { within.into_iter().next() } else { Some(outer) }
}
