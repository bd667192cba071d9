//! Writes an answer as a line.

use crate::error::Error;
use crate::json::base64;
use crate::json::{Changes, Digest, Value, Writer, digest as digest_of, digest_of_written, scan};
use crate::ledger::{Answer, EmittedPart, Hop};
use crate::model::{Provenance, ThinkingKind};
use crate::request::Parent;
use crate::request::PrefixBlock;

/// The name of the member with the digest of all others.
pub(super) const SUM: &str = "sum";

/// Writes an answer as a line, with the sum of the line at its end.
pub(in crate::ledger) fn sealed(answer: &Answer) -> Vec<u8> {
    // The line was written here, so its strings are canonical.
    seal(write(answer), digest_of_written)
}

/// Adds the sum to a line.
fn seal(mut line: Vec<u8>, digest: fn(Value<'_>) -> Digest) -> Vec<u8> {
    let sum = scan(&line).map(|document| sum(&digest(document.root())));
    // A line that was written here is always readable.
    if let Ok(sum) = sum {
        line.pop();
        line.extend_from_slice([",\"", SUM, "\":\"", &sum, "\"}"].concat().as_bytes());
    }
    line
}

/// Returns the digest of a line without its sum, independent of the order of its members.
pub(super) fn sum_of(line: Value<'_>) -> Digest {
    digest_of(line)
}

/// Writes an answer, or the known data before it is received.
pub(in crate::ledger) fn write(answer: &Answer) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.member("wire", answer.wire.as_str());
    let Provenance { vendor, surface, account, model, response, time, .. } = &answer.provenance;
    for (name, value) in [("vendor", vendor), ("surface", surface), ("account", account), ("model", model), ("response", response)] {
        out.member_if(name, value.as_deref());
    }
    if let Some(millis) = time.and_then(|time| u64::try_from(time.millis()).ok()) {
        out.name("time");
        out.long(millis);
    }
    if !answer.complete {
        out.name("complete");
        out.flag(false);
    }
    digest(&mut out, "continues", answer.continues.as_ref());
    if !answer.hops.is_empty() {
        out.name("hops");
        out.open(b'[');
        for Hop { token, parts, said } in &answer.hops {
            out.open(b'[');
            out.text(&sum(token));
            out.number(*parts);
            out.text_or_null(said.as_ref().map(sum).as_deref());
            out.close(b']');
        }
        out.close(b']');
    }
    digest(&mut out, "digest", Some(&answer.body));
    number(&mut out, "entries", Some(answer.entries));
    for (name, value) in [("said", &answer.said), ("system", &answer.system), ("tools", &answer.tools), ("caller", &answer.caller)] {
        digest(&mut out, name, value.as_ref());
    }
    out.member_if("credential", answer.credential.as_deref());
    for (name, value) in [("conversation", &answer.conversation), ("input", &answer.input)] {
        digest(&mut out, name, value.as_ref());
    }
    if let Some(store) = answer.store {
        out.name("store");
        out.flag(store);
    }
    if answer.thinking.iter().any(|said| !said.is_empty()) {
        out.name("thinking");
        out.open(b'[');
        answer.thinking.iter().for_each(|said| out.text(said));
        out.close(b']');
    }
    for (name, value) in [("context", &answer.context), ("spoken", &answer.spoken)] {
        digest(&mut out, name, value.as_ref());
    }
    out.member_if("thread", answer.thread.as_deref());
    after(&mut out, answer);
    if answer.parent != Parent::default() {
        out.name("parent");
        out.open(b'{');
        digest(&mut out, "handle", answer.parent.handle.as_ref());
        out.member_if("id", answer.parent.id.as_deref());
        digest(&mut out, "spoken", answer.parent.spoken.as_ref());
        digest(&mut out, "input", answer.parent.input.as_ref());
        digest(&mut out, "thought", answer.parent.thought.as_ref());
        out.close(b'}');
    }
    if answer.base.depth > 0 {
        digest(&mut out, "base", answer.base.hash.as_ref());
        number(&mut out, "depth", Some(answer.base.depth));
    }
    if !answer.blocks.is_empty() {
        out.name("blocks");
        blocks(&mut out, &answer.blocks);
    }
    if let Some(origin) = &answer.origin {
        digest(&mut out, "origin", Some(&origin.key));
        digest(&mut out, "digits", origin.digits.as_ref());
        number(&mut out, "runs", Some(origin.runs).filter(|runs| *runs > 1));
        // As a text, for the same reason as a part.
        out.name("raw");
        out.quoted(&origin.entries);
    }
    out.name("parts");
    out.open(b'[');
    answer.parts.iter().for_each(|part| emitted(&mut out, part));
    out.close(b']');
    out.close(b'}');
    out.finish()
}

