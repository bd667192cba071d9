//! The evidence of section 5a that a thought is the user's own, computed from what the world did and not from what the ledger finds.

use std::collections::HashSet;

use super::instance::Whose;
use super::user::{Step, User};
use super::world::World;
use crate::isolation::endpoint::Ids;
use crate::isolation::talk::Turn;

/// The strongest evidence that a request has for one of its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    Handle,
    Id,
    /// A handle or a drawn id of another answer on the same recorded branch.
    Branch,
    /// Equal complete input, with the same account and key.
    Input,
    /// The conversation's name alone: the rest of the input has changed.
    Name,
}

/// A request that is about to be judged: who sends it, at which step, and what is left of it.
#[derive(Clone, Copy)]
pub struct Asked<'w> {
    pub world: &'w World,
    pub number: usize,
    pub nth: usize,
    pub request: &'w str,
    /// True if the client renamed calls. Whether that leaves the input equal is not settled.
    pub renamed: bool,
    pub known: &'w HashSet<Whose>,
    /// The answers that were recorded for a request with renamed calls: nothing in it shows the answers before.
    pub unlinked: &'w HashSet<Whose>,
}

impl<'w> Asked<'w> {
    pub fn user(&self) -> &'w User {
        &self.world.users[self.number]
    }

    pub fn step(&self) -> &'w Step {
        &self.user().steps[self.nth]
    }

    /// Returns `true` if the instance has not got every answer that the request shows.
    pub fn is_partial(&self) -> bool {
        (self.step().first..self.nth).any(|turn| !self.is_known(turn))
    }

    fn is_known(&self, turn: usize) -> bool {
        self.known.contains(&(self.number, turn))
    }

    /// The evidence for a turn of the session. Nothing, if its answer is not on record or nothing shows whose it is.
    pub fn shown(&self, turn: usize) -> Option<Shown> {
        let (step, number) = (self.step(), self.step().first + turn);
        if !self.is_known(number) || self.is_behind_summary(number) {
            return None;
        }
        let turns = &step.session.talk.turns;
        if self.has_handle(&turns[turn]) {
            return Some(Shown::Handle);
        }
        if self.has_drawn_id(&turns[turn]) {
            return Some(Shown::Id);
        }
        let persona = &self.user().persona;
        // A branch does not choose between two answers with the same input and words if their ids were renamed.
        let is_ambiguous = self.renamed && self.has_rival(number);
        if !persona.clock && !is_ambiguous && (0..turns.len()).any(|other| other != turn && self.is_on_branch(turn, other)) {
            return Some(Shown::Branch);
        }
        if self.renamed || self.has_rival(number) || persona.limit(number) != persona.limit(self.nth) {
            return None;
        }
        if !persona.clock {
            return Some(Shown::Input);
        }
        persona.conversation.is_some().then_some(Shown::Name)
    }

    /// Returns `true` if another answer has the same input and says the same. The latest of them is restored then.
    fn has_rival(&self, turn: usize) -> bool {
        let own = &self.user().steps[turn];
        let rivals =
            self.world.users.iter().enumerate().flat_map(|(user, one)| one.answers().enumerate().map(move |(nth, step)| (user, nth, step)));
        rivals.into_iter().any(|(user, nth, step)| (user, nth) != (self.number, turn) && step.is_same_conversation(own))
    }

    /// A turn that was made before a summary replaced what it was made from.
    fn is_behind_summary(&self, turn: usize) -> bool {
        let steps = &self.user().steps;
        steps[turn].first != steps[self.nth].first
    }

    fn is_on_branch(&self, turn: usize, other: usize) -> bool {
        let first = self.step().first;
        let between = turn.min(other)..=turn.max(other);
        let is_recorded = between.clone().all(|nth| self.is_known(first + nth) && !self.is_behind_summary(first + nth));
        let is_linked = is_recorded && !between.skip(1).any(|nth| self.unlinked.contains(&(self.number, first + nth)));
        let other = &self.step().session.talk.turns[other];
        is_linked && (self.has_handle(other) || self.has_drawn_id(other))
    }

    fn has_handle(&self, turn: &Turn) -> bool {
        turn.thoughts.iter().any(|thought| !thought.handle.is_empty() && self.request.contains(&thought.handle))
    }

    /// Ids that the provider draws: those of calls where they are not counted, and those of items.
    fn has_drawn_id(&self, turn: &Turn) -> bool {
        let drawn = self.user().persona.ids == Ids::Long;
        let calls = turn.calls.iter().filter(|_| drawn).map(|call| call.id.clone());
        let items = turn.calls.iter().map(|call| call.item.clone());
        let reasoning = turn.thoughts.iter().map(|thought| thought.id.clone());
        let message = [turn.response.replace("resp", "msg")];
        calls.chain(items).chain(reasoning).chain(message).any(|id| !id.is_empty() && self.request.contains(&format!("\"{id}\"")))
    }
}
