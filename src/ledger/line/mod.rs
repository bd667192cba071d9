//! One answer as a line of JSON: how it is kept, saved and read again.
//!
//! A ledger is its own text. What is kept of an answer is this line, and the typed view is read from it when it is asked for; so
//! what a later version has written into it survives, a snapshot is the lines one after the other, and saving the next
//! exchange means writing one line. A line refers to no other by its number, so lines are read in any order, and twice is once.
//!
//! | members | what they are for |
//! |---|---|
//! | `wire`, `vendor`, `surface`, `model`, `response`, `time`, `complete` | the issuer, and when the answer was received |
//! | `account`, `credential`, `conversation` | the scope: the account, a digest of the key, a digest of the conversation's name. Deletion by person or by conversation goes by them |
//! | `system`, `tools`, `caller`, `input` | digests of what was asked; `input` is that of the complete input |
//! | `context`, `spoken`, `parent`, `after`, `base`, `depth`, `blocks` | the place of the answer in its conversation |
//! | `digest`, `said`, `parts` | the answer: each part with its ids and digests, and with its text in `raw` |
//! | `origin`, `digits`, `runs`, `raw` | entries that a conversion has seen |
//! | `sealed` | written by whoever encrypts the texts: each `raw` is a ciphertext then, and a reader without the key has the digests only |
//! | `sum` | the digest of all other members, in whatever order a store keeps them |
//!
//! Only `raw` holds words of a conversation. A line whose `sum` does not match is not read. A line of an earlier version has none; its texts are held against the
//! digests beside them.

mod check;
mod read;
mod write;

pub(super) use check::check;
pub(super) use read::{count, decoded, part, read};
pub(super) use write::{sealed, with_blocks, write};
