//! Decides if a thought in a request can belong to an answer, whole or damaged.
//!
//! Two people who send the same words may get the same visible answer after different thoughts. A thought that is not the answer's rules the answer out: it is
//! not equal to one, not cut from one, and not one with a few letters changed.

use super::sent::SentPart;
use crate::conversation::placeholder::carries_placeholder;
use crate::json::{Digest, Value, is_base64, scan};
use crate::ledger::{Answer, EmittedPart, Side};
use crate::model::{PartKind, redaction};
use crate::request::{digits, is_distinctive, is_like, sketch};

/// Returns `true` if the handle of a thought can belong to an answer. A thought without a handle does not show its answer.
pub(super) fn may_have_handle_of(part: &SentPart<'_>, answer: &Answer) -> bool {
    let Some(handle) = part.trace.handle else { return true };
    let is_issued = answer.parts.iter().any(|emitted| emitted.handles().any(|one| *one == handle));
    is_issued
        || carries_placeholder(part.value)
        || has_handle_like(part, answer)
        || has_changed_handle_of(part, answer)
        || has_same_text_under_a_changed_handle(part, answer)
        || has_unsigned_text_of(part, answer)
        || may_have_had(part, answer)
}

/// Returns `true` if a thought without a handle of the answer has a text that is not the answer's.
pub(super) fn has_other_text(part: &SentPart<'_>, answer: &Answer) -> bool {
    let is_issued = |handle: &Digest| answer.parts.iter().any(|emitted| emitted.handles().any(|one| one == handle));
    let is_bare = match &part.trace.handle {
        Some(handle) => !is_issued(handle) && part.trace.text.is_some(),
        None => true,
    };
    // With digests only, a cut text looks like another text, and nothing can be restored.
    let is_kept = thoughts(answer).all(|emitted| !emitted.raw.is_empty());
    is_bare && is_kept && part.kind == PartKind::Thought && !has_text_of(part, answer)
}

/// Returns `true` if the text of a thought without a handle belongs to an answer: equal, cut, masked, or several of them joined.
fn has_text_of(part: &SentPart<'_>, answer: &Answer) -> bool {
    if part.trace.text.is_none() {
        // Only its type is left.
        return thoughts(answer).next().is_none() || thoughts(answer).any(|emitted| emitted.trace.sort == part.trace.sort);
    }
    if thoughts(answer).any(|emitted| emitted.trace.text == part.trace.text) {
        return true;
    }
    let now = Side::Text.of(part.value).unwrap_or_default();
    // A stream that lost all but its last piece, or a truncated copy.
    let is_cut = |then: &[u8]| now.len() >= SOME && now.len() < then.len() && (then.starts_with(&now) || then.ends_with(&now));
    let is_damaged = |emitted: &EmittedPart| text_of(emitted).is_some_and(|then| is_cut(&then) || is_redacted(&now, Some(&then)));
    thoughts(answer).any(is_damaged) || is_joined(&now, answer)
}

