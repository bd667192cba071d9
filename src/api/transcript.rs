//! The records of a transcript. Bodies cross beside the JSON in one piece, so that each is copied once and never escaped.

use super::write_number;
use crate::json::Writer;
use crate::sessions::{Exchange, Record, SessionOutcome};

/// Writes the name of the format, or `null`, and then the records. The second text holds all bodies; the first says where each ends in it.
#[must_use]
pub fn write_transcript(format: Option<&str>, records: &[Record]) -> [Vec<u8>; 2] {
    let (mut out, mut bodies) = (Writer::default(), Vec::new());
    out.open(b'[');
    out.text_or_null(format);
    records.iter().for_each(|record| write_record(record, &mut out, &mut bodies));
    out.close(b']');
    [out.finish(), bodies]
}

fn write_record(record: &Record, out: &mut Writer, bodies: &mut Vec<u8>) {
    let (line, offset) = match record {
        Record::Exchange(exchange) => (exchange.line, exchange.offset),
        Record::Fault(fault) => (fault.line, fault.offset),
        Record::Session(outcome) => return write_outcome(outcome, out),
    };
    out.open(b'{');
    out.member("type", if matches!(record, Record::Fault(_)) { "fault" } else { "exchange" });
    write_number("line", line, out);
    write_number("offset", offset, out);
    match record {
        Record::Exchange(exchange) => write_exchange(exchange, out, bodies),
        Record::Fault(fault) => {
            out.member("reason", &fault.reason);
            out.member_if("unread", fault.unread);
        }
        Record::Session(_) => {}
    }
    out.close(b'}');
}

fn write_outcome(outcome: &SessionOutcome, out: &mut Writer) {
    out.open(b'{');
    out.member("type", "session");
    for (name, text) in [("session", &outcome.session), ("thread", &outcome.thread), ("status", &outcome.status)] {
        out.member_if(name, text.as_deref());
    }
    out.name("errors");
    out.open(b'[');
    outcome.errors.iter().for_each(|error| out.raw(error));
    out.close(b']');
    out.close(b'}');
}

fn write_exchange(exchange: &Exchange, out: &mut Writer, bodies: &mut Vec<u8>) {
    let Exchange { session, branch_of, label, wire, url, host, model, time, .. } = exchange;
    for (name, text) in [
        ("session", session),
        ("branchOf", branch_of),
        ("label", label),
        ("wire", wire),
        ("url", url),
        ("host", host),
        ("model", model),
        ("time", time),
    ] {
        out.member_if(name, text.as_deref());
    }
    if !exchange.unrecorded.is_empty() {
        out.name("unrecorded");
        out.open(b'[');
        exchange.unrecorded.iter().for_each(|what| out.text(what));
        out.close(b']');
    }
    if let Some(status) = exchange.status {
        write_number("status", status.into(), out);
    }
    let Exchange { request, opening, added, response, stream, reply, .. } = exchange;
    let all = [("request", request), ("opening", opening), ("added", added), ("response", response), ("stream", stream), ("reply", reply)];
    for (name, body) in all {
        if let Some(body) = body {
            bodies.extend_from_slice(body);
            write_number(name, bodies.len(), out);
        }
    }
}
