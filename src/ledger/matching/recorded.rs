//! Recorded answers as a search needs them: by handle, by id, by text and by context.

use super::branches::LastAnswer;
use super::branches::Tree;
use super::sent::SentPart;
use super::sent::{Before, Run, Sent};
use super::sent::{is_intact, is_reference, words};
use crate::json::{Digest, Text, Value};
use crate::ledger::{Answer, Candidates, EmittedPart, Hop, Key, Ledger, Numbered, Scope, Settings, Side};
use crate::model::{PartKind, Wire};
use crate::request::{NO_CONTEXT, counts_as_bytes, digits, is_distinctive, text_digest};

/// A cache of recorded answers: each is read once.
pub(super) struct Recorded<'l, 'd> {
    pub(super) ledger: &'l Ledger,
    /// The target of the request.
    profile: Value<'d>,
    /// The account, the key and the conversation of the request.
    scope: Scope,
    /// The caller that the request names.
    caller: Option<Digest>,
    read: Numbered<Box<Answer>>,
    roots: Numbered<usize>,
    parents: Numbered<Option<usize>>,
    /// The recorded parts with the handle of a part, by the byte at which that begins: each handle is looked up once.
    issuers: Numbered<(Digest, Vec<[usize; 2]>)>,
}

/// The distance of a recorded answer from a run, compared in the order of the members. The name decides between equal ones, not the order of recording.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    is_of_other_issuer: bool,
    is_in_other_scope: bool,
    is_after_other_handle: bool,
    is_after_other_thought: bool,
    context: Option<Digest>,
    id: Digest,
}

/// The handles and ids in a run that one answer issued.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// The number of thoughts of the answer that the run has unchanged, with their handles.
    pub(super) intact: usize,
    /// The number of handles of the answer that the run has on other parts.
    pub(super) mixed: usize,
    /// A drawn id that no different answer has.
    pub(super) id: Option<String>,
    /// The first part with any of these.
    pub(super) first: Option<usize>,
}

impl<'l, 'd> Recorded<'l, 'd> {
    pub(super) fn new(ledger: &'l Ledger, profile: Value<'d>, settings: &Settings) -> Self {
        let (scope, caller) = (settings.scope().clone(), settings.caller());
        let (read, roots, parents, issuers) = (Numbered::default(), Numbered::default(), Numbered::default(), Numbered::default());
        Self { ledger, profile, scope, caller, read, roots, parents, issuers }
    }

    /// Stores the first answers of conversations that were found before. This saves the walk over all answers in between.
    pub(super) fn know_roots(&mut self, known: &[LastAnswer]) {
        known.iter().for_each(|known| self.roots.set(known.nth, known.root));
    }

    /// Returns `true` if an answer can be restored without its handle: it came from the request's issuer, for the same account and caller.
    pub(super) fn is_candidate(&mut self, nth: usize) -> bool {
        self.is_meant(nth) && self.peek(nth).is_some_and(|answer| answer.provenance.account == self.scope.account)
    }

    /// Returns `true` if an answer came from the request's issuer, and no other account or caller is recorded for it.
    pub(super) fn is_meant(&mut self, nth: usize) -> bool {
        let (profile, caller) = (self.profile, self.caller);
        let Some(answer) = self.get(nth) else { return false };
        let from = &answer.provenance;
        let differs =
            |name: &str, then: Option<&str>| then.is_some_and(|then| !profile.word(name).is_empty() && profile.word(name) != then);
        let other = differs("vendor", from.vendor.as_deref())
            || differs("surface", from.surface.as_deref())
            || differs("account", from.account.as_deref());
        !other && (caller.is_none() || answer.caller.is_none() || answer.caller == caller)
    }

    /// Returns the first answer of a branch: all answers that continue it are one conversation.
    pub(super) fn root(&mut self, nth: usize) -> usize {
        let (mut way, mut next) = (Vec::new(), nth);
        let root = loop {
            if let Some(known) = self.roots.get(next) {
                break *known;
            }
            // A cycle ends at its first answer.
            self.roots.set(next, next);
            way.push(next);
            match self.parent(next) {
                Some(before) => next = before,
                None => break next,
            }
        };
        for nth in way {
            self.roots.set(nth, root);
        }
        root
    }

    /// Returns the answer that this one continues.
    pub(super) fn parent(&mut self, nth: usize) -> Option<usize> {
        if let Some(known) = self.parents.get(nth) {
            return *known;
        }
        let ledger = self.ledger;
        let parent = self.get(nth).and_then(|answer| ledger.parent(answer));
        self.parents.set(nth, parent);
        parent
    }

