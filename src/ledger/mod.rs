//! Layer 6: the answers that models emitted, each with its origin: a tree of answers.
//!
//! A request alone cannot show that a block was edited, dropped, moved or exchanged, or that the history before it changed. A ledger records every exchange. It
//! keeps each part of an answer with its ids, its raw text, and digests of its readable and its encrypted content. It also keeps hashes of all previous
//! messages. This layer has no rules: it stores, and other layers compare.
//!
//! # A tree
//!
//! A ledger holds any number of conversations. An answer continues the context that it answered, so answers form trees:
//!
//! ```text
//! «Plan a trip» ─┬─ A1 «Where to?» ── «Rome» ─┬─ A2 calls look() ── result ── A4 «Take the train.»
//!                │                            └─ A3 calls find()            the same request, asked again
//!                └─ B1 «Where to?» ── «Oslo» ──── B2 calls look() ── result ── B3 «Fly.»
//!                   another person with the same words
//! ```
//!
//! A request follows one branch. If a request sends A1, A2 and A4 back, the missing A3 is not reported. The request never gets a byte of B1, although B1 has
//! the same text in the same place.
//!
//! # Which recorded answer is this?
//!
//! A ledger is never complete: other instances, restarts, expiry and eviction leave holes. Therefore the only answer that fits proves nothing. A thought is
//! restored only into a request that is shown to continue the answer it came from. The first kind of evidence that applies decides:
//!
//! | | evidence | limits |
//! |---|---|---|
//! | 1 | a handle of the answer, on calls too, in either alphabet of base64 | the issuer, and a named account |
//! | 2 | a drawn id of a call or an item that no different answer has (`call_0` proves nothing) | the same, and the caller |
//! | 3 | a handle or a drawn id of another answer on the same recorded branch | the same |
//! | 4 | equal complete input, or one conversation name, and the same visible answer; of several such answers the latest | the [`Scope`]: the account, or else the key |
//!
//! Only answers on the same wire and from the same issuer count. An unrecorded handle, or a drawn id that is not the answer's, shows that the run is an
//! unrecorded answer. Then the text around it shows nothing, and only thoughts before a recorded handle are restored. An answer that only resembles a run is a
//! guess: it is reported as advice, and nothing of it is restored. The order of recording does not matter.
//!
//! An example. The request sends A1 without its thought, then «Rome», then A2 with its signature. The signature shows A2. A2 was recorded after A1, so A1 is on
//! the same branch, and its thought is restored. B1 has the same text in the same place, and is not on that branch. Without the signature, A1 is shown only by
//! equal input: the same system prompt, tools, caller, model and key.
//!
//! A request that continues a thread holds only the new messages. It continues the answer with the response id that it names, within the limits of row 2. Its
//! answer is recorded as that of the whole conversation.
//!
//! # Hops
//!
//! Gemini sends a long answer in hops, each the response to the same request with the token of the previous hop. A hop with the token of a recorded one is
//! recorded as one answer with it. A request that sends the whole answer back is compared with the whole. The line of the half is kept, and is no longer found.
//!
//! # Isolation
//!
//! No byte of one conversation reaches another, whatever ids, calls, prompts or texts they share: not by a repair, not by [`Ledger::part`], not by fates, not
//! by a report. This holds even if only one of them is on record. Equal input with an equal visible answer in one account is one conversation.
//! `tests/rust/isolation.rs`, `tests/rust/crowd.rs` and `tests/rust/worlds.rs` test this on every wire, the last one with incomplete ledgers.
//!
//! # Stores
//!
//! A ledger need not hold all lines. [`Ledger::watch`] records which keys are looked up, so a store can load the lines that a request needs and no others. A
//! key with an unavailable line counts as shared by many answers: the lines here do not replace the missing one. `tests/rust/merge/stored.rs` tests this.
//!
//! ```
//! use rethought::ledger::Ledger;
//! use rethought::model::{Target, Wire};
//!
//! let mut ledger = Ledger::default();
//! let request = br#"{"messages":[{"role":"user","content":"Hello"}]}"#;
//! let response = br#"{"id":"msg_1","content":[{"type":"thinking","thinking":"A greeting.","signature":"Eq=="}]}"#;
//! ledger.record(&Target::new(Wire::ANTHROPIC_MESSAGES), request, response)?;
//! ledger.record(&Target::new(Wire::ANTHROPIC_MESSAGES), request, response)?;
//! assert_eq!(ledger.len(), 1, "an exchange that is known is not kept twice");
//! # Ok::<(), rethought::Error>(())
//! ```

mod answer;
mod branch;
mod emitted;
pub mod fates;
mod form;
mod held;
mod hops;
mod index;
mod line;
mod lines;
pub mod matching;
mod numbered;
mod old;
mod origin;
mod pending;
mod record;
mod samples;
mod scope;
mod side;
mod snapshot;
mod stored;
mod watch;

use crate::json::{Digest, scan};
use crate::model::time::Moment;
use crate::request::{PrefixBlock, PrefixChain};
use index::Index;
use lines::Lines;
use watch::Watch;

pub use answer::{Answer, Hop, Origin, thinking};
pub use fates::LedgerMatch;
pub use side::Side;

