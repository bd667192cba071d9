//! An audit that continues from the last one: what was checked and has not changed is not checked again.
//!
//! A conversation grows at its end. In an audited request two stretches are settled: the rounds before the open one, and in the
//! open round the steps between its first and its last. The next request may begin with the same bytes, name the same target and
//! have the same settings. Then only the part around the stretches is read and judged, and the findings in the messages before are
//! reported again. The bytes are compared, except in a series: there the reader of a session only appends messages. A request is
//! judged whole if something new is found, if something is not found again, if it names what is inside a stretch, or if it begins
//! otherwise.
//!
//! Tests over recorded and simulated conversations hold that both ways come to the same.

mod audited;
mod carried;
mod complete;
mod go_on;
mod grown;
mod names;
mod prefixes;
mod stretch;
mod terms;

use super::facts::Facts;
use super::repair::{Repaired, repair_document};
use super::{Options, Report, Safety};
use crate::error::{Code, Error};
use crate::json::{Digest, Document, scan, scan_around};
use crate::ledger::{Answer, Ledger, Origin, PendingRequest, Received};
use crate::model::time::Moment;
use crate::model::{Provenance, Target, Wire};
use audited::AuditedPrefix;
pub use go_on::AuditedWhole;
use names::names_of;
use prefixes::AuditedPrefixes;
use stretch::Skipped;

pub(crate) use carried::places_of;

/// A ledger, and how far the requests of its conversations were audited.
#[derive(Default)]
pub struct Auditor {
    ledger: Ledger,
    audited: AuditedPrefixes,
    /// Where requests are put together without what is known. To take memory for that each time, a little more than the last time, tears it to pieces.
    buffer: Vec<u8>,
    /// The request that was audited last, as recording its answer needs it.
    pending: Option<PendingRequest>,
    skipped: usize,
}

impl Auditor {
    /// Makes an auditor with a ledger.
    #[must_use]
    pub fn new(ledger: Ledger) -> Self {
        Self { ledger, ..Self::default() }
    }

    /// Returns the recorded answers.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// To change what is recorded. Whatever was judged by it is judged again.
    pub fn ledger_mut(&mut self) -> &mut Ledger {
        self.audited = AuditedPrefixes::default();
        &mut self.ledger
    }

    /// Takes the answers of a text that is a ledger, as [`Ledger::load`]. What was judged and has nothing to do with them stays judged.
    ///
    /// # Errors
    /// A text that is not a ledger, or one of a later version.
    pub fn load(&mut self, text: &[u8]) -> Result<Vec<usize>, Error> {
        let before = self.ledger.len();
        let torn = self.ledger.load(text);
        let new: Vec<Answer> = (before..self.ledger.len()).filter_map(|nth| self.ledger.answer(nth)).collect();
        if new.iter().any(|answer| !answer.hops.is_empty()) {
            self.audited = AuditedPrefixes::default();
        }
        let names: Vec<u64> = new.iter().flat_map(|answer| names_of(answer).collect::<Vec<u64>>()).collect();
        self.audited.forget(&names);
        torn
    }

    /// Notes what is looked up in the ledger, as [`Ledger::watch`]. An audit that continues from the last one has looked up the same keys.
    pub fn watch(&mut self, unsure: &[Digest]) {
        if self.ledger.watch(unsure) {
            self.audited = AuditedPrefixes::default();
        }
    }

    /// Says what time it is, for what is recorded from now on.
    pub fn date(&mut self, time: Option<Moment>) {
        self.ledger.date(time);
    }

    /// Returns the request that was audited last, as recording its answer needs it. The sender keeps it until the answer is there.
    #[must_use]
    pub fn pending(&self) -> Option<&PendingRequest> {
        self.pending.as_ref()
    }

    /// Records what answered the request that was audited last, a body or the whole stream. An audit is answered once.
    ///
    /// # Errors
    /// No request was audited since the last answer; a body that is not JSON; a wire that has no codec.
    pub fn answer(&mut self, answer: &[u8], streamed: bool) -> Result<(), Error> {
        let none = || Error::new(Code::Input, "no request was audited that this could be the answer to");
        let pending = self.pending.take().ok_or_else(none)?;
        let recorded = self.record(&pending, if streamed { Received::Stream(answer) } else { Received::Body(answer) });
        self.pending = recorded.is_err().then_some(pending);
        recorded
    }