    pub(super) fn get(&mut self, nth: usize) -> Option<&Answer> {
        if !self.read.has(nth) {
            self.read.set(nth, Box::new(self.ledger.answer(nth)?));
        }
        self.peek(nth)
    }

    /// Returns an answer that was read before.
    pub(super) fn peek(&self, nth: usize) -> Option<&Answer> {
        self.read.get(nth).map(Box::as_ref)
    }

    pub(super) fn take(&mut self, nth: usize) -> Option<Answer> {
        self.get(nth)?;
        self.read.take(nth).map(|answer| *answer)
    }

    /// Returns the parts that the handle of a part was issued for, on any wire: the number of the answer, and of the part.
    pub(super) fn issuers(&mut self, part: &SentPart<'_>) -> Vec<[usize; 2]> {
        let Some(handle) = part.trace.handle.filter(|_| self.ledger.has_lines()) else { return Vec::new() };
        let place = part.value.span().start;
        if let Some((_, known)) = self.issuers.get(place).filter(|(own, _)| *own == handle) {
            return known.clone();
        }
        let mut found = self.issued(&handle);
        if found.is_empty() {
            found = self.issued_elsewhere(part);
        }
        self.issuers.set(place, (handle, found.clone()));
        found
    }

    /// Returns the same for a handle that is not on record. On another vendor's wire, or under another format name, the same letters have another digest.
    fn issued_elsewhere(&mut self, part: &SentPart<'_>) -> Vec<[usize; 2]> {
        let strings = Side::Handle.strings(part.value);
        let [one] = strings.as_slice() else { return Vec::new() };
        let letters = one.text().map(Text::wtf8).unwrap_or_default();
        let bytes = digits(&letters);
        if *bytes == *letters {
            // Its digest is the same on every wire.
            return Vec::new();
        }
        if counts_as_bytes(part.value, self.profile.word("wire")) {
            return self.issued(&text_digest(&letters));
        }
        let by_bytes = self.issued(&text_digest(&bytes));
        let is_google = |nth: usize| self.peek(nth).is_some_and(|answer| answer.wire.as_str().starts_with("gemini-"));
        by_bytes.into_iter().filter(|[nth, _]| is_google(*nth)).collect()
    }

    fn issued(&mut self, handle: &Digest) -> Vec<[usize; 2]> {
        let (mut found, candidates) = (Vec::new(), self.ledger.find(Key::Handle(handle)));
        // A handle with this many answers is the placeholder of a store.
        for nth in candidates.few() {
            let parts = self.get(nth).map_or(&[][..], |answer| &answer.parts);
            found.extend(parts.iter().enumerate().filter(|(_, part)| part.handles().any(|one| one == handle)).map(|(part, _)| [nth, part]));
        }
        found
    }

    /// Returns the only answer on a wire with an id. Returns `None` if several have it, or if it is on another part in another context: then somebody else got
    /// the same id.
    fn bearer(&mut self, id: &str, part: &SentPart<'_>, run: &Run, wire: &Wire) -> Option<usize> {
        let found = self.ledger.find(Key::Id(id));
        let mut bearers = Vec::new();
        for nth in found.lines {
            let bears = |answer: &Answer| answer.wire == *wire && answer.parts.iter().any(|part| part.trace.ids().any(|one| one == id));
            if self.get(nth).is_some_and(bears) {
                bearers.push(nth);
            }
        }
        self.merge_recordings(&mut bearers, &run.before);
        let [only] = *bearers.as_slice() else { return None };
        let here = run.context.hash();
        let says =
            |emitted: &EmittedPart| emitted.trace.ids().any(|one| one == id) && (is_reference(part) || emitted.words() == words(part));
        let fits = |answer: &Answer| answer.context == here || answer.parts.iter().any(says);
        (!found.many && self.get(only).is_some_and(fits)).then_some(only)
    }

    /// Returns the answers on a wire that end in a context.
    pub(super) fn spoken(&mut self, spoken: &Digest, wire: &Wire) -> Candidates {
        let fits = |answer: &Answer| answer.wire == *wire && answer.spoken.as_ref() == Some(spoken);
        self.those_that(Key::Spoken(spoken), &fits)
    }

    /// Returns the answers with a fingerprint.
    pub(super) fn of_fingerprint(&mut self, fingerprint: &Digest) -> Candidates {
        self.those_that(Key::Fingerprint(fingerprint), &|answer| answer.fingerprint().as_ref() == Some(fingerprint))
    }