pub use emitted::EmittedPart;

pub use form::Form;

pub use index::{Candidates, Key};
pub use numbered::{Numbered, Numbers};
pub use origin::{FoundOrigin, Spoken};
pub use pending::{PendingRequest, Settings};

pub use record::Received;
pub use scope::Scope;

pub use stored::StoredLine;

/// All recorded answers.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// The text of each. An answer keeps its number here as long as the ledger lives.
    lines: Lines,
    index: Index,
    form: Form,
    time: Option<Moment>,
    /// The members that a later version has written for the whole ledger: names and values, unchanged.
    more: Vec<(String, Vec<u8>)>,
    /// The lines of partial answers, each with the line of the whole answer.
    halves: Numbered<usize>,
    /// Records which keys are looked up, if a store keeps the lines and only some of them are here.
    watch: Option<Watch>,
}

impl Ledger {
    /// Returns an empty ledger whose index is hashed with a secret seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self { index: Index::new(seed), ..Self::default() }
    }

    /// Returns the number of answers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns `true` if nothing was recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns `true` if a look-up can find something, here or in a store.
    pub(crate) fn has_lines(&self) -> bool {
        !self.is_empty() || self.watch.is_some()
    }

    /// Returns a recorded answer, or `None` if the number is too high.
    #[must_use]
    pub fn answer(&self, nth: usize) -> Option<Answer> {
        self.lines.get(nth).and_then(read)
    }

    /// Returns a part of an answer, byte for byte. Returns `None` if it is missing or only its digest is kept.
    #[must_use]
    pub fn part(&self, answer: usize, part: usize) -> Option<Vec<u8>> {
        self.answer(answer)?.parts.get(part).map(|part| part.raw.clone()).filter(|raw| !raw.is_empty())
    }

    /// Returns the stored text of an answer: a line of JSON.
    #[must_use]
    pub fn line(&self, nth: usize) -> Option<&[u8]> {
        self.lines.get(nth)
    }

    /// Returns the answers that may have a key. The index holds hashes, so the caller has to check the answer itself.
    #[must_use]
    pub fn find(&self, key: Key<'_>) -> Candidates {
        let mut found = self.find_all(key);
        found.lines.retain(|nth| !self.halves.has(*nth));
        found
    }

    /// Returns the same, including partial answers whose whole is on record.
    fn find_all(&self, key: Key<'_>) -> Candidates {
        let is_unsure = self.watch.as_ref().is_some_and(|watch| watch.note(key));
        if is_unsure { Candidates { lines: Vec::new(), many: true } } else { self.index.find(key) }
    }

    /// Returns the amount of content that is kept.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Sets the current time for the records that follow.
    pub fn date(&mut self, time: Option<Moment>) {
        self.time = time;
    }

    /// Stores an answer with its text. Returns `false` if it is already known.
    fn keep(&mut self, answer: &Answer, text: &[u8]) -> bool {
        let id = answer.id();
        if self.is_known(answer, id) {
            return false;
        }
        self.add(answer, id, text);
        true
    }

    /// Stores an answer that is new.
    fn add(&mut self, answer: &Answer, id: Digest, text: &[u8]) {
        let (line, index) = (self.lines.len(), &mut self.index);
        answer.keys(&id, &mut |key| index.insert(key, line));
        self.lines.push(text);
        self.note_halves(answer, line);
    }

    /// Returns `true` if the same body is on record as the answer to the same request. Lines of an earlier version have only the length of the request.
    fn is_known(&self, answer: &Answer, id: Digest) -> bool {
        let alike = |known: &Answer| {
            known.context.is_none()
                && known.body == answer.body
                && known.entries == answer.entries
                && known.wire == answer.wire
                && known.provenance.account == answer.provenance.account
        };
        let same = |known: &Answer| alike(known) || known.id() == id;
        let [own, old] = [&id, &answer.body].map(|name| self.find_all(Key::Name(name)));
        own.lines.into_iter().chain(old.lines).filter_map(|nth| self.answer(nth)).any(|known| same(&known))
    }

    /// Returns the blocks of a chain that was answered, in order. Blocks before an unrecorded answer are unknown.
    #[must_use]
    pub fn blocks_before(&self, chain: PrefixChain) -> Vec<PrefixBlock> {
        let mut blocks: Vec<PrefixBlock> = Vec::new();
        let mut next = chain;
        while let Some(hash) = next.hash {
            let ends = |answer: &Answer| answer.prompt() == next;
            let found = self.find(Key::Prompt(&hash)).lines;
            let Some(answer) = found.into_iter().filter_map(|nth| self.answer(nth)).find(ends) else { break };
            let own = answer.blocks.iter().filter(|block| block.place < [answer.entries, 0]);
            blocks.extend(own.cloned().collect::<Vec<_>>().into_iter().rev());
            if answer.base.depth >= next.depth {
                break;
            }
            next = answer.base;
        }
        blocks.reverse();
        blocks
    }
}

/// Reads a line of the list. Every line there was read or written here.
fn read(line: &[u8]) -> Option<Answer> {
    line::read(scan(line).ok()?.root()).ok()
}
