//! Replies: what one provider answers, as a client of another reads it, whole or as it comes.
//!
//! A client of another vendor cannot send back what only the issuer reads. It gets the readable text of a thought, in its own shape and without a handle. The
//! ledger keeps the rest, and restores it in the next request.
//!
//! A body is converted as the stream that would have said it, so both come to the same.

mod grammar;
mod shape;
mod writer;

pub(crate) use grammar::{Count, EventFraming, Grammar, PartGrammar, Templates};
pub(crate) use shape::{ReplyHead, ReplyShape, UsagePaths};
pub(crate) use writer::{OpenPart, ReplyPart, ReplyWriter};

/// The replies of a wire.
pub(crate) struct WireReply {
    /// Where they say what they are.
    pub(crate) shape: ReplyShape,
    /// How they are written.
    pub(crate) grammar: &'static Grammar,
}
