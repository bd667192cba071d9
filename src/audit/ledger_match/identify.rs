//! Finds the recorded answer that each run of a request sends back. The order of evidence is that of [`crate::ledger`].

use super::collect::collect;
use super::identified::Identified;
use super::known::KnownPrefix;
use super::search::Search;
use super::sent::Sent;
use crate::audit::facts::RequestFacts;
use crate::ledger::{Ledger, Settings};

pub(in crate::audit) fn identify<'d>(
    facts: &RequestFacts<'d>,
    ledger: &Ledger,
    settings: Settings,
    known: Option<&KnownPrefix>,
) -> Identified<'d> {
    let sent = Sent::read(facts, known);
    let mut search = Search::new(facts, ledger, &sent, settings.caller(), known);
    let mut along = sent.along.clone();
    for nth in 0..sent.runs.len() {
        along = search.decide(nth, along);
    }
    let undecided = search.undecided.iter().map(|(run, _)| *run).collect();
    search.settle_undecided();
    search.settle_exchanged();
    let is_overturned = search.is_overturned();
    search.weigh_doubts();
    let last = search.last_answers();
    let Search { mut answers, owners, doubtful, stand_ins, unrecorded, along, doubts, .. } = search;
    let (found, sources) = collect(&mut answers, &sent, &owners, [&doubtful, &stand_ins], facts.wire);
    Identified { sent, answers: found, sources, settings, along, doubts, last, unrecorded, undecided, is_overturned }
}
