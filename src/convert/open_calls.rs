//! The calls of a stream that are open, found by the number that the source has for them. An answer may open any number of them before one ends.

use std::collections::BTreeMap;

/// A call that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenCall {
    /// Its number among the parts of the reply.
    pub(super) nth: usize,
    /// True if anything was said of its arguments.
    pub(super) is_given: bool,
}

/// All of them: whether each is given anything, by the number that the source has for it and its own. Some sources begin several calls with one number.
#[derive(Default)]
pub(super) struct OpenCalls {
    given: BTreeMap<(usize, usize), bool>,
    /// How many calls were opened.
    pub(super) count: usize,
}

impl OpenCalls {
    pub(super) fn open(&mut self, key: usize, nth: usize) {
        self.given.insert((key, nth), false);
        self.count += 1;
    }

    /// The call with that key: of several the first.
    pub(super) fn first(&self, key: usize) -> Option<OpenCall> {
        let (&(_, nth), &is_given) = self.given.range((key, 0)..=(key, usize::MAX)).next()?;
        Some(OpenCall { nth, is_given })
    }

    /// Notes that the call with that key has arguments, and returns its number among the parts.
    pub(super) fn give(&mut self, key: usize) -> Option<usize> {
        let (&(_, nth), is_given) = self.given.range_mut((key, 0)..=(key, usize::MAX)).next()?;
        *is_given = true;
        Some(nth)
    }

    pub(super) fn remove(&mut self, key: usize, call: OpenCall) {
        self.given.remove(&(key, call.nth));
    }

    /// Takes all of them, in the order in which they began.
    pub(super) fn take_all(&mut self) -> Vec<OpenCall> {
        let given = std::mem::take(&mut self.given);
        let mut all: Vec<OpenCall> = given.into_iter().map(|((_, nth), is_given)| OpenCall { nth, is_given }).collect();
        all.sort_by_key(|call| call.nth);
        all
    }

    /// Drops the calls that do not fit.
    pub(super) fn retain(&mut self, fits: &dyn Fn(OpenCall) -> bool) {
        self.given.retain(|(_, nth), is_given| fits(OpenCall { nth: *nth, is_given: *is_given }));
    }
}
