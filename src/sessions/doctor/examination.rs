//! The first look at a file: what it records, and what the agent will send.

use std::collections::BTreeMap;

use super::blame::Blame;
use super::diagnosis::{DiagnosedFinding, DiagnosedRefusal, Diagnosis, FileEdit, FileFault};
use super::line_form::LineForm;
use super::losses::write_losses;
use super::options::DoctorOptions;
use super::plan::{Plan, plan};
use super::removal::{Action, Removal};
use super::request::NextRequest;
use super::surgery::Surgery;
use crate::audit::{Verdict, classify};
use crate::json::{Value, lossy, scan};
use crate::model::Wire;
use crate::sessions::cut::Cut;
use crate::sessions::reader::TranscriptReader;
use crate::sessions::record::{Exchange, Record};
use crate::sessions::session::error_message;

/// Reads a file as it arrives.
#[derive(Default)]
pub struct Examination {
    options: DoctorOptions,
    reader: TranscriptReader,
    exchanges: usize,
    faults: Vec<FileFault>,
    time: Option<String>,
    /// The last outcome of each conversation.
    outcomes: BTreeMap<String, Outcome>,
}

/// The last outcome of a conversation.
enum Outcome {
    Answered {
        is_complete: bool,
    },
    Refused {
        refusal: RecordedRefusal,
        /// True if nothing followed it that the model has to answer. Later messages are not what the provider refused.
        is_last: bool,
    },
}

struct RecordedRefusal {
    body: Vec<u8>,
    status: Option<u16>,
    line: usize,
    offset: usize,
}

/// The result of the first look.
pub enum Examined {
    /// Nothing has to be edited, or nothing can be.
    Done(Box<Diagnosis>),
    /// The file has to be read again for the edits.
    Treatable(Box<Treatment>),
}

/// Reads the file a second time, as it arrives.
pub struct Treatment {
    diagnosis: Diagnosis,
    surgery: Surgery,
    removals: Vec<Removal>,
    form: &'static LineForm,
    is_file: bool,
}

/// The number of faults that a diagnosis lists.
const FAULTS: usize = 1000;

impl Examination {
    /// Begins to read a file.
    #[must_use]
    pub fn new(options: DoctorOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Reads the bytes that have arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        let records = self.reader.push(bytes);
        self.note(records);
    }

    /// Ends the file.
    #[must_use]
    pub fn finish(self) -> Examined {
        match self.examine() {
            Examined::Done(diagnosis) => Examined::Done(Box::new(diagnosis.with_state())),
            treatable @ Examined::Treatable(_) => treatable,
        }
    }

    fn examine(mut self) -> Examined {
        let records = self.reader.finish();
        self.note(records);
        let form = self.reader.format().and_then(LineForm::of);
        let mut resumed = self.reader.resumed();
        let sessions = resumed.iter().filter_map(|resumed| resumed.session.clone()).collect();
        let next = resumed.pop().map(|resumed| NextRequest::of(resumed, &self.options));
        let mut diagnosis = self.diagnosis(form, sessions, next.as_ref());
        let (Some(form), Some(next)) = (form, next) else {
            diagnosis.reason = Some(why_not(self.reader.format()));
            return Examined::Done(Box::new(diagnosis));
        };
        if next.is_too_long() {
            diagnosis.reason =
                Some("The messages are longer than 32 MB, the longest request that providers accept, so they were not checked.".to_owned());
            return Examined::Done(Box::new(diagnosis));
        }
        let blame = self.blame(&next);
        let planned = match plan(&next, form, blame.as_ref(), &self.options) {
            Ok(planned) => planned,
            Err(error) => {
                (diagnosis.next, diagnosis.reason) = (Verdict::Unknown, Some(error.reason().to_owned()));
                return Examined::Done(Box::new(diagnosis));
            }
        };
        let Plan { verdict, findings, removals, kept, reason } = planned;
        (diagnosis.next, diagnosis.kept, diagnosis.reason) = (verdict, kept, reason);
        diagnosis.findings = findings
            .into_iter()
            .map(|finding| DiagnosedFinding {
                rule: finding.rule,
                verdict: finding.verdict,
                message: finding.message,
                pointer: finding.pointer,
                line: finding.source.map(|source| source.line),
                offset: finding.source.map(|source| source.offset),
            })
            .collect();
        let cut = self.reader.cut().unwrap_or(Cut::Lines);
        let is_broken = cut == Cut::Lines && (!self.faults.is_empty() || self.reader.has_glued_lines());
        if removals.is_empty() && !is_broken {
            if verdict >= Verdict::LikelyRejected {
                diagnosis.reason.get_or_insert_with(|| "No edit of the file is known that helps.".to_owned());
            }
            return Examined::Done(Box::new(diagnosis));
        }
        let surgery = Surgery::new(form, cut, removals.clone());
        Examined::Treatable(Box::new(Treatment { diagnosis, surgery, removals, form, is_file: cut != Cut::Lines }))
    }