fn blocks(out: &mut Writer, blocks: &[PrefixBlock]) {
    out.open(b'[');
    for PrefixBlock { digest, place, restarts } in blocks {
        out.open(b'[');
        out.text(&sum(digest));
        place.iter().for_each(|at| out.number(*at));
        if *restarts {
            out.flag(true);
        }
        out.close(b']');
    }
    out.close(b']');
}

/// Returns a line with all blocks of its prefix, so that it depends on no other line.
///
/// # Errors
/// A line that is not JSON.
pub(in crate::ledger) fn with_blocks(line: &[u8], all: &[PrefixBlock]) -> Result<Vec<u8>, Error> {
    let document = scan(line)?;
    let (mut changes, mut out) = (Changes::new(&document), Writer::default());
    blocks(&mut out, all);
    changes.set(document.root(), "blocks", &out.finish())?;
    for name in ["base", "depth", SUM] {
        document.root().get(name).map_or(Ok(()), |member| changes.remove(member))?;
    }
    changes.apply().map(|line| seal(line, sum_of))
}

/// Writes the last thought of the request, unless it belongs to the last answer: then it is already written.
fn after(out: &mut Writer, answer: &Answer) {
    match &answer.after {
        after if *after == answer.parent.handle => {}
        None => {
            out.name("after");
            out.raw(b"null");
        }
        after => digest(out, "after", after.as_ref()),
    }
}

fn emitted(out: &mut Writer, part: &EmittedPart) {
    out.open(b'{');
    out.member("kind", part.kind.name());
    out.member_if("thinking", part.thinking.map(ThinkingKind::name));
    if let Some(attachment) = &part.attachment {
        let (place, of) = attachment.words();
        out.member("at", place);
        out.member_if("of", of);
    }
    out.member_if("call", part.trace.call.as_deref());
    out.member_if("item", part.trace.item.as_deref());
    out.member_if("sort", Some(part.trace.sort.as_str()).filter(|sort| !sort.is_empty()));
    for (name, value) in [("text", &part.trace.text), ("handle", &part.trace.handle), ("calls", &part.calls), ("phase", &part.phase)] {
        digest(out, name, value.as_ref());
    }
    for (name, list) in [("others", &part.others), ("stubs", &part.stubs), ("sketches", &part.sketches)] {
        if !list.is_empty() {
            out.name(name);
            out.open(b'[');
            list.iter().for_each(|digest| out.text(&sum(digest)));
            out.close(b']');
        }
    }
    if !part.complete {
        out.name("complete");
        out.flag(false);
    }
    // As a text, so that no store that sorts or rounds JSON changes it.
    if !part.raw.is_empty() {
        out.name("raw");
        out.quoted(&part.raw);
    }
    if !part.bare.is_empty() {
        out.name("bare");
        out.quoted(&part.bare);
    }
    out.close(b'}');
}

fn digest(out: &mut Writer, name: &str, digest: Option<&Digest>) {
    out.member_if(name, digest.map(sum).as_deref());
}

/// Returns a digest in base64. All have one length, so there is no padding.
fn sum(digest: &Digest) -> String {
    base64::encode(&digest.0).trim_end_matches('=').to_owned()
}

fn number(out: &mut Writer, name: &str, number: Option<usize>) {
    if let Some(number) = number {
        out.name(name);
        out.number(number);
    }
}
