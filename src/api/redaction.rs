//! The hits that a redaction took out of a copy.

use super::{write_number, write_texts};
use crate::json::Writer;
use crate::views::Redacted;

/// Writes the kind, the pointer and the count of every hit. For a log it also writes the pointers of the ephemeral messages.
#[must_use]
pub fn write_redaction(redacted: &Redacted, ephemeral: Option<&[String]>) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.name("hits");
    out.open(b'[');
    for hit in &redacted.hits {
        out.open(b'{');
        out.member("kind", &hit.kind);
        out.member("pointer", &hit.pointer);
        write_number("count", hit.count, &mut out);
        out.close(b'}');
    }
    out.close(b']');
    if let Some(ephemeral) = ephemeral {
        write_texts("ephemeral", &mut ephemeral.iter().map(String::as_str), &mut out);
    }
    out.close(b'}');
    out.finish()
}
