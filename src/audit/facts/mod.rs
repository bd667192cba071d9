//! The facts that every rule may use: those of the request, and those of the ledger about it.

use std::ops::Deref;

use crate::request::RequestFacts;

use crate::ledger::fates::LedgerMatch;

/// A request about to be sent, held against a ledger where there is one.
pub struct Facts<'d> {
    request: RequestFacts<'d>,
    /// The match of the request with a ledger, where there is one.
    pub matched: Option<LedgerMatch<'d>>,
}

impl<'d> Facts<'d> {
    /// Joins the facts of a request with those of a ledger.
    #[must_use]
    pub fn new(request: RequestFacts<'d>, matched: Option<LedgerMatch<'d>>) -> Self {
        Self { request, matched }
    }
}

/// Rules ask the facts of the request by the same name, whether there is a ledger or not.
impl<'d> Deref for Facts<'d> {
    type Target = RequestFacts<'d>;

    fn deref(&self) -> &RequestFacts<'d> {
        &self.request
    }
}
