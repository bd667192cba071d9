//! The branches of the ledger that a request is shown to follow.

use crate::json::Digest;
use crate::ledger::{Numbered, Numbers};

/// The answers that handles and drawn ids show, with all that they go on from.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Branches {
    /// The answers whose handle or drawn id is in the request.
    shown: Numbers,
    /// Those, and all that they go on from.
    path: Numbers,
    /// The same of the answers that a handle shows.
    handle_path: Numbers,
    /// The answers with a handle in the request.
    with_handle: Numbers,
    /// The number of those that none of them goes on from: one for each branch.
    ends: usize,
    /// The answers that one of those goes on from.
    continued: Numbers,
    /// The answers that two of those go on from.
    confirmed: Numbers,
    /// The answers that are confirmed by this request and were not by those before it.
    newly_confirmed: Vec<usize>,
    /// The first answers of conversations that say what the request says where it has another thought: the request follows a branch that is not on record.
    contradicted: Numbers,
}

/// An answer that was found before, and the first one of its conversation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastAnswer {
    /// Its number in the ledger.
    pub(super) nth: usize,
    /// The first answer of its conversation.
    pub(super) root: usize,
}

/// The tree of recorded answers, by their numbers.
pub(super) trait Tree {
    /// The answer that one goes on from.
    fn parent(&mut self, nth: usize) -> Option<usize>;
    /// The first answer of the conversation that one is of.
    fn root(&mut self, nth: usize) -> usize;
    /// The context that ends with an answer.
    fn spoken(&mut self, nth: usize) -> Option<Digest>;
}

/// How an answer lies to the branches that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relation {
    /// On none of them.
    Apart,
    /// It goes on from an answer that is shown.
    After,
    /// An answer that is shown goes on from it.
    Before,
}

impl Branches {
    /// The branches to begin with for a request that goes on from one with these.
    pub(super) fn go_on(&self) -> Self {
        Self { newly_confirmed: Vec::new(), ..self.clone() }
    }

    /// Adds an answer that an id shows.
    pub(super) fn show_by_id(&mut self, nth: usize, tree: &mut dyn Tree) {
        self.shown.add(nth);
        walk_up(Some(nth), &mut self.path, tree);
    }

    /// Adds an answer that a handle shows.
    pub(super) fn show_by_handle(&mut self, nth: usize, tree: &mut dyn Tree) {
        self.show_by_id(nth, tree);
        walk_up(Some(nth), &mut self.handle_path, tree);
        if self.with_handle.add(nth) {
            self.ends += usize::from(!self.continued.has(nth));
            let mut known = tree.parent(nth);
            while let Some(at) = known.filter(|at| self.continued.add(*at)) {
                self.ends -= usize::from(self.with_handle.has(at));
                known = tree.parent(at);
            }
            self.newly_confirmed.extend(walk_up(known, &mut self.confirmed, tree));
        }
    }

    /// Returns `true` if two answers whose handles are in the request go on from this one. One may have been moved here.
    pub(super) fn is_confirmed(&self, nth: usize) -> bool {
        self.confirmed.has(nth)
    }

    /// Returns `true` if an answer whose handle is in the request goes on from this one.
    pub(super) fn is_continued(&self, nth: usize) -> bool {
        self.continued.has(nth)
    }

    /// Notes that a run has a thought of its own where an answer says the same.
    pub(super) fn contradict(&mut self, nth: usize, tree: &mut dyn Tree) {
        self.contradicted.add(tree.root(nth));
    }

    /// Returns `true` if the request follows a branch of the answer's conversation that is not on record. What precedes a recorded handle is still the request's own.
    pub(super) fn is_contradicted(&self, nth: usize, tree: &mut dyn Tree) -> bool {
        self.contradicted.has(tree.root(nth)) && !self.handle_path.has(nth)
    }

    /// How an answer lies to what is shown. `known` remembers which answers go on from a shown one.
    pub(super) fn relation(&self, nth: usize, known: &mut Numbered<bool>, tree: &mut dyn Tree) -> Relation {
        if self.path.has(nth) {
            return Relation::Before;
        }
        let (mut way, mut next) = (Vec::new(), tree.parent(nth));
        let is_after = loop {
            match next {
                Some(before) if self.shown.has(before) => break true,
                // A circle of hostile lines ends where it began.
                Some(before) if before != nth && !way.contains(&before) => match known.get(before) {
                    Some(known) => break *known,
                    None => way.push(before),
                },
                _ => break false,
            }
            next = way.last().and_then(|last| tree.parent(*last));
        };
        way.into_iter().for_each(|before| known.set(before, is_after));
        if is_after { Relation::After } else { Relation::Apart }
    }

    /// The answers on the way to those that are shown, each with the context that ends with it, in order.
    pub(super) fn words_on_path(&self, tree: &mut dyn Tree) -> Vec<(Digest, usize)> {
        let mut words: Vec<(Digest, usize)> = Vec::new();
        for (nth, ()) in self.path.iter() {
            words.extend(tree.spoken(nth).map(|spoken| (spoken, nth)));
        }
        words.sort_unstable();
        words
    }

    /// Returns `true` if what was decided by other branches may be decided otherwise by these.
    pub(crate) fn overturns(&self, before: &Self) -> bool {
        self.contradicted != before.contradicted
            || before.contradicted.iter().next().is_some() && self.handle_path != before.handle_path
            || self.ends > 1 && self.newly_confirmed.iter().any(|nth| !self.with_handle.has(*nth))
    }
}

/// Adds an answer and all that it goes on from, up to those that are there. Returns the new ones.
fn walk_up(from: Option<usize>, path: &mut Numbers, tree: &mut dyn Tree) -> Vec<usize> {
    let (mut added, mut next) = (Vec::new(), from);
    while let Some(at) = next.filter(|at| path.add(*at)) {
        added.push(at);
        next = tree.parent(at);
    }
    added
}
