//! A line of a batch: the exchanges in it, found in one scan.
//!
//! | a line with | is |
//! |---|---|
//! | `request`, `response` or `stream`, with values of their own | an exchange in the names of this package |
//! | the members of a span, an observation or a run | one of an observability export ([`observed`](super::observed)) |
//! | names of another logger, or an object of HTTP | read as a transcript of that line would be |
//! | none of them | a body by itself, of whichever side |
//!
//! Bodies that are values stay where they are in the line. Bodies that are strings are decoded. Facts such as an id, a time or the members of a target are
//! JSON and are not looked into: what they must be is said by whoever takes them.

mod foreign;
mod own;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use super::names;
use super::observed::{self, CallBodies, Observed, ObservedCall};
use crate::error::{Code, Error};
use crate::json::{Document, Kind, Span, Value, quote};

pub use own::read_line_id;

/// A line, read.
#[derive(Debug)]
pub struct Line<'d> {
    /// The id that the line has, as JSON.
    pub id: Option<&'d [u8]>,
    /// The exchanges in it, or the reason why there is none.
    pub exchanges: Result<Vec<LineExchange<'d>>, Error>,
    /// How many things in it are no calls of a model: spans of tools, rows of a database.
    pub others: usize,
}

/// A member of a target: its name, as it stands between its quotes, and its value.
pub type TargetMember<'d> = (Cow<'d, [u8]>, Cow<'d, [u8]>);

/// An exchange of a line. Facts are JSON.
#[derive(Clone, Debug, Default)]
pub struct LineExchange<'d> {
    /// Its id, of any kind.
    pub id: Option<Cow<'d, [u8]>>,
    /// Where the request went. Of equal names the last counts.
    pub target: Vec<TargetMember<'d>>,
    /// The time, as the line writes it.
    pub time: Option<Cow<'d, [u8]>>,
    /// The conversation that it is of.
    pub session: Option<Cow<'d, [u8]>>,
    /// The status of HTTP: a number, or a string with one.
    pub status: Option<Cow<'d, [u8]>>,
    /// The body of the request.
    pub request: Option<LineBody<'d>>,
    /// The body that answered.
    pub response: Option<LineBody<'d>>,
    /// In place of a body: the stream, whole.
    pub stream: Option<LineBody<'d>>,
    /// The request that followed it.
    pub next: Option<LineBody<'d>>,
    /// In place of all of them: a body, of whichever side.
    pub body: Option<LineBody<'d>>,
    /// The reason why a body beside the others cannot be read.
    pub fault: Option<String>,
    /// In place of a request: a sentence that says what the export holds instead.
    pub missing: Option<String>,
}

/// A body of a line.
#[derive(Clone, Debug)]
pub enum LineBody<'d> {
    /// A value where it stands in the line.
    Value(Span),
    /// A text.
    Text {
        /// The text, in WTF-8 if it was a string; any bytes if it was base64.
        text: Cow<'d, [u8]>,
        /// Where it stands in the line as a string, if it does.
        written: Option<Span>,
        /// True if it has half of a surrogate pair.
        is_lone: bool,
    },
}

impl LineBody<'_> {
    /// A text of a call: JSON, so it is UTF-8 unless it has half of a surrogate pair.
    fn made(text: Vec<u8>) -> Self {
        let is_lone = str::from_utf8(&text).is_err();
        LineBody::Text { text: Cow::Owned(text), written: None, is_lone }
    }

    /// Bytes that stood in the line in one form or another.
    fn bytes(text: Vec<u8>) -> Self {
        LineBody::Text { text: Cow::Owned(text), written: None, is_lone: false }
    }
}

/// Finds the exchanges of a line.
#[must_use]
pub fn read_line<'d>(line: &'d Document<'d>) -> Line<'d> {
    let (id, mut others) = (read_line_id(line.root()), 0);
    let exchanges = read_exchanges(line, &mut others);
    Line { id, exchanges, others }
}

fn read_exchanges<'d>(line: &'d Document<'d>, others: &mut usize) -> Result<Vec<LineExchange<'d>>, Error> {
    let root = line.root();
    if root.kind() != Kind::Object {
        let kind = if root.kind() == Kind::Array { "an array".to_owned() } else { ["a ", root.kind().name()].concat() };
        return Err(Error::new(Code::Input, ["the line must be an object, not ", &kind].concat()).in_value(""));
    }
    let own = own::read_own(root)?;
    if is_ours(root) && !names::is_foreign(root) {
        return Ok(vec![own]);
    }
    match observed::read_calls(root) {
        Some(found) => Ok(found.into_iter().filter_map(|found| exchange_of(found, others)).collect()),
        None => foreign::read_foreign(line, &own),
    }
}

/// Returns `true` if a line has bodies in the names of this package. A request that is a line by itself may say `"stream": true`.
fn is_ours(root: Value<'_>) -> bool {
    let is_stream = |stream: Value<'_>| stream.text().is_some();
    root.get("request").is_some() || root.get("response").is_some() || root.get("stream").is_some_and(is_stream)
}

/// The exchange of a call; none of anything else, which is counted.
fn exchange_of<'d>(found: Observed, others: &mut usize) -> Option<LineExchange<'d>> {
    let Observed::Call(call) = found else {
        *others += 1;
        return None;
    };
    let ObservedCall { id, time, session, status, url, host, model, bodies } = *call;
    let [id, time, session, status] = [id, time, session, status].map(|json| json.map(Cow::Owned));
    let mut exchange = LineExchange { id, time, session, status, ..LineExchange::default() };
    let mut target = vec![("url", url), ("host", host), ("model", model)];
    match bodies {
        CallBodies::Missing(why) => exchange.missing = Some(["the request: ", why].concat()),
        CallBodies::Recorded { request, response, wire, unrecorded } => {
            let lacks = unrecorded.into_iter().map(quote).collect::<Vec<_>>().join(",");
            target.push(("wire", wire.map(|wire| quote(wire.as_str()).into_bytes())));
            target.push(("unrecorded", Some(["[", &lacks, "]"].concat().into_bytes()).filter(|_| !lacks.is_empty())));
            (exchange.request, exchange.response) = (Some(LineBody::made(request)), response.map(LineBody::made));
        }
    }
    exchange.target = target.into_iter().filter_map(|(name, json)| Some((Cow::from(name.as_bytes()), Cow::from(json?)))).collect();
    Some(exchange)
}
