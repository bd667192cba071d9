//! Where a recorded request ended, so that recording the next one reads only what is new in it.

use crate::error::Error;
use crate::json::{Digest, Document, Head, Span, scan, scan_around};
use crate::model::{Entry, Wire};

/// The requests that were recorded last, the latest first: a few, since a program may lead several conversations at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Anchors(Vec<Anchor>);

const MOST: usize = 8;

/// The beginning of a request, up to its last message.
#[derive(Clone, Debug)]
pub(super) struct Anchor {
    wire: Wire,
    head: Head,
    /// Where its first message begins.
    first: usize,
    /// How many messages there are in it.
    pub(super) entries: usize,
    /// The row that it ends with.
    pub(super) row: Option<usize>,
    /// The handle of the last thought in it.
    pub(super) last: Option<Digest>,
}

impl Anchors {
    /// Scans a request, without the messages that are known, if it begins as one of the last did.
    pub(super) fn scan<'r>(&self, request: &'r [u8], wire: &Wire) -> Result<(Document<'r>, Option<Anchor>), Error> {
        for anchor in self.0.iter().filter(|anchor| anchor.wire == *wire && anchor.head.begins(request)) {
            if let Ok(document) = scan_around(request, &[Span { start: anchor.first, end: anchor.head.length }]) {
                return Ok((document, Some(anchor.clone())));
            }
        }
        Ok((scan(request)?, None))
    }

    /// Remembers a request by its messages, or those that are new in it, and by what precedes the very last of them.
    pub(super) fn keep(
        &mut self,
        request: &[u8],
        wire: &Wire,
        entries: &[Entry<'_>],
        from: Option<&Anchor>,
        before: (Option<usize>, Option<Digest>),
    ) {
        let [first, .., end] = entries else { return };
        let (row, last) = before;
        let anchor = Anchor {
            wire: wire.clone(),
            head: from.map_or_else(|| Head::of(request, end.value.span().start), |from| from.head.onto(request, end.value.span().start)),
            first: from.map_or(first.value.span().start, |from| from.first),
            entries: from.map_or(0, |from| from.entries) + entries.len() - 1,
            row,
            last,
        };
        // What it goes on from is needed no more, unless another conversation does too; that one is then read whole, once.
        self.0.retain(|known| from.is_none_or(|from| known.head != from.head));
        self.0.insert(0, anchor);
        self.0.truncate(MOST);
    }
}
