//! The records of a session: those of its transcript, with the audit of each request.

use serde::Serialize;
use serde_json::value::RawValue;

use super::classified::classified_record;
use super::records::{BodyEnd, SessionExchangeRecord, SessionRefusal, TranscriptFault, TranscriptOutcome, json_of};
use super::report::report_record;
use super::transcript::{exchange_record, outcome_record};
use crate::audit::{Facts, Report};
use crate::json::Document;
use crate::sessions::Fault;
use crate::sessions::session::{SessionExchange, SessionRecord};

#[derive(Serialize)]
struct WrittenPiece<'t> {
    format: Option<&'t str>,
    records: Vec<WrittenRecord<'t>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum WrittenRecord<'t> {
    Exchange(Box<SessionExchangeRecord<'t>>),
    Fault(TranscriptFault<'t>),
    Outcome(TranscriptOutcome<'t>),
}

/// Writes a report for a session.
#[must_use]
pub fn write_session_report<'d>(document: &'d Document<'d>, facts: &Facts<'d>, report: &Report<'d>) -> Vec<u8> {
    report_record(report, facts, document).into_json()
}

/// Writes the name of the format, if it is known, and the records. The second text holds all bodies; a record has the end of each of its own there.
#[must_use]
pub fn write_session(format: Option<&str>, records: &[SessionRecord]) -> [Vec<u8>; 2] {
    let mut bodies = Vec::new();
    let mut written = Vec::with_capacity(records.len());
    for record in records {
        written.push(match record {
            SessionRecord::Exchange(exchange) => WrittenRecord::Exchange(Box::new(session_exchange(exchange, &mut bodies))),
            SessionRecord::Fault(Fault { line, offset, reason, unread, .. }) => {
                WrittenRecord::Fault(TranscriptFault { kind: "fault", line: *line, offset: *offset, reason, unread: *unread })
            }
            SessionRecord::Outcome(outcome) => WrittenRecord::Outcome(outcome_record(outcome)),
        });
    }
    [json_of(&WrittenPiece { format, records: written }), bodies]
}

fn session_exchange<'t>(exchange: &'t SessionExchange, bodies: &mut Vec<u8>) -> SessionExchangeRecord<'t> {
    let record = exchange_record(&exchange.record, bodies);
    let head: Option<BodyEnd> = exchange.head.as_ref().map(|head| {
        bodies.extend_from_slice(head);
        bodies.len()
    });
    let raw = |json: &'t [u8]| serde_json::from_slice::<&RawValue>(json).ok();
    SessionExchangeRecord {
        record,
        head,
        nth: exchange.nth,
        previous: exchange.previous,
        size: exchange.size,
        target: raw(&exchange.target),
        outcome: exchange.answer.outcome.name(),
        refusal: exchange
            .answer
            .refusal
            .as_ref()
            .map(|refusal| SessionRefusal { text: &refusal.text, about: refusal.classified.as_ref().map(classified_record) }),
        answer_model: exchange.answer.model.as_deref(),
        thoughts: exchange.answer.thoughts,
        signed: exchange.answer.signed,
        calls: exchange.answer.calls,
        verdict: exchange.verdict,
        report: exchange.report.as_deref().and_then(raw),
        trouble: exchange.trouble.as_deref(),
    }
}
