//! A session: the exchanges of a transcript in their order, each request audited against everything that the model emitted before it.
//!
//! A conversation that is recorded message by message has one growing request. It is audited with every exchange, and only what is new in it is checked
//! ([`Auditor`]), so a long session is audited completely. Branches share the ledger of the conversation that they left.
//!
//! The audit predicts, and the provider decides: an answered request is never `rejected`. If the audit says so, the file lacks or masks something, and the
//! verdict is `unknown`.

mod answer;
mod conversation;
mod target;

use std::collections::HashMap;

use super::reader::TranscriptReader;
use super::record::{Exchange, Fault, Record, SessionOutcome};
use crate::audit::{Auditor, Facts, Options, Report, Verdict, rules};
use crate::error::Error;
use crate::json::{Document, scan};
use crate::model::Target;
use crate::model::time::{NoClock, read as read_time};
use crate::wires::resolve_target;
pub(super) use answer::error_message;
use answer::read_answer;
pub use answer::{Outcome, ReadAnswer, Refusal};
use conversation::ConversationState;
pub(super) use conversation::head_of;
use target::write_target;

/// Writes a report while the request that it points into is there.
pub type ReportWriter<'w> = &'w mut dyn for<'d> FnMut(&'d Document<'d>, &Facts<'d>, &Report<'d>) -> Vec<u8>;

/// One record of a session.
pub enum SessionRecord {
    /// A request and its answer, audited.
    Exchange(Box<SessionExchange>),
    /// A piece that could not be read.
    Fault(Fault),
    /// The outcome of a session, if the format has one.
    Outcome(Box<SessionOutcome>),
}

/// An exchange of a session.
pub struct SessionExchange {
    /// Its number, from 0.
    pub nth: usize,
    /// The number of the exchange before it in its conversation.
    pub previous: Option<usize>,
    /// The recorded exchange.
    pub record: Exchange,
    /// The request up to its list of messages, if the exchange begins one.
    pub head: Option<Vec<u8>>,
    /// The size of the request in bytes.
    pub size: usize,
    /// The target, as JSON.
    pub target: Vec<u8>,
    /// The answer.
    pub answer: ReadAnswer,
    /// The verdict on the request. `None` if there is no request, or if it cannot be read.
    pub verdict: Option<Verdict>,
    /// The report, as its writer made it.
    pub report: Option<Vec<u8>>,
    /// The reason why a part of it could not be read.
    pub trouble: Option<String>,
}

/// Reads a session as it arrives.
#[derive(Default)]
pub struct SessionReader {
    reader: TranscriptReader,
    /// The conversations by name, and the order of their last use.
    conversations: HashMap<String, ConversationState>,
    auditors: HashMap<usize, Auditor>,
    count: usize,
    used: usize,
}

/// The maximum number of conversations whose state is kept. A later exchange of an older one is audited without a ledger.
const MOST: usize = 64;

