//! The hits of a redaction.

use serde::Serialize;

use super::records::{RedactionHit, json_of};
use crate::views::Redacted;

/// The hits, and for a log the pointers of the ephemeral messages.
#[derive(Serialize)]
struct RedactionRecord<'v> {
    hits: Vec<RedactionHit<'v>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ephemeral: Option<&'v [String]>,
}

/// Writes the kind, the pointer and the count of every hit. For a log it also writes the pointers of the ephemeral messages.
#[must_use]
pub fn write_redaction(redacted: &Redacted, ephemeral: Option<&[String]>) -> Vec<u8> {
    let hits = redacted.hits.iter().map(|hit| RedactionHit { kind: &hit.kind, pointer: &hit.pointer, count: hit.count });
    json_of(&RedactionRecord { hits: hits.collect(), ephemeral })
}
