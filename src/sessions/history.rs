//! The messages of a conversation so far. They are kept so that another conversation can branch from the middle: after an edited message, a repeated answer or
//! a rollback.
//!
//! The messages that a branch shares with the first conversation are written again at its beginning, within two limits. A history beyond [`MOST`] is dropped,
//! and nothing can branch from it. All repetition together may not exceed [`TIMES`] times the bytes that were read. A file with a fork in every line then
//! costs its length and not the square of it. Messages that cannot be written again are reported as missing.

use std::cell::Cell;
use std::rc::Rc;

use super::resumed::Source;
use crate::json::FastHash;

/// The maximum length of a kept conversation. It is the longest request that a provider accepts: 32 MB at Anthropic.
pub const MOST: usize = 32 << 20;

/// How many times the forks of a transcript may repeat it.
const TIMES: usize = 8;

/// The number of named places of a conversation. A fork is near the end: users branch at the last answers.
pub const PLACES: usize = 1024;

/// The messages of a conversation, with commas between them.
#[derive(Debug, Default)]
pub struct MessageHistory {
    text: Vec<u8>,
    /// The length of the text, also if it was dropped.
    length: usize,
    /// Lines by their names, and the length of the text after each.
    places: Vec<(FastHash, HistoryPlace)>,
    /// The lines of the messages.
    sources: Vec<Source>,
    lost: bool,
}

/// A place in a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistoryPlace {
    /// The number of bytes before it.
    pub at: usize,
    /// True if it is inside a message, between two blocks of its content.
    pub inside: bool,
}

impl MessageHistory {
    /// Makes a history that begins with the messages of another.
    #[must_use]
    pub fn of(text: &[u8], sources: Vec<Source>) -> Self {
        Self { text: text.to_vec(), length: text.len(), sources, ..Self::default() }
    }

    /// Adds the lines of messages that begin at a byte.
    pub fn add_sources(&mut self, begin: usize, sources: &[Source]) {
        if !self.lost {
            self.sources.extend(sources.iter().map(|source| source.shifted(begin)));
        }
    }

    /// Returns the lines of the messages up to a place.
    #[must_use]
    pub fn sources_until(&self, point: HistoryPlace) -> Vec<Source> {
        self.sources.iter().copied().take_while(|source| source.at < point.at).collect()
    }

    /// Adds messages and returns the byte at which they begin.
    pub fn add(&mut self, messages: &[u8]) -> usize {
        self.length += messages.len() + usize::from(self.length > 0 && !messages.is_empty());
        self.lost |= self.length > MOST;
        if self.lost {
            (self.text, self.sources) = (Vec::new(), Vec::new());
        } else {
            join(&mut self.text, messages);
        }
        self.length - messages.len()
    }

    /// Returns `true` if it became too long and was dropped.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// Returns the place of its end.
    #[must_use]
    pub fn end(&self) -> HistoryPlace {
        HistoryPlace { at: self.length, inside: false }
    }

    /// Names a place.
    pub fn place(&mut self, name: FastHash, point: HistoryPlace) {
        if self.places.len() >= PLACES {
            self.places.drain(..PLACES / 2);
        }
        self.places.push((name, point));
    }

    /// Returns the place of a name.
    #[must_use]
    pub fn find(&self, name: FastHash) -> Option<HistoryPlace> {
        self.places.iter().rev().find(|(known, _)| *known == name).map(|(_, point)| *point)
    }

    /// Returns the messages up to a place.
    #[must_use]
    pub fn until(&self, point: HistoryPlace) -> Option<Vec<u8>> {
        let mut shared = self.text.get(..point.at).filter(|_| !self.lost)?.to_vec();
        if point.inside {
            shared.extend_from_slice(b"]}");
        }
        Some(shared)
    }
}

/// The budget of bytes that may be written again. All conversations of a transcript share it.
#[derive(Clone, Debug, Default)]
pub struct Allowance {
    left: Rc<Cell<usize>>,
}

impl Allowance {
    /// Adds the bytes that were read.
    pub fn read(&mut self, bytes: usize) {
        self.left.set(self.left.get().saturating_add(bytes.saturating_mul(TIMES)));
    }

    /// Subtracts the bytes that are written again from the budget. Returns `None` if they exceed it.
    #[must_use]
    pub fn take(&mut self, shared: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let shared = shared?;
        self.take_bytes(shared.len())?;
        Some(shared)
    }

    /// Subtracts a number of bytes from the budget. Returns `None` if they exceed it.
    #[must_use]
    pub fn take_bytes(&mut self, bytes: usize) -> Option<()> {
        self.left.set(self.left.get().checked_sub(bytes)?);
        Some(())
    }
}

/// Adds to a list that has commas between its elements.
pub fn join(list: &mut Vec<u8>, more: &[u8]) {
    if !list.is_empty() && !more.is_empty() {
        list.push(b',');
    }
    list.extend_from_slice(more);
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_history_is_told_up_to_a_place_and_inside_of_a_message() {
        let mut history = MessageHistory::default();
        assert_eq!(history.add(b"{1}"), 0);
        history.place(FastHash::of(b"a"), history.end());
        assert_eq!(history.add(b"{[2,3]}"), 4);
        history.place(FastHash::of(b"b"), HistoryPlace { at: 7, inside: true });
        let until = |name: &[u8]| history.find(FastHash::of(name)).and_then(|point| history.until(point));
        assert_eq!(until(b"a").unwrap(), b"{1}");
        assert_eq!(until(b"b").unwrap(), b"{1},{[2]}");
        assert_eq!(until(b"c"), None);
    }

    #[test]
    fn a_history_that_is_too_long_is_let_go_and_says_so() {
        let mut history = MessageHistory::default();
        history.add(b"{}");
        history.place(FastHash::of(b"a"), history.end());
        assert!(!history.is_lost());
        history.add(&vec![b'x'; MOST]);
        assert!(history.is_lost());
        // The place is known, so a fork there differs from a line that names nothing.
        let place = history.find(FastHash::of(b"a")).unwrap();
        assert_eq!(place.at, 2);
        assert_eq!(history.until(place), None);
    }

    #[test]
    fn what_is_told_again_has_its_bound() {
        let mut allowance = Allowance::default();
        allowance.read(2);
        assert!(allowance.take(Some(vec![0; 16])).is_some());
        assert!(allowance.take(Some(vec![0; 1])).is_none());
        assert!(allowance.take(None).is_none());
    }
}
