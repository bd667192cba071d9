//! Tells whether the thoughts in a run can be those of an answer in the same words.
//!
//! Two people who ask the same may be answered in the same words, and each has thoughts of his own. So an answer that is found by its words
//! alone is not taken for the one in the request if a thought stands there which is not its own: not equal to one, not cut from one, and
//! not one of which a few letters were changed.

use super::difference::Side;
use super::redacted::is_redacted;
use super::sent_part::SentPart;
use crate::audit::placeholder::carries_placeholder;
use crate::json::{Digest, is_base64, scan};
use crate::ledger::{Answer, EmittedPart, digits, is_like, sketch};
use crate::model::PartKind;

/// How the thoughts of a run fit an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Each is the answer's own, whole or damaged, or there is none.
    Own,
    /// One without a handle is not what came: changed, or somebody else's. Nothing may be put in its place.
    Doubtful,
    /// One was issued with another answer, and is on record there.
    Misrouted,
    /// One has a handle that nothing is recorded of.
    Foreign,
}

/// How a thought of a run fits an answer. What its handle tells, if that is on record, is said by `elsewhere`.
pub(super) fn fit(part: &SentPart<'_>, answer: &Answer, elsewhere: Elsewhere, [repeated, renamed]: [bool; 2]) -> Fit {
    let Some(handle) = part.trace.handle else { return if part.kind == PartKind::Thought { of_text(part, answer) } else { Fit::Own } };
    let equal = part.trace.text.is_some() && part.kind == PartKind::Thought;
    let same_text = equal && !renamed && thoughts(answer).any(|emitted| emitted.trace.text == part.trace.text);
    match elsewhere {
        _ if answer.parts.iter().any(|emitted| emitted.handles().any(|one| *one == handle)) => Fit::Own,
        Elsewhere::Intact => Fit::Misrouted,
        Elsewhere::Mixed | Elsewhere::Kin => Fit::Own,
        // A client that signs by itself writes one and the same everywhere.
        Elsewhere::Unknown if repeated || carries_placeholder(part.value) || resembles_handle(part, answer) => Fit::Own,
        Elsewhere::Unknown if same_text && is_short(part) && looks_issued(part, answer) => Fit::Foreign,
        Elsewhere::Unknown if same_text || may_have_had(part, answer) => Fit::Own,
        Elsewhere::Unknown if has_other_format(part, answer) => Fit::Doubtful,
        Elsewhere::Unknown => Fit::Foreign,
    }
}

/// Returns `true` if a thought claims a format that none of the answer's came in: then it is nobody's who talks to the same model.
fn has_other_format(part: &SentPart<'_>, answer: &Answer) -> bool {
    let format = part.value.word("format");
    let formats: Vec<String> =
        thoughts(answer).filter_map(|emitted| Some(scan(&emitted.raw).ok()?.root().word("format").to_owned())).collect();
    !format.is_empty() && !formats.is_empty() && formats.iter().all(|known| *known != format)
}

/// The record of a handle that the answer itself was not issued with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// Nothing.
    Unknown,
    /// It is there with what it was issued for, in another answer.
    Intact,
    /// It was issued for something else than it stands on.
    Mixed,
    /// It was issued in the same conversation.
    Kin,
}

fn of_text(part: &SentPart<'_>, answer: &Answer) -> Fit {
    if part.trace.text.is_none() {
        // Nothing is left of it but what it is.
        let is_of_a_sort = thoughts(answer).next().is_none() || thoughts(answer).any(|emitted| emitted.trace.sort == part.trace.sort);
        return if is_of_a_sort { Fit::Own } else { Fit::Doubtful };
    }
    if thoughts(answer).any(|emitted| emitted.trace.text == part.trace.text) {
        return Fit::Own;
    }
    let now = Side::Text.of(part.value).unwrap_or_default();
    // A stream of which all but the last piece was lost, or a copy that was cut.
    let is_cut = |then: &[u8]| now.len() >= SOME && now.len() < then.len() && (then.starts_with(&now) || then.ends_with(&now));
    let is_damaged = |emitted: &EmittedPart| {
        let then = scan(&emitted.raw).ok().and_then(|raw| Side::Text.of(raw.root()));
        then.is_some_and(|then| is_cut(&then) || is_redacted(&now, Some(&then)))
    };
    if thoughts(answer).any(is_damaged) || is_joined(&now, answer) { Fit::Own } else { Fit::Doubtful }
}

/// Returns `true` if a text joins the texts of several thoughts: a stream brings them in pieces.
fn is_joined(now: &[u8], answer: &Answer) -> bool {
    let texts: Vec<Vec<u8>> =
        thoughts(answer).filter_map(|emitted| Side::Text.of(scan(&emitted.raw).ok()?.root()).map(|text| text.to_vec())).collect();
    let mut left = now;
    texts.iter().skip_while(|text| !now.starts_with(text)).all(|text| match left.strip_prefix(text.as_slice()) {
        Some(rest) => {
            left = rest;
            true
        }
        None => left.is_empty(),
    }) && left.is_empty()
        && !now.is_empty()
}

