//! The fingerprint by which a request is compared with calls in flight.

use super::write_texts;
use crate::json::{Digest, Writer};
use crate::request::Fingerprint;

/// Writes the hashes, marks and previous response of a request.
#[must_use]
pub fn write_fingerprint(fingerprint: &Fingerprint) -> String {
    let before: Vec<String> = fingerprint.before.iter().map(Digest::to_string).collect();
    let mut out = Writer::default();
    out.open(b'{');
    out.member_if("end", fingerprint.end.map(|end| end.to_string()).as_deref());
    out.member_if("previous", fingerprint.previous.as_deref());
    write_texts("before", &mut before.iter().map(String::as_str), &mut out);
    write_texts("marks", &mut fingerprint.marks.iter().map(String::as_str), &mut out);
    out.close(b'}');
    String::from_utf8(out.finish()).unwrap_or_default()
}

/// Writes the marks of an answer as a list.
#[must_use]
pub fn write_marks(marks: &[String]) -> String {
    let mut out = Writer::default();
    out.open(b'[');
    marks.iter().for_each(|mark| out.text(mark));
    out.close(b']');
    String::from_utf8(out.finish()).unwrap_or_default()
}
