//! A request held against a ledger, once: which of its parts replay which recorded ones, and what became of every recorded thought.
//!
//! `sent` reads what a model may have said, `decide` finds the recorded answer of each run by the evidence of DESIGN 5a,
//! `align` tells within that answer which part is which. Rules look at what is found here and never at the ledger's own lists.

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
