//! The hash chain of an audit log: its head, and the verdict of a verification.

use super::write_number;
use crate::json::Writer;
use crate::views::chain::{ChainHead, ChainVerdict};

/// Writes the head of a chain.
#[must_use]
pub fn write_head(head: &ChainHead) -> Vec<u8> {
    let mut out = Writer::default();
    write_head_into(head, &mut out);
    out.finish()
}

/// Writes what the verification of a log found.
#[must_use]
pub fn write_verdict(verdict: &ChainVerdict) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.name("ok");
    out.flag(verdict.broken.is_none());
    write_number("count", verdict.count, &mut out);
    if let Some(head) = &verdict.head {
        out.name("head");
        write_head_into(head, &mut out);
    }
    if let Some(broken) = &verdict.broken {
        out.name("broken");
        out.open(b'{');
        write_number("line", broken.line, &mut out);
        write_number("seq", broken.seq, &mut out);
        out.member("reason", broken.reason.name());
        out.close(b'}');
    }
    out.close(b'}');
    out.finish()
}

fn write_head_into(head: &ChainHead, out: &mut Writer) {
    out.open(b'{');
    write_number("seq", head.seq, out);
    out.member("hash", &head.hash);
    out.close(b'}');
}
