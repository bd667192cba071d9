//! The branches of the ledger that a request is shown to follow.

use crate::json::Digest;
use crate::ledger::{Numbered, Numbers};

/// The answers that handles and drawn ids show, with all that they go on from.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::audit) struct Branches {
    /// The answers whose handle or drawn id is in the request.
    shown: Numbers,
    /// Those, and all that they go on from.
    path: Numbers,
    /// The same of the answers that a handle shows.
    handle_path: Numbers,
    /// The first answers of conversations that say what the request says where it has another thought: the request follows a branch that is not on record.
    contradicted: Numbers,
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
    /// Takes an answer that an id shows.
    pub(super) fn show_by_id(&mut self, nth: usize, tree: &mut dyn Tree) {
        self.shown.add(nth);
        walk_up(nth, &mut self.path, tree);
    }

    /// Takes an answer that a handle shows.
    pub(super) fn show_by_handle(&mut self, nth: usize, tree: &mut dyn Tree) {
        self.show_by_id(nth, tree);
        walk_up(nth, &mut self.handle_path, tree);
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
    pub(in crate::audit) fn overturns(&self, before: &Self) -> bool {
        self.contradicted != before.contradicted || before.contradicted.iter().next().is_some() && self.handle_path != before.handle_path
    }
}

/// Adds an answer and all that it goes on from, up to those that are there.
fn walk_up(nth: usize, path: &mut Numbers, tree: &mut dyn Tree) {
    let mut next = Some(nth);
    while let Some(at) = next.filter(|at| path.add(*at)) {
        next = tree.parent(at);
    }
}
