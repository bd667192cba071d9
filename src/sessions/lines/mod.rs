//! A line of a batch: the exchanges in it, found in one scan.
//!
//! | a line with | is |
//! |---|---|
//! | `request`, `response` or `stream`, with values of their own | an exchange in the names of this package |
//! | the members of a span, an observation or a run | one of an observability export ([`observed`](super::observed)) |
//! | names of another logger, or an HTTP object | read like a transcript of that line |
//! | none of them | a body by itself, of either side |
//!
//! Bodies that are values stay in their place in the line. Bodies that are strings are decoded. Facts such as an id, a time or the members of a target are
//! JSON and are not checked here: their consumers check them.

mod exchange;
mod foreign;
mod masked;
mod own;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use super::names;
use super::observed::{self, CallBodies, Observed, ObservedCall};
use crate::error::{Code, Error};
use crate::json::{Document, Kind, Value, quote};

pub use exchange::{Line, LineBody, LineExchange, TargetMember};
pub use own::read_line_id;

/// Finds the exchanges of a line.
#[must_use]
pub fn read_line<'d>(line: &'d Document<'d>) -> Line<'d> {
    let (id, mut others) = (read_line_id(line.root()), 0);
    let mut exchanges = read_exchanges(line, &mut others);
    for exchange in exchanges.iter_mut().flatten() {
        masked::note_masks(exchange, line.source());
    }
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

/// Returns `true` if a line has bodies in the names of this package. A request that is a line by itself may contain `"stream": true`.
fn is_ours(root: Value<'_>) -> bool {
    let is_stream = |stream: Value<'_>| stream.text().is_some();
    root.get("request").is_some() || root.get("response").is_some() || root.get("stream").is_some_and(is_stream)
}

/// Returns the exchange of a call. Anything else is counted, and gives `None`.
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
