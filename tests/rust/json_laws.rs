//! The laws of the JSON floor, each held over every text there is: the cases in `tests/data/json`, naughty strings in every
//! slot, and texts made at random.

pub mod laws;
pub mod random;
pub mod texts;
