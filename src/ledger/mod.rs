//! Layer 6: what was really emitted, with where it came from: a tree of answers.
//!
//! A request alone cannot show that a block was edited, dropped, moved or exchanged, or that the history before it changed. A
//! ledger is told of every exchange and keeps of each answer what a later request can be held against: each part with its
//! ids, the digests of what can be read of it and of what only its issuer reads, its raw text, and hashes of all that
//! preceded it. This layer knows no rule: it remembers, and others compare.
//!
//! # A tree
//!
//! A ledger holds any number of conversations. An answer goes on from the context that it answered, so answers form trees:
//!
//! ```text
//! «Plan a trip» ─┬─ A1 «Where to?» ── «Rome» ─┬─ A2 calls look() ── result ── A4 «Take the train.»
//!                │                            └─ A3 calls find()            the same request, asked again
//!                └─ B1 «Where to?» ── «Oslo» ──── B2 calls look() ── result ── B3 «Fly.»
//!                   another person with the same words
//! ```
//!
//! A request follows one branch. One that sends A1, A2 and A4 back is not told that A3 is missing, and never gets a byte of B1, although
//! B1 says the same in the same place.
//!
//! # Which recorded answer is this?
//!
//! A ledger never knows everything: other instances, restarts, expiry and eviction leave holes. So the only answer that fits proves nothing. A thought is restored
//! only into a request that is shown to continue the answer it came from. The first kind of evidence that applies decides:
//!
//! | | evidence | limits |
//! |---|---|---|
//! | 1 | a handle of the answer, on calls too, in either alphabet of base64 | the issuer, and a named account |
//! | 2 | a drawn id of a call or an item that no different answer has (`call_0` proves nothing) | the same, and the caller |
//! | 3 | a handle or a drawn id of another answer on the same recorded branch | the same |
//! | 4 | equal complete input, or one conversation name, and the same visible answer; of several such answers the latest | the [`Scope`]: the account, or else the key |
//!
//! Only answers on the same wire and from the same issuer count. A handle that is not on record, and a drawn id that is not the answer's, say that the run is an answer
//! which is not on record: then the words around them show nothing, and only what precedes a recorded handle is restored.
//! An answer that only resembles a run is a guess: it is reported as advice, and nothing of it is restored. Nothing here depends on the order of recording.
//!
//! An example. The request sends A1 without its thought, then «Rome», then A2 with its signature. The signature shows A2. A2 was recorded after A1, so A1 is on the same
//! branch, and its thought is restored. B1 says the same in the same place, and is not on that branch. Without the signature, A1 is shown only if the request has the
//! system prompt, the tools, the caller, the model and the key that A1 was asked with.
//!
//! A request that continues a thread holds only what is new. It goes on from the answer whose response has the id that it names, under the terms of row 2, and its
//! answer is recorded as that of the whole conversation.
//!
//! # Hops
//!
//! A long answer of Gemini comes in hops, each the response to the same request with the token of the hop before. The hop that has the token of a recorded one is recorded
//! as one answer with it, so a request that sends the whole answer back is held against the whole. The line of the half stays, and is found no more.
//!
//! # Isolation
//!
//! No byte of one conversation reaches another, whatever ids, calls, prompts or texts they share: not by a repair, not by [`Ledger::part`],
//! not by what became of parts, not by a report, also if only one of them is on record. Equal input with an equal visible answer in one account is one conversation.
//! `tests/rust/isolation.rs`, `tests/rust/crowd.rs` and `tests/rust/worlds.rs` hold this on every wire, the last in worlds whose ledgers know only a part.
//!
//! # Stores
//!
//! Lines need not all be here. [`Ledger::watch`] notes which keys are looked up, so whoever holds the lines elsewhere can load those that a request needs and no others.
//! A key with a line that cannot be had is one of many: what is here is not taken for what is missing. `tests/rust/merge/stored.rs` holds this.
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

pub use index::{Candidates, Key};
pub use numbered::{Numbered, Numbers};
pub use origin::{FoundOrigin, Spoken};
pub use pending::{PendingRequest, Settings};

pub use record::Received;
pub use scope::Scope;

pub use stored::StoredLine;

/// Every answer that was recorded.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// The text of each. An answer is known by its place here as long as the ledger lives.
    lines: Lines,
    index: Index,
    form: Form,
    time: Option<Moment>,
    /// The members that a later version has written of the whole: names and values, as read.
    more: Vec<(String, Vec<u8>)>,
    /// The lines of halves of an answer, each with that of a later one which has all of it.
    halves: Numbered<usize>,
    /// Notes what is looked up, where the lines are kept in a store and only some of them are here.
    watch: Option<Watch>,
}

/// How much is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The emitted bytes: whatever was lost can be put back.
    #[default]
    Full,
    /// Digests of it: everything is noticed, no word of the reasoning is held, and nothing can be put back.
    Digests,
}

impl Ledger {
    /// An empty ledger whose index is hashed with a seed that nobody else knows.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self { index: Index::new(seed), ..Self::default() }
    }

    /// How many answers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns `true` if nothing was recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An answer as it was recorded; nothing, if there are not so many.
    #[must_use]
    pub fn answer(&self, nth: usize) -> Option<Answer> {
        self.lines.get(nth).and_then(read)
    }

    /// A part of an answer, byte for byte; nothing, if it is not there or only its digest is.
    #[must_use]
    pub fn part(&self, answer: usize, part: usize) -> Option<Vec<u8>> {
        self.answer(answer)?.parts.get(part).map(|part| part.raw.clone()).filter(|raw| !raw.is_empty())
    }

    /// The text in which an answer is kept: a line of JSON.
    #[must_use]
    pub fn line(&self, nth: usize) -> Option<&[u8]> {
        self.lines.get(nth)
    }

    /// The answers that may bear a key. The index holds hashes: who asks has to look at the answer itself.
    #[must_use]
    pub fn find(&self, key: Key<'_>) -> Candidates {
        let mut found = self.find_all(key);
        found.lines.retain(|nth| !self.halves.has(*nth));
        found
    }

    /// The same with halves of answers of which the rest is on record too.
    fn find_all(&self, key: Key<'_>) -> Candidates {
        let is_unsure = self.watch.as_ref().is_some_and(|watch| watch.note(key));
        if is_unsure { Candidates { lines: Vec::new(), many: true } } else { self.index.find(key) }
    }

    /// How much is kept.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Says what time it is, for what is recorded from now on.
    pub fn date(&mut self, time: Option<Moment>) {
        self.time = time;
    }

    /// Keeps an answer in its text, unless it is known; says whether it was new.
    fn keep(&mut self, answer: &Answer, text: &[u8]) -> bool {
        let id = answer.id();
        if self.is_known(answer, id) {
            return false;
        }
        let (line, index) = (self.lines.len(), &mut self.index);
        answer.keys(&id, &mut |key| index.insert(key, line));
        self.lines.push(text);
        self.note_halves(answer, line);
        true
    }

    /// Returns `true` if the same body is on record as the answer to the same. Of what an earlier version has recorded only the length of the request is known.
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

    /// The blocks of a chain that was answered, in order. Where an answer on the way was not recorded, those before it are not known.
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

/// Whatever is in the list of lines was read or written here.
fn read(line: &[u8]) -> Option<Answer> {
    line::read(scan(line).ok()?.root()).ok()
}