/// Returns `true` if the handle of a part is one of an answer's, damaged.
pub(super) fn is_changed(part: &SentPart<'_>, answer: &Answer) -> bool {
    let own = |handle: &Digest| answer.parts.iter().any(|emitted| emitted.handles().any(|one| one == handle));
    part.trace.handle.is_some_and(|handle| !own(&handle)) && resembles_handle(part, answer)
}

/// Returns `true` if the handle of a part may be what is left of one of an answer's: handles of one key begin alike.
pub(super) fn may_be_cut_from(part: &SentPart<'_>, answer: &Answer) -> bool {
    let Some(now) = Side::Handle.of(part.value).filter(|_| part.trace.handle.is_some()) else { return false };
    let handles = answer.parts.iter().filter(|part| part.trace.handle.is_some()).filter_map(|emitted| scan(&emitted.raw).ok());
    handles.into_iter().any(|raw| Side::Handle.of(raw.root()).is_some_and(|then| then.len() > now.len() && then.starts_with(&now)))
}

/// So many letters are not the same by chance.
const SOME: usize = 3;

fn thoughts(answer: &Answer) -> impl Iterator<Item = &EmittedPart> {
    answer.parts.iter().filter(|part| part.kind == PartKind::Thought)
}

/// Returns `true` if a handle is one of the answer's with something changed or cut off. Handles are random but for their heads.
fn resembles_handle(part: &SentPart<'_>, answer: &Answer) -> bool {
    let Some(now) = Side::Handle.of(part.value) else { return false };
    let sketch = sketch(&now);
    answer.parts.iter().filter(|part| part.trace.handle.is_some()).any(|emitted| {
        let then = scan(&emitted.raw).ok().and_then(|raw| Side::Handle.of(raw.root()));
        emitted.sketches.iter().any(|then| is_like(&sketch, then))
            || then.is_some_and(|then| is_damaged(&now, &then) || digits(&now) == digits(&then) || is_redacted(&now, Some(&then)))
    })
}

/// Returns `true` if a handle looks like those that the answer's issuer writes: it begins alike and is about as long, or, where only the digests of those are kept, is
/// long. Two people who ask the same are often answered after the same short thought, each under a handle of his own; so such words say nothing beside such a handle.
fn looks_issued(part: &SentPart<'_>, answer: &Answer) -> bool {
    let Some(now) = Side::Handle.of(part.value).filter(|now| is_base64(now)) else { return false };
    let mut issued = answer.parts.iter().filter(|part| part.trace.handle.is_some());
    issued.any(|emitted| match scan(&emitted.raw).ok().and_then(|raw| Side::Handle.of(raw.root())) {
        Some(then) => now.first() == then.first() && now.len() < 2 * then.len() && then.len() < 2 * now.len(),
        None => now.len() >= LONG,
    })
}

/// No handle that was made up by hand is so long.
const LONG: usize = 64;

/// Returns `true` if the text of a thought is so short that two people may be answered after the same one. Recorded ones have some fifty letters.
fn is_short(part: &SentPart<'_>) -> bool {
    Side::Text.of(part.value).is_some_and(|text| text.len() < SHORT)
}

const SHORT: usize = 200;

/// Returns `true` if the handle of a part may be one of an answer's of which only the digest is kept. Nothing of that answer can go anywhere, so the
/// doubt costs nothing.
fn may_have_had(part: &SentPart<'_>, answer: &Answer) -> bool {
    answer.parts.iter().any(|emitted| emitted.trace.handle.is_some() && emitted.raw.is_empty() && emitted.kind == part.kind)
}

/// Returns `true` if a text is another with a quarter of it changed at most, with half of it cut off at most, or with another behind it: clients join the redacted
/// thoughts of one answer. Handles of one vendor begin alike over a third of their length and more.
fn is_damaged(now: &[u8], then: &[u8]) -> bool {
    let (long, short) = if now.len() < then.len() { (then, now) } else { (now, then) };
    let head = long.iter().zip(short).take_while(|(one, other)| one == other).count();
    let tail = long.iter().rev().zip(short.iter().rev()).take(short.len() - head).take_while(|(one, other)| one == other).count();
    head + tail > 0 && (4 * (head + tail) >= 3 * long.len() || head == now.len() && 2 * head + 1 >= then.len())
        || then.len() >= LONG && head + PADDING >= then.len()
}

/// So many letters at the end of a handle are others when bytes follow.
const PADDING: usize = 4;
