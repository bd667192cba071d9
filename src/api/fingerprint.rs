//! The fingerprints by which a request is compared with calls in flight, and what crosses of a stream that was put together.

use super::write_texts;
use crate::json::{Digest, Value, Writer, scan};
use crate::request::{AnswerFingerprint, Fingerprint};
use crate::wires::{SealedItem, Streamed};

/// Writes the hashes, marks and previous response of a request.
#[must_use]
pub fn write_fingerprint(fingerprint: &Fingerprint) -> String {
    let mut out = Writer::default();
    out.open(b'{');
    out.member_if("end", fingerprint.end.map(|end| end.to_string()).as_deref());
    out.member_if("previous", fingerprint.previous.as_deref());
    for (name, digests) in [("before", &fingerprint.before), ("after", &fingerprint.after)] {
        let words: Vec<String> = digests.iter().map(Digest::to_string).collect();
        write_texts(name, &mut words.iter().map(String::as_str), &mut out);
    }
    write_texts("marks", &mut fingerprint.marks.iter().map(String::as_str), &mut out);
    out.close(b'}');
    String::from_utf8(out.finish()).unwrap_or_default()
}

/// Writes the id and the marks of an answer, and the hash after it.
#[must_use]
pub fn write_answer_fingerprint(fingerprint: &AnswerFingerprint) -> String {
    let mut out = Writer::default();
    out.open(b'{');
    out.member_if("id", fingerprint.id.as_deref());
    out.member_if("after", fingerprint.after.map(|after| after.to_string()).as_deref());
    write_texts("marks", &mut fingerprint.marks.iter().map(String::as_str), &mut out);
    out.close(b'}');
    String::from_utf8(out.finish()).unwrap_or_default()
}

/// Writes what recording a stream needs besides the body that it was put together to.
#[must_use]
pub fn write_assembly(streamed: &Streamed) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.name("ended");
    out.flag(streamed.ended);
    write_texts("unfinished", &mut streamed.unfinished.iter().map(String::as_str), &mut out);
    for (name, is_stub) in [("stubs", true), ("sealed", false)] {
        out.name(name);
        out.open(b'[');
        streamed.sealed.iter().filter(|sealed| sealed.is_stub == is_stub).for_each(|sealed| out.raw(&sealed.item));
        out.close(b']');
    }
    out.close(b'}');
    out.finish()
}

/// Reads what [`write_assembly`] wrote. Returns `None` if it is something else.
#[must_use]
pub fn read_assembly(body: &[u8], assembly: &[u8]) -> Option<Streamed> {
    let document = scan(assembly).ok()?;
    let root = document.root();
    let sealed = [("stubs", true), ("sealed", false)]
        .into_iter()
        .flat_map(|(name, is_stub)| root.list(name).map(move |item| SealedItem { is_stub, item: item.raw().to_vec() }));
    Some(Streamed {
        body: body.to_vec(),
        unfinished: root.list("unfinished").filter_map(Value::text).map(|pointer| pointer.lossy().into_owned()).collect(),
        ended: root.get("ended")?.boolean()?,
        sealed: sealed.collect(),
        error: None,
        unread: Vec::new(),
    })
}
