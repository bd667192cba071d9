//! Which recorded answer is each part of a request from, and what became of every recorded thought?
//!
//! A ledger never knows everything, so "the only one that fits" proves nothing. The first kind of evidence that applies decides (DESIGN 5a):
//!
//! 1. a handle of the answer is in the run;
//! 2. a drawn id of a call or item is in the run, and no different answer has it;
//! 3. the answer says what the run says, and is on a branch that a handle or a drawn id elsewhere in the request shows;
//! 4. the answer says what the run says, and was made from the same complete input in the same scope, or under the same conversation name.
//!
//! Everything else is a guess: advice without a fix.
//!
//! # An example
//!
//! Two people ask the same. The ledger recorded Anna's conversation, and Bert's was recorded by another instance:
//!
//! ```text
//! recorded    «Plan a trip» ── A1 [thought t1, signature s1] «Where to?» ── «Rome» ── A2 [thought t2, signature s2] calls look() as toolu_7
//!
//! Anna sends  «Plan a trip» ── «Where to?» ── «Rome» ── look() as toolu_7 ── result         all thoughts were dropped
//! Bert sends  «Plan a trip» ── «Where to?» ── «Rome» ── look() as toolu_9 ── result         the same, and none of it is on record
//! ```
//!
//! `sent` cuts each request into two runs. In Anna's, `decide` finds toolu_7 (evidence 2), so the second run is A2, and A2's branch is shown. The first run has neither
//! handle nor id. It says what A1 says, and A1 is on that branch (evidence 3), so t1 with s1 and t2 with s2 are restored. In Bert's, toolu_9 is on no record. The first run
//! says what A1 says, but no branch is shown, and Bert's key is another (no evidence 4). So A1 is a guess, and nothing of Anna's reaches Bert's request.
//!
//! # Steps
//!
//! | step | file | question |
//! |---|---|---|
//! | 1 | `sent`, `sent_part`, `content` | what may a model have said in this request, in runs between two inputs? |
//! | 2 | `recorded`, `sorted` | which answers have these handles, ids, words or fingerprints? |
//! | 3 | `decide`, `choose`, `branches`, `owner` | which answer is each run from, and by which evidence? |
//! | 4 | `damaged`, `redacted` | can this damaged thought be one of that answer's? |
//! | 5 | `align`, `collect` | which part of the run is which part of the answer? |
//! | 6 | `fates`, `part_fates`, `difference` | what became of each recorded part, and where does it differ? |
//! | 7 | `prefix` | is what precedes a bound thought still what preceded it? |
//!
//! `identify` takes the steps, `search` and `identified` hold what they know, `known` is the part of a request that an earlier audit decided, and `outcome` with `matched`
//! is what rules ask. Rules never look at the ledger's own lists.

mod align;
mod branches;
mod choose;
mod collect;
mod content;
mod damaged;
mod decide;
mod difference;
mod fates;
mod identified;
mod identify;
mod known;
mod matched;
mod outcome;
mod owner;
mod part_fates;
mod prefix;
mod recorded;
mod redacted;
mod search;
mod sent;
mod sent_part;
mod sorted;

pub(crate) use identify::identify;
pub(crate) use known::KnownPrefix;
pub(crate) use outcome::Shown;

pub use difference::{Difference, Side, first_byte};
pub use fates::{Fate, State};
pub use matched::MatchedAnswer;
pub use outcome::LedgerMatch;
pub use owner::Proof;
pub use part_fates::has_same_words;
pub use prefix::{Edited, Part as Edit};
pub use redacted::is_redacted;
pub use sent_part::SentPart;
