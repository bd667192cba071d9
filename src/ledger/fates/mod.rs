//! The fates of recorded parts in a request.
//!
//! `matching` has found the answers that the request sends back. This module aligns each part of a run with a part of its answer, and compares them.
//!
//! | file | question |
//! |---|---|
//! | `align`, `sorted` | which part of the run is which part of the answer? |
//! | `thoughts`, `parts` | what became of each recorded thought, and of every other part? |
//! | `difference` | at which byte do the two differ first? |
//! | `prefix` | is the prefix of a bound thought unchanged? |
//! | `matched`, `answer` | what rules ask: a request matched with a ledger, and an answer that it sends back |

mod align;
mod answer;
mod difference;
mod matched;
mod parts;
mod prefix;
mod sorted;
mod thoughts;

pub use answer::MatchedAnswer;
pub use difference::{Difference, first_byte};
pub use matched::LedgerMatch;
pub(crate) use matched::Shown;
pub use parts::{has_recorded_words, has_same_words};
pub use prefix::{Edited, Part as Edit};
pub use thoughts::{Fate, State};
