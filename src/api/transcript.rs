//! The records of a transcript. Bodies cross beside the JSON in one piece, so that each is copied once and never escaped.

use serde::Serialize;

use super::records::{BodyEnd, TranscriptExchange, TranscriptFault, TranscriptOutcome, json_of};
use crate::sessions::{Exchange, Fault, Record, SessionOutcome};

/// The JSON of a piece of a transcript.
#[derive(Serialize)]
struct WrittenPiece<'t> {
    format: Option<&'t str>,
    records: Vec<TranscriptRecord<'t>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum TranscriptRecord<'t> {
    Exchange(Box<TranscriptExchange<'t>>),
    Fault(TranscriptFault<'t>),
    Outcome(TranscriptOutcome<'t>),
}

/// Writes the name of the format, if it is known, and the records. The second text holds all bodies; a record has the end of each of its own there.
#[must_use]
pub fn write_transcript(format: Option<&str>, records: &[Record]) -> [Vec<u8>; 2] {
    let mut bodies = Vec::new();
    let mut written = Vec::with_capacity(records.len());
    for record in records {
        written.push(match record {
            Record::Exchange(exchange) => TranscriptRecord::Exchange(Box::new(exchange_record(exchange, &mut bodies))),
            Record::Fault(Fault { line, offset, reason, unread, .. }) => {
                TranscriptRecord::Fault(TranscriptFault { kind: "fault", line: *line, offset: *offset, reason, unread: *unread })
            }
            Record::Session(outcome) => TranscriptRecord::Outcome(outcome_record(outcome)),
        });
    }
    [json_of(&WrittenPiece { format, records: written }), bodies]
}

pub(super) fn outcome_record(outcome: &SessionOutcome) -> TranscriptOutcome<'_> {
    TranscriptOutcome {
        kind: "session",
        session: outcome.session.as_deref(),
        thread: outcome.thread.as_deref(),
        status: outcome.status.as_deref(),
        errors: outcome.errors.iter().filter_map(|error| serde_json::from_slice(error).ok()).collect(),
    }
}

pub(super) fn exchange_record<'t>(exchange: &'t Exchange, bodies: &mut Vec<u8>) -> TranscriptExchange<'t> {
    let mut end_of = |body: &Option<Vec<u8>>| -> Option<BodyEnd> {
        bodies.extend_from_slice(body.as_ref()?);
        Some(bodies.len())
    };
    TranscriptExchange {
        kind: "exchange",
        line: exchange.line,
        offset: exchange.offset,
        session: exchange.session.as_deref(),
        branch_of: exchange.branch_of.as_deref(),
        label: exchange.label.as_deref(),
        wire: exchange.wire.as_deref(),
        url: exchange.url.as_deref(),
        host: exchange.host.as_deref(),
        model: exchange.model.as_deref(),
        time: exchange.time.as_deref(),
        unrecorded: &exchange.unrecorded,
        status: exchange.status,
        request: end_of(&exchange.request),
        opening: end_of(&exchange.opening),
        added: end_of(&exchange.added),
        response: end_of(&exchange.response),
        stream: end_of(&exchange.stream),
        reply: end_of(&exchange.reply),
    }
}