/// Returns `true` if the thoughts of a run, joined, are one thought of the answer: a client saved each piece of a stream as a block.
pub(super) fn are_fragments(parts: &[SentPart<'_>], answer: &Answer) -> bool {
    let pieces = parts.iter().filter(|part| part.kind == PartKind::Thought).filter_map(|part| Side::Text.of(part.value));
    let joined = pieces.collect::<Vec<_>>().concat();
    !joined.is_empty() && thoughts(answer).any(|emitted| text_of(emitted).is_some_and(|text| text == joined))
}

/// Returns `true` if a text joins the texts of several thoughts: a stream delivers them in pieces.
fn is_joined(now: &[u8], answer: &Answer) -> bool {
    let texts: Vec<Vec<u8>> = thoughts(answer).filter_map(text_of).collect();
    let mut left = now;
    for text in texts.iter().skip_while(|text| !now.starts_with(text)) {
        match left.strip_prefix(text.as_slice()) {
            Some(rest) => left = rest,
            None => break,
        }
    }
    left.is_empty() && !now.is_empty()
}

/// Returns `true` if a thought has a text of the answer and its handle was changed. The text is too long to occur twice, or the handle does not look like the
/// issuer's. Two people often get the same short thought with different handles.
fn has_same_text_under_a_changed_handle(part: &SentPart<'_>, answer: &Answer) -> bool {
    let is_long = || Side::Text.of(part.value).is_some_and(|text| text.len() >= LONG_TEXT);
    let has_text = part.kind == PartKind::Thought && part.trace.text.is_some();
    has_text && thoughts(answer).any(|emitted| emitted.trace.text == part.trace.text) && (is_long() || !looks_issued(part, answer))
}

/// Returns `true` if a handle looks like the answer's. It begins alike and is about as long. It only has to be long if the answer's handles are digests.
fn looks_issued(part: &SentPart<'_>, answer: &Answer) -> bool {
    let Some(now) = Side::Handle.of(part.value).filter(|now| is_base64(now)) else { return false };
    let mut issued = answer.parts.iter().filter(|part| part.trace.handle.is_some());
    issued.any(|emitted| match emitted.issued_handle() {
        Some(then) => now.first() == then.first() && now.len() < 2 * then.len() && then.len() < 2 * now.len(),
        None => now.len() >= LONG_HANDLE,
    })
}

/// Returns `true` if a thought has a text of the answer that was issued without a handle: a client invented the handle.
fn has_unsigned_text_of(part: &SentPart<'_>, answer: &Answer) -> bool {
    let is_it = |emitted: &EmittedPart| emitted.trace.handle.is_none() && emitted.trace.text == part.trace.text;
    part.kind == PartKind::Thought && part.trace.text.is_some() && thoughts(answer).any(is_it)
}

/// Returns `true` if a handle belongs to the answer and was edited or truncated.
fn has_handle_like(part: &SentPart<'_>, answer: &Answer) -> bool {
    let Some(now) = Side::Handle.of(part.value) else { return false };
    let sketch = sketch(&now);
    answer.parts.iter().filter(|part| part.trace.handle.is_some()).any(|emitted| {
        let then = emitted.issued_handle();
        emitted.sketches.iter().any(|then| is_like(&sketch, then))
            || then.is_some_and(|then| is_damaged(&now, &then) || digits(&now) == digits(&then) || is_redacted(&now, Some(&then)))
    })
}

/// Returns `true` if a part has a drawn id of the answer, and a truncated handle of that part or another format. Without the id it may belong to another
/// answer, since handles begin alike. The same is true with the id if nothing else was changed: not every client keeps drawn ids.
fn has_changed_handle_of(part: &SentPart<'_>, answer: &Answer) -> bool {
    let Some(now) = Side::Handle.of(part.value) else { return false };
    let has_id = |emitted: &EmittedPart| part.trace.ids().any(|id| is_distinctive(id) && emitted.trace.ids().any(|one| one == id));
    let is_changed = |emitted: &EmittedPart| {
        let raw = scan(&emitted.raw).ok();
        let format = raw.as_ref().and_then(|raw| raw.root().get("format")).map(Value::raw);
        emitted.issued_handle().is_some_and(|then| then.starts_with(&now))
            || format.is_some() && part.value.get("format").is_some_and(|now| Some(now.raw()) != format)
    };
    answer.parts.iter().any(|emitted| has_id(emitted) && is_changed(emitted))
}

/// Returns `true` if the handle of a part may belong to an answer that is kept as digests. Such an answer cannot be restored anyway. Two people often get the
/// same short thought, each with another long handle.
fn may_have_had(part: &SentPart<'_>, answer: &Answer) -> bool {
    let is_long = Side::Handle.of(part.value).is_some_and(|handle| handle.len() >= LONG_HANDLE);
    let is_thought_twice = || part.trace.text.is_some() && thoughts(answer).any(|emitted| emitted.trace.text == part.trace.text);
    // The handle of a whole message has no text of its own, so nothing shows that it belongs to this answer.
    let is_beside_texts = part.kind == PartKind::Other;
    !(is_long && (is_beside_texts || is_thought_twice()))
        && answer
            .parts
            .iter()
            .any(|emitted| emitted.trace.handle.is_some() && emitted.issued_handle().is_none() && emitted.kind == part.kind)
}

/// Returns `true` if a text is another with at most a quarter changed, at most half cut off, or a third text appended: clients join the redacted thoughts of
/// one answer. Handles of one vendor begin alike over a third of their length and more.
fn is_damaged(now: &[u8], then: &[u8]) -> bool {
    let (long, short) = if now.len() < then.len() { (then, now) } else { (now, then) };
    let head = long.iter().zip(short).take_while(|(one, other)| one == other).count();
    let tail = long.iter().rev().zip(short.iter().rev()).take(short.len() - head).take_while(|(one, other)| one == other).count();
    head + tail > 0 && (4 * (head + tail) >= 3 * long.len() || head == now.len() && 2 * head + 1 >= then.len())
        || then.len() >= LONG_HANDLE && head + PADDING >= then.len()
}

fn thoughts(answer: &Answer) -> impl Iterator<Item = &EmittedPart> {
    answer.parts.iter().filter(|part| part.kind == PartKind::Thought)
}

fn text_of(emitted: &EmittedPart) -> Option<Vec<u8>> {
    Side::Text.of(scan(&emitted.raw).ok()?.root())
}

/// The number of equal letters that is not a coincidence.
const SOME: usize = 3;

/// The length from which a thought does not occur twice. Recorded short ones have some fifty letters.
const LONG_TEXT: usize = 200;

/// The length that no handwritten handle reaches.
const LONG_HANDLE: usize = 64;

/// The number of letters at the end of a handle that differ when bytes follow.
const PADDING: usize = 4;

/// Returns `true` if a text is the redacted form of another: a placeholder, or its beginning or end beside a mask.
#[must_use]
pub fn is_redacted(now: &[u8], then: Option<&[u8]>) -> bool {
    let has = |text: &[u8], mark: &str| text.windows(mark.len()).any(|piece| piece.eq_ignore_ascii_case(mark.as_bytes()));
    // A placeholder that the model itself wrote does not count.
    let is_new = |mark: &str| has(now, mark) && !then.is_some_and(|then| has(then, mark));
    let is_view = redaction::is_redacted(now) && !then.is_some_and(redaction::is_redacted);
    if is_view || MARKS.iter().any(|mark| is_new(mark)) {
        return true;
    }
    let Some(then) = then.filter(|then| now.len() < then.len()) else { return false };
    MASKS.iter().filter(|mask| is_new(mask)).any(|mask| {
        let is_mask = |piece: &[u8]| piece == mask.as_bytes();
        let first = now.windows(mask.len()).position(is_mask).unwrap_or_default();
        let last = now.windows(mask.len()).rposition(is_mask).unwrap_or_default() + mask.len();
        then.starts_with(now.get(..first).unwrap_or_default()) && then.ends_with(now.get(last..).unwrap_or_default())
    })
}

/// The placeholders that other redactors write for a text.
const MARKS: [&str; 8] = ["[redacted", "<redacted", "(redacted)", "[filtered", "[masked", "[removed", "<masked", "█"];

/// The placeholders that they write for a part of a text.
const MASKS: [&str; 4] = ["…", "...", "***", "•••"];

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn what_a_redactor_leaves_is_known() {
        // The mark that the views of this crate write.
        let cut = format!("head[CUT:1234:{}]tail", "0a".repeat(32));
        assert!(is_redacted(cut.as_bytes(), Some(b"head of it and its tail")) && !is_redacted(cut.as_bytes(), Some(cut.as_bytes())));
        let then = Some(b"EqQBCkYIAxgCKkDc".as_slice());
        for mark in ["[REDACTED]", "EqQB…KkDc", "EqQB...", "***", "*****", "<redacted:signature>", "[Filtered]"] {
            assert!(is_redacted(mark.as_bytes(), then), "{mark}");
        }
        for whole in ["EqQBCkYIAxgCKkDd", "EqQB", "other...", "", "EqQBCkYIAxgCKkDc... and more"] {
            assert!(!is_redacted(whole.as_bytes(), then), "{whole}");
        }
        assert!(is_redacted(b"[REDACTED]", None), "a mark says it of itself");
        assert!(!is_redacted(b"Wait...", None), "dots do not");
        assert!(!is_redacted(b"the log says [REDACTED]", Some(b"so the log says [REDACTED]")), "the model said it");
    }
}
