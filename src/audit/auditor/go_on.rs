//! How a request is audited: around what is known of it if that comes to the same, and else as a whole.

use super::Auditor;
use super::audited::{AuditedPrefix, unknown};
use super::stretch::{Skipped, is_heavy};
use crate::audit::engine::{judge, with_facts};
use crate::audit::facts::Facts;
use crate::audit::{Options, Report};
use crate::error::Error;
use crate::json::{Document, scan, scan_around, scan_values};
use crate::ledger::PendingRequest;
use crate::ledger::fates::LedgerMatch;
use crate::model::Target;

impl Auditor {
    pub(super) fn go(
        &mut self,
        request: &[u8],
        series: Option<usize>,
        target: &Target,
        options: &Options<'_>,
        read: &mut Reader<'_>,
    ) -> Result<(), Error> {
        (self.skipped, self.pending) = (0, None);
        let mut before = self.audited.take(request, series);
        if let Some(mut audited) = before.take() {
            let mut next = Some(Skipped::Both);
            while let Some(skipped) = next.take() {
                let bytes = audited.spans(skipped).iter().map(|span| span.len()).sum();
                match self.go_on(&mut audited, skipped, request, target, options, read) {
                    Outcome::Done(pending) => {
                        (self.pending, self.skipped) = (*pending, bytes);
                        audited.ask_again(&self.ledger);
                        audited.series = series;
                        self.audited.put(audited);
                        return Ok(());
                    }
                    Outcome::NewRound => next = Some(Skipped::Past),
                    Outcome::Whole => {}
                }
            }
            before = Some(audited);
        }
        let document = scan(request)?;
        let (options, mut whole) = (self.options(options), None);
        with_facts(&document, target, &options, None, &mut |facts| {
            let report = judge(facts, &options);
            whole = Some(AuditedWhole::of(&document, facts, &report, target, &options));
            read(&document, facts, report);
        })?;
        self.keep(before, whole, series);
        Ok(())
    }

    /// Keeps a request that was audited whole, for the record of its answer and for the audit of the next. `before` is what was known of its beginning.
    pub(super) fn keep(&mut self, before: Option<AuditedPrefix>, whole: Option<AuditedWhole>, series: Option<usize>) {
        let (mut prefix, pending) = whole.map_or((None, None), |whole| (whole.prefix, whole.pending));
        self.pending = pending;
        if let Some(prefix) = &mut prefix {
            prefix.ask_again(&self.ledger);
            prefix.series = series;
        }
        // After a request with something wrong in it the next may be the same without that.
        let is_worse = |before: &AuditedPrefix| prefix.as_ref().is_none_or(|prefix| prefix.carried.len() > before.carried.len());
        before.filter(is_worse).into_iter().chain(prefix).for_each(|audited| self.audited.put(audited));
    }

    /// Judges a request around what was judged, if that comes to the same.
    fn go_on(
        &mut self,
        audited: &mut AuditedPrefix,
        skipped: Skipped,
        request: &[u8],
        target: &Target,
        options: &Options<'_>,
        read: &mut Reader<'_>,
    ) -> Outcome {
        let (mut outcome, mut growth) = (Outcome::Whole, None);
        if !audited.follows(request) {
            return outcome;
        }
        let Ok(document) = scan_around(request, &audited.spans(skipped), &mut self.buffer) else { return outcome };
        let Ok(values) = scan_values(request, &audited.carried_spans()) else { return outcome };
        let options = self.options(options);
        // Tables that cannot be read are for the whole audit to say.
        let _ = with_facts(&document, target, &options, audited.known(), &mut |facts| {
            let is_broken =
                audited.stretches(skipped).any(|stretch| stretch.is_broken(facts)) || is_heavy(facts, audited.stretches(skipped));
            if is_broken || !audited.holds(facts, &options, audited.reach(request)) {
                return;
            }
            if audited.is_over(facts) && audited.depends_on_round() || facts.matched.as_ref().is_some_and(LedgerMatch::is_overturned) {
                return;
            }
            if skipped == Skipped::Both && audited.is_over(facts) && audited.skips_open_round() {
                outcome = Outcome::NewRound;
                return;
            }
            let mut report = judge(facts, &options);
            if audited.completes(&mut report, facts, &document, &values, skipped) {
                growth = audited.growth(facts, skipped).map(|growth| (growth, unknown(&report)));
                if growth.take_if(|(growth, _)| audited.is_doubtful(growth)).is_some() {
                    return;
                }
                read(&document, facts, report);
                outcome = Outcome::Done(Box::new(pending_of(facts, target)));
            }
        });
        if let Some((growth, unknown)) = growth {
            audited.grow(request, growth, unknown);
        }
        outcome
    }
}

/// The parts of a wholly audited request that later calls need.
pub struct AuditedWhole {
    prefix: Option<AuditedPrefix>,
    pending: Option<PendingRequest>,
}

impl AuditedWhole {
    /// Keeps what is needed of a request and the report on it.
    #[must_use]
    pub fn of<'d>(document: &'d Document<'d>, facts: &Facts<'d>, report: &Report<'d>, target: &Target, options: &Options<'_>) -> Self {
        Self { prefix: AuditedPrefix::of(document, facts, report, options), pending: pending_of(facts, target) }
    }
}

fn pending_of(facts: &Facts<'_>, target: &Target) -> Option<PendingRequest> {
    facts.matched.as_ref().map(|matched| matched.pending(target))
}

type Reader<'r> = dyn for<'d> FnMut(&'d Document<'d>, &Facts<'d>, Report<'d>) + 'r;

enum Outcome {
    /// It was judged; what recording it will need.
    Done(Box<Option<PendingRequest>>),
    /// The user has said something since: what was the open round is to be looked at as one of the past.
    NewRound,
    /// It has to be judged whole.
    Whole,
}
