//! The recorded branches that the handles and ids of a request show it to follow.

use crate::json::Digest;
use crate::ledger::{Numbered, Numbers};

/// The answers that handles and drawn ids show, with all their ancestors.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Branches {
    /// The answers whose handle or drawn id is in the request.
    shown: Numbers,
    /// The shown answers and all their ancestors.
    path: Numbers,
    /// The answers that a handle shows, and all their ancestors.
    handle_path: Numbers,
    /// The answers with a handle in the request.
    with_handle: Numbers,
    /// The number of answers with a handle that have no descendant with a handle: one for each branch.
    ends: usize,
    /// The ancestors of an answer with a handle.
    continued: Numbers,
    /// The common ancestors of two answers with a handle.
    confirmed: Numbers,
    /// The answers that this request confirms and earlier requests did not.
    newly_confirmed: Vec<usize>,
    /// The first answers of contradicted conversations. The visible text is the same, the thought is another: the request follows a branch that is not on
    /// record.
    contradicted: Numbers,
}

/// An answer that an earlier audit found, and the first one of its conversation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastAnswer {
    /// Its number in the ledger.
    pub(super) nth: usize,
    /// The first answer of its conversation.
    pub(super) root: usize,
}

/// The tree of recorded answers, by their numbers.
pub(super) trait Tree {
    /// Returns the answer that this one continues.
    fn parent(&mut self, nth: usize) -> Option<usize>;
    /// Returns the first answer of the conversation.
    fn root(&mut self, nth: usize) -> usize;
    /// Returns the context that ends with an answer.
    fn spoken(&mut self, nth: usize) -> Option<Digest>;
}

/// The position of an answer relative to the shown branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relation {
    /// It is on none of them.
    Apart,
    /// It continues a shown answer.
    After,
    /// A shown answer continues it.
    Before,
}

impl Branches {
    /// Returns the branches that the next request of the same conversation starts with.
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

    /// Returns `true` if two answers whose handles are in the request continue this one. One may have been moved here.
    pub(super) fn is_confirmed(&self, nth: usize) -> bool {
        self.confirmed.has(nth)
    }

    /// Returns `true` if an answer whose handle is in the request continues this one.
    pub(super) fn is_continued(&self, nth: usize) -> bool {
        self.continued.has(nth)
    }

    /// Records that a run has the text of an answer and a different thought.
    pub(super) fn contradict(&mut self, nth: usize, tree: &mut dyn Tree) {
        self.contradicted.add(tree.root(nth));
    }

    /// Returns `true` if the request follows an unrecorded branch of the answer's conversation. Answers before a recorded handle still belong to the request.
    pub(super) fn is_contradicted(&self, nth: usize, tree: &mut dyn Tree) -> bool {
        self.contradicted.has(tree.root(nth)) && !self.handle_path.has(nth)
    }

    /// Returns the position of an answer relative to the shown ones. `known` caches which answers continue a shown one.
    pub(super) fn relation(&self, nth: usize, known: &mut Numbered<bool>, tree: &mut dyn Tree) -> Relation {
        if self.path.has(nth) {
            return Relation::Before;
        }
        let (mut way, mut next) = (Vec::new(), tree.parent(nth));
        let is_after = loop {
            match next {
                Some(before) if self.shown.has(before) => break true,
                // Hostile lines may form a cycle; it ends at its first answer.
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

    /// Returns the answers on the path to the shown ones in order, each with the context that ends with it.
    pub(super) fn words_on_path(&self, tree: &mut dyn Tree) -> Vec<(Digest, usize)> {
        let mut words: Vec<(Digest, usize)> = Vec::new();
        for (nth, ()) in self.path.iter() {
            words.extend(tree.spoken(nth).map(|spoken| (spoken, nth)));
        }
        words.sort_unstable();
        words
    }

    /// Returns `true` if these branches may change a decision that was made with other branches.
    pub(crate) fn overturns(&self, before: &Self) -> bool {
        self.contradicted != before.contradicted
            || before.contradicted.iter().next().is_some() && self.handle_path != before.handle_path
            || self.ends > 1 && self.newly_confirmed.iter().any(|nth| !self.with_handle.has(*nth))
    }
}

/// Adds an answer and its ancestors, up to the first that is already there. Returns the new ones.
fn walk_up(from: Option<usize>, path: &mut Numbers, tree: &mut dyn Tree) -> Vec<usize> {
    let (mut added, mut next) = (Vec::new(), from);
    while let Some(at) = next.filter(|at| path.add(*at)) {
        added.push(at);
        next = tree.parent(at);
    }
    added
}