    /// Records what answered a request.
    ///
    /// # Errors
    /// A body that is not JSON; a wire that has no codec.
    pub fn record(&mut self, pending: &PendingRequest, received: Received<'_>) -> Result<(), Error> {
        // Recording removes nothing, but a check that was undecided may be decided now.
        for new in self.ledger.take_answers(pending, received)? {
            // A judgement by the first hops of an answer may have said that the rest is missing.
            if !new.hops.is_empty() {
                self.audited = AuditedPrefixes::default();
            }
            self.audited.forget(&names_of(&new).collect::<Vec<u64>>());
        }
        Ok(())
    }

    /// Keeps the original entries of a conversion, as [`Ledger::keep_origin`]. No finding depends on them.
    pub fn keep_origin(&mut self, wire: &Wire, issuer: &Provenance, origin: Origin, last: Option<Digest>) -> bool {
        self.ledger.keep_origin(wire, issuer, origin, last)
    }

    /// Prepares a request for the recording of its answer. If it begins as an audited one did, only the rest is read.
    ///
    /// # Errors
    /// A request that is not JSON; a wire that has no codec.
    pub fn prepare(&mut self, target: &Target, request: &[u8]) -> Result<PendingRequest, Error> {
        let buffer = &mut self.buffer;
        let rest = |audited: &AuditedPrefix| {
            let document = scan_around(request, &audited.spans(Skipped::Both), buffer).ok()?;
            audited.known()?.prepare(target, &document, &self.ledger)
        };
        self.audited.find(request).and_then(rest).map_or_else(|| self.ledger.prepare(target, request), Ok)
    }

    /// How many bytes of the last request were known, and not judged again.
    #[must_use]
    pub fn skipped(&self) -> usize {
        self.skipped
    }

    /// Audits the next request of a conversation, and hands the report to a reader while what it points into is there.
    ///
    /// # Errors
    /// A request that is not JSON; tables of the caller that cannot be read.
    pub fn audit<T>(
        &mut self,
        request: &[u8],
        target: &Target,
        options: &Options<'_>,
        read: impl for<'d> FnOnce(&'d Document<'d>, &Facts<'d>, Report<'d>) -> T,
    ) -> Result<T, Error> {
        self.audit_series(request, None, target, options, read)
    }

    /// The same for a request of a series. Its writer has only appended messages since the last one with that number, so nothing before is compared.
    ///
    /// # Errors
    /// A request that is not JSON; tables of the caller that cannot be read.
    pub fn audit_series<T>(
        &mut self,
        request: &[u8],
        series: Option<usize>,
        target: &Target,
        options: &Options<'_>,
        read: impl for<'d> FnOnce(&'d Document<'d>, &Facts<'d>, Report<'d>) -> T,
    ) -> Result<T, Error> {
        let (mut read, mut answer) = (Some(read), None);
        self.go(request, series, target, options, &mut |document, facts, report| {
            answer = read.take().map(|read| read(document, facts, report));
        })?;
        // The reader was called, once, since there was no error.
        answer.ok_or_else(|| Error::new(Code::Input, "no report"))
    }

    /// Repairs a request by what is recorded, as far as is allowed, and hands the report about the repaired request to a reader while what it points into is there.
    ///
    /// # Errors
    /// A request that is not JSON; tables of the caller that cannot be read.
    pub fn repair<T>(
        &mut self,
        request: &[u8],
        target: &Target,
        options: &Options<'_>,
        allowed: &[Safety],
        read: impl for<'d> FnOnce(&'d Document<'d>, &Facts<'d>, &Report<'d>) -> T,
    ) -> Result<(Repaired, T), Error> {
        let (mut read, mut answer, mut whole) = (Some(read), None, None);
        let own = self.options(options);
        let repaired = repair_document(&scan(request)?, target, &own, allowed, &mut |_, document, facts, report| {
            whole = Some(AuditedWhole::of(document, facts, report, target, &own));
            answer = read.take().map(|read| read(document, facts, report));
        })?;
        self.keep_audited(&repaired.request, whole);
        // The reader was called, once, since there was no error.
        answer.map(|answer| (repaired, answer)).ok_or_else(|| Error::new(Code::Input, "no report"))
    }

    /// Keeps a request that was audited whole elsewhere, for the record of its answer and for the audit of the next.
    pub fn keep_audited(&mut self, request: &[u8], whole: Option<AuditedWhole>) {
        let before = self.audited.take(request, None);
        self.keep(before, whole, None);
    }

    /// The caller's options, with the ledger.
    #[must_use]
    pub fn options<'o>(&'o self, options: &Options<'o>) -> Options<'o> {
        Options { models: options.models, off: options.off.clone(), ledger: Some(&self.ledger), most_findings: options.most_findings }
    }
}
