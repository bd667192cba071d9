//! The names in a request: ids, handles and contexts, as hashes. They show if a new part belongs to an old one.

use std::hash::{DefaultHasher, Hasher as _};

use crate::audit::facts::Facts;
use crate::ledger::LedgerMatch;
use crate::ledger::{Answer, EmittedPart};
use crate::request::is_distinctive;

/// The hashes of the ids, handles and contexts of a request, each with the number of its entry. A result has the id of its call, and counts where that is not.
pub(super) fn names<'f>(facts: &'f Facts<'_>) -> impl Iterator<Item = (usize, u64)> + 'f {
    let mut called: Vec<&str> = facts.calls.iter().map(|call| &*call.id).collect();
    called.sort_unstable();
    let stray = facts.results.iter().filter(move |result| called.binary_search(&&*result.id).is_err());
    let tools = facts.calls.iter().chain(stray).filter(|tool| !tool.id.is_empty());
    let sent = facts.matched.iter().flat_map(|matched| &matched.sent);
    let handles = sent.clone().filter_map(|part| Some((part.entry, hash(&part.trace.handle?.0))));
    let items = sent.filter_map(|part| Some((part.entry, hash(part.trace.item.as_ref()?.as_bytes()))));
    let spoken = facts.matched.iter().flat_map(LedgerMatch::spoken).map(|(entry, spoken)| (entry, hash(&spoken.0)));
    let held = facts.matched.iter().filter_map(LedgerMatch::held).map(|held| (0, hash(held.response.as_bytes())));
    tools.map(|tool| (tool.entry, hash(tool.id.as_bytes()))).chain(handles).chain(items).chain(spoken).chain(held)
}

/// The same of an answer: by what it is found.
pub(super) fn names_of(answer: &Answer) -> impl Iterator<Item = u64> {
    let handles = answer.parts.iter().flat_map(EmittedPart::handles).map(|handle| hash(&handle.0));
    let ids = answer.parts.iter().flat_map(|part| part.trace.ids()).filter(|id| is_distinctive(id)).map(|id| hash(id.as_bytes()));
    let spoken = answer.spoken.iter().map(|spoken| hash(&spoken.0));
    let held = answer.held_as().into_iter().map(|id| hash(id.as_bytes()));
    handles.chain(ids).chain(spoken).chain(held)
}

/// A hash that two names may share: then the request is judged whole, and no more comes of it.
fn hash(name: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(name);
    hasher.finish()
}