    /// Returns the answers on a wire to a context with the text of one of the parts, at the end or before their next hop.
    pub(super) fn with_part(&mut self, context: Option<&Digest>, parts: &[SentPart<'_>], wire: &Wire) -> Candidates {
        let key = Key::Context(context.unwrap_or(&NO_CONTEXT));
        if self.ledger.find(key).lines.is_empty() {
            return Candidates::default();
        }
        let said: Vec<(PartKind, Digest)> = parts.iter().filter_map(|part| Some((part.kind, words(part)?))).collect();
        let says = |emitted: &EmittedPart| emitted.words().is_some_and(|own| said.contains(&(emitted.kind, own)));
        let breaks_off = |hop: &Hop| hop.said.is_some_and(|own| said.contains(&(PartKind::Text, own)));
        let has_said = |answer: &Answer| answer.parts.iter().any(says) || answer.hops.iter().any(breaks_off);
        let fits = |answer: &Answer| answer.wire == *wire && answer.context.as_ref() == context && has_said(answer);
        self.those_that(key, &fits)
    }

    /// Returns the answers with a key that fit. If there are many, the list is incomplete.
    fn those_that(&mut self, key: Key<'_>, fits: &dyn Fn(&Answer) -> bool) -> Candidates {
        let mut found = self.ledger.find(key);
        found.lines.retain(|nth| self.get(*nth).is_some_and(fits));
        found
    }

    /// Keeps one of several recordings of the same answer, since all restore the same bytes. Each keeps its first place.
    pub(super) fn merge_recordings(&mut self, found: &mut Vec<usize>, before: &Before) {
        let mut kept: Vec<(Digest, Vec<usize>)> = Vec::new();
        for nth in found.drain(..) {
            let Some(body) = self.get(nth).map(|answer| answer.body) else { continue };
            match kept.iter_mut().find(|(known, _)| *known == body) {
                Some((_, same)) => same.push(nth),
                None => kept.push((body, vec![nth])),
            }
        }
        for (_, same) in kept {
            found.extend(match same.as_slice() {
                [only] => Some(*only),
                several => self.nearest(several, before),
            });
        }
    }

    fn nearest(&mut self, recordings: &[usize], before: &Before) -> Option<usize> {
        let distances = recordings.iter().filter_map(|nth| Some((self.distance(*nth, before)?, *nth)));
        distances.min().map(|(_, nth)| nth)
    }

    /// Returns the distance that orders several recordings of one answer.
    fn distance(&mut self, nth: usize, before: &Before) -> Option<Distance> {
        let is_of_other_issuer = !self.is_meant(nth);
        let answer = self.peek(nth)?;
        Some(Distance {
            is_of_other_issuer,
            is_in_other_scope: answer.scope() != self.scope,
            is_after_other_handle: answer.after != before.handle,
            is_after_other_thought: answer.parent.thought != before.thought,
            context: answer.context,
            id: answer.id(),
        })
    }

    /// Collects the handles and ids of a run by the answers that issued them.
    pub(super) fn trails(&mut self, run: &Run, sent: &Sent<'_>, wire: &Wire) -> Numbered<Trail> {
        let mut trails: Numbered<Trail> = Numbered::default();
        for (at, part) in sent.parts.get(run.parts.clone()).unwrap_or_default().iter().enumerate() {
            for [nth, inner] in self.issuers(part) {
                let Some(answer) = self.get(nth).filter(|answer| answer.wire == *wire) else { continue };
                let intact = answer.parts.get(inner).is_some_and(|emitted| is_intact(emitted, part));
                trails.change(nth, |own| {
                    own.first = own.first.or(Some(at));
                    if intact { own.intact += 1 } else { own.mixed += 1 }
                });
            }
            for id in part.trace.ids().filter(|id| is_distinctive(id)) {
                if let Some(nth) = self.bearer(id, part, run, wire) {
                    trails.change(nth, |own| {
                        own.first = own.first.or(Some(at));
                        own.id.get_or_insert_with(|| id.to_owned());
                    });
                }
            }
        }
        trails
    }
}

impl Tree for Recorded<'_, '_> {
    fn parent(&mut self, nth: usize) -> Option<usize> {
        Recorded::parent(self, nth)
    }

    fn root(&mut self, nth: usize) -> usize {
        Recorded::root(self, nth)
    }

    fn spoken(&mut self, nth: usize) -> Option<Digest> {
        self.get(nth).and_then(|answer| answer.spoken)
    }
}
