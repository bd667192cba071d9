//! Replies: converts one provider's answer for a client of another, whole or streamed.
//!
//! A client of another vendor cannot send back data that only the issuer reads. It gets the readable text of a thought, in its own shape and without a handle.
//! The ledger keeps the rest, and restores it in the next request.
//!
//! A body is converted as the equivalent stream, so both give the same result.

mod grammar;
mod shape;
mod writer;

pub(crate) use grammar::{Count, EventFraming, Grammar, PartGrammar, Templates};
pub(crate) use shape::{ReplyHead, ReplyShape, UsagePaths};
pub(crate) use writer::{OpenPart, ReplyPart, ReplyWriter};

/// The replies of a wire.
pub(crate) struct WireReply {
    /// Where they have their id, model, stop reason and usage.
    pub(crate) shape: ReplyShape,
    /// How they are written.
    pub(crate) grammar: &'static Grammar,
}
