//! Branches: the answers that an answer goes on from. A conversation is all that goes on from one first answer.

use std::cmp::Ordering;

use sha2::{Digest as _, Sha256};

use super::answer::{Answer, Parent};
use super::lines::Lines;
use super::stored::sorted;
use super::{Key, Ledger, Numbered, Numbers, line};
use crate::json::{Digest, decimal};
use crate::model::Provenance;
use crate::model::time::Moment;

impl Answer {
    /// Its name, which is the same in every ledger that has recorded it: of its body, of whom it came from and for whom, and of what it answered
    /// with the thoughts in that. Two people who are told the same in the same words have two answers.
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
        // The same may have been sent in fewer messages.
        hash.update(decimal(self.entries).as_bytes());
        Digest(hash.finalize().into())
    }

    /// Returns `true` if two answers came from the same issuer, for the same caller.
    pub(super) fn is_kin(&self, other: &Self) -> bool {
        let [one, same] = [self, other].map(|answer| (&answer.provenance, answer.caller));
        one.0.vendor == same.0.vendor && one.0.surface == same.0.surface && one.0.account == same.0.account && one.1 == same.1
    }

    /// The handle of the last thought in the context with the answer at its end.
    fn last_handle(&self) -> Option<Digest> {
        self.parts.iter().rev().find_map(|part| part.trace.handle).or(self.after)
    }

    /// Returns `true` if a text is that of one of its thoughts or, if it has none, of one before it.
    fn thinks(&self, text: Digest) -> bool {
        let mut texts = self.parts.iter().filter(|part| part.is_thought()).filter_map(|part| part.trace.text).peekable();
        if texts.peek().is_none() { self.parent.thought == Some(text) } else { texts.any(|own| own == text) }
    }

    /// Returns `true` if two answers that say the same come after the same thoughts, as far as is known.
    fn is_twin(&self, other: &Self) -> bool {
        self.body == other.body && self.last_handle() == other.last_handle() && self.parent.thought == other.parent.thought
    }
}

impl Ledger {
    /// The answer that one goes on from, by the same evidence that tells any answer in a request; nothing, if it is the first, or was not
    /// recorded, or cannot be told from another.
    #[must_use]
    pub fn parent(&self, answer: &Answer) -> Option<usize> {
        let Parent { handle, id, spoken, thought } = &answer.parent;
        let same_body = |one: &Answer, other: &Answer| one.body == other.body;
        let by_handle = || {
            let issued = |answer: &Answer| answer.parts.iter().any(|part| part.handles().any(|one| Some(one) == handle.as_ref()));
            self.only(Key::Handle(handle.as_ref()?), answer, &issued, &same_body)
        };
        let by_id = || {
            let bears = |answer: &Answer| answer.parts.iter().any(|part| part.trace.ids().any(|one| Some(one) == id.as_deref()));
            self.only(Key::Id(id.as_ref()?), answer, &bears, &same_body)
        };
        let says = |one: &Answer| one.spoken == *spoken;
        let thinks = |one: &Answer| {
            thought.is_some_and(|thought| one.thinks(thought)) || answer.after.is_some() && one.last_handle() == answer.after
        };
        let by_thought = || self.only(Key::Spoken(spoken.as_ref()?), answer, &|one| says(one) && thinks(one), &Answer::is_twin);
        let by_words = || self.only(Key::Spoken(spoken.as_ref()?), answer, &says, &Answer::is_twin);
        // The thread may have been recorded after the answer that goes on with it.
        let by_thread = || {
            let account = answer.provenance.account.as_deref();
            self.held(answer.thread.as_ref()?, &answer.wire, account, answer.caller).map(|(nth, _)| nth)
        };
        by_handle().or_else(by_id).or_else(by_thought).or_else(by_words).or_else(by_thread)
    }

    /// The answers on the branch that ends with one, from the first to that one.
    #[must_use]
    pub fn branch(&self, last: usize) -> Vec<usize> {
        let (mut branch, mut seen, mut next) = (Vec::new(), Numbers::default(), Some(last));
        // Hostile lines may go round in a circle.
        while let Some(nth) = next.filter(|nth| seen.add(*nth)) {
            branch.push(nth);
            next = self.answer(nth).and_then(|answer| self.parent(&answer));
        }
        branch.reverse();
        branch
    }

    /// Forgets what was received before a time; answers how many answers that were.
    pub fn forget_before(&mut self, time: Moment) -> usize {
        self.retain(&|_, answer| answer.provenance.time.is_none_or(|then| then.millis() >= time.millis()))
    }

    /// Forgets a conversation: the answer of that name and all that go on from it; answers how many they were.
    pub fn forget_conversation(&mut self, id: Digest) -> usize {
        let mut inside: Numbered<bool> = Numbered::default();
        // A hop may have given the conversation its name before the next one came.
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

    /// The answer of that name.
    fn named(&self, id: Digest) -> Option<usize> {
        (0..self.len()).find(|nth| self.answer(*nth).is_some_and(|answer| answer.id() == id))
    }

    /// Keeps the answers that are wanted; answers how many are gone. The others get new numbers.
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

    /// The line of an answer with all blocks of its prefix in it, for when the answers that have them are forgotten; nothing, if they are not all known.
    fn unrolled(&self, answer: &Answer, line: &[u8]) -> Option<Vec<u8>> {
        let earlier = self.blocks_before(answer.base);
        if earlier.len() < answer.base.depth { None } else { line::with_blocks(line, &[earlier, answer.blocks.clone()].concat()).ok() }
    }

    /// The only answer before another that bears a key and fits; several that are the same are one.
    fn only(
        &self,
        key: Key<'_>,
        after: &Answer,
        fits: &dyn Fn(&Answer) -> bool,
        is_same: &dyn Fn(&Answer, &Answer) -> bool,
    ) -> Option<usize> {
        let found = self.find(key);
        let answers = found.lines.into_iter().filter_map(|nth| Some((nth, self.answer(nth)?)));
        let answers: Vec<(usize, Answer)> = answers.filter(|(_, answer)| answer.wire == after.wire && fits(answer)).collect();
        // One from the same issuer and after the same thoughts, and else the same one whichever was recorded first.
        let strange = |answer: &Answer| [!answer.is_kin(after), answer.last_handle() != after.after];
        let (nth, first) = match answers.as_slice() {
            [one] => one,
            several => several.iter().min_by(|(_, one), (_, other)| match strange(one).cmp(&strange(other)) {
                Ordering::Equal => one.id().cmp(&other.id()),
                order => order,
            })?,
        };
        (!found.many && answers.iter().all(|(_, answer)| is_same(answer, first))).then_some(*nth)
    }
}
