//! The requests that were audited and may go on: those of the conversations that were used last.

use std::collections::{BTreeSet, VecDeque};

use super::audited::AuditedPrefix;

/// Audited requests, the one that was used last first.
#[derive(Default)]
pub(super) struct AuditedPrefixes {
    list: VecDeque<AuditedPrefix>,
    /// All their names, and some of requests that are gone: what is not among these is in none of them.
    names: BTreeSet<u64>,
}

/// So many bytes of requests are kept, to be known again; of other conversations the next request is judged whole.
const BYTES: usize = 8_000_000;

/// And so many requests: each is looked at whenever one is audited, and a short one is soon judged whole.
const MOST: usize = 256;

impl AuditedPrefixes {
    /// The one that a request begins with.
    pub(super) fn find(&self, request: &[u8]) -> Option<&AuditedPrefix> {
        self.list.iter().find(|audited| audited.begins(request, None))
    }

    /// The same, to be changed and put back. `series` is that of the request.
    pub(super) fn take(&mut self, request: &[u8], series: Option<usize>) -> Option<AuditedPrefix> {
        let nth = self.list.iter().position(|audited| audited.begins(request, series))?;
        self.list.remove(nth)
    }

    /// Puts one first. The oldest are dropped if there are too many.
    pub(super) fn put(&mut self, mut audited: AuditedPrefix) {
        self.names.extend(audited.take_new_names());
        self.list.push_front(audited);
        self.list.truncate(MOST);
        let mut bytes = 0;
        self.list.retain(|audited| {
            bytes += audited.size();
            bytes == audited.size() || bytes <= BYTES
        });
        let count: usize = self.list.iter().map(|audited| audited.names().len()).sum();
        if self.names.len() > 2 * count + MOST {
            self.names = self.list.iter().flat_map(|audited| audited.names()).copied().collect();
        }
    }

    /// Forgets those that know one of these names: what they say of it was judged without what is known now.
    pub(super) fn forget(&mut self, names: &[u64]) {
        if names.iter().any(|name| self.names.contains(name)) {
            self.list.retain(|audited| !names.iter().any(|name| audited.names().contains(name)));
        }
    }
}
