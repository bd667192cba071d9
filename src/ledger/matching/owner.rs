//! The answer that a run sends back, and what shows that.

/// An answer that a run was found to send back.
#[derive(Clone, Debug)]
pub(super) struct Owner {
    pub(super) nth: usize,
    pub(super) by: By,
    /// The proof that the request continues this answer. Without it the answer is only a guess, and nothing of it is restored.
    pub(super) proof: Option<Proof>,
    /// True if the run has another thought without a handle, or says something else: it was changed, or is an answer to the same input that is not on record. It is
    /// reported and never overwritten.
    pub(super) is_changed: bool,
}

/// How an answer was found. It decides where the answer is if several runs have something of it: the last one wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum By {
    Rest,
    Handles,
    Words,
    Ids,
}

/// The evidence that a request continues a recorded answer, in the order of DESIGN 5a.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A handle of the answer is in the request.
    Handle,
    /// A drawn id of the answer is in the request, and no different answer has it.
    Id(String),
    /// A handle or a drawn id of another answer on the same recorded branch is in the request.
    Branch,
    /// The answer was recorded under the same conversation name, after the same messages, with the same visible parts.
    Name,
    /// The answer was made from the same complete input in the same account, with the same visible parts.
    Input,
}

impl Proof {
    /// Returns `true` if the answer itself is in the request: its handle, or an id of its own.
    #[must_use]
    pub fn is_own(&self) -> bool {
        matches!(self, Proof::Handle | Proof::Id(_))
    }

    /// The proof as a report names it.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Proof::Handle => "a signature or ciphertext of the same answer".to_owned(),
            Proof::Id(id) => ["id ", id].concat(),
            Proof::Branch => "a signature or id of another answer in this conversation".to_owned(),
            Proof::Name => "the conversation name and the same visible answer".to_owned(),
            Proof::Input => "the same system prompt, tools, caller, model and messages".to_owned(),
        }
    }
}

/// An answer that was found before, and the first one of its conversation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastAnswer {
    /// Its number in the ledger.
    pub(super) nth: usize,
    /// The first answer of its conversation.
    pub(super) root: usize,
}