impl SessionReader {
    /// Returns the name of the format, once it is known.
    #[must_use]
    pub fn format(&self) -> Option<&'static str> {
        self.reader.format()
    }

    /// Reads the bytes that have arrived and returns the records that are complete.
    #[must_use]
    pub fn push(&mut self, bytes: &[u8], write: ReportWriter<'_>) -> Vec<SessionRecord> {
        let records = self.reader.push(bytes);
        self.take(records, write)
    }

    /// Ends the session and returns the last records.
    #[must_use]
    pub fn finish(&mut self, write: ReportWriter<'_>) -> Vec<SessionRecord> {
        let records = self.reader.finish();
        self.take(records, write)
    }

    fn take(&mut self, records: Vec<Record>, write: ReportWriter<'_>) -> Vec<SessionRecord> {
        let taken = records.into_iter().map(|record| match record {
            Record::Fault(fault) => SessionRecord::Fault(fault),
            Record::Session(outcome) => SessionRecord::Outcome(outcome),
            Record::Exchange(exchange) => SessionRecord::Exchange(Box::new(self.exchange(*exchange, write))),
        });
        taken.collect()
    }

    fn exchange(&mut self, record: Exchange, write: ReportWriter<'_>) -> SessionExchange {
        let nth = self.count;
        self.count += 1;
        let name = record.session.clone().unwrap_or_default();
        self.open(&name, record.branch_of.as_deref());
        let target_text = write_target(&record);
        let target = target_of(&target_text, record.request.as_deref());
        let wire = target.as_ref().ok().map(|target| target.wire.clone());
        let Some(conversation) = self.conversations.get_mut(&name) else {
            // It was opened above.
            return SessionExchange::unread(nth, record, target_text);
        };
        let previous = conversation.last.replace(nth);
        let head = conversation.append(nth, &record, wire.as_ref());
        let request = record.request.as_deref().or_else(|| conversation.request());
        let series = record.request.is_none().then_some(conversation.series);
        let size = request.map_or(0, <[u8]>::len);
        let auditor = self.auditors.entry(conversation.auditor).or_default();
        let options = options();
        let audited = target.and_then(|target| {
            let report = request.map(|request| {
                auditor.audit_series(request, series, &target, &options, |document, facts, report| {
                    (report.verdict, write(document, facts, &report))
                })
            });
            Ok((target, report.transpose()?))
        });
        let (target, report, mut trouble) = match audited {
            Ok((target, report)) => (Some(target), report, None),
            Err(error) => (None, None, Some(error.reason().to_owned())),
        };
        let answer = read_answer(&record, wire.as_ref());
        if target.is_some() && report.is_some() && answer.outcome == Outcome::Answered {
            auditor.date(record.time.as_deref().and_then(|time| read_time(time, &NoClock).ok()));
            let recorded = match (&record.response, &record.stream) {
                (Some(response), _) => auditor.answer(response, false),
                (None, Some(stream)) => auditor.answer(stream, true),
                (None, None) => Ok(()),
            };
            trouble = trouble.or_else(|| recorded.err().map(|error| error.reason().to_owned()));
        }
        conversation.append_reply(&record);
        let predicted = report.as_ref().map(|(verdict, _)| *verdict);
        let verdict = predicted.map(|verdict| what_happened(verdict, answer.outcome));
        let report = report.map(|(_, report)| report);
        SessionExchange { nth, previous, record, head, size, target: target_text, answer, verdict, report, trouble }
    }

    /// Opens a conversation, if it is new. The least recently used one makes room for it.
    fn open(&mut self, name: &str, branch_of: Option<&str>) {
        self.used += 1;
        if !self.conversations.contains_key(name) {
            let shared = branch_of.and_then(|origin| self.conversations.get(origin)).map(|origin| origin.auditor);
            self.conversations.insert(name.to_owned(), ConversationState::new(shared.unwrap_or(self.used)));
        }
        if let Some(conversation) = self.conversations.get_mut(name) {
            conversation.used = self.used;
        }
        if self.conversations.len() > MOST {
            let oldest = self.conversations.iter().min_by_key(|(_, state)| state.used).map(|(name, _)| name.clone());
            oldest.into_iter().for_each(|name| self.close(&name));
        }
    }

    fn close(&mut self, name: &str) {
        let Some(closed) = self.conversations.remove(name) else { return };
        if !self.conversations.values().any(|other| other.auditor == closed.auditor) {
            self.auditors.remove(&closed.auditor);
        }
    }
}

impl SessionExchange {
    fn unread(nth: usize, record: Exchange, target: Vec<u8>) -> Self {
        let answer = ReadAnswer::default();
        Self { nth, previous: None, record, head: None, size: 0, target, answer, verdict: None, report: None, trouble: None }
    }
}

/// Returns the options of an audit. A file is no proof that its host wrote the handles in it, so the rules that learn the form of handles from answers do not
/// run: they would switch their rows off for the whole process.
fn options() -> Options<'static> {
    let off = rules::all().filter(|rule| matches!(rule.id, "damaged-handle" | "handle-of-another-vendor")).collect();
    Options { off, ..Options::default() }
}

fn target_of(target: &[u8], request: Option<&[u8]>) -> Result<Target, Error> {
    let body = request.and_then(|request| scan(request).ok());
    resolve_target(scan(target)?.root(), body.as_ref())
}

/// Returns the verdict on what happened. An answered request was not refused.
fn what_happened(predicted: Verdict, outcome: Outcome) -> Verdict {
    match outcome {
        Outcome::Answered if predicted >= Verdict::LikelyRejected => Verdict::Unknown,
        _ => predicted,
    }
}
