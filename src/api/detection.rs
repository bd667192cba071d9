//! The wire that a body was recognised as.

use super::records::{self, json_of};
use crate::wires::{Detection, Side};

/// Writes wire, dialect, role and certainty.
#[must_use]
pub fn write_detection(detection: &Detection) -> Vec<u8> {
    let role = match detection.side {
        Side::Request => "request",
        Side::Response => "response",
        Side::Stream => "stream",
    };
    let (wire, dialect, certainty) = (detection.wire.as_str(), detection.dialect, detection.certainty);
    json_of(&records::Detection { wire, dialect, role, certainty })
}