    fn note(&mut self, records: Vec<Record>) {
        for record in records {
            match record {
                Record::Fault(fault) if self.faults.len() < FAULTS => {
                    let kind = if fault.is_read { "incomplete" } else { "unreadable" };
                    self.faults.push(FileFault { line: fault.line, offset: fault.offset, kind, reason: fault.reason });
                }
                Record::Exchange(exchange) => self.note_exchange(*exchange),
                Record::Fault(_) | Record::Session(_) => {}
            }
        }
    }

    fn note_exchange(&mut self, exchange: Exchange) {
        self.exchanges += 1;
        self.time = exchange.time.clone().or(self.time.take());
        let name = exchange.session.clone().unwrap_or_default();
        if let Some(refusal) = refusal_of(&exchange) {
            self.outcomes.insert(name, Outcome::Refused { refusal, is_last: true });
        } else if exchange.response.is_some() || exchange.stream.is_some() {
            let is_complete = !exchange.unrecorded.iter().any(|what| matches!(*what, "handles" | "messages"));
            self.outcomes.insert(name, Outcome::Answered { is_complete });
        } else if let Some(Outcome::Refused { is_last, .. }) = self.outcomes.get_mut(&name) {
            *is_last &= exchange.added.as_deref().is_none_or(are_notes);
        }
    }

    /// Returns what is known without the next request.
    fn diagnosis(&self, form: Option<&'static LineForm>, sessions: Vec<String>, next: Option<&NextRequest>) -> Diagnosis {
        let session = next.and_then(NextRequest::session);
        let outcome = self.outcomes.get(session.unwrap_or_default());
        let wire = next.map(|next| next.target.wire.clone());
        let recorded = match outcome {
            Some(Outcome::Refused { refusal, .. }) if !self.options.is_settled() => Some(describe_refusal(refusal, wire.as_ref())),
            _ => None,
        };
        let given = self.options.given_error().map(|text| describe_error(text.as_bytes(), None, wire.as_ref()));
        let refusal = given.or(recorded);
        Diagnosis {
            format: self.reader.format(),
            agent: form.map(|form| form.agent),
            project: self.reader.folder().map(str::to_owned),
            model: next.and_then(|next| next.target.model.clone()),
            host: next.and_then(|next| next.target.host.clone()),
            time: self.time.clone(),
            exchanges: self.exchanges,
            faults: self.faults.clone(),
            past: match outcome {
                _ if refusal.is_some() => Verdict::Rejected,
                Some(Outcome::Answered { is_complete: true }) => Verdict::Accepted,
                _ => Verdict::Unknown,
            },
            next: Verdict::Unknown,
            state: "",
            refusal,
            findings: Vec::new(),
            edits: Vec::new(),
            losses: Vec::new(),
            kept: 0,
            resume: form.and_then(|form| form.resume).zip(session).map(|(command, session)| {
                // A branch is resumed under the name of its session.
                [command, session.split(['#', '/']).next().unwrap_or(session)].concat()
            }),
            repairable: "none",
            reason: None,
            sessions,
        }
    }

    /// Returns the error that the next request has to avoid.
    fn blame(&self, next: &NextRequest) -> Option<Blame> {
        let recorded = match self.outcomes.get(next.session().unwrap_or_default()) {
            Some(Outcome::Refused { refusal, is_last: true }) if !self.options.is_settled() => Some(refusal.body.as_slice()),
            _ => None,
        };
        let given = self.options.given_error().map(str::as_bytes);
        let error = given.or(recorded)?;
        Some(Blame::of(error, &next.target.wire, given.is_some()))
    }
}

