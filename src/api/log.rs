//! The hash chain of an audit log: its head, and the verdict of a verification.

use super::records::{BrokenRecord, LogHead, LogVerdict, json_of};
use crate::views::chain::{ChainHead, ChainVerdict};

/// Writes the head of a chain.
#[must_use]
pub fn write_head(head: &ChainHead) -> Vec<u8> {
    json_of(&head_record(head))
}

/// Writes the result of verifying a log.
#[must_use]
pub fn write_verdict(verdict: &ChainVerdict) -> Vec<u8> {
    json_of(&LogVerdict {
        ok: verdict.broken.is_none(),
        count: verdict.count,
        head: verdict.head.as_ref().map(head_record),
        broken: verdict.broken.as_ref().map(|broken| BrokenRecord { line: broken.line, seq: broken.seq, reason: broken.reason.name() }),
    })
}

fn head_record(head: &ChainHead) -> LogHead<'_> {
    LogHead { seq: head.seq, hash: &head.hash }
}
