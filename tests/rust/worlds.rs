//! Worlds in which no ledger knows everything: law 8 and section 5a of the design, held where other instances, restarts, expiry and eviction
//! leave holes.
//!
//! A seed makes a world: users who say the same in the same words and differ in one thing that the law names, several instances of a ledger
//! behind a balancer, and clients that damage what they send. Each user's thoughts and handles carry a mark that nobody else has.
//!
//! 1. Nothing of another user's mark appears in what a safe repair, a report or a view gives for a request.
//! 2. A request that is whole is returned byte for byte.
//! 3. A thought whose answer is on record, and that section 5a shows to be this user's, is restored.
//!
//! `RETHOUGHT_WORLDS=10000 cargo test --test rust worlds:: -- --nocapture` goes on until that many requests reached an instance that did not see
//! all of their conversation, and prints the counts. `RETHOUGHT_SEED=7` tries only that world and prints its failures whole.

pub mod body;
pub mod crowd;
pub mod damage;
pub mod instance;
pub mod isolation;
pub mod judge;
pub mod merge;
pub mod run;
pub mod shown;
pub mod tally;
pub mod user;
pub mod world;
