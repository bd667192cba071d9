//! Finds the recorded answer that each part of a request is from, and the fate of every recorded thought.
//!
//! A ledger is never complete, so "the only one that fits" proves nothing. The first kind of evidence that applies decides (DESIGN 5a):
//!
//! 1. a handle of the answer is in the run;
//! 2. a drawn id of a call or item is in the run, and no different answer has it;
//! 3. the answer has the text of the run, and is on a branch that a handle or a drawn id elsewhere in the request shows;
//! 4. the answer has the text of the run and was made from equal complete input in one scope, or under one conversation name.
//!
//! Everything else is a guess: advice without a fix.
//!
//! # An example
//!
//! Two people send the same prompt. The ledger recorded Anna's conversation, and another instance recorded Bert's:
//!
//! ```text
//! recorded    «Plan a trip» ── A1 [thought t1, signature s1] «Where to?» ── «Rome» ── A2 [thought t2, signature s2] calls look() as toolu_7
//!
//! Anna sends  «Plan a trip» ── «Where to?» ── «Rome» ── look() as toolu_7 ── result         all thoughts were dropped
//! Bert sends  «Plan a trip» ── «Where to?» ── «Rome» ── look() as toolu_9 ── result         the same, and none of it is on record
//! ```
//!
//! `sent` cuts each request into two runs. In Anna's, `decide` finds toolu_7 (evidence 2), so the second run is A2, and A2's branch is shown. The first run has
//! neither handle nor id. It has the text of A1, and A1 is on that branch (evidence 3), so t1 with s1 and t2 with s2 are restored. In Bert's, toolu_9 is not on
//! record. The first run has the text of A1, but no branch is shown, and Bert's key is another (no evidence 4). A1 is therefore a guess, and nothing of Anna's
//! reaches Bert's request.
//!
//! # Steps
//!
//! `identify` runs them in this order. [`super::fates`] then decides the fate of each part of the answers.
//!
//! | file | question |
//! |---|---|
//! | `known` | what did the audit of an earlier request decide already? |
//! | `sent` | which parts may a model have said, in runs between two inputs? |
//! | `recorded` | which answers on record have these handles, ids, words or fingerprints? |
//! | `search` | what is known of a run so far, and may it be a given answer? |
//! | `decide` | which answer is each run from, and by which evidence? |
//! | `branches` | which branches does the request follow? (evidence 3) |
//! | `choose` | which of several answers that say the same was made from this input? (evidence 4) |
//! | `damaged` | can this damaged thought be one of that answer's? |
//! | `found` | which answers does the request send back in all, and whose is each handle in it? |

mod branches;
mod choose;
mod damaged;
mod decide;
mod found;
mod known;
mod recorded;
mod search;
mod sent;

use crate::ledger::{Ledger, Settings};
use crate::request::RequestFacts;
use branches::LastAnswer;
use found::collect;
use search::Search;
use sent::Sent;

pub use damaged::is_redacted;
pub(in crate::ledger) use found::Found;
pub(crate) use found::Identified;
pub(crate) use known::KnownPrefix;
pub use search::Proof;
pub use sent::SentPart;

/// Finds the recorded answer that each run of a request sends back. With a known prefix, it reads only the rest.
pub(crate) fn identify<'d>(facts: &RequestFacts<'d>, ledger: &Ledger, settings: Settings, known: Option<&KnownPrefix>) -> Identified<'d> {
    let mut settings = settings;
    let sent = match known {
        Some(known) => Sent::read_on(facts, known),
        None => read_from_start(facts, ledger, &mut settings),
    };
    let mut search = Search::new(facts, ledger, &sent, &settings, known);
    search.decide();
    let is_overturned = known.is_some_and(|known| {
        // Messages before a new summary no longer count.
        known.position.summaries != sent.walk.at.summaries || search.branches.overturns(&known.branches)
    });
    let last = search.last_answers();
    let Search { mut recorded, owners, branches, open, along, .. } = search;
    let (answers, sources) = collect(&mut recorded, &sent, &owners, facts.wire);
    Identified { sent, answers, sources, settings, along, branches, last, open, is_overturned }
}

/// Reads a request from its first message, or from the answer whose thread it continues.
fn read_from_start<'d>(facts: &RequestFacts<'d>, ledger: &Ledger, settings: &mut Settings) -> Sent<'d> {
    let account = settings.scope().account.clone();
    let walk = ledger.walk_into(facts.wire, facts.body, account.as_deref(), settings);
    let mut last = Vec::new();
    if let Some(nth) = walk.at.held.as_ref().and_then(|held| held.answer)
        && facts.answers().next().is_some()
    {
        last.push(LastAnswer { nth, root: ledger.branch(nth).first().copied().unwrap_or(nth) });
    }
    Sent::read(facts, walk, last)
}
