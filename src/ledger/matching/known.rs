//! The beginning of a request that was read before: the state that the audit and the record need to read on.

use super::branches::Branches;
use super::branches::LastAnswer;
use crate::json::Document;
use crate::ledger::{Ledger, PendingRequest, Settings};
use crate::model::{Target, Wire};
use crate::request::held_response;
use crate::request::{Context, Position, PrefixBlock, PrefixChain, Walk};
use crate::wires::codec;

/// The beginning of a request that was read before.
#[derive(Clone)]
pub struct KnownPrefix {
    /// The byte where it ends.
    pub(crate) end: usize,
    /// The wire that it was read by.
    pub(crate) wire: Wire,
    /// The position of the walk there.
    pub(crate) position: Position,
    /// The blocks before that position.
    pub(crate) blocks: Vec<PrefixBlock>,
    /// The chains that were answered.
    pub(crate) prompts: Vec<PrefixChain>,
    /// The recorded context, if the request has another one.
    pub(crate) along: Option<Context>,
    /// The settings of the request, apart from its messages.
    pub(crate) settings: Settings,
    /// The branches that the request follows.
    pub(crate) branches: Branches,
    /// The last answers before that position.
    pub(crate) last: Vec<LastAnswer>,
}

impl KnownPrefix {
    /// Returns a walk that continues from there.
    pub(crate) fn walk<'w>(&self, wire: &'w Wire) -> Walk<'w> {
        Walk::from(wire, self.position.clone(), self.blocks.clone(), self.prompts.clone())
    }

    /// Prepares a request with this beginning for the recording of its answer. Returns `None` if it is not read in the same way.
    pub(crate) fn prepare(&self, target: &Target, request: &Document<'_>, ledger: &Ledger) -> Option<PendingRequest> {
        // A request may name the answer that it continues after its messages.
        if self.position.held.is_some() || held_response(request.root()).is_some() {
            return None;
        }
        if target.wire != self.wire {
            return None;
        }
        let codec = codec(&target.wire)?;
        let history = codec.request(request.root());
        let entries = history.entries();
        let (known, new) = entries.split_at_checked(entries.partition_point(|entry| entry.value.span().start < self.end))?;
        // If all messages are new, they are in a second list of the same name.
        known.first()?;
        let mut walk = self.walk(&target.wire);
        new.iter().for_each(|entry| walk.pass(entry));
        Some(ledger.prepare_walked(target, &walk, &Settings::of(request.root(), target)))
    }
}
