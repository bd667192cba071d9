//! The answer that a run sends back, and by what evidence.

/// An answer that a run was found to send back, and by what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner {
    pub(super) nth: usize,
    pub(super) by: By,
}

/// The evidence for an answer, the strongest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum By {
    Rest,
    Handles,
    Words,
    Ids,
}

/// An answer of which a request that goes on from an audited one has to know.
#[derive(Clone, Copy, Debug)]
pub(in crate::audit) struct LastAnswer {
    /// Its number in the ledger.
    pub(super) nth: usize,
    /// The first answer of its conversation.
    pub(super) root: usize,
    /// True if its handles are in the request.
    pub(super) is_certain: bool,
}
