//! A ledger whose lines are in a store: it holds some of them, and reports which others were looked up.
//!
//! A store holds each line under its name, and under the digest of every key the names of the lines with it. A ledger with some lines gives the result of the
//! whole ledger if it has the lines of every key that was looked up. This applies to an audit, a repair and fates. Nobody has to guess which lines a request
//! needs: [`Ledger::watch`] records the keys. The caller loads their lines and repeats the call.

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
    /// The digests of its keys, in order.
    pub keys: Vec<Digest>,
    /// A ledger with only that line.
    pub text: Vec<u8>,
}

impl StoredLine {
    /// Returns the line of an answer. The text leaves out the form: the reader may write in another.
    pub(super) fn of(answer: &Answer, text: &[u8]) -> Self {
        Self { name: answer.id(), keys: answer.stored_keys(), text: [bare_opening().as_slice(), b"\n", text].concat() }
    }
}

impl Key<'_> {
    /// Returns the digest that a store uses for a key: the same in every process.
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
    /// Returns the digests of its keys, in order.
    #[must_use]
    pub fn stored_keys(&self) -> Vec<Digest> {
        let mut keys = Vec::new();
        self.keys(&self.body, &mut |key| keys.extend((!matches!(key, Key::Name(_))).then(|| key.digest())));
        sorted(&keys)
    }
}

impl Ledger {
    /// Starts to record the digests of the keys that are looked up, and clears the earlier ones. A key that is `unsure` has a line that is known but
    /// unavailable. It counts as shared by many answers and identifies none, since the lines here may be the wrong ones. Returns `true` if the unsure keys were
    /// others before.
    pub fn watch(&mut self, unsure: &[Digest]) -> bool {
        let unsure = sorted(unsure);
        let before = self.watch.replace(Watch { asked: RefCell::default(), unsure });
        before.unwrap_or_default().unsure != self.unsure()
    }

    /// Returns the digests of the keys that were looked up since then, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<Digest> {
        let Some(watch) = &self.watch else { return Vec::new() };
        let asked = sorted(&watch.asked.borrow());
        watch.asked.replace(asked.clone());
        asked
    }

    /// Counts keys as looked up, because a result depends on them.
    pub(crate) fn ask_again(&self, keys: &[Digest]) {
        self.watch.iter().for_each(|watch| watch.asked.borrow_mut().extend_from_slice(keys));
    }

    /// Returns the lines of the answer to a request: one, or one for each sample. The ledger does not keep them: the caller saves and loads them.
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

/// Returns digests in order, each once.
pub(super) fn sorted(keys: &[Digest]) -> Vec<Digest> {
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}
