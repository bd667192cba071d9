//! A ledger whose lines are kept in a store: it holds some of them, and says which others it has looked for.
//!
//! A store holds each line under its name, and under the digest of every key the names of the lines that bear it. Whoever asks a ledger of some lines
//! (an audit, a repair, what became of a request) has the answer of the ledger of all lines if the lines of every key that was looked up are here. So
//! no one has to guess which lines a request needs: [`Ledger::watch`] notes the keys, and who has loaded what they lead to asks again.

use std::cell::RefCell;

use sha2::{Digest as _, Sha256};

use super::snapshot::bare_opening;
use super::watch::Watch;
use super::{Answer, Key, Ledger, PendingRequest, Received};
use crate::error::Error;
use crate::json::Digest;

/// The line of an answer, as a store keeps it.
#[derive(Clone, Debug)]
pub struct StoredLine {
    /// The name of the answer.
    pub name: Digest,
    /// The digests of what it is found by, in order.
    pub keys: Vec<Digest>,
    /// A ledger of that line alone.
    pub text: Vec<u8>,
}

impl StoredLine {
    /// The line of an answer, whose text is without the form: who reads it may write in another.
    pub(super) fn of(answer: &Answer, text: &[u8]) -> Self {
        Self { name: answer.id(), keys: answer.stored_keys(), text: [bare_opening().as_slice(), b"\n", text].concat() }
    }
}

impl Key<'_> {
    /// By what a store knows it: the same in every process.
    #[must_use]
    pub fn digest(self) -> Digest {
        let (kind, name) = self.fields();
        let mut hash = Sha256::new();
        hash.update([kind]);
        hash.update(name);
        Digest(hash.finalize().into())
    }
}

impl Answer {
    /// The digests of what it is found by, in order.
    #[must_use]
    pub fn stored_keys(&self) -> Vec<Digest> {
        let mut keys = Vec::new();
        self.keys(&self.body, &mut |key| keys.extend((!matches!(key, Key::Name(_))).then(|| key.digest())));
        sorted(&keys)
    }
}

impl Ledger {
    /// Notes from now on the digests of the keys that are looked up, and forgets those that were. Of a key that is `unsure` a line is known to be
    /// and cannot be had: it is of many, and tells nothing, for whichever line is here may not be the one that is meant. Says whether other
    /// keys were unsure before.
    pub fn watch(&mut self, unsure: &[Digest]) -> bool {
        let unsure = sorted(unsure);
        let before = self.watch.replace(Watch { asked: RefCell::default(), unsure });
        before.unwrap_or_default().unsure != self.unsure()
    }

    /// The digests of the keys that were looked up since, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<Digest> {
        let Some(watch) = &self.watch else { return Vec::new() };
        let asked = sorted(&watch.asked.borrow());
        watch.asked.replace(asked.clone());
        asked
    }

    /// Counts keys as looked up, because something stands on what they led to.
    pub(crate) fn ask_again(&self, keys: &[Digest]) {
        self.watch.iter().for_each(|watch| watch.asked.borrow_mut().extend_from_slice(keys));
    }

    /// The lines of what answered a request: one, or one for each sample. They are not kept here: who has saved them loads them.
    ///
    /// # Errors
    /// A body that is not JSON, or too long to be kept; a wire that has no codec.
    pub fn stored_lines(&self, pending: &PendingRequest, received: Received<'_>) -> Result<Vec<StoredLine>, Error> {
        Ok(self.write_answers(pending, received)?.iter().map(|(answer, text)| StoredLine::of(answer, text)).collect())
    }

    fn unsure(&self) -> &[Digest] {
        self.watch.as_ref().map_or(&[], |watch| &watch.unsure)
    }
}

/// Digests in order, each once.
pub(super) fn sorted(keys: &[Digest]) -> Vec<Digest> {
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}
