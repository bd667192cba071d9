//! Finds the conversation that a request belongs to, and the branch of it.

use super::Options;
use super::engine::with_facts;
use crate::error::Error;
use crate::json::{Digest, Document};
use crate::ledger::Ledger;
use crate::ledger::LedgerMatch;
use crate::model::Target;

/// A conversation of a ledger, and a branch of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    /// The name of the first answer of the branch: the same in every ledger.
    pub id: Digest,
    /// The answers that the request continues, by their numbers, the first one first.
    pub branch: Vec<usize>,
}

/// The conversation that a request continues. `None` if it begins one, or if no recorded answer is shown to be in it.
///
/// # Errors
/// Tables of models that cannot be read.
pub fn conversation(request: &Document<'_>, target: &Target, ledger: &Ledger) -> Result<Option<Conversation>, Error> {
    let mut last = None;
    let options = Options { ledger: Some(ledger), ..Options::default() };
    with_facts(request, target, &options, None, &mut |facts| {
        last = facts.matched.as_ref().and_then(LedgerMatch::previous);
    })?;
    let branch = last.map(|last| ledger.branch(last)).unwrap_or_default();
    let first = branch.first().and_then(|first| ledger.answer(*first));
    Ok(first.map(|first| Conversation { id: first.id(), branch }))
}
