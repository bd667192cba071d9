//! Lines without the names of this package: a body by itself, or another logger's line, which is read as a transcript of one line.

use std::borrow::Cow;

use super::exchange::{LineBody, LineExchange};
use crate::error::{Code, Error};
use crate::json::{Document, Span, decimal, quote};
use crate::sessions::cut::Cut;
use crate::sessions::pairs::read_pair;
use crate::sessions::reader::{Looks, TranscriptReader, look_at_line};
use crate::sessions::record::{Exchange, Record};

/// Reads the exchanges of such a line. Members in the names of this package override those of a target, and supply missing ones.
///
/// # Errors
/// If there is no exchange in it, or it is a piece of a larger document.
pub(super) fn read_foreign<'d>(line: &Document<'_>, own: &LineExchange<'d>) -> Result<Vec<LineExchange<'d>>, Error> {
    let (format, found, fault) = match look_at_line(line) {
        Some(Looks::Unread(format)) => return Err(Error::new(Code::Input, format.fault().reason)),
        Some(Looks::Known(format)) if format.name != "body" => match format.cut {
            // The usual case needs no second scan.
            Cut::Lines | Cut::Values if format.name == "pairs" => {
                let (exchange, fault) = read_pair(line.root());
                let found = if exchange.is_empty() { vec![] } else { vec![exchange] };
                (format.name, found, fault.map(|fault| fault.reason().to_owned()))
            }
            _ => read_transcript(line.source(), format.name),
        },
        _ => {
            let whole = Span { start: 0, end: line.source().len() };
            return Ok(vec![LineExchange { body: Some(LineBody::Value(whole)), target: Vec::new(), ..own.clone() }]);
        }
    };
    if found.is_empty() {
        return Err(Error::new(Code::Input, fault.unwrap_or_else(|| "there is neither a request nor a response in it".to_owned())));
    }
    if found.iter().any(|exchange| exchange.added.is_some()) {
        let reason = [
            "this is one line of a session (",
            format,
            "). Check the whole file: rethought doctor session.jsonl, or rethought inspect session.jsonl",
        ];
        return Err(Error::new(Code::Input, reason.concat()));
    }
    Ok(found.into_iter().map(|exchange| merged(exchange, fault.clone(), own)).collect())
}

/// Reads a line that is a document of many exchanges, such as a HAR file. Returns the first fault beside them.
fn read_transcript(line: &[u8], format: &'static str) -> (&'static str, Vec<Exchange>, Option<String>) {
    let mut reader = TranscriptReader::default();
    let mut records = reader.push(line);
    records.extend(reader.finish());
    let (mut found, mut fault) = (Vec::new(), None);
    for record in records {
        match record {
            Record::Exchange(exchange) => found.push(*exchange),
            Record::Fault(first) => fault = fault.or(Some(first.reason)),
            Record::Session(_) => {}
        }
    }
    (format, found, fault)
}

/// Merges an exchange of the transcript reader with the members of the line. Its bodies take precedence: the line's may be an HTTP object around a body.
fn merged<'d>(found: Exchange, fault: Option<String>, own: &LineExchange<'d>) -> LineExchange<'d> {
    let text = |text: String| Cow::Owned(quote(&text).into_bytes());
    let facts = [("wire", found.wire), ("url", found.url), ("model", found.model)];
    let facts = facts.into_iter().filter_map(|(name, fact)| Some((Cow::from(name.as_bytes()), text(fact?))));
    let body = |bytes: Option<Vec<u8>>, own: &Option<LineBody<'d>>| bytes.map(LineBody::bytes).or_else(|| own.clone());
    // The reader numbers unnamed conversations.
    let session = found.session.filter(|session| session != "1");
    LineExchange {
        target: facts.chain(own.target.iter().cloned()).collect(),
        request: body(found.request, &own.request),
        response: body(found.response, &own.response),
        stream: body(found.stream, &own.stream),
        time: found.time.map(text).or_else(|| own.time.clone()),
        session: session.map(text).or_else(|| own.session.clone()),
        status: found.status.map(|status| Cow::Owned(decimal(status.into()).into_bytes())).or_else(|| own.status.clone()),
        fault,
        ..own.clone()
    }
}
