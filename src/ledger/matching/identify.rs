//! Finds the recorded answer that each run of a request sends back.

use super::collect::collect;
use super::identified::Identified;
use super::known::KnownPrefix;
use super::owner::LastAnswer;
use super::search::Search;
use super::sent::Sent;
use crate::ledger::{Ledger, Settings};
use crate::request::RequestFacts;

pub(crate) fn identify<'d>(
    facts: &RequestFacts<'d>,
    ledger: &Ledger,
    mut settings: Settings,
    known: Option<&KnownPrefix>,
) -> Identified<'d> {
    let sent = match known {
        Some(known) => Sent::read_on(facts, known),
        None => {
            let account = settings.scope().account.clone();
            let walk = ledger.walk_into(facts.wire, facts.body, account.as_deref(), &mut settings);
            let before = walk.at.held.as_ref().and_then(|held| held.answer).filter(|_| facts.answers().next().is_some());
            let last = before.map(|nth| LastAnswer { nth, root: ledger.branch(nth).first().copied().unwrap_or(nth) });
            Sent::read(facts, walk, last.into_iter().collect())
        }
    };
    let mut search = Search::new(facts, ledger, &sent, &settings, known);
    search.decide();
    // Messages before a new summary do not count any more.
    let has_new_summary = known.is_some_and(|known| known.position.summaries != sent.walk.at.summaries);
    let is_overturned = has_new_summary || known.is_some_and(|known| search.branches.overturns(&known.branches));
    let last = search.last_answers();
    let Search { mut recorded, owners, branches, open, along, .. } = search;
    let (found, sources) = collect(&mut recorded, &sent, &owners, facts.wire);
    Identified { sent, answers: found, sources, settings, along, branches, last, open, is_overturned }
}
