//! The exchanges of a line. Decoded texts cross beside the JSON in one piece, and bodies that are values stay in the line: JavaScript has it.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::records::{LineBodyPlace, LineError, LineExchangeRecord, LineRecord, WrittenString, json_of};
use crate::error::Error;
use crate::json::{Writer, lossy};
use crate::sessions::{Line, LineBody, LineExchange, TargetMember};

/// Writes the id of a line, the count of what is not a call, and the exchanges or the error. The second text holds all decoded texts; each body says where its text is.
#[must_use]
pub fn write_line(line: &Line<'_>) -> [Vec<u8>; 2] {
    let mut texts = Vec::new();
    let exchanges = line.exchanges.as_ref().ok();
    let record = LineRecord {
        id: line.id.map(String::from_utf8_lossy),
        others: line.others,
        exchanges: exchanges.map(|exchanges| exchanges.iter().map(|exchange| exchange_record(exchange, &mut texts)).collect()),
        error: line.exchanges.as_ref().err().map(error_record),
    };
    [json_of(&record), texts]
}

fn error_record(error: &Error) -> LineError<'_> {
    LineError { code: error.code().as_str(), message: error.reason(), pointer: error.pointer() }
}

fn exchange_record<'l>(exchange: &'l LineExchange<'_>, texts: &mut Vec<u8>) -> LineExchangeRecord<'l> {
    let mut place_of = |body: &Option<LineBody<'_>>| body.as_ref().map(|body| body_place(body, texts));
    LineExchangeRecord {
        id: exchange.id.as_deref().map(String::from_utf8_lossy),
        target: target_object(&exchange.target),
        time: json_value(&exchange.time),
        session: json_value(&exchange.session),
        status: json_value(&exchange.status),
        request: place_of(&exchange.request),
        response: place_of(&exchange.response),
        stream: place_of(&exchange.stream),
        next: place_of(&exchange.next),
        body: place_of(&exchange.body),
        fault: exchange.fault.as_deref(),
        missing: exchange.missing.as_deref(),
    }
}

/// The members of a target as an object. Their names are written already, and of equal ones the last counts in every reader.
fn target_object(members: &[TargetMember<'_>]) -> Box<RawValue> {
    let mut out = Writer::default();
    out.open(b'{');
    for (name, value) in members {
        out.written_name(name);
        out.raw(value);
    }
    out.close(b'}');
    RawValue::from_string(lossy(&out.finish())).unwrap_or_default()
}

fn json_value<'l>(fact: &'l Option<Cow<'_, [u8]>>) -> Option<&'l RawValue> {
    serde_json::from_slice(fact.as_ref()?).ok()
}

/// The place of a body, whose text is added to the texts.
fn body_place(body: &LineBody<'_>, texts: &mut Vec<u8>) -> LineBodyPlace {
    let (form, span) = match body {
        LineBody::Value(span) => ("object", Some(*span)),
        LineBody::Text { written, .. } => ("text", *written),
    };
    let place = LineBodyPlace { form, start: span.map(|span| span.start), end: span.map(|span| span.end), ..LineBodyPlace::default() };
    match body {
        LineBody::Value(_) => place,
        // As bytes it would be a text of broken UTF-8. As a string it is refused as any other string of that kind.
        LineBody::Text { text, is_lone: true, .. } => LineBodyPlace { text: Some(WrittenString::new(text)), ..place },
        LineBody::Text { text, .. } => {
            let start = texts.len();
            texts.extend_from_slice(text);
            LineBodyPlace { text_start: Some(start), text_end: Some(texts.len()), ..place }
        }
    }
}
