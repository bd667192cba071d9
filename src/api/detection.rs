//! The wire that a body was recognised as.

use super::write_number;
use crate::json::Writer;
use crate::wires::{Detection, Side};

/// Writes wire, dialect, role and certainty.
#[must_use]
pub fn write_detection(detection: &Detection) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.member("wire", detection.wire.as_str());
    out.member_if("dialect", detection.dialect);
    let role = match detection.side {
        Side::Request => "request",
        Side::Response => "response",
        Side::Stream => "stream",
    };
    out.member("role", role);
    write_number("certainty", usize::from(detection.certainty), &mut out);
    out.close(b'}');
    out.finish()
}
