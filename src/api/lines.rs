//! The exchanges of a line. Decoded texts cross beside the JSON in one piece, and bodies that are values stay in the line: JavaScript has it.

use super::write_number;
use crate::error::Error;
use crate::json::{Writer, quote_wtf8};
use crate::sessions::{Line, LineBody, LineExchange};

/// Writes the id of a line, the count of what is no call, and the exchanges or the error. The second text holds all decoded texts; each body says where its text is.
#[must_use]
pub fn write_line(line: &Line<'_>) -> [Vec<u8>; 2] {
    let (mut out, mut texts) = (Writer::default(), Vec::new());
    out.open(b'{');
    write_id(line.id, &mut out);
    write_number("others", line.others, &mut out);
    match &line.exchanges {
        Ok(exchanges) => {
            out.name("exchanges");
            out.open(b'[');
            exchanges.iter().for_each(|exchange| write_exchange(exchange, &mut out, &mut texts));
            out.close(b']');
        }
        Err(error) => write_error(error, &mut out),
    }
    out.close(b'}');
    [out.finish(), texts]
}

fn write_error(error: &Error, out: &mut Writer) {
    out.name("error");
    out.open(b'{');
    out.member("code", error.code().as_str());
    out.member("message", error.reason());
    out.member_if("pointer", error.pointer());
    out.close(b'}');
}

fn write_exchange(exchange: &LineExchange<'_>, out: &mut Writer, texts: &mut Vec<u8>) {
    out.open(b'{');
    write_id(exchange.id.as_deref(), out);
    out.name("target");
    out.open(b'{');
    for (name, value) in &exchange.target {
        out.written_name(name);
        out.raw(value);
    }
    out.close(b'}');
    for (name, fact) in [("time", &exchange.time), ("session", &exchange.session), ("status", &exchange.status)] {
        write_json(name, fact.as_deref(), out);
    }
    let LineExchange { request, response, stream, next, body, .. } = exchange;
    for (name, body) in [("request", request), ("response", response), ("stream", stream), ("next", next), ("body", body)] {
        if let Some(body) = body {
            out.name(name);
            write_body(body, out, texts);
        }
    }
    out.member_if("fault", exchange.fault.as_deref());
    out.member_if("missing", exchange.missing.as_deref());
    out.close(b'}');
}

/// Writes an id as the text of its JSON: results pass it on as it is written.
fn write_id(id: Option<&[u8]>, out: &mut Writer) {
    if let Some(id) = id {
        out.name("id");
        out.quoted(id);
    }
}

fn write_json(name: &str, json: Option<&[u8]>, out: &mut Writer) {
    if let Some(json) = json {
        out.name(name);
        out.raw(json);
    }
}

/// Writes the place of a body: in the line, in the texts, or in both if it is a string of the line.
fn write_body(body: &LineBody<'_>, out: &mut Writer, texts: &mut Vec<u8>) {
    out.open(b'{');
    let (form, span) = match body {
        LineBody::Value(span) => ("object", Some(*span)),
        LineBody::Text { written, .. } => ("text", *written),
    };
    out.member("form", form);
    if let Some(span) = span {
        write_number("start", span.start, out);
        write_number("end", span.end, out);
    }
    match body {
        LineBody::Value(_) => {}
        // As bytes it would be a text of broken UTF-8. As a string it is refused as any other string of that kind.
        LineBody::Text { text, is_lone: true, .. } => write_json("text", Some(&quote_wtf8(text)), out),
        LineBody::Text { text, .. } => {
            write_number("textStart", texts.len(), out);
            texts.extend_from_slice(text);
            write_number("textEnd", texts.len(), out);
        }
    }
    out.close(b'}');
}
