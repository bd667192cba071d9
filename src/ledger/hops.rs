//! Hops: the responses that make one answer, each to the same request with the token of the previous hop. They are recorded as one.

use sha2::{Digest as _, Sha256};

use super::{Answer, Hop, Key, Ledger};
use crate::json::{Digest, scan};
use crate::model::Part;
use crate::request::context::{Context, Side};
use crate::request::trace::whole;

impl Answer {
    /// Returns `true` if it consists of the first hops of another answer, up to a token.
    fn is_half_of(&self, whole: &Self, token: Digest) -> bool {
        let goes_on = |hop: &Hop| hop.token == token && hop.parts == self.parts.len() && hop.parts > 0;
        let is_same = self.wire == whole.wire && self.context == whole.context;
        is_same && self.continues == Some(token) && whole.hops.len() > self.hops.len() && whole.hops.iter().any(goes_on)
    }
}

impl Ledger {
    /// Returns the answer with the hops before it. Returns `None` if it is the first hop or those are not on record.
    pub(super) fn joined(&self, answer: &Answer) -> Option<Answer> {
        let token = answer.hops.last()?.token;
        // A stored interaction continues without its input.
        let is_same = |half: &Answer| answer.context.is_none() || half.context == answer.context;
        let is_before = |half: &Answer| half.continues == Some(token) && half.wire == answer.wire && half.is_kin(answer) && is_same(half);
        let halves = self.find_all(Key::Handle(&token)).lines.into_iter().filter_map(|nth| self.answer(nth)).filter(is_before);
        let half = halves.min_by_key(Answer::id)?;
        let mut joined = Answer {
            provenance: answer.provenance.clone(),
            complete: answer.complete,
            continues: answer.continues,
            hops: half.hops.iter().cloned().chain([Hop { token, parts: half.parts.len(), said: half.said }]).collect(),
            parts: half.parts.iter().chain(&answer.parts).cloned().collect(),
            body: both(half.body, answer.body),
            ..half
        };
        // With digests only, the joined text of two hops is unknown. Handles, ids and single parts then identify the answer.
        (joined.said, joined.spoken) = joined.words().unwrap_or_default();
        joined.link();
        Some(joined)
    }

    /// Records which lines are halves of an answer whose whole is on record, in either order.
    pub(super) fn note_halves(&mut self, answer: &Answer, line: usize) {
        let tokens = answer.hops.iter().map(|hop| hop.token).chain(answer.continues);
        for token in tokens.collect::<Vec<Digest>>() {
            for nth in self.index.find(Key::Handle(&token)).lines.into_iter().filter(|nth| *nth != line) {
                let Some(other) = self.answer(nth) else { continue };
                if other.is_half_of(answer, token) {
                    self.halves.set(nth, line);
                } else if answer.is_half_of(&other, token) {
                    self.halves.set(line, nth);
                }
            }
        }
    }

    /// Returns the line with the whole of an answer, given a line with its first hops.
    pub(super) fn whole_of(&self, mut nth: usize) -> usize {
        // Each step has more hops than the last, so the loop ends.
        while let Some(whole) = self.halves.get(nth) {
            nth = *whole;
        }
        nth
    }
}

impl Answer {
    /// Returns the digests of all its text, and of the context with that at its end. Returns `None` if the text of a part was not kept.
    fn words(&self) -> Option<(Option<Digest>, Option<Digest>)> {
        let texts = self.parts.iter().map(|part| scan(&part.raw).ok()).collect::<Option<Vec<_>>>()?;
        let parts: Vec<Part<'_>> = texts.iter().zip(&self.parts).map(|(text, part)| Part::new(text.root(), part.kind)).collect();
        let mut context = self.context.map(Context::after).unwrap_or_default();
        parts.iter().for_each(|part| context.say(Side::Answer, part));
        Some((whole(&parts), context.hash().filter(|spoken| Some(*spoken) != self.context)))
    }
}

fn both(one: Digest, other: Digest) -> Digest {
    let mut hash = Sha256::new();
    hash.update(one.0);
    hash.update(other.0);
    Digest(hash.finalize().into())
}
