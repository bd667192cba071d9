//! Replies: what one provider answers, as a client of another reads it, whole or as it comes.
//!
//! A client of another vendor cannot send back what only the issuer reads. So it gets of a thought what can be read, in its own shape and unsealed; the rest stays
//! in the ledger, and the next request brings it home.
//!
//! A body is converted as the stream that would have said it, so both come to the same.

mod grammar;
mod shape;
mod writer;

pub(super) use grammar::{Count, EventFraming, Grammar, PartGrammar, Templates};
pub(super) use shape::{ReplyShape, UsagePaths};
pub(super) use writer::{OpenPart, ReplyPart, ReplyWriter};

/// The replies of a wire.
pub(super) struct WireReply {
    /// Where they say what they are.
    pub(super) shape: ReplyShape,
    /// How they are written.
    pub(super) grammar: &'static Grammar,
}
