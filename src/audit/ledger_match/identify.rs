//! Finds the recorded answer that each run of a request sends back. The order of evidence is that of [`crate::ledger`].

use super::collect::collect;
use super::identified::Identified;
use super::known::KnownPrefix;
use super::owner::LastAnswer;
use super::search::Search;
use super::sent::Sent;
use crate::audit::facts::RequestFacts;
use crate::json::Value;
use crate::ledger::{Ledger, Settings};

pub(in crate::audit) fn identify<'d>(
    facts: &RequestFacts<'d>,
    ledger: &Ledger,
    mut settings: Settings,
    known: Option<&KnownPrefix>,
) -> Identified<'d> {
    let sent = match known {
        Some(known) => Sent::read_on(facts, known),
        None => {
            let account = facts.profile.get("account").and_then(Value::text).map(|account| account.lossy());
            let walk = ledger.walk_into(facts.wire, facts.body, account.as_deref(), &mut settings);
            let before = walk.at.held.as_ref().and_then(|held| held.answer).filter(|_| facts.answers().next().is_some());
            let last = before.map(|nth| LastAnswer { nth, root: ledger.branch(nth).first().copied().unwrap_or(nth), is_certain: true });
            Sent::read(facts, walk, last.into_iter().collect())
        }
    };
    let mut search = Search::new(facts, ledger, &sent, settings.caller(), known);
    let mut along = sent.along.clone();
    for nth in 0..sent.runs.len() {
        along = search.decide(nth, along);
    }
    let undecided = search.undecided.iter().map(|(run, _)| *run).collect();
    search.settle_undecided();
    search.settle_exchanged();
    // Messages before a new summary do not count any more.
    let is_overturned = search.is_overturned() || known.is_some_and(|known| known.position.summaries != sent.walk.at.summaries);
    search.weigh_doubts();
    let last = search.last_answers();
    let Search { mut answers, owners, doubtful, stand_ins, unrecorded, along, doubts, .. } = search;
    let (found, sources) = collect(&mut answers, &sent, &owners, [&doubtful, &stand_ins], facts.wire);
    Identified { sent, answers: found, sources, settings, along, doubts, last, unrecorded, undecided, is_overturned }
}
