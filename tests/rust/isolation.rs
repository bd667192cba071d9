//! Conversations in one ledger are isolated: law 8, held over pairs of conversations that collide in everything but their thoughts.
//!
//! A seed makes a pair: two people on one endpoint, with the same ids, calls, prompts and answers, or some of these, each with
//! thoughts of their own. `RETHOUGHT_PAIRS=10000 cargo test --test rust isolation:: -- --nocapture` tries more pairs and prints the counts,
//! `RETHOUGHT_SEED=7` tries only that one and prints its requests whole.

pub mod cases;
pub mod damage;
pub mod endpoint;
pub mod endpoints;
pub mod evidence;
pub mod laws;
pub mod pair;
pub mod pairs;
pub mod random;
pub mod session;
pub mod settings;
pub mod shared;
pub mod speaker;
pub mod talk;
pub mod tally;
pub mod vendors;
pub mod wires;
