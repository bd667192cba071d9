//! The texts that were worked on, for tests which hold that each is scanned, judged and put together once.

use std::cell::RefCell;

/// A kind of work on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Scan,
    Judge,
    Assemble,
}

thread_local! {
    static DONE: RefCell<Vec<(Work, Vec<u8>)>> = const { RefCell::new(Vec::new()) };
}

pub(crate) fn note(work: Work, text: &[u8]) {
    DONE.with_borrow_mut(|done| done.push((work, text.to_vec())));
}

/// Runs something, and returns what was done meanwhile with which texts.
pub(crate) fn watch<T>(run: impl FnOnce() -> T) -> (T, Vec<(Work, Vec<u8>)>) {
    DONE.take();
    let result = run();
    (result, DONE.take())
}

/// The texts with which that was done, in order.
pub(crate) fn texts(done: &[(Work, Vec<u8>)], work: Work) -> Vec<&[u8]> {
    done.iter().filter(|(own, _)| *own == work).map(|(_, text)| text.as_slice()).collect()
}
