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

/// What is needed to record a request that is no longer there.
pub struct Asked {
    /// The request without the messages that are known.
    pub(super) left: Vec<u8>,
    pub(super) anchor: Option<Anchor>,
    /// The request up to its very last message.
    pub(super) head: Head,
}

impl Anchors {
    /// What recording a request will need of it. Of its head it may be known already that the request begins with it, and of its very
    /// last message where it begins.
    pub(super) fn ask(&self, request: &[u8], wire: &Wire, known: Option<Head>, last: usize) -> Asked {
        let begins = |anchor: &&Anchor| anchor.wire == *wire && (known == Some(anchor.head) || anchor.head.begins(request));
        let anchor = self.0.iter().find(begins).filter(|anchor| anchor.head.length <= last).cloned();
        let [first, end] = anchor.as_ref().map_or([0, 0], |anchor| [anchor.first, anchor.head.length]);
        let left = [request.get(..first), request.get(end..)].map(Option::unwrap_or_default).concat();
        let head = next(anchor.as_ref(), request, last);
        Asked { left, anchor, head }
    }

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
        wire: &Wire,
        entries: &[Entry<'_>],
        from: Option<&Anchor>,
        before: (Option<usize>, Option<Digest>),
        head: &dyn Fn(usize) -> Head,
    ) {
        let [first, .., end] = entries else { return };
        let (row, last) = before;
        let anchor = Anchor {
            wire: wire.clone(),
            head: head(end.value.span().start),
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

/// The head of a request up to a byte, from what is known of it.
pub(super) fn next(anchor: Option<&Anchor>, request: &[u8], end: usize) -> Head {
    anchor.map_or_else(|| Head::of(request, end), |anchor| anchor.head.onto(request, end))
}
