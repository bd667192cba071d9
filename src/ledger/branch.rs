//! Branches: an answer with all its ancestors. A conversation is a first answer with all its descendants.

use std::cmp::Ordering;

use sha2::{Digest as _, Sha256};

use super::answer::Answer;
use super::lines::Lines;
use super::stored::sorted;
use super::{Key, Ledger, Numbered, Numbers, line};
use crate::json::{Digest, decimal};
use crate::model::Provenance;
use crate::model::time::Moment;
use crate::request::{Parent, is_distinctive};

impl Answer {
    /// Returns its name, which is the same in every ledger. It depends on the body, the issuer, the scope, and the context with its thoughts. Two people with
    /// the same words and the same answer have two answers.
    #[must_use]
    pub fn id(&self) -> Digest {
        let mut hash = Sha256::new();
        let Provenance { vendor, surface, account, .. } = &self.provenance;
        for text in [Some(self.wire.as_str()), vendor.as_deref(), surface.as_deref(), account.as_deref(), self.parent.id.as_deref()] {
            hash.update(text.unwrap_or_default().as_bytes());
            hash.update([0xff]);
        }
        let Parent { handle, spoken, thought, .. } = self.parent;
        let asked = [self.system, self.tools, self.caller, self.context, self.prompt().hash];
        for digest in [Some(self.body)].into_iter().chain(asked).chain([self.after, handle, spoken, thought]) {
            hash.update(digest.map_or([0; 32], |digest| digest.0));
        }
        // The same content may have been sent in fewer messages.
        hash.update(decimal(self.entries).as_bytes());
        // Lines of earlier versions lack these, and keep their names.
        for digest in [self.conversation, self.input, self.parent.input].into_iter().flatten() {
            hash.update(digest.0);
        }
        hash.update(self.credential.as_deref().unwrap_or_default().as_bytes());
        Digest(hash.finalize().into())
    }

    /// Returns `true` if two answers came from the same issuer, in the same scope, for the same caller.
    pub(super) fn is_kin(&self, other: &Self) -> bool {
        let issuer = |answer: &Self| [answer.provenance.vendor.clone(), answer.provenance.surface.clone()];
        issuer(self) == issuer(other) && self.scope() == other.scope() && self.caller == other.caller
    }

    /// Returns the handle of the last thought in the context with the answer at its end.
    fn last_handle(&self) -> Option<Digest> {
        self.parts.iter().rev().find_map(|part| part.trace.handle).or(self.after)
    }

    /// Returns `true` if a text is that of one of its thoughts or, if it has none, of an earlier one.
    fn thinks(&self, text: Digest) -> bool {
        let mut texts = self.parts.iter().filter(|part| part.is_thought()).filter_map(|part| part.trace.text).peekable();
        if texts.peek().is_none() { self.parent.thought == Some(text) } else { texts.any(|own| own == text) }
    }

    /// Returns `true` if one answer is later than another. If the times are equal or unknown, the name decides, so the order of recording does not matter.
    #[must_use]
    pub fn is_later(&self, other: &Self) -> bool {
        let age = |answer: &Self| (answer.provenance.time.map(Moment::millis), answer.id());
        age(self) > age(other)
    }
}

impl Ledger {
    /// Returns the answer that this one continues, by the evidence that shows any answer in a request: a handle, an id, or equal input in one scope. Returns
    /// `None` if the answer is the first, if the one before it was not recorded, or if evidence is missing.
    #[must_use]
    pub fn parent(&self, answer: &Answer) -> Option<usize> {
        let Parent { handle, id, thought, .. } = &answer.parent;
        let by_handle = || {
            let issued = |answer: &Answer| answer.parts.iter().any(|part| part.handles().any(|one| Some(one) == handle.as_ref()));
            self.only(Key::Handle(handle.as_ref()?), answer, &issued)
        };
        let by_id = || {
            let bears = |answer: &Answer| answer.parts.iter().any(|part| part.trace.ids().any(|one| Some(one) == id.as_deref()));
            self.only(Key::Id(id.as_ref()?), answer, &bears)
        };
        let by_input = || {
            let fingerprint = answer.parent_fingerprint()?;
            let thinks = |one: &Answer| thought.is_none_or(|thought| one.thinks(thought));
            // A drawn id that an answer does not have means another answer, which is not on record.
            let is_renamed = |one: &Answer| id.is_some() && one.parts.iter().flat_map(|part| part.trace.ids()).any(is_distinctive);
            let is_same = |one: &Answer| one.fingerprint() == Some(fingerprint) && one.wire == answer.wire && thinks(one);
            let fits = |one: &Answer| one.complete && is_same(one) && !is_renamed(one);
            self.latest(Key::Fingerprint(&fingerprint), &fits)
        };
        // The thread may have been recorded after the answer that continues it.
        let by_thread = || {
            let account = answer.provenance.account.as_deref();
            self.held(answer.thread.as_ref()?, &answer.wire, account, answer.caller).map(|(nth, _)| nth)
        };
        by_handle().or_else(by_id).or_else(by_input).or_else(by_thread)
    }

