//! One answer as a line of JSON: how it is kept, saved and read again.
//!
//! A ledger is its own text. What is kept of an answer is this line, and the typed view is read from it when it is asked for; so
//! what a later version has written into it survives, a snapshot is the lines one after the other, and saving the next
//! exchange means writing one line. A line refers to no other by its number, so lines are read in any order, and twice is once.

mod read;
mod write;

pub(super) use read::{count, decoded, part, read};
pub(super) use write::{with_blocks, write};
