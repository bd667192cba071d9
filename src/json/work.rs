//! Records work on texts. Tests check that each text is scanned, judged and assembled once.

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

/// Runs a function, and returns the work that it did on each text.
pub(crate) fn watch<T>(run: impl FnOnce() -> T) -> (T, Vec<(Work, Vec<u8>)>) {
    DONE.take();
    let result = run();
    (result, DONE.take())
}

/// Returns the texts of one kind of work, in order.
pub(crate) fn texts(done: &[(Work, Vec<u8>)], work: Work) -> Vec<&[u8]> {
    done.iter().filter(|(own, _)| *own == work).map(|(_, text)| text.as_slice()).collect()
}
