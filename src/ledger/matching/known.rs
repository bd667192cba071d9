//! The beginning of a request that was read before: everything that reading on from there needs, for the audit and for the record.

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
    /// Where that ends, as a byte.
    pub(crate) end: usize,
    /// The wire it was read by.
    pub(crate) wire: Wire,
    /// Where the walk through the request stood there.
    pub(crate) position: Position,
    /// The blocks before that.
    pub(crate) blocks: Vec<PrefixBlock>,
    /// The chains that were answered.
    pub(crate) prompts: Vec<PrefixChain>,
    /// The context as it was recorded, where the request says something else.
    pub(crate) along: Option<Context>,
    /// The settings of the request, beside its messages.
    pub(crate) settings: Settings,
    /// The branches that it is shown to follow.
    pub(crate) branches: Branches,
    /// The last answers before that.
    pub(crate) last: Vec<LastAnswer>,
}

impl KnownPrefix {
    /// A walk that goes on from there.
    pub(crate) fn walk<'w>(&self, wire: &'w Wire) -> Walk<'w> {
        Walk::from(wire, self.position.clone(), self.blocks.clone(), self.prompts.clone())
    }

    /// Prepares a request that begins so for the recording of its answer. Returns `None` if it is not read in the same way.
    pub(crate) fn prepare(&self, target: &Target, request: &Document<'_>, ledger: &Ledger) -> Option<PendingRequest> {
        // A request may name the answer that it goes on from after its messages.
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
        // Messages that are all new stand in a second list of the same name.
        known.first()?;
        let mut walk = self.walk(&target.wire);
        new.iter().for_each(|entry| walk.pass(entry));
        Some(ledger.prepare_walked(target, &walk, &Settings::of(request.root(), target)))
    }
}
