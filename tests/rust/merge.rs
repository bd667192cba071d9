//! The lines of a ledger fit together however they were written and in whatever order they come: by several writers that do not see each
//! other, twice, in pieces, from old versions, with conversations forgotten, and from somebody who means harm.
//!
//! A seed makes several conversations on one or more wires, of the generator that `isolation` uses. `RETHOUGHT_SPLITS=1000 cargo test --test
//! merge:: -- --nocapture` tries more seeds and prints the counts, `RETHOUGHT_SEED=7` tries only that one and prints its differences whole.

pub mod dialogue;
pub mod forget;
pub mod hostile;
pub mod old;
pub mod splits;
pub mod stored;
pub mod verdict;
pub mod world;
pub mod writers;