    /// Returns the latest of the answers with a key that fit: all have the same input. Returns `None` if there are more than the index holds.
    #[must_use]
    pub fn latest(&self, key: Key<'_>, fits: &dyn Fn(&Answer) -> bool) -> Option<usize> {
        let found = self.find(key);
        let mut latest: Option<(usize, Answer)> = None;
        for nth in found.few() {
            let Some(answer) = self.answer(nth).filter(fits) else { continue };
            if latest.as_ref().is_none_or(|(_, known)| answer.is_later(known)) {
                latest = Some((nth, answer));
            }
        }
        latest.map(|(nth, _)| nth)
    }

    /// Returns the answers on the branch that ends with this one, from the first on.
    #[must_use]
    pub fn branch(&self, last: usize) -> Vec<usize> {
        let (mut branch, mut seen, mut next) = (Vec::new(), Numbers::default(), Some(last));
        // Hostile lines may form a cycle.
        while let Some(nth) = next.filter(|nth| seen.add(*nth)) {
            branch.push(nth);
            next = self.answer(nth).and_then(|answer| self.parent(&answer));
        }
        branch.reverse();
        branch
    }

    /// Removes the answers that were received before a time. Returns their number.
    pub fn forget_before(&mut self, time: Moment) -> usize {
        self.retain(&|_, answer| answer.provenance.time.is_none_or(|then| then.millis() >= time.millis()))
    }

    /// Removes a conversation: the answer of that name and all its descendants. Returns their number.
    pub fn forget_conversation(&mut self, id: Digest) -> usize {
        let mut inside: Numbered<bool> = Numbered::default();
        // A hop may have named the conversation before the next hop was recorded.
        let named = self.named(id).map(|nth| self.whole_of(nth));
        for nth in 0..self.len() {
            let mut way = Vec::new();
            let mut next = Some(self.whole_of(nth));
            let mut found = false;
            while let Some(at) = next.filter(|at| !way.contains(at)) {
                if let Some(known) = inside.get(at) {
                    found = *known;
                    break;
                }
                way.push(at);
                found = Some(at) == named;
                next = if found { None } else { self.answer(at).and_then(|answer| self.parent(&answer)) };
            }
            way.push(nth);
            way.into_iter().for_each(|at| inside.set(at, found));
        }
        self.retain(&|nth, _| inside.get(nth) != Some(&true))
    }

    /// Returns the answer of that name.
    fn named(&self, id: Digest) -> Option<usize> {
        (0..self.len()).find(|nth| self.answer(*nth).is_some_and(|answer| answer.id() == id))
    }

    /// Keeps the wanted answers and renumbers them. Returns the number of removed ones.
    fn retain(&mut self, is_wanted: &dyn Fn(usize, &Answer) -> bool) -> usize {
        let mut kept = Self {
            lines: Lines::default(),
            index: self.index.emptied(),
            form: self.form,
            time: self.time,
            more: self.more.clone(),
            watch: None,
            halves: Numbered::default(),
        };
        let (mut wanted, mut prompts) = (Vec::new(), Vec::new());
        for (nth, answer) in
            (0..self.len()).filter_map(|nth| Some((nth, self.answer(nth)?))).filter(|(nth, answer)| is_wanted(*nth, answer))
        {
            wanted.push(nth);
            prompts.extend(answer.prompt().hash);
        }
        let prompts = sorted(&prompts);
        for nth in wanted {
            let (Some(answer), Some(line)) = (self.answer(nth), self.line(nth)) else { continue };
            let is_cut = answer.base.hash.is_some_and(|base| prompts.binary_search(&base).is_err());
            let whole = if is_cut { self.unrolled(&answer, line) } else { None };
            kept.keep(&answer, whole.as_deref().unwrap_or(line));
        }
        let gone = self.len() - kept.len();
        *self = kept;
        gone
    }

    /// Returns the line of an answer with all blocks of its prefix, for when the answers with those blocks are removed. Returns `None` if some are unknown.
    fn unrolled(&self, answer: &Answer, line: &[u8]) -> Option<Vec<u8>> {
        let earlier = self.blocks_before(answer.base);
        if earlier.len() < answer.base.depth { None } else { line::with_blocks(line, &[earlier, answer.blocks.clone()].concat()).ok() }
    }

    /// Returns the only answer before another that has a key and fits. Several with one body are the same answer, recorded more than once.
    fn only(&self, key: Key<'_>, after: &Answer, fits: &dyn Fn(&Answer) -> bool) -> Option<usize> {
        let found = self.find(key);
        let answers = found.lines.into_iter().filter_map(|nth| Some((nth, self.answer(nth)?)));
        let answers: Vec<(usize, Answer)> = answers.filter(|(_, answer)| answer.wire == after.wire && fits(answer)).collect();
        // Prefers the recording from the same issuer and after the same thoughts. The name decides between equal ones, not the order of recording.
        let distance = |answer: &Answer| [!answer.is_kin(after), answer.last_handle() != after.after];
        let (nth, first) = match answers.as_slice() {
            [one] => one,
            several => several.iter().min_by(|(_, one), (_, other)| match distance(one).cmp(&distance(other)) {
                Ordering::Equal => one.id().cmp(&other.id()),
                order => order,
            })?,
        };
        (!found.many && answers.iter().all(|(_, answer)| answer.body == first.body)).then_some(*nth)
    }
}