impl Treatment {
    /// Reads the bytes of the file again.
    pub fn push(&mut self, bytes: &[u8]) {
        self.surgery.push(bytes);
    }

    /// Ends the file and adds the edits.
    #[must_use]
    pub fn finish(self) -> Diagnosis {
        self.treat().with_state()
    }

    fn treat(self) -> Diagnosis {
        let Self { mut diagnosis, surgery, removals, form, is_file } = self;
        let (edits, found) = surgery.finish();
        if found.len() < removals.len() {
            diagnosis.reason = Some("A part that has to be removed was not found in its line.".to_owned());
            return diagnosis;
        }
        diagnosis.losses = write_losses(removals.iter().filter(|removal| removal.action != Action::RemoveIfStored));
        if edits.is_empty() {
            return diagnosis;
        }
        diagnosis.repairable = match (form.is_export, is_file) {
            (true, _) => "rows",
            (false, true) => "file",
            (false, false) => "line",
        };
        let edit = |edit: super::splice::Splice| FileEdit {
            line: edit.line,
            offset: edit.span.start,
            length: edit.span.len(),
            text: lossy(&edit.text),
        };
        diagnosis.edits = edits.into_iter().map(edit).collect();
        diagnosis
    }
}

/// Returns the refusal of an exchange. An overload is not about the request.
fn refusal_of(exchange: &Exchange) -> Option<RecordedRefusal> {
    let body = exchange.response.as_ref().filter(|_| exchange.reply.is_none())?;
    let is_error = || scan(body).is_ok_and(|body| body.root().get("error").is_some_and(|error| !error.is_null()));
    if exchange.status.is_none_or(|status| status < 400) && !is_error() {
        return None;
    }
    let is_transient = exchange.status.is_some_and(|status| matches!(status, 401 | 402 | 403 | 408 | 425 | 429 | 500..));
    let wire = exchange.wire.clone().map(Wire::named);
    let is_about_request = !is_transient || classify(body, wire.as_ref()).is_some_and(|classified| classified.rule.is_some());
    let (line, offset) = exchange.answered_at.unwrap_or((exchange.line, exchange.offset));
    is_about_request.then(|| RecordedRefusal { body: body.clone(), status: exchange.status, line, offset })
}

/// Returns `true` if messages are only the client's notes about its own commands, as after `/exit`.
fn are_notes(messages: &[u8]) -> bool {
    let text = [b"[", messages, b"]"].concat();
    let is_note = |message: Value<'_>| {
        let content = message.get("content");
        let text = content.and_then(|content| content.text().or_else(|| content.path("0.text")?.text()));
        text.is_some_and(|text| NOTES.iter().any(|head| text.raw().starts_with(head)))
    };
    scan(&text).is_ok_and(|document| document.root().elements().all(is_note))
}

/// The beginnings of notes in Claude Code's sessions.
const NOTES: [&[u8]; 3] = [b"<command-", b"<local-command-", b"<bash-"];

fn describe_refusal(refusal: &RecordedRefusal, wire: Option<&Wire>) -> DiagnosedRefusal {
    let described = describe_error(&refusal.body, refusal.status, wire);
    DiagnosedRefusal { line: Some(refusal.line), offset: Some(refusal.offset), ..described }
}

fn describe_error(error: &[u8], status: Option<u16>, wire: Option<&Wire>) -> DiagnosedRefusal {
    let classified = classify(error, wire);
    let stated = classified.as_ref().and_then(|classified| classified.status);
    let rule = classified.as_ref().and_then(|classified| classified.rule).map(|rule| rule.id);
    let text = classified.map(|classified| classified.message).filter(|text| !text.is_empty());
    DiagnosedRefusal { text: text.unwrap_or_else(|| error_message(error)), rule, status: status.or(stated), line: None, offset: None }
}

fn why_not(format: Option<&str>) -> String {
    match format {
        None => "The format of the file is unknown.".to_owned(),
        Some("unread") => "The format of the file is known, but not read.".to_owned(),
        Some(format) if LineForm::of(format).is_some() => "The file has no messages.".to_owned(),
        Some(_) => "The file is a recording, and no agent resumes it.".to_owned(),
    }
}
