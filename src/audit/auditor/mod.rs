//! An audit that goes on from the last one: what was judged and has not changed since is not judged again.
//!
//! A conversation grows at its end. Of a request that was audited two stretches are settled: the rounds before the open one, and
//! in the open round the steps between its first and its last. If the next request begins with the same bytes (they are
//! read and marked, not believed), names the same target and says the same beside its messages, only what is around the
//! stretches is read and judged. If that finds nothing in the messages, it is the report. Whatever is found there, whatever has to
//! do with something inside a stretch, and every request that begins otherwise, is judged whole.
//!
//! That both ways come to the same is a law under test, over recorded and simulated conversations.

mod settled;

use super::facts::Facts;
use super::repair::{Repaired, repair};
use super::{Options, Report, Safety, judge, with_facts};
use crate::error::{Code, Error};
use crate::json::{Document, Head, scan, scan_around};
use crate::ledger::{Asked, Ledger};
use crate::model::Target;
use crate::model::time::Moment;
use settled::{Around, Settled};

pub(super) use settled::Known;

/// A ledger, and how far the requests of its conversations were audited.
#[derive(Default)]
pub struct Auditor {
    ledger: Ledger,
    settled: Vec<Settled>,
    /// What recording the request that was audited last will need, and where that goes.
    asked: Option<(Target, Asked)>,
    skipped: usize,
}

/// So many conversations are gone on with; of others the next request is judged whole.
const MOST: usize = 8;

impl Auditor {
    /// Goes on with a ledger.
    #[must_use]
    pub fn new(ledger: Ledger) -> Self {
        Self { ledger, ..Self::default() }
    }

    /// What was recorded.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// To record more. Recording takes nothing back, so what is settled stays settled.
    pub fn recorder(&mut self) -> &mut Ledger {
        self.asked = None;
        &mut self.ledger
    }

    /// Says what time it is, for what is recorded from now on.
    pub fn date(&mut self, time: Option<Moment>) {
        self.ledger.date(time);
    }

    /// Records what answered the request that was audited last, a body or the whole stream. It is neither read nor kept for that: what is new
    /// in it is. An audit is answered once.
    ///
    /// # Errors
    /// No request was audited since the last answer; a body that is not JSON; a wire that has no codec.
    pub fn answer(&mut self, answer: &[u8], streamed: bool) -> Result<(), Error> {
        let none = || Error::new(Code::Input, "no request was audited that this could be the answer to");
        let (target, asked) = self.asked.as_ref().ok_or_else(none)?;
        self.ledger.answer(target, asked, answer, streamed)?;
        self.asked = None;
        Ok(())
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
        let (mut read, mut answer) = (Some(read), None);
        self.go(request, target, options, &mut |document, facts, report| {
            answer = read.take().map(|read| read(document, facts, report));
        })?;
        // The reader was called, once, since there was no error.
        answer.ok_or_else(|| Error::new(Code::Input, "no report"))
    }

    /// Mends a request by what is recorded, as far as is allowed.
    ///
    /// # Errors
    /// A request that is not JSON; tables of the caller that cannot be read.
    pub fn repair(&self, request: &[u8], target: &Target, options: &Options<'_>, allowed: &[Safety]) -> Result<Repaired, Error> {
        repair(request, target, &self.options(options), allowed)
    }

    /// The caller's options, with the ledger.
    #[must_use]
    pub fn options<'o>(&'o self, options: &Options<'o>) -> Options<'o> {
        Options { models: options.models, off: options.off.clone(), ledger: Some(&self.ledger) }
    }

    fn go(&mut self, request: &[u8], target: &Target, options: &Options<'_>, read: &mut Reader<'_>) -> Result<(), Error> {
        (self.skipped, self.asked) = (0, None);
        let nth = self.settled.iter().position(|settled| settled.begins(request));
        let head = nth.and_then(|nth| self.settled.get(nth)).map(Settled::head);
        let mut before = nth.map(|nth| self.settled.remove(nth));
        if let Some(mut settled) = before.take() {
            let mut around = Some(Around::Both);
            while let Some(now) = around.take() {
                let skipped = settled.spans(now).iter().map(|span| span.len()).sum();
                match self.go_on(&mut settled, now, request, target, options, read) {
                    Outcome::Done(last) => {
                        self.ask(request, target, last, head);
                        self.skipped = skipped;
                        self.settled.insert(0, settled);
                        return Ok(());
                    }
                    Outcome::NewRound => around = Some(Around::Past),
                    Outcome::Whole => {}
                }
            }
            before = Some(settled);
        }
        let document = scan(request)?;
        let (mut settled, mut last) = (None, 0);
        let options = self.options(options);
        with_facts(&document, target, &options, None, &mut |facts| {
            let report = judge(facts, &options);
            settled = Settled::of(request, facts, &report, &options);
            last = self::last(facts);
            read(&document, facts, report);
        })?;
        // A request with something wrong in it settles nothing, and unsettles nothing: the next may be the same without that.
        self.settled.splice(0..0, settled.or(before));
        self.settled.truncate(MOST);
        self.ask(request, target, last, head);
        Ok(())
    }

    fn ask(&mut self, request: &[u8], target: &Target, last: usize, head: Option<Head>) {
        self.asked = Some((target.clone(), self.ledger.ask(&target.wire, request, last, head)));
    }

    /// Judges a request around what is settled, if that comes to the same.
    fn go_on(
        &self,
        settled: &mut Settled,
        around: Around,
        request: &[u8],
        target: &Target,
        options: &Options<'_>,
        read: &mut Reader<'_>,
    ) -> Outcome {
        let (options, mut outcome, mut growth) = (self.options(options), Outcome::Whole, None);
        let Ok(document) = scan_around(request, &settled.spans(around)) else { return outcome };
        let known = settled.known();
        // Tables that cannot be read are for the whole audit to say.
        let _ = with_facts(&document, target, &options, Some(&known), &mut |facts| {
            if !settled.holds(facts, &options) {
                return;
            }
            if around == Around::Both && settled.is_over(facts) {
                outcome = Outcome::NewRound;
                return;
            }
            let mut report = judge(facts, &options);
            if settled.completes(&mut report, facts, around) {
                growth = settled.growth(facts, around);
                read(&document, facts, report);
                outcome = Outcome::Done(last(facts));
            }
        });
        if let Some(growth) = growth {
            settled.grow(request, growth);
        }
        outcome
    }
}

/// Where the last message begins.
fn last(facts: &Facts<'_>) -> usize {
    facts.last().map_or(0, |entry| entry.value.span().start)
}

type Reader<'r> = dyn for<'d> FnMut(&'d Document<'d>, &Facts<'d>, Report<'d>) + 'r;

enum Outcome {
    /// It was judged; where its last message begins.
    Done(usize),
    /// The user has said something since: what was the open round is to be looked at as one of the past.
    NewRound,
    /// It has to be judged whole.
    Whole,
}
