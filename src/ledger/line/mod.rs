//! One answer as a line of JSON: its stored form.
//!
//! A ledger consists of its lines. The line is the stored form of an answer, and the typed view is read from it on demand. Members of a later version therefore
//! survive, a snapshot is a list of lines, and saving the next exchange writes one line. A line refers to no other by its number, so lines can be read in any
//! order and more than once.
//!
//! | members | what they are for |
//! |---|---|
//! | `wire`, `vendor`, `surface`, `model`, `response`, `time`, `complete` | the issuer, and when the answer was received |
//! | `account`, `credential`, `conversation` | the scope: the account, a digest of the key, a digest of the conversation's name. Deletion by person or by conversation uses them |
//! | `system`, `tools`, `caller`, `input` | digests of the request; `input` is that of the complete input |
//! | `context`, `spoken`, `parent`, `after`, `base`, `depth`, `blocks` | the place of the answer in its conversation |
//! | `digest`, `said`, `parts` | the answer: each part with its ids and digests, and with its text in `raw`, or only its handle in `bare` |
//! | `origin`, `digits`, `runs`, `raw` | entries that a conversion has seen |
//! | `sealed` | set by a store that encrypts the texts: each `raw` is then a ciphertext, and a reader without the key has the digests only |
//! | `sum` | the digest of all other members, in any order |
//!
//! Only `raw` holds words of a conversation. A line whose `sum` does not match is not read. A line of an earlier version has no sum; its texts are compared
//! with the digests beside them.

mod check;
mod read;
mod write;

pub(super) use check::check;
pub(super) use read::{count, decoded, part, read};
pub(super) use write::{sealed, with_blocks, write};
